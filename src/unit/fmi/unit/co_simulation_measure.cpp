// What an FMU for co-simulation loses by holding its inputs: steps made in other pieces, and taken back.
#include <algorithm>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "unit/fmi/unit/co_simulation_unit.hpp"

namespace accordo::fmi {

/// Where too much was lost, the step is made again in more pieces. All that is learned goes back with the
/// state: a step depends on nothing but where it begins and what its inputs are.
void CoSimulationUnit::measured_step(const Step& step, const SignalView& u) {
  constexpr double much = 0.5;
  const HeldMeasure::Move move{step.h, now_.held.activity(u, step.h)};
  const Division division = measure_->choose(move, now_.held);
  now_.held.division = division;
  now_.held.error = 0;
  const bool held = way_of(step, u).kind == Holding::Kind::pieces && degree_of(u) > 1;
  const bool measures = held && now_.held.due(step.h);
  const bool saved = has_saved_ && saved_.reached == now_.reached;
  if (measures && !saved) save();
  const bool compared = measures && compare(division, step, u);
  now_.held.division = division;
  plain_step(step, u);
  if (compared && !now_.pending && now_.way.kind == Holding::Kind::pieces) {
    u.values(1, u_end_.data());
    read_comparable(step.end, u_end_.data(), measure_->made());
    measure_->assess(division, move, now_.held);
    const Division more = measure_->choose(move, now_.held);
    if (now_.held.error > much * plan_->holding.wanted && more.pieces > division.pieces) {
      std::swap(found_, now_.held);
      restore();
      std::swap(found_, now_.held);
      now_.held.division = more;
      plain_step(step, u);
      now_.held.error = HeldMeasure::expected(more, move, now_.held);
    }
  } else if (held) {
    now_.held.error = HeldMeasure::expected(division, move, now_.held);
    now_.held.wait = std::max(0, now_.held.wait - 1);
  }
  now_.held.note(u, step.h);
  has_saved_ = saved;
}

/// Makes the step in other pieces and goes back; values that show what they did are kept.
bool CoSimulationUnit::compare(const Division& used, const Step& step, const SignalView& u) {
  const auto rivals = measure_->rivals(used);
  read_comparable(step.t, now_.u.data(), measure_->before());
  for (std::size_t k = 0; k < rivals.size(); ++k) {
    bool seen = true;
    try {
      handle_pending();
      if (!now_.tokens.empty()) pass_tokens();
      watched_ = false;
      advance_pieces(rivals[k], step, u);
      u.values(1, u_end_.data());
      read_comparable(step.end, u_end_.data(), measure_->rival(k));
    } catch (const Discarded&) {
      seen = false;
    } catch (const NonFinite&) {
      seen = false;
    }
    restore();
    if (!seen) return false;
  }
  return true;
}

void CoSimulationUnit::read_comparable(double t, const double* u, std::span<double> values) {
  const Holding& holding = plan_->holding;
  std::size_t k = 0;
  if (holding.states) {
    instance_->get(plan_->equations.states.references, values.data());
    k = dx_.size();
  }
  if (holding.compares_outputs()) read(t, u, nullptr, values.data() + k, nullptr);
}

}  // namespace accordo::fmi
