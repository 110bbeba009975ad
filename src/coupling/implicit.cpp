#include "coupling/implicit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "coupling/disagreement.hpp"
#include "coupling/interface_map.hpp"
#include "solve/criterion.hpp"

namespace accordo {
namespace {

// Of what agreed values differ from predicted ones: they are much better than those, but where linear models
// are poor this keeps steps in check.
constexpr double kMissed = 0.2;

/// The interface as these knobs want it, with estimators where anything is predicted.
StepInterfaceKnobs interface_knobs(const ImplicitKnobs& knobs) {
  const bool predicts = knobs.guess == ImplicitKnobs::Guess::estimators && knobs.shape == Shape::hermite;
  const bool estimates =
      std::any_of(knobs.estimated.begin(), knobs.estimated.end(), [](auto k) { return k != 0; });
  using Predict = StepInterfaceKnobs::Predict;
  return {.shape = knobs.shape,
          .difference_slopes = knobs.difference_slopes,
          .slopes_at_start = knobs.slopes_at_start,
          .extrapolates = true,
          .estimator = predicts || estimates ? std::optional(knobs.estimator) : std::nullopt,
          .predict = predicts ? Predict::where_all_are_estimated : Predict::never,
          .linear_solver = knobs.linear_solver,
          .resync = knobs.resync};
}

class Implicit final : public CouplingRun {
 public:
  Implicit(Ensemble& e, const ImplicitKnobs& knobs)
      : e_(e),
        knobs_(knobs),
        interface_(e, interface_knobs(knobs)),
        unknowns_(interface_.unknowns()),
        map_(e, interface_, {.sequence = knobs.sequence, .estimated = knobs.estimated}),
        solver_(knobs.solver->make(static_cast<int>(interface_.size()), knobs.solver_knobs)),
        z_(interface_.size()),
        psi_(z_.size()),
        sizes_(z_.size()),
        origin_(z_.size()) {}

  void restart(const Instant& at) override { interface_.restart(at); }
  std::optional<double> look_ahead(double t, double longest, double tolerance) override {
    return interface_.look_ahead(t, longest, tolerance);
  }
  Proposal propose(const StepQuestion& question) override;
  void rejected() override { solver_->restore(); }
  bool wants_sizes() const override { return true; }
  std::optional<double> accepted(const Step& step) override;

  Error give_up(const Step& step) const override;
  std::vector<SolverUse> solver_use() const override { return solver_->use(); }
  Work work() const override { return interface_.work(); }

 private:
  void open(const StepQuestion& question);
  int guess();
  bool observe();
  bool predict();
  std::optional<Proposal> refuse_early(const StepQuestion& question);
  Solution solve();
  void find_sizes();
  bool good_enough();
  Solution iterate();
  Proposal propose_solution(int asked);
  double embedded();
  double extrapolation_error();

