// The evidence for and against a result. The numbers here were chosen on runs of all built-in cases with
// all methods: docs/book/trust.md shows how often the verdict is right with them.

#include "session/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "session/discrete_reasons.hpp"
#include "session/error_reasons.hpp"
#include "session/row_reasons.hpp"
#include "session/step_view.hpp"
#include "session/unit_reasons.hpp"

namespace accordo {
namespace {

constexpr double kGood = 0.01;  // relative error of a result that deserves trust, where no tolerance is given
constexpr double kOfTolerance = 10;  // times the tolerance: likewise, where there is one
constexpr double kCoarse = 0.1;      // no result deserves trust whose error may be larger
constexpr double kOverflow = 1e100;  // values beyond are on their way to infinity

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

/// Gathers reasons.
class Assessment {
 public:
  Assessment(const Session& session, const Result& result)
      : session_(session),
        result_(result),
        s_(result.statistics),
        step_statistics_(result.step_statistics),
        traits_(session.traits()),
        view_(step_statistics_, traits_.from_past() ? &StepBucket::residual : &StepBucket::estimate,
              session.start(), session.known_events()) {
    if (step_statistics_.tolerance > 0) limit_ = std::min(kOfTolerance * step_statistics_.tolerance, kCoarse);
  }

  Verdict verdict() {
    const std::optional<Verification>& verification = result_.verification;
    inspect_noise();
    inspect_interface();
    inspect_held_inputs();
    inspect_held_pieces();
    inspect_own_steps();
    add_discrete_reasons(session_, result_, reasons_);
    if (verification) weigh(*verification);
    if (verification) reasons_.insert(reasons_.begin(), of_repetition_);
    inspect_end();
    inspect_values();
    add_row_reason(result_.row_error, limit_, step_statistics_.tolerance, reasons_);
    add_unit_reasons(session_, step_statistics_, reasons_);
    std::stable_sort(reasons_.begin(), reasons_.end(),
                     [](const Reason& a, const Reason& b) { return a.level > b.level; });
    return {std::move(reasons_)};
  }

 private:
  void add(Severity level, const char* id, std::string text) {
    reasons_.push_back({level, id, std::move(text)});
  }

  void inspect_end() {
    if (result_.failure && s_.status == "budget") {
      add(Severity::doubtful, "not-finished", result_.failure->problems().front().what);
    } else if (result_.failure) {
      add(Severity::wrong, "not-finished",
          fmt::format("the run failed at t = {} of {} [{}]", s_.reached, s_.stop, s_.status));
    } else if (result_.interrupted) {
      add(Severity::doubtful, "not-finished",
          fmt::format("the run was interrupted at t = {} of {}", s_.reached, s_.stop));
    } else if (result_.ended) {
      add(Severity::info, "ended-by-unit",
          fmt::format("the run ended at t = {} of {}: {}", s_.reached, s_.stop,
                      result_.ended->problems().front().what));
    }
  }

