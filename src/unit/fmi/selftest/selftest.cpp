#include "unit/fmi/selftest/selftest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "unit/fmi/selftest/assessment.hpp"
#include "unit/fmi/selftest/examine_inside.hpp"
#include "unit/fmi/selftest/inner_error.hpp"

namespace accordo::fmi {
namespace {

using Rows = std::vector<std::vector<double>>;

/// Finds out, capability by capability, and keeps the verdicts.
class SelfTest {
 public:
  SelfTest(const Subject& subject, double seconds)
      : subject_(subject),
        probes_(seconds),
        declared_(*subject.fmu->interface_of(subject.kind)),
        fmi2_(subject.fmu->description().version == Version::fmi2) {
    verified_ = as_declared(declared_, kCoefficients - 1);
    verified_.tested = true;
  }

  Verified examine() {
    if (subject_.kind == Kind::co_simulation) {
      examine_co_simulation();
    } else {
      examine_model_exchange();
    }
    return std::move(verified_);
  }

 private:
  template <class Work>
  ChildReport run(Work work) {
    return probes_.run(work);
  }

  void take(bool& capability, const char* name, const std::string& why) {
    if (why.empty()) return;
    capability = false;
    verified_.findings.push_back({name, why});
  }

  template <class Assess>
  static std::string verdict(const ChildReport& report, std::size_t rows, Assess assess) {
    return Probes::verdict(report, rows, assess);
  }

  /// Nothing can be verified where not even the plain use succeeds; the run will show why it does not.
  /// One that takes its time may be used by whoever needs nothing else.
  bool plain_use_fails(const ChildReport& report) {
    if (report.ending == Ending::crashed) throw Unusable{report.what};
    if (report.ending == Ending::done) return false;
    const Verified declared = verified_;
    verified_ = {};
    verified_.states = false;
    verified_.tested = true;
    verified_.slow = report.ending == Ending::hung;
    verified_.wants_stop_time = declared.wants_stop_time;
    verified_.variable_step = declared.variable_step;  // without it nothing could be tried at all
    const auto note = [&](bool was, const char* name) {
      if (was) verified_.findings.push_back({name, "it could not be tested: " + report.what});
    };
    note(declared.rollback, "rollback");
    note(declared.directional_derivatives, "directional_derivatives");
    note(declared.output_derivatives, "output_derivatives");
    note(declared.intermediate_update, "intermediate_update");
    note(declared.event_mode, "event_mode");
    note(declared.input_order > 0, "input_derivatives");
    return true;
  }

  void examine_co_simulation() {
    const ChildReport plain = plain_use();
    if (plain_use_fails(plain)) return;
    verified_.wants_stop_time = subject_.wants_stop_time = examine_stop_time(subject_, probes_);
    verified_.states = plain.rows.size() == 6 && plain.rows.back() == std::vector<double>{1};
    verified_.not_kept = examine_parameters(subject_, probes_);
    if (verified_.variable_step) examine_steps();
    if (verified_.rollback)
      take(verified_.rollback, "rollback", fmi::examine_rollback(subject_, probes_, verified_));
    if (verified_.directional_derivatives) examine_directional();
    if (!verified_.directional_derivatives) examine_feed_through(subject_, probes_, verified_);
    examine_first_outputs(subject_, probes_, verified_);
    if (verified_.clock > 0) examine_latency(subject_, probes_, verified_);
    if (verified_.variable_step && verified_.clock == 0) examine_integrations(subject_, probes_, verified_);
    if (verified_.output_derivatives) examine_output_derivatives();
    if (fmi2_ && declared_.interpolates_inputs) examine_input_derivatives();
    if (verified_.intermediate_update) examine_intermediate_update();
    examine_inner_error(subject_, probes_, verified_);
  }

  /// An FMU that fails with event mode may do without.
  ChildReport plain_use() {
    const auto use = [&] { return run([&](Notebook& notes) { probe::plain(subject_, notes); }); };
    ChildReport report = use();
    if (!verified_.event_mode || report.ending == Ending::done) return report;
    subject_.spec.capabilities.push_back({{"event_mode", {}}, false});
    const std::string why = report.what;
    report = use();
    if (report.ending == Ending::done) take(verified_.event_mode, "event_mode", why);
    return report;
  }

  void examine_steps() {
    const auto stepped = [&](const std::vector<double>& lengths) {
      return run([&](Notebook& notes) { probe::steps(subject_, lengths, verified_.states, notes); });
    };
    const ChildReport reference = stepped({1, 1}), report = stepped({1, 0.5, 0.5, 0.7});
    take(verified_.variable_step, "variable_step", verdict(report, 4, [&](const Rows& rows) {
           return reference.rows.size() == 2 ? assess_steps(reference.rows, rows) : std::string();
         }));
    examine_clock(subject_, probes_, verified_);
  }

