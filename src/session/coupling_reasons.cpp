#include "session/coupling_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "session/error_reasons.hpp"
#include "session/limits.hpp"
#include "session/step_view.hpp"
#include "session/unit_reasons.hpp"

namespace accordo {
namespace {

// Times the tolerance: errors of results with methods of order 3 and 4.
constexpr double kAddsUp = 5;

/// By how much errors of single steps have been seen to add up, at most, by the order of the method.
double accumulation(int order) {
  switch (order) {
    case 1:
      return 100;
    case 2:
      return 30;
    case 3:
      return 20;
    default:
      return 2;
  }
}

/// An estimated error of the inputs that no usable result has.
double useless_size(int order) {
  return order < 4 ? 0.5 : 5;
}

/// Gathers them.
class CouplingReasons {
 public:
  CouplingReasons(const Session& session, const Result& result, std::vector<Reason>& reasons)
      : session_(session),
        result_(result),
        s_(result.statistics),
        step_statistics_(result.step_statistics),
        traits_(session.traits()),
        view_(step_statistics_, traits_.from_past() ? &StepBucket::residual : &StepBucket::estimate,
              session.start(), session.known_events()),
        limit_(good_error(step_statistics_.tolerance)),
        reasons_(reasons) {}

  void add_all() {
    inspect_noise();
    if (!traits_.couples()) {
      add(Severity::info, "monolithic", "one solver integrated the whole system: there is no coupling error");
    } else if (session_.wiring().links.empty()) {
      add_uncoupled_reason(session_, reasons_);
    } else if (const double accuracy = session_.scenario().experiment.accuracy.value_or(0);
               result_.errors.known() || accuracy > 0) {
      if (!stepped_across_jump() && !stands_alone())
        add_error_reason(result_.errors, {step_statistics_.tolerance, accuracy}, reasons_);
    } else if (!s_.error_estimate) {
      add(Severity::doubtful, "no-estimate",
          "there is no error estimate: run with --verify, or with --tolerance instead of --step");
    } else if (step_statistics_.tolerance > 0) {
      assess_tolerance();
    } else {
      assess_step();
    }
    if (s_.jumps > 0 && !step_statistics_.jumps.empty()) {
      add(Severity::info, "jumps",
          fmt::format("{} found and stepped over, the first at t = {:.6g}: results are better where events "
                      "announce them",
                      s_.jumps == 1 ? "a jump was" : fmt::format("{} jumps were", s_.jumps),
                      step_statistics_.jumps.front()));
    }
  }

 private:
  void add(Severity level, const char* id, std::string text) {
    reasons_.push_back({level, id, std::move(text)});
  }

  void inspect_noise() {
    const FloorUse& floor = result_.floor;
    if (floor.steps == 0) return;
    const Wiring& wiring = session_.wiring();
    const int unit = wiring.unit_of_input[index(floor.input)];
    const UnitInfo& info = session_.units()[index(unit)];
    add(floor.reached <= limit_ ? Severity::info : Severity::doubtful, "noise-floor",
        fmt::format("the tolerance {} was not reachable: on {} of {} steps the estimate was down to the "
                    "noise of what "
                    "feeds input '{}.{}', and they were not shortened; {:.2g} was reached",
                    step_statistics_.tolerance, floor.steps, s_.macro_steps, info.name,
                    info.ports.inputs[index(floor.input - wiring.layout.first_input(unit))], floor.reached));
  }

  void assess_tolerance() {
    constexpr double slack = 3;  // what a step turns out to be off by is known too late to reject it
    const double estimate = *s_.error_estimate, tolerance = step_statistics_.tolerance;
    if (stepped_across_jump()) return;
    // All steps together are off by no more than if each kept the tolerance.
    const double mean = result_.error_time / (s_.stop - session_.start());
    const bool brief = estimate <= limit_ && mean <= tolerance;
    if (estimate > slack * tolerance && !brief) {
      add(Severity::doubtful, "estimate",
          fmt::format("the error of a step was {:.2g}, above the tolerance {}: if a signal jumps, list the "
                      "instant under events",
                      estimate, tolerance));
    } else if (traits_.order < 3) {
      add(Severity::doubtful, "adds-up",
          fmt::format(
              "single steps meet the tolerance, but with a method of order {} their errors accumulate; "
              "up to {} times that has been seen: auto does better",
              traits_.order, accumulation(traits_.order)));
    } else if (kAddsUp * tolerance > kCoarse) {
      add(Severity::doubtful, "coarse", fmt::format("a tolerance of {} is coarse: try 1e-3", tolerance));
    } else {
      add(Severity::info, "estimate",
          estimate > slack * tolerance
              ? fmt::format("the error of a step was {:.2g}, the mean of all steps {:.2g}: within the "
                            "tolerance {}",
                            estimate, mean, tolerance)
          : estimate > tolerance
              ? fmt::format("the error of a step was {:.2g}, little above the tolerance {}", estimate,
                            tolerance)
              : fmt::format("the estimated error, {:.2g}, is within the tolerance {}", estimate, tolerance));
    }
  }

