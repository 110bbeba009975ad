#include "coupling/implicit.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "coupling/disagreement.hpp"
#include "coupling/interface_error.hpp"
#include "coupling/prediction.hpp"

namespace accordo {
namespace {

/// ψ = Φᵀζ over the open step, and what is carried from step to step.
class ImplicitState final : public CouplingState, public FixedPoint {
 public:
  ImplicitState(Ensemble& ensemble, const ImplicitKnobs& knobs)
      : e(ensemble),
        interface(e, knobs.shape, knobs.difference_slopes),
        notes(e, interface),
        error(interface),
        solver(knobs.solver->make(static_cast<int>(interface.size()), knobs.solver_knobs)),
        inputs(e.u().size()),
        z(interface.size()),
        psi(z.size()),
        amplitude(z.size()),
        latest(z.size()),
        answer(z.size()),
        sequence_(knobs.sequence) {
    if (foresees(e, knobs)) prediction.emplace(e, interface, notes);
  }

  /// Whether the linear prediction is to be used, and can be.
  static bool foresees(const Ensemble& e, const ImplicitKnobs& knobs) {
    return knobs.shape == Shape::hermite && knobs.guess == ImplicitKnobs::Guess::estimators &&
           e.estimators().units().size() == e.units().size();
  }

  bool apply_inverse(double* r) override {
    if (!foreseen) return false;
    prediction->apply_inverse(r);
    return true;
  }

  /// z ← the linear prediction. False where the linear models do not determine it.
  bool foresee() {
    foreseen = false;
    if (!prediction) return false;
    try {
      prediction->predict(step, z.data());
    } catch (const Error& singular) {
      if (singular.code() != Exit::no_agreement) throw;
      return false;
    }
    foreseen = std::all_of(z.begin(), z.end(), [](double v) { return std::isfinite(v); });
    guess = z;
    return foreseen;
  }

  /// A trial of all units under z; the outcome dispatched to the inputs. A unit that cannot follow says so in
  /// `trouble`.
  bool evaluate(const double* at, double* out) override {
    std::copy(at, at + z.size(), latest.begin());
    const bool done = attempt(out, [&] {
      if (!sequence_.empty()) return sweep(at, out);
      interface.signal(at, inputs);
      interface.dispatch(e.trial(step, inputs, e.all(), interface.smooth()), e.y(), -1, out);
    });
    if (done) std::copy(out, out + z.size(), answer.begin());
    return done;
  }

  /// The papers' first guess: what the units answer to inputs that come back to where they are.
  bool ask_for_guess() {
    return attempt(z.data(), [&] {
      interface.first_iterate(inputs);
      interface.dispatch(e.trial(step, inputs, e.all(), interface.smooth()), e.y(), -1, z.data());
    });
  }

  Ensemble& e;
  Interface interface;
  PointNotes notes;
  InterfaceError error;
  std::optional<Prediction> prediction;
  bool foreseen = false;  ///< the present step was predicted: apply_inverse belongs to it
  std::unique_ptr<Solver> solver;
  Step step;
  Signal inputs;  ///< under which the units have been tried
  std::vector<double> z, psi, amplitude;
  std::vector<double> guess;           ///< the prediction
  std::vector<double> latest, answer;  ///< the latest evaluation: at which z, and what came of it
  std::optional<Error> trouble;
  Solution solution;
  std::optional<double> post;
  std::vector<double> u;  ///< room for where the next step starts
  bool started = false;

 private:
  /// Whether the trials went well and left finite numbers; what a unit had to say is kept.
  template <class Trials>
  bool attempt(const double* out, Trials trials) {
    try {
      trials();
    } catch (const Error& failure) {
      if (failure.code() != Exit::unit_failed && failure.code() != Exit::no_agreement) throw;
      trouble = failure;
      return false;
    }
    return std::all_of(out, out + z.size(), [](double v) { return std::isfinite(v); });
  }

  /// One Gauss-Seidel sweep: each unit sees what those before it have just reached.
  void sweep(const double* at, double* out) {
    std::copy(at, at + z.size(), out);
    interface.signal(out, inputs);
    for (const int& unit : sequence_) {
      interface.signal(out, unit, inputs);
      interface.dispatch(e.trial(step, inputs, {&unit, 1}, interface.smooth()), e.y(), unit, out);
    }
  }

  std::vector<int> sequence_;
};

class Implicit final : public Coupling {
 public:
  explicit Implicit(ImplicitKnobs knobs) : knobs_(std::move(knobs)) {}

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    const bool foresee = knobs_.guess == ImplicitKnobs::Guess::estimators && knobs_.shape == Shape::hermite;
    if (foresee || estimates()) e.estimators().equip(estimable(e.units()), knobs_.estimator);
    if (estimates()) e.estimate_trials(knobs_.estimated);
    return std::make_unique<ImplicitState>(e, knobs_);
  }

  void propose(Ensemble& e, const Step& step, CouplingState& state, int, Proposal& proposal) const override {
    auto& s = static_cast<ImplicitState&>(state);
    s.step = step;
    s.trouble.reset();
    s.solver->save();
    s.interface.open(e.u(), step.h);
    s.error.sizes(s.amplitude);
    if (!e.estimators().units().empty()) s.notes.note(step.t);
    const int asked = guess(s);
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
    proposal.sample = e.estimates_trials();
    proposal.error = s.error.interpolation(s.z.data(), step.h, e.amplitude());
    proposal.error_order = static_cast<int>(knobs_.shape) + 1;
    proposal.embedded = s.foreseen ? embedded(s) : 0;
  }

  void rejected(CouplingState& state) const override { static_cast<ImplicitState&>(state).solver->restore(); }

  void accepted(const Ensemble& e, const Step&, CouplingState& state) const override {
    auto& s = static_cast<ImplicitState&>(state);
    s.interface.accept(s.z.data());
    s.error.accepted(s.z.data());
    s.notes.accepted();
    if (s.prediction) s.prediction->accepted();
    s.post.reset();
    if (!e.estimates_trials()) return;
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
    if (!s.prediction) return {};
    return {.linear_solves = s.prediction->system().solves(),
            .factorizations = s.prediction->system().factorizations()};
  }

  void restart(Ensemble& e, double t, CouplingState& state) const override {
    auto& s = static_cast<ImplicitState&>(state);
    restart_interface(e, t, s.interface.smooth() && (s.started || knobs_.slopes_at_start), s.interface);
    s.started = true;
    s.error.restart();
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

  /// How well the step was foreseen: where trials are estimates, by how much two orders of them differ; else
  /// by how much the units disagreed with the prediction.
  static double embedded(ImplicitState& s) {
    if (!s.e.estimates_trials()) {
      for (std::size_t i = 0; i < s.z.size(); ++i) s.psi[i] = s.z[i] - s.guess[i];
      // Agreed values are much better than foreseen ones: a fifth keeps steps in check where linear models
      // are poor.
      return 0.2 * s.error.norm(s.psi.data(), s.z.data(), s.e.amplitude());
    }
    return s.notes.count() > 1 ? s.error.norm(s.prediction->change_low().data(), s.z.data(), s.e.amplitude())
                               : 0;
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