  void inspect_interface() {
    if (!traits_.couples()) {
      add(Severity::info, "monolithic", "one solver integrated the whole system: there is no coupling error");
    } else if (session_.wiring().links.empty()) {
      add_uncoupled_reason(session_, reasons_);
    } else if (const double accuracy = session_.scenario().experiment.accuracy.value_or(0);
               result_.errors.known() || accuracy > 0) {
      if (!straddled() && !stands_alone())
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

  void assess_tolerance() {
    constexpr double slack = 3;  // what a step turns out to be off by is known too late to reject it
    const double estimate = *s_.error_estimate, tolerance = step_statistics_.tolerance;
    if (straddled()) return;
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
              "{} times as much has been seen: auto does better",
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

  void inspect_noise() {
    const FloorUse& floor = result_.floor;
    if (floor.steps == 0) return;
    const Wiring& wiring = session_.wiring();
    const int unit = wiring.unit_of_input[index(floor.input)];
    const UnitInfo& info = session_.units()[index(unit)];
    add(floor.reached <= limit_ ? Severity::info : Severity::doubtful, "noise-floor",
        fmt::format(
            "the tolerance {} was not reachable: on {} of {} steps nothing but the noise of what feeds "
            "input '{}.{}' was left of the estimate, and they were not shortened; {:.2g} was reached",
            step_statistics_.tolerance, floor.steps, s_.macro_steps, info.name,
            info.ports.inputs[index(floor.input - wiring.layout.first_input(unit))], floor.reached));
  }

  /// Whether a step has led over a jump unnoticed: inputs were off by most of their size.
  bool straddled() {
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

  void inspect_held_inputs() {
    if (traits_.order == 1 || !traits_.couples()) return;
    const double stairs = step_statistics_.change;
    for (const UnitInfo& unit : session_.units()) {
      if (unit.can.variable_step || unit.can.input_degree > 0 || unit.ports.inputs.empty()) continue;
      add(stairs > kGood ? Severity::doubtful : Severity::info, "held-inputs",
          fmt::format(
              "unit '{}' takes steps of one length and holds its inputs meanwhile, which change by up to "
              "{:.2g} % of signal size",
              unit.name, 100 * stairs));
      return;
    }
  }

  /// What is held in pieces, by units that may be nonlinear in it, where nothing can compare.
  void inspect_held_pieces() {
    if (traits_.order <= 2 || !traits_.couples()) return;
    for (const UnitInfo& unit : session_.units()) {
      if (unit.held_order == 0 || unit.held_order >= traits_.order || unit.held_measured) continue;
      if (!unit.can.variable_step) continue;  // said above
      reasons_.push_back(
          {Severity::info, "held-pieces",
           fmt::format("unit '{}' holds its inputs over parts of steps, and nothing has looked "
                       "at what it loses by that",
                       unit.name),
           true});
      return;
    }
  }

  /// Units that integrate once per step have errors of their own, which grow with the step.
  void inspect_own_steps() {
    for (const UnitInfo& unit : session_.units()) {
      if (unit.step_error == 0) continue;
      add(Severity::doubtful, "own-step",
          fmt::format("unit '{}' integrates once per step: in a trial one step was {:.2g} off four shorter "
                      "ones, which no estimate sees: try --verify",
                      unit.name, unit.step_error));
      return;
    }
  }

  /// The difference to another run is better evidence than estimates are.
  void weigh(const Verification& v) {
    const bool good = inspect_verification(v);
    if (!v.failure.empty()) return;
    // The mean over a step of one length is what counts: what is off is of the second order, s²/24 of a wave
    // that changes by s. Twice that is expected. A coarser run holds within these steps what this one does.
    const bool held_well = !v.coarser || step_statistics_.change * step_statistics_.change / 12 <= limit_;
    for (Reason& reason : reasons_) {
      if (reason.id == "held-inputs" && !held_well) continue;
      reason.level = good ? Severity::info : std::min(reason.level, Severity::doubtful);
    }
  }

  /// Whether it supports the result.
  bool inspect_verification(const Verification& v) {
    if (!v.failure.empty()) {
      of_repetition_ = {Severity::doubtful, "verification-failed",
                        fmt::format("the run could not be repeated with {}: {}", v.against, v.failure)};
      return false;
    }
    // Halving the step of a method of order 1 takes away half of the error, doubling it adds as much.
    const double remaining = v.coarser ? 1 : 2;
    const double difference = v.difference_percent / 100;
    const Severity level = !v.coarser && difference > kCoarse ? Severity::wrong
                           : remaining * difference > limit_  ? Severity::doubtful
                                                              : Severity::info;
    of_repetition_ = {level, "verified",
                      fmt::format("with {} '{}' differs by {:.2g} %, most near t = {:.6g}", v.against,
                                  v.signal, v.difference_percent, v.time)};
    return level == Severity::info;
  }

  void inspect_values() {
    if (step_statistics_.largest < kOverflow) return;
    const Wiring& wiring = session_.wiring();
    const int unit = wiring.unit_of_input[index(step_statistics_.largest_input)];
    const UnitInfo& owner = session_.units()[index(unit)];
    const int port = step_statistics_.largest_input - wiring.layout.first_input(unit);
    add(Severity::wrong, "overflow",
        fmt::format("input '{}.{}' grew to {:.2g}: the coupling or a unit is unstable", owner.name,
                    owner.ports.inputs[index(port)], step_statistics_.largest));
  }

  static constexpr double kAddsUp =
      5;  // times the tolerance: errors of results with methods of order 3 and 4

  const Session& session_;
  const Result& result_;
  const Statistics& s_;
  const StepStatistics& step_statistics_;
  const Traits& traits_;
  StepView view_;
  double limit_ = kGood;  ///< a result is good whose error is below
  Reason of_repetition_;
  std::vector<Reason> reasons_;
};

}  // namespace

const char* name_of(Severity level) {
  switch (level) {
    case Severity::info:
      return "note";
    case Severity::doubtful:
      return "doubtful";
    case Severity::wrong:
      break;
  }
  return "wrong";
}

const char* Verdict::word() const {
  return level() == Severity::info ? "trustworthy" : name_of(level());
}

std::string Verdict::line() const {
  if (level() != Severity::info) return fmt::format("{}: {}", word(), reasons.front().text);
  const auto unseen = std::find_if(reasons.begin(), reasons.end(), [](const Reason& r) { return r.unseen; });
  return unseen == reasons.end() ? word() : fmt::format("{} ({})", word(), unseen->text);
}

Verdict assess(const Session& session, const Result& result) {
  return Assessment(session, result).verdict();
}

void write_verdict(JsonWriter& json, const Verdict& verdict) {
  json.key("verdict").begin_object();
  json.member("level", verdict.word());
  json.key("reasons").begin_array();
  for (const Reason& reason : verdict.reasons) {
    json.begin_object();
    json.member("level", name_of(reason.level));
    json.member("id", reason.id);
    json.member("text", reason.text);
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace accordo
