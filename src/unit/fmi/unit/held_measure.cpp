#include "unit/fmi/unit/held_measure.hpp"

#include <algorithm>
#include <cmath>

namespace accordo::fmi {

HeldMeasure::HeldMeasure(const Holding& plan, std::size_t values, double noise)
    : plan_(plan), noise_(noise), before_(values), made_(values), rival_{before_, before_} {}

/// Halves are compared with thirds, thirds with halves. More pieces are compared with both: of an FMU that
/// follows its inputs at once the error falls with their number, not with its square, which two divisions
/// cannot tell. Where outputs show what was held last, and nothing else can be read, the rival holds the end,
/// too.
std::span<const Division> HeldMeasure::rivals(const Division& used) {
  rival_count_ = 1;
  if (used.end) {
    rivals_[0] = plan_.states || plan_.outputs ? Division{2} : Division{used.pieces == 3 ? 4 : 3, true};
  } else if (used.pieces <= 3) {
    rivals_[0] = Division{used.pieces == 2 ? 3 : 2};
  } else {
    rivals_ = {Division{2}, Division{3}};
    rival_count_ = 2;
  }
  return {rivals_.data(), rival_count_};
}

/// What inputs that enter nonlinearly do is (h/2) f_uu times the variance of the pieces: from two divisions
/// it is known for each. For inputs that enter linearly this is a bound.
HeldMeasure::Found HeldMeasure::find(const Division& used, std::size_t i) const {
  const double V = used.variance(), V2 = rivals_[0].variance();
  const double apart = std::abs(made_[i] - rival_[0][i]);
  const double smooth = apart * V / std::abs(V - V2);
  if (rival_count_ < 2) return {smooth, false};
  // What follows its inputs at once is off by g/(2(m + 1)) where they change by g.
  const double m = used.pieces;
  const double of_smooth = (V2 - V) / (V2 - rivals_[1].variance());
  const double of_stiff = 4 - 12 / (m + 1);
  const double seen = std::abs(rival_[1][i] - rival_[0][i]);
  const bool stiff = apart > seen * (of_smooth + of_stiff) / 2;
  return {stiff ? apart * 3 / (m - 2) : smooth, stiff};
}

/// Relative to what changes within the step, since the errors of steps add up as changes do.
void HeldMeasure::judge(const Division& used, double h, HeldState& state) {
  if (state.rates.empty()) state.rates.resize(made_.size());
  Found worst;
  for (std::size_t i = 0; i < made_.size(); ++i) {
    double& rate = state.rates[i];
    rate = std::max(rate, std::abs(made_[i] - before_[i]) / h);
    Found found = find(used, i);
    found.error -= noise_ * std::max(std::abs(made_[i]), std::abs(before_[i]));
    if (!(found.error > 0) || rate == 0) continue;
    found.error /= rate * h;
    if (found.error > worst.error) worst = found;
  }
  state.error = worst.error;
  state.h = h;
  state.per_variance = worst.error / used.variance();
  constexpr int soon = 3, later = 7;
  constexpr double near = 0.03;
  state.wait = worst.error > near * plan_.wanted ? soon : later;
  choose(used, worst, state);
}

/// As many pieces that a tenth of what is wanted is lost: longer macro-steps are worth more than fewer
/// pieces.
void HeldMeasure::choose(const Division& used, const Found& worst, HeldState& state) const {
  const double target = 0.1 * plan_.wanted;
  Division next = plan_.division;
  const auto loses = [&](const Division& d) {
    return worst.stiff ? worst.error * (used.pieces + 1) / (d.pieces + 1)
                       : worst.error * d.variance() / used.variance();
  };
  while (next.pieces < plan_.most && loses(next) > target) ++next.pieces;
  state.division = next;
}

void HeldMeasure::carry_on(const Division& used, double h, HeldState& state) {
  if (state.h > 0) state.error = state.per_variance * used.variance() * (h / state.h) * (h / state.h);
  state.wait = std::max(0, state.wait - 1);
}

}  // namespace accordo::fmi
