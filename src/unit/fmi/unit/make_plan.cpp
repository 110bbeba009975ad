#include "unit/fmi/unit/make_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "integrate/catalogue.hpp"
#include "unit/fmi/unit/plan_holding.hpp"
#include "unit/fmi/unit/plan_ports.hpp"

namespace accordo::fmi {
namespace {

class Planner {
 public:
  Planner(const std::shared_ptr<LoadedFmu>& fmu, Kind kind, const FmuSpec& spec, const Verified& verified,
          Problems& problems, std::vector<Problem>& warnings)
      : d_(fmu->description()),
        declared_(*fmu->interface_of(kind)),
        kind_(kind),
        spec_(spec),
        verified_(verified),
        problems_(problems),
        warnings_(warnings) {
    plan_.fmu = fmu;
    plan_.settings.name = spec.name.text;
    plan_.settings.kind = kind;
    info_.name = spec.name.text;
    info_.initializes = true;
    info_.kind = fmt::format("{} {}", d_.version == Version::fmi2 ? "fmi2" : "fmi3", fmi::name_of(kind));
  }

  Planned make() {
    const ParameterValues values = read_parameters(spec_, d_, problems_);
    plan_.structural = values.structural;
    plan_.start = values.start;
    set_experiment();
    left_out_ = plan_ports(spec_, values, plan_, info_, problems_);
    plan_.jacobian = JacobianPlan(d_, plan_.equations);
    plan_.rollback = wanted("rollback") && verified_.rollback && has_state_functions();
    plan_.settings.rolls_back = plan_.rollback;
    info_.rollback_believed = plan_.rollback && !verified_.tested;
    plan_.settings.one_known = verified_.one_known;
    plan_.directional = verified_.directional_derivatives && wanted("directional_derivatives") &&
                        has([](const auto& f) { return bool(f.get_directional_derivative); });
    if (kind_ == Kind::co_simulation) {
      plan_co_simulation();
    } else {
      plan_model_exchange();
    }
    warn();
    return {std::move(plan_), std::move(info_)};
  }

 private:
  template <class Test>
  bool has(Test test) const {
    return d_.version == Version::fmi2 ? test(plan_.fmu->fmi2(kind_)) : test(plan_.fmu->fmi3(kind_));
  }
  bool has_state_functions() const {
    return has([](const auto& f) { return f.get_state && f.set_state && f.free_state; });
  }
  /// Whether the user has not disabled this.
  bool wanted(std::string_view name) const {
    return std::none_of(spec_.capabilities.begin(), spec_.capabilities.end(),
                        [&](const auto& c) { return c.first.text == name && !c.second; });
  }

  /// The end gets some slack: FMUs refuse to step beyond it, even by a rounding error. Of FMI 2 those that
  /// want to know it get twice as much time, as they were tried with.
  void set_experiment() {
    const double span = spec_.stop - spec_.start;
    const bool fmi2 = d_.version == Version::fmi2;
    plan_.experiment = {.start = spec_.start,
                        .stop = fmi2 ? spec_.start + 2 * span : spec_.stop + 1e-9 * span,
                        .tolerance = spec_.tolerance,
                        .stop_defined = !fmi2 || verified_.wants_stop_time};
  }

  void plan_co_simulation() {
    // No states in the description may mean hidden ones, except where model exchange needs them all.
    const bool states = verified_.states && (plan_.equations.states.size() > 0 ||
                                             plan_.fmu->interface_of(Kind::model_exchange) != nullptr);
    const bool by_directional = plan_.directional && states;
    const bool by_output_derivatives =
        verified_.output_derivatives && wanted("output_derivatives") && has_output_derivatives();
    if (wanted("slopes")) {
      plan_.slopes = by_directional          ? SlopeSource::directional_derivatives
                     : by_output_derivatives ? SlopeSource::output_derivatives
                                             : SlopeSource::none;
    }
    if (d_.version == Version::fmi2 && wanted("input_derivatives") &&
        plan_.fmu->fmi2(kind_).set_real_input_derivatives) {
      plan_.input_order = std::clamp(verified_.input_order, 0, kCoefficients - 1);
    }
    plan_.intermediate = d_.version == Version::fmi3 && sets_inputs_within_steps();
    if (plan_.intermediate) plan_.settings.intermediate = plan_.equations.inputs.references;
    plan_feed_through();
    plan_start();
    plan_.restarts = verified_.restarts;
    info_.own_steps = true;
    info_.noise = verified_.noise;
    info_.step_error = verified_.step_error;
    const bool any_length = verified_.variable_step && verified_.clock == 0;
    info_.can = {.rollback = plan_.rollback,
                 .slopes = plan_.slopes != SlopeSource::none,
                 .states = states && wanted("states"),
                 .linearization = by_directional && wanted("linearization"),
                 .reevaluation = wanted("reevaluation") &&
                                 (plan_.directional || plan_.feed_through_known || !feeds_through()),
                 .feed_through = plan_.feed_through_known,
                 .variable_step = any_length && wanted("variable_step"),
                 .input_degree = plan_.intermediate ? kCoefficients - 1 : plan_.input_order};
    // One that integrates once per step takes a tiny one at an event for a whole one.
    plan_.any_step = info_.can.variable_step && !declared_.fixed_internal_step && verified_.step_error == 0;
    if (!any_length) plan_fixed_step();
    plan_events();
    plan_holding({spec_, declared_, verified_}, plan_, info_);
    warn_of_substeps();
  }