  Ensemble& e_;
  ImplicitKnobs knobs_;
  StepInterface interface_;
  const Interface& unknowns_;
  InterfaceMap map_;  ///< ψ
  std::unique_ptr<Solver> solver_;
  double h_ = 0;  ///< of the open step
  std::vector<double> z_, psi_;
  std::vector<double> sizes_, origin_;  ///< that agreement is measured by
  std::vector<double> guess_;           ///< the prediction
  Solution solution_;
};

Proposal Implicit::propose(const StepQuestion& question) {
  open(question);
  if (z_.empty()) {  // nothing to agree on: each unit steps once, and none is saved
    unknowns_.signal(z_.data(), map_.inputs());
    return {.inputs = &map_.inputs(), .error = 0};
  }
  if (map_.predicts()) observe();
  const int asked = guess();
  if (const auto refused = refuse_early(question)) return *refused;
  solution_ = asked < 0 ? Solution{.end = Solution::End::failed} : knobs_.tolerance > 0 ? solve() : iterate();
  return propose_solution(std::abs(asked));
}

void Implicit::open(const StepQuestion& question) {
  h_ = question.step.h;
  solver_->save();
  interface_.open(question);
  map_.open(question.step);
  interface_.error().sizes(knobs_.tolerance, sizes_, origin_);
}

/// Tells the estimators where the step starts. A linearization that is not a number is missed only where
/// units are predicted: those that can be tried are.
bool Implicit::observe() {
  if (map_.predicts()) return interface_.observe(), true;
  if (determined([&] { interface_.observe(); })) return true;
  interface_.reset();
  return false;
}

/// z ← the first guess; how many evaluations that took, -1 when one failed.
int Implicit::guess() {
  if (!unknowns_.smooth()) return unknowns_.stay(z_.data()), 0;
  if (predict()) return 0;
  if (knobs_.guess != ImplicitKnobs::Guess::units && unknowns_.extrapolate(z_.data())) return 0;
  return map_.answer_first_iterate(z_.data()) ? 1 : -1;
}

/// z ← the linear prediction. False where the linear models do not determine it.
bool Implicit::predict() {
  if (!interface_.predicts() || !observe()) return false;
  if (!determined([&] { interface_.predict(z_); })) return false;
  guess_ = z_;
  return interface_.predicted();
}

/// Where the prediction, or a single trial, shows that the step is much too long for its tolerance: a
/// proposal with that error.
std::optional<Proposal> Implicit::refuse_early(const StepQuestion& question) {
  // Very short steps are made whatever their error: there is a jump.
  // Where all units show what they do within the step, that tells more than any guess.
  if (e_.sees_all() && e_.looks_first()) return std::nullopt;
  if (!interface_.predicted() || question.tolerance <= 0 || h_ <= question.settling_time) return std::nullopt;
  const double most = 2 * question.tolerance;
  Proposal proposal{.interpolation = interface_.interpolation(z_),
                    .error_order = static_cast<int>(knobs_.shape) + 1};
  if (!(proposal.interpolation.value_or(0) < most)) return proposal;
  if (map_.predicts() || !map_.evaluate(z_.data(), psi_.data())) return std::nullopt;
  map_.expect_same();
  ++proposal.evaluations;
  // Newton's first correction is nearly all of the way from the prediction to what will be agreed on.
  for (std::size_t i = 0; i < z_.size(); ++i) psi_[i] -= z_[i];
  interface_.apply_inverse(psi_.data());
  proposal.embedded = interface_.error().norm(psi_.data(), z_.data(), kMissed);
  if (proposal.embedded < most) return std::nullopt;
  return proposal;
}

Solution Implicit::solve() {
  find_sizes();
  const Criterion criterion{.tolerance = knobs_.tolerance,
                            .sizes = sizes_,
                            .origin = origin_,
                            .max_iterations = knobs_.max_iterations};
  Solution solution = solver_->solve(map_, criterion, z_);
  if (solution.end == Solution::End::stagnated && good_enough()) solution.end = Solution::End::converged;
  return solution;
}

/// What has not varied yet is as large as the units' answer to the first guess makes it.
void Implicit::find_sizes() {
  const std::size_t n = unknowns_.links().size();
  const bool any = std::any_of(sizes_.begin(), sizes_.end(), [](double s) { return s == 0; });
  if (!any) return;
  if (!map_.evaluate(z_.data(), psi_.data())) {
    std::replace(sizes_.begin(), sizes_.end(), 0.0, 1.0);
    return;
  }
  map_.expect_same();
  for (std::size_t l = 0; l < n; ++l) {
    if (sizes_[l] > 0) continue;
    double size = std::max(std::abs(psi_[l] - origin_[l]), std::abs(z_[l] - origin_[l]));
    if (unknowns_.smooth()) size = std::max({size, std::abs(psi_[n + l]), std::abs(z_[n + l])});
    size = std::max(size, interface_.error().least_size(l, knobs_.tolerance));
    sizes_[l] = size > 0 && std::isfinite(size) ? size : 1;
    if (unknowns_.smooth()) sizes_[n + l] = sizes_[l];
  }
}

/// Where a signal varies by hardly more than what is left of larger ones by rounding, nothing agrees better.
bool Implicit::good_enough() {
  if (!map_.evaluate(z_.data(), psi_.data())) return false;
  for (std::size_t i = 0; i < z_.size(); ++i) psi_[i] = z_[i] - psi_[i];
  return satisfied({}, largest_residual({}, z_, psi_.data()) * Criterion{}.tolerance / knobs_.tolerance);
}

/// Semi-implicit: as many evaluations as asked for, and the step is accepted.
Solution Implicit::iterate() {
  Solution solution{.solver = "fixed number"};
  for (int i = 0; i < knobs_.max_iterations; ++i) {
    if (i > 0) z_.swap(psi_);
    ++solution.iterations;
    ++solution.evaluations;
    if (!map_.evaluate(z_.data(), psi_.data())) {
      solution.end = Solution::End::failed;
      break;
    }
  }
  return solution;
}

/// The units' answer to the solution, wherever the solver has looked last: the "last call" of 004,
/// section 3.3.
Proposal Implicit::propose_solution(int asked) {
  const bool again = solution_.converged() && !map_.stands_at(z_);
  if (again && !map_.evaluate(z_.data(), psi_.data())) solution_.end = Solution::End::failed;
  Proposal proposal{.converged = solution_.converged(),
                    .iterations = solution_.iterations,
                    .evaluations = solution_.evaluations + asked + (again ? 1 : 0),
                    .residual = solution_.residual,
                    .contraction = solution_.contraction,
                    .solver = solution_.solver,
                    .error_order = static_cast<int>(knobs_.shape) + 1};
  if (!proposal.converged) return proposal;
  proposal.inputs = &map_.inputs();
  proposal.sample = map_.predicts();
  proposal.smooth = unknowns_.smooth();
  proposal.agreed = !map_.predicts();
  proposal.interpolation = interface_.interpolation(z_);
  if (interface_.predicted()) {
    proposal.embedded = embedded();
  } else if (proposal.interpolation) {
    proposal.error = extrapolation_error();
  }
  return proposal;
}

/// How well the step was predicted: where answers are estimates, by how much two orders of them differ; else
/// by how much the units disagreed with the prediction.
double Implicit::embedded() {
  if (map_.predicts()) return interface_.order_difference(z_);
  for (std::size_t i = 0; i < z_.size(); ++i) psi_[i] = z_[i] - guess_[i];
  return interface_.error().norm(psi_.data(), z_.data(), kMissed);
}

/// The error of a step that no linear model predicted, from where the inputs of the step before would have
/// led, had they gone on.
double Implicit::extrapolation_error() {
  if (!unknowns_.extrapolate(psi_.data())) return 0;
  // Over equal steps this is 64 times the interpolation error of a smooth input, and of the same order. A
  // tenth keeps relaxation oscillations at a few times their tolerance.
  constexpr double share = 0.1;
  const double left = knobs_.tolerance;  // residuals that the solver leaves
  const Criterion criterion{.tolerance = left, .sizes = sizes_, .origin = origin_};
  const double amplified = std::pow(1 + unknowns_.growth(), 3);  // residuals by a cubic that goes on
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const double noise = amplified * left * size_of_unknown(criterion, z_, static_cast<int>(i));
    psi_[i] = std::max(0.0, std::abs(psi_[i] - z_[i]) - noise);
  }
  return interface_.error().norm(psi_.data(), z_.data(), share, 2 * amplified);
}

std::optional<double> Implicit::accepted(const Step&) {
  interface_.accepted(z_);
  if (!map_.predicts() || z_.empty()) return std::nullopt;
  const double missed = interface_.missed(z_);
  interface_.resync();
  return missed;
}

Error Implicit::give_up(const Step& step) const {
  if (solution_.end == Solution::End::failed && map_.unit_error()) return *map_.unit_error();
  return disagreement(e_, step, unknowns_, solution_,
                      {map_.latest(), map_.answer(), sizes_, origin_, knobs_.tolerance});
}

}  // namespace

std::unique_ptr<Coupling> make_implicit(ImplicitKnobs knobs) {
  return coupling_of<Implicit>(std::move(knobs));
}

}  // namespace accordo