  /// Whether a step has led over a jump unnoticed: inputs were off by most of their size.
  bool stepped_across_jump() {
    constexpr double most = 0.3;
    if (s_.jumps > 0 || s_.max_coupling_residual <= most) return false;
    add(Severity::doubtful, "straddled",
        fmt::format("input error {:.2g} % of signal size at the end of a step: if a signal jumps, list the "
                    "instant under events",
                    100 * s_.max_coupling_residual));
    return true;
  }

  /// Whether a single step was far worse than all others.
  bool stands_alone() {
    if (step_statistics_.tolerance > 0) return false;
    const Disagreement d = disagreement();
    if (!(d.jump > limit_)) return false;
    add(Severity::doubtful, "straddled",
        fmt::format("the error of one step is {:.2g}, of most others below {:.2g}: if a signal jumps, list "
                    "the instant under events",
                    d.jump, d.size));
    return true;
  }

  void assess_step() {
    const Disagreement d = disagreement();
    stands_alone();
    if (d.size >= useless_size(traits_.order)) {
      add(Severity::wrong, "estimate",
          fmt::format("input error {:.2g} % of signal size: the step is too long for {}", 100 * d.size,
                      s_.method));
    } else if (!traits_.from_past() && d.jump == 0 && s_.error_estimate.value_or(0) > limit_) {
      // The first steps count, too, but are too few to accumulate.
      add(Severity::doubtful, "estimate",
          fmt::format(
              "inputs were off by {:.2g} % of their variation on a step: try a tolerance with -m auto, "
              "a shorter step or --verify",
              100 * *s_.error_estimate));
    } else if (accumulation(traits_.order) * d.size > limit_) {
      add(Severity::doubtful, "estimate",
          fmt::format(
              "input error {:.2g} % of signal size, and local errors accumulate: try a tolerance with "
              "-m auto, a shorter step or --verify",
              100 * d.size));
    } else if (s_.max_coupling_residual > limit_ && d.jump == 0) {
      add(Severity::doubtful, "residual",
          fmt::format("inputs differ from outputs by {:.2g} % of signal size at the end of a step: try a "
                      "shorter step",
                      100 * s_.max_coupling_residual));
    } else {
      add(Severity::info, "estimate",
          fmt::format("input error at most {:.2g} % of signal size: too little to accumulate to 1 %",
                      100 * d.size));
    }
  }

  /// By how much inputs were off on steps of given length, as a part of their size.
  struct Disagreement {
    double size = 0;
    double jump = 0;  ///< on a single step that stands alone, or 0
  };

  Disagreement disagreement() const {
    // Relative to what an input has been lately, or to all that it varies by: where it goes to rest, the
    // latter.
    if (!traits_.from_past())
      return {std::min(view_.sustained(), s_.error_estimate.value_or(view_.sustained())),
              view_.peak_isolated() ? view_.peak() : 0};
    // What such a method misses are differences of the inputs; they were looked at on some steps only, the
    // residual on all.
    constexpr double far_below = 1.0 / 30;
    constexpr std::size_t enough = 20;
    const double residual = s_.max_coupling_residual;
    const double seen = view_.sustained();
    const bool jumps = step_statistics_.buckets.size() >= enough && seen < far_below * residual;
    if (!traits_.sequential) return {jumps ? seen : std::max(seen, residual), jumps ? residual : 0};
    // Units later in the sequence get inputs that fit in the end: what lies between counts.
    const double between = traits_.order == 1 ? seen / 2 : seen / 8;
    return {jumps ? between : std::max(between, residual), jumps ? residual : 0};
  }

  const Session& session_;
  const Result& result_;
  const Statistics& s_;
  const StepStatistics& step_statistics_;
  const Traits& traits_;
  StepView view_;
  double limit_;  ///< a result is good whose error is below
  std::vector<Reason>& reasons_;
};

}  // namespace

void add_coupling_reasons(const Session& session, const Result& result, std::vector<Reason>& reasons) {
  CouplingReasons(session, result, reasons).add_all();
}

}  // namespace accordo