  /// A clock that leads takes one tick too many where adding up its ticks falls short of the end of a step by
  /// rounding: it is stopped a millionth of a tick before.
  void plan_fixed_step() {
    const auto stated = declared_.fixed_internal_step ? declared_.fixed_internal_step : d_.experiment.step;
    const double length = verified_.clock > 0 ? verified_.clock : stated.value_or(0);
    plan_.fixed_step = spec_.fixed_step.value_or(length);
    info_.fixed_step = plan_.fixed_step;
    info_.ticks = verified_.clock > 0 || (declared_.variable_step && !verified_.variable_step);
    if (verified_.clock > 0 && verified_.clock_leads) plan_.short_of = 1e-6 * verified_.clock;
    // Whoever ticks misses the same in steps of any length.
    constexpr double same = 1e-9;
    const double off = std::abs(verified_.inner_step - plan_.fixed_step);
    if (verified_.inner_step > 0 && (verified_.clock > 0 || off <= same * plan_.fixed_step))
      info_.inner_error = verified_.inner_error;
    plan_latency();
  }

  /// Values v with (1 - θ) v_k + θ v_{k-1} = m_k can be held as long as errors do not grow from one to the
  /// next: one of v_{k-1} enters v_k times θ/(1 - θ), and all of them together at most times 1/(1 - 2 θ).
  void plan_latency() {
    constexpr double largest = 0.45;
    info_.latency = verified_.latency;
    info_.latency_corrected = verified_.latency < largest && plan_.input_order == 0 && !plan_.intermediate &&
                              plan_.fixed_step == verified_.clock;
    if (info_.latency_corrected) plan_.latency = verified_.latency;
  }

  /// By directional derivatives where the FMU has them; else as trials have shown, whatever is declared.
  /// Without either, outputs that do not say what they depend on depend on nothing.
  void plan_feed_through() {
    if (plan_.directional) return;
    const std::size_t inputs = plan_.input_start.size();
    plan_.feed_through_known = verified_.feed_through_known;
    if (verified_.feed_through.size() == inputs * info_.feed_through.size())
      plan_.feed_through = verified_.feed_through;
    for (std::size_t i = 0; i < info_.feed_through.size(); ++i) {
      std::vector<int>& list = info_.feed_through[i];
      if (plan_.undeclared[i] != 0 || plan_.feed_through_known) list.clear();
      for (std::size_t j = 0; j < inputs && !plan_.feed_through.empty(); ++j) {
        if (plan_.feed_through[i * inputs + j] != 0) list.push_back(static_cast<int>(j));
      }
    }
  }

  /// Which outputs cannot be told after initialization under inputs that have changed since, and which ones
  /// come with the first step only.
  void plan_start() {
    info_.late_at_start = verified_.late_outputs;
    if (plan_.directional || plan_.feed_through_known) return;
    for (std::size_t i = 0; i < info_.feed_through.size(); ++i) {
      if (plan_.undeclared[i] != 0 || !info_.feed_through[i].empty())
        info_.fixed_at_start.push_back(static_cast<int>(i));
    }
  }

  void plan_events() {
    if (d_.version == Version::fmi2 || !verified_.event_mode || !wanted("event_mode")) return;
    const fmi3::Functions& f = plan_.fmu->fmi3(kind_);
    plan_.settings.event_mode = f.enter_event_mode && f.update_discrete_states && f.enter_step_mode;
    plan_.settings.early_return = declared_.might_return_early;
    plan_.settings.any_step = plan_.any_step;
    // Steps of others can end where the FMU stops, if it can be led there again.
    info_.reports_events =
        plan_.settings.event_mode && plan_.settings.early_return && plan_.any_step && plan_.rollback;
  }