  void examine_directional() {
    if (!verified_.states) {
      return take(verified_.directional_derivatives, "directional_derivatives",
                  "states and their derivatives cannot be read");
    }
    const ChildReport report = run([&](Notebook& notes) { probe::directional(subject_, notes); });
    take(verified_.directional_derivatives, "directional_derivatives",
         verdict(report, 12, [&](const Rows& rows) { return assess_directional(rows, subject_.h); }));
    if (verified_.directional_derivatives) examine_asking_for_derivatives();
  }

  /// Some FMUs go on from elsewhere after derivatives along several knowns at once.
  void examine_asking_for_derivatives() {
    const std::string why = examine_asking(subject_, probes_, verified_);
    if (why.empty()) return;
    subject_.one_known = true;
    verified_.one_known = examine_asking(subject_, probes_, verified_).empty();
    if (!verified_.one_known) take(verified_.directional_derivatives, "directional_derivatives", why);
  }

  void examine_output_derivatives() {
    const bool rollback = verified_.rollback;
    const ChildReport report =
        run([&](Notebook& notes) { probe::output_derivatives(subject_, rollback, notes); });
    take(verified_.output_derivatives, "output_derivatives",
         verdict(report, rollback ? 6 : 5,
                 [&](const Rows& rows) { return assess_output_derivatives(rows, subject_.h); }));
  }

  bool has_continuous_inputs() const {
    const auto& variables = subject_.fmu->description().variables;
    return std::any_of(variables.begin(), variables.end(), [](const Variable& v) {
      return v.causality == Causality::input && v.type == Type::float64 &&
             v.variability == Variability::continuous;
    });
  }

  /// One long step, so that the effect of moving inputs is visible.
  Subject with_long_step() const {
    Subject subject = subject_;
    constexpr double part = 0.01;
    const double span = subject.spec.stop - subject.spec.start;
    if (verified_.variable_step) subject.h = std::max(subject.h, part * span);
    return subject;
  }

  ChildReport moved(const Shape& shape, probe::InputWay way, int order) {
    const Subject subject = with_long_step();
    const probe::InputTrial trial{way, order, verified_.states, verified_.variable_step};
    return run([&](Notebook& notes) { probe::inputs(subject, shape, trial, notes); });
  }

  /// Whether moving inputs had the effect that they should have had, or why not.
  std::string assess_way(const Shape& shape, probe::InputWay way, int order) {
    using probe::InputWay;
    const ChildReport report = moved(shape, way, order);
    return verdict(report, 1, [&](const Rows& rows) -> std::string {
      const ChildReport held = moved(shape, InputWay::held, 0);
      const ChildReport reference =
          moved(shape, verified_.variable_step ? InputWay::in_parts : InputWay::by_mean, 0);
      if (held.rows.size() != 1 || reference.rows.size() != 1) return "there is nothing to compare with";
      return assess_inputs(rows[0], reference.rows[0], held.rows[0], verified_.variable_step);
    });
  }

  void examine_input_derivatives() {
    if (!has_continuous_inputs()) return;
    verified_.input_order = 0;
    for (int order = 1; order < kCoefficients; ++order) {
      Shape shape{};
      shape[static_cast<std::size_t>(order)] = 1;
      const std::string why = assess_way(shape, probe::InputWay::by_derivatives, order);
      if (!why.empty()) {
        verified_.findings.push_back(
            {"input_derivatives", fmt::format("order {}: {}", order, why), order == 1});
        return;
      }
      verified_.input_order = order;
    }
  }

  void examine_intermediate_update() {
    if (!has_continuous_inputs()) return;
    take(verified_.intermediate_update, "intermediate_update",
         assess_way({0, 0.5, 0, 0.5}, probe::InputWay::by_updates, 0));
  }

  void examine_model_exchange() {
    const ChildReport plain = run([&](Notebook& notes) { probe::plain_equations(subject_, notes); });
    if (plain_use_fails(plain)) return;
    verified_.not_kept = examine_parameters(subject_, probes_);
    if (verified_.rollback) {
      const ChildReport report = run([&](Notebook& notes) { probe::equations_rollback(subject_, notes); });
      take(verified_.rollback, "rollback", verdict(report, 4, assess_equations_rollback));
    }
    if (verified_.directional_derivatives) {
      const ChildReport report = run([&](Notebook& notes) { probe::equations_directional(subject_, notes); });
      take(verified_.directional_derivatives, "directional_derivatives",
           verdict(report, 2, [](const Rows& rows) { return assess_jacobians(rows[0], rows[1]); }));
    }
  }

  Subject subject_;
  Probes probes_;
  const Interface& declared_;
  bool fmi2_;
  Verified verified_;
};

}  // namespace

Verified self_test(const Subject& subject, double seconds) {
  return SelfTest(subject, seconds).examine();
}

double self_test_seconds() {
  constexpr double usual = 10;
  const char* const text = std::getenv("ACCORDO_SELF_TEST_SECONDS");
  const double given = text == nullptr ? 0 : std::strtod(text, nullptr);
  return given > 0 && std::isfinite(given) ? given : usual;
}

}  // namespace accordo::fmi
