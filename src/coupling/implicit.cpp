#include "coupling/implicit.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "coupling/disagreement.hpp"
#include "coupling/implicit_state.hpp"

namespace accordo {
namespace {

class Implicit final : public Coupling {
 public:
  explicit Implicit(ImplicitKnobs knobs) : knobs_(std::move(knobs)) {}

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    const bool foresee = knobs_.guess == ImplicitKnobs::Guess::estimators && knobs_.shape == Shape::hermite;
    if (foresee || estimates()) e.estimators().equip(estimable(e.units()), knobs_.estimator);
    return std::make_unique<ImplicitState>(e, knobs_);
  }

  void propose(Ensemble& e, const Step& step, CouplingState& state, int, Proposal& proposal) const override {
    auto& s = static_cast<ImplicitState&>(state);
    s.open(step, proposal);
    if (s.z.empty()) return s.propose_as_is(proposal);
    if (s.predicts()) s.note();
    const int asked = guess(s);
    proposal.error_order = static_cast<int>(knobs_.shape) + 1;
    if (s.hopeless(proposal)) return;
    s.solution =
        asked < 0 ? Solution{.end = Solution::End::failed} : (knobs_.tolerance > 0 ? solve(s) : iterate(s));
    proposal.converged = s.solution.converged();
    proposal.iterations = s.solution.iterations;
    proposal.evaluations = s.solution.evaluations + std::abs(asked);
    proposal.residual = s.solution.residual;
    proposal.contraction = s.solution.contraction;
    proposal.solver = s.solution.solver;
    if (!proposal.converged) return;
    if (std::memcmp(s.latest.data(), s.z.data(), s.z.size() * sizeof(double)) != 0) {
      ++proposal.evaluations;
      if (!s.evaluate(s.z.data(), s.psi.data())) {  // the "last call" of 004, section 3.3
        s.solution.end = Solution::End::failed;
        proposal.converged = false;
        return;
      }
    }
    proposal.inputs = s.inputs;
    proposal.sample = s.predicts();
    proposal.error = s.error.interpolation(s.z.data(), step.h, e.amplitude());
    proposal.embedded = s.foreseen ? s.embedded() : 0;
    if (!s.foreseen && proposal.error)
      proposal.error = std::max(*proposal.error, s.surprise(knobs_.tolerance));
  }

  void rejected(CouplingState& state) const override { static_cast<ImplicitState&>(state).solver->restore(); }

  void accepted(const Ensemble& e, const Step&, CouplingState& state) const override {
    auto& s = static_cast<ImplicitState&>(state);
    s.interface.remember(s.z.data());
    s.interface.accept(s.z.data());
    s.error.accepted(s.z.data());
    s.notes.accepted();
    if (s.prediction) s.prediction->accepted();
    s.post.reset();
    if (!s.predicts() || s.z.empty()) return;
    s.interface.dispatch(e.integrated(), e.y(), -1, s.psi.data());
    const auto next = next_start(knobs_.resync, e, s.interface, s.psi, s.u);
    for (std::size_t i = 0; i < s.z.size(); ++i) s.psi[i] -= s.z[i];
    s.post = s.error.norm(s.psi.data(), s.z.data(), e.amplitude());
    if (!next.empty()) s.interface.resync(next);
  }

  std::optional<double> post_error(const CouplingState& state) const override {
    return static_cast<const ImplicitState&>(state).post;
  }

  Work work(const CouplingState& state) const override {
    const auto& s = static_cast<const ImplicitState&>(state);
    return s.prediction ? s.prediction->system().work() : Work{};
  }

  void restart(Ensemble& e, double t, CouplingState& state) const override {
    auto& s = static_cast<ImplicitState&>(state);
    restart_interface(e, t, s.interface.smooth() && (s.started || knobs_.slopes_at_start), s.interface);
    s.started = true;
    s.error.restart(t);
    if (!e.estimators().units().empty()) s.notes.restart();
    if (s.prediction) s.prediction->restart(t);
  }

  std::vector<SolverUse> solver_use(const CouplingState& state) const override {
    return static_cast<const ImplicitState&>(state).solver->use();
  }

  Error give_up(const Ensemble& e, const Step& step, const CouplingState& state) const override {
    const auto& s = static_cast<const ImplicitState&>(state);
    if (s.solution.end == Solution::End::failed && s.trouble) return *s.trouble;
    return disagreement(e, step, s.interface, s.solution,
                        {s.latest, s.answer, s.amplitude, knobs_.tolerance});
  }

 private:
  /// s.z ← the first guess; how many evaluations that took, -1 when one failed.
  int guess(ImplicitState& s) const {
    using Guess = ImplicitKnobs::Guess;
    if (!s.interface.smooth()) return s.interface.stay(s.z.data()), 0;
    if (s.foresee()) return 0;
    if (knobs_.guess != Guess::units && s.interface.extrapolate(s.z.data())) return 0;
    return s.ask_for_guess() ? 1 : -1;
  }

  Solution solve(ImplicitState& s) const {
    const Criterion criterion{
        .tolerance = knobs_.tolerance, .amplitude = s.amplitude, .max_iterations = knobs_.max_iterations};
    return s.solver->solve(s, criterion, s.z);
  }

  /// Semi-implicit: as many evaluations as asked for, and the step is accepted.
  Solution iterate(ImplicitState& s) const {
    Solution solution{.solver = "fixed number"};
    for (int i = 0; i < knobs_.max_iterations; ++i) {
      if (i > 0) s.z.swap(s.psi);
      ++solution.iterations;
      ++solution.evaluations;
      if (!s.evaluate(s.z.data(), s.psi.data())) {
        solution.end = Solution::End::failed;
        break;
      }
    }
    return solution;
  }

  bool estimates() const {
    return std::any_of(knobs_.estimated.begin(), knobs_.estimated.end(),
                       [](unsigned char e) { return e != 0; });
  }

  ImplicitKnobs knobs_;
};

}  // namespace

void restart_interface(Ensemble& e, double t, bool slopes, Interface& interface) {
  std::vector<double> du(e.u().size(), std::numeric_limits<double>::quiet_NaN()), dy(e.y().size());
  if (slopes) e.slopes(Instant::right_of(t), du, dy);
  interface.restart(e.u(), du);
}

std::unique_ptr<Coupling> make_implicit(ImplicitKnobs knobs) {
  return std::make_unique<Implicit>(std::move(knobs));
}

}  // namespace accordo