  /// Co-simulation allows no new outputs under new inputs before the next step; y + D du, by directional
  /// derivatives, serves as well.
  bool feeds_through() const {
    return std::any_of(info_.feed_through.begin(), info_.feed_through.end(),
                       [](const std::vector<int>& inputs) { return !inputs.empty(); });
  }

  bool has_output_derivatives() const {
    if (d_.version == Version::fmi2) return bool(plan_.fmu->fmi2(kind_).get_real_output_derivatives);
    return bool(plan_.fmu->fmi3(kind_).get_output_derivatives);
  }

  bool sets_inputs_within_steps() const {
    const auto& inputs = plan_.equations.inputs.variables;
    return verified_.intermediate_update && wanted("intermediate_update") && !inputs.empty() &&
           std::all_of(inputs.begin(), inputs.end(), [&](std::size_t i) {
             return d_.variables[i].intermediate_update &&
                    d_.variables[i].variability == Variability::continuous;
           });
  }

  void warn_of_substeps() {
    if (!spec_.substeps || *spec_.substeps == 1 || info_.can.variable_step) return;
    warnings_.push_back({"fmu-no-substeps",
                         spec_.place,
                         fmt::format("unit '{}' takes steps of one length only: no sub-steps", info_.name),
                         {}});
  }

  void plan_model_exchange() {
    plan_.indicators = d_.event_indicators;
    plan_.completes_steps = declared_.needs_completed_integrator_step &&
                            has([](const auto& f) { return bool(f.completed_integrator_step); });
    info_.integrator = spec_.integrator;
    info_.events = plan_.indicators > 0;
    info_.reports_events = true;
    // Without events all that changes is ours.
    info_.can.input_degree = kCoefficients - 1;
    for (const Capability& c : kCapabilities) info_.can.*c.member = wanted(c.name);
    if (!plan_.rollback && plan_.indicators > 0) info_.can.rollback = false;
    info_.shows_course = info_.can.slopes && info_.can.states && info_.can.evaluation;
    info_.repeats_watched = wanted("rollback") && !info_.can.rollback;
    if (!is_integrator(spec_.integrator)) {
      problems_.add(
          "bad-integrator", spec_.integrator_place,
          fmt::format("unit '{}': an FMU cannot be integrated by '{}'", info_.name, spec_.integrator),
          "use " + integrator_names());
    }
    check_event_functions();
  }

  void check_event_functions() {
    const auto missing = [&](const char* what) {
      problems_.add("fmu-missing-function", {plan_.fmu->package().source().string(), 0, 0},
                    fmt::format("the FMU's library lacks functions for {}", what),
                    "use it for co-simulation, if it can be");
    };
    if (plan_.indicators > 0 && !has([](const auto& f) { return bool(f.get_event_indicators); })) {
      missing("its event indicators");
    }
    if (d_.version == Version::fmi2) return;  // binding has demanded them
    const fmi3::Functions& f = plan_.fmu->fmi3(kind_);
    if (!f.enter_event_mode || !f.update_discrete_states) missing("events");
  }

  void warn() {
    const auto add = [&](const char* id, std::string what) {
      warnings_.push_back({id, spec_.place, fmt::format("unit '{}': {}", info_.name, what), {}});
    };
    if (!left_out_.empty()) {
      constexpr std::size_t most = 10;
      const std::size_t hidden = left_out_.size() > most ? left_out_.size() - most : 0;
      left_out_.resize(left_out_.size() - hidden);
      add("fmu-not-connectable",
          fmt::format("clocks, clocked variables and types that its library has no functions for cannot be "
                      "connected: {}{}",
                      fmt::join(left_out_, ", "), hidden > 0 ? fmt::format(" and {} more", hidden) : ""));
    }
    if (declared_.needs_execution_tool) {
      add("fmu-needs-tool", "the FMU needs the tool that it was made with on this machine");
    }
    const bool clocks = std::any_of(d_.variables.begin(), d_.variables.end(),
                                    [](const Variable& v) { return v.type == Type::clock; });
    if (clocks) add("fmu-clocks", "the FMU has clocks, which are not ticked");
  }

  const ModelDescription& d_;
  const Interface& declared_;
  Kind kind_;
  const FmuSpec& spec_;
  const Verified& verified_;
  Problems& problems_;
  std::vector<Problem>& warnings_;
  FmuPlan plan_;
  UnitInfo info_;
  std::vector<std::string> left_out_;
};

}  // namespace

Planned make_plan(const std::shared_ptr<LoadedFmu>& fmu, Kind kind, const FmuSpec& spec,
                  const Verified& verified, Problems& problems, std::vector<Problem>& warnings) {
  return Planner(fmu, kind, spec, verified, problems, warnings).make();
}

}  // namespace accordo::fmi
