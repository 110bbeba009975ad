#include "unit/ode/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/index.hpp"
#include "unit/ode/linear_unit.hpp"
#include "unit/ode/ode_unit.hpp"

namespace accordo {
namespace {

/// A native unit can do everything, except what its user disables.
Capabilities native_capabilities(const UnitSpec& spec) {
  Capabilities can{.input_degree = kCoefficients - 1};
  for (const Capability& c : kCapabilities) can.*c.member = true;
  for (const auto& [name, value] : spec.capabilities) {
    for (const Capability& c : kCapabilities) {
      if (name.text == c.name) can.*c.member = value;
    }
  }
  return can;
}

void add_inputs(const std::vector<Definition>& inputs, std::span<const double> start, Ports& ports) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ports.inputs.push_back(inputs[i].name.text);
    ports.start.push_back(start[i]);
    ports.has_start.push_back(!inputs[i].value.text.empty());
  }
}

UnitInfo describe_equations(const UnitSpec& spec, const EquationsSpec& body, const EquationsValues& values,
                            const CompiledEquations* equations) {
  UnitInfo info{.name = spec.name.text,
                .kind = "equations",
                .ports = {},
                .can = native_capabilities(spec),
                .feed_through = {},
                .integrator = {}};
  for (const Definition& d : body.states) info.ports.states.push_back(d.name.text);
  for (const Definition& d : body.outputs) info.ports.outputs.push_back(d.name.text);
  for (const Definition& d : body.parameters) info.ports.parameters.push_back(d.name.text);
  add_inputs(body.inputs, values.inputs, info.ports);
  if (equations != nullptr) {
    info.feed_through = equations->feed_through;
  } else {
    info.feed_through.resize(info.ports.outputs.size());
  }
  return info;
}

/// The matrices of equations that are affine in states and inputs.
LinearSystem matrices(const std::shared_ptr<const CompiledEquations>& equations,
                      std::span<const double> parameters) {
  EquationsDynamics dynamics(equations, parameters);
  const std::vector<double> x(static_cast<std::size_t>(equations->states)),
      u(static_cast<std::size_t>(equations->inputs));
  LinearModel model;
  dynamics.linearize(Instant::at(0), x.data(), u.data(),
                     model);  // at the origin: f0 and g0 are the constants
  return LinearSystem(std::move(model));
}

/// Keeps the equations alive.
std::shared_ptr<TimeEvents> switches_of(const std::shared_ptr<const CompiledEquations>& equations,
                                        std::span<const double> parameters, Horizon horizon) {
  struct Kept {
    std::shared_ptr<const CompiledEquations> equations;
    TimeSwitches switches;
  };
  const auto kept =
      std::make_shared<Kept>(equations, TimeSwitches(equations->time_switches, parameters, horizon));
  return {kept, &kept->switches};
}

Matrix matrix(const LinearSpec::MatrixSpec& spec, std::size_t rows, std::size_t columns) {
  Matrix m = Matrix::Zero(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < spec.rows.size() && i < rows; ++i) {
    for (std::size_t j = 0; j < spec.rows[i].size() && j < columns; ++j) {
      m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = spec.rows[i][j];
    }
  }
  return m;
}

Vector vector(const std::vector<double>& values, std::size_t size) {
  Vector v = Vector::Zero(static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < values.size() && i < size; ++i) v(static_cast<Eigen::Index>(i)) = values[i];
  return v;
}

std::vector<double> numbers(const std::vector<Definition>& list, Problems& problems) {
  std::vector<double> values;
  for (const Definition& d : list) {
    double& value = values.emplace_back();
    if (d.value.text.empty()) continue;
    const char* end = d.value.text.data() + d.value.text.size();
    const auto result = std::from_chars(d.value.text.data(), end, value);
    if (result.ec == std::errc() && result.ptr == end && std::isfinite(value)) continue;
    problems.add("not-a-number", d.value.place,
                 fmt::format("'{}' must be a finite number, not '{}'", d.name.text, d.value.text));
  }
  return values;
}

/// Whether the unit is to be stepped by its matrix exponential, if it has one.
bool exact(const UnitSpec& spec) {
  return spec.integrator == "auto" || spec.integrator == "exact";
}

BuiltUnit unusable(UnitInfo info) {
  return {std::make_shared<const UnitInfo>(std::move(info)), {}};
}

void no_parameters(const UnitSpec& spec, Problems& problems) {
  for (const Definition& d : spec.parameters) {
    problems.add(
        "unknown-parameter", d.name.place,
        fmt::format("unit '{}' is given by matrices and has no parameter '{}'", spec.name.text, d.name.text));
  }
}

/// Of a unit that nobody drives: half of the range of each output in the whole run, as far as some points
/// tell. What they miss counts as soon as it is seen.
std::vector<double> variation_of(Unit& unit, const Horizon& horizon) {
  constexpr int points = 256;
  const auto outputs = index(unit.info().ports.output_count());
  std::vector<double> y(outputs), low(outputs), high(outputs);
  const double h = (horizon.stop - horizon.start) / points;
  if (!(h > 0) || !std::isfinite(h)) return {};
  try {
    unit.outputs(Instant::right_of(horizon.start), nullptr, nullptr, y.data(), nullptr);
    low = high = y;
    for (int k = 0; k < points; ++k) {
      const double t = horizon.start + k * h;
      unit.step({.t = t, .h = h, .end = t + h}, {}, y.data(), nullptr);
      for (std::size_t i = 0; i < outputs; ++i) {
        low[i] = std::min(low[i], y[i]);
        high[i] = std::max(high[i], y[i]);
      }
    }
  } catch (const std::runtime_error&) {
    return {};  // the run will tell
  }
  for (std::size_t i = 0; i < outputs; ++i) y[i] = (high[i] - low[i]) / 2;
  return y;
}

}  // namespace

BuiltUnit UnitBuilder::build(const UnitSpec& spec, Problems& problems) {
  if (const EquationsSpec* equations = spec.as<EquationsSpec>(); equations != nullptr)
    return build_equations(spec, *equations, problems);
  return build_linear(spec, *spec.as<LinearSpec>(), problems);
}

UnitBuilder::Prepared UnitBuilder::prepare(const EquationsSpec& body,
                                           std::shared_ptr<const CompiledEquations> equations,
                                           const std::vector<Definition>& overrides, Problems& problems) {
  const std::size_t before = problems.list().size();
  Prepared prepared{.equations = std::move(equations),
                    .values = evaluate_values(body, overrides, problems),
                    .linear = nullptr,
                    .time_events = nullptr};
  prepared.usable = prepared.equations != nullptr && problems.list().size() == before;
  if (prepared.usable && prepared.equations->affine) {
    prepared.linear = systems_.intern(matrices(prepared.equations, prepared.values.parameters));
  }
  if (prepared.usable && prepared.equations->time_switches.root_count() > 0)
    prepared.time_events = switches_of(prepared.equations, prepared.values.parameters, horizon_);
  return prepared;
}

/// Says in which unit the values have problems: the equations alone do not tell.
UnitBuilder::Prepared UnitBuilder::prepare_own(const UnitSpec& spec, const EquationsSpec& body,
                                               const Shared& shared, Problems& problems) {
  Problems found;
  Prepared prepared = prepare(body, shared.equations, spec.parameters, found);
  for (Problem problem : found.list()) {
    problem.what = fmt::format("unit '{}': {}", spec.name.text, problem.what);
    problems.add(std::move(problem));
  }
  return prepared;
}

BuiltUnit UnitBuilder::build_equations(const UnitSpec& spec, const EquationsSpec& body, Problems& problems) {
  auto found = shared_.find(&body);
  if (found == shared_.end()) found = shared_.emplace(&body, Shared{compile(body, problems), {}}).first;
  Shared& shared = found->second;
  const bool own = !spec.parameters.empty();
  if (!own && !shared.plain) shared.plain = prepare(body, shared.equations, {}, problems);
  const Prepared prepared = own ? prepare_own(spec, body, shared, problems) : *shared.plain;
  UnitInfo info = describe_equations(spec, body, prepared.values, prepared.equations.get());
  if (!prepared.usable) return unusable(std::move(info));
  if (spec.integrator == "exact" && !prepared.linear) {
    problems.add(
        "not-linear", spec.integrator_place,
        fmt::format("unit '{}': integrator 'exact' needs linear equations without t, but that of '{}' is not",
                    spec.name.text, prepared.equations->not_affine),
        "use integrator: auto");
    return unusable(std::move(info));
  }
  info.linear = prepared.linear != nullptr;
  if (prepared.linear && exact(spec))
    return finish(spec, std::move(info), prepared.linear, nullptr, prepared.values.states);
  if (chatter_ && prepared.equations->held) {
    info.events = true;
    info.reports_events = info.can.rollback;
    info.switches = prepared.equations->held->texts;
  }
  const auto dynamics = [equations = prepared.equations, parameters = prepared.values.parameters,
                         horizon = horizon_] {
    return std::make_unique<EquationsDynamics>(equations, parameters, horizon);
  };
  BuiltUnit built = finish(spec, info, nullptr, dynamics, prepared.values.states);
  if (info.ports.inputs.empty() && prepared.equations->timed.any()) {
    info.output_variation = variation_of(*built.make(), horizon_);
    built = finish(spec, std::move(info), nullptr, dynamics, prepared.values.states);
  }
  built.time_events = prepared.time_events;
  return built;
}

BuiltUnit UnitBuilder::build_linear(const UnitSpec& spec, const LinearSpec& body, Problems& problems) {
  const std::size_t before = problems.list().size();
  no_parameters(spec, problems);
  const std::vector<double> initial = numbers(body.states, problems), start = numbers(body.inputs, problems);
  const std::size_t n = body.states.size(), m = body.inputs.size(), p = body.outputs.size();
  UnitInfo info{.name = spec.name.text,
                .kind = "linear",
                .ports = {},
                .can = native_capabilities(spec),
                .feed_through = {},
                .integrator = {},
                .linear = true};
  for (const Definition& d : body.states) info.ports.states.push_back(d.name.text);
  for (const Text& name : body.outputs) info.ports.outputs.push_back(name.text);
  add_inputs(body.inputs, start, info.ports);
  LinearModel model{.A = matrix(body.A, n, n),
                    .B = matrix(body.B, n, m),
                    .C = matrix(body.C, p, n),
                    .D = matrix(body.D, p, m),
                    .f0 = vector(body.f0, n),
                    .g0 = vector(body.g0, p),
                    .f_t = {},
                    .g_t = {}};
  for (Eigen::Index i = 0; i < model.D.rows(); ++i) {
    std::vector<int>& inputs = info.feed_through.emplace_back();
    for (Eigen::Index j = 0; j < model.D.cols(); ++j) {
      if (model.D(i, j) != 0) inputs.push_back(static_cast<int>(j));
    }
  }
  if (problems.list().size() > before) return unusable(std::move(info));
  auto linear = systems_.intern(LinearSystem(std::move(model)));
  if (exact(spec)) return finish(spec, std::move(info), std::move(linear), nullptr, initial);
  return finish(
      spec, std::move(info), nullptr, [linear] { return std::make_unique<LinearDynamics>(linear); }, initial);
}

BuiltUnit UnitBuilder::build_dynamics(const UnitSpec& spec, UnitInfo info,
                                      std::function<std::unique_ptr<Dynamics>()> dynamics,
                                      std::vector<double> initial) const {
  info.can = native_capabilities(spec);
  return finish(spec, std::move(info), nullptr, std::move(dynamics), std::move(initial));
}

BuiltUnit UnitBuilder::finish(const UnitSpec& spec, UnitInfo info, std::shared_ptr<const LinearSystem> linear,
                              std::function<std::unique_ptr<Dynamics>()> dynamics,
                              std::vector<double> initial) const {
  info.integrator = linear ? "exact" : spec.integrator;
  info.shows_course = info.can.slopes && info.can.states && info.can.evaluation;
  const auto shared = std::make_shared<const UnitInfo>(std::move(info));
  if (linear) {
    return {shared, [shared, linear = std::move(linear), initial = std::move(initial)] {
              return std::make_unique<LinearUnit>(shared, linear, initial);
            }};
  }
  IntegratorSettings settings =
      IntegratorSettings::with_tolerance(spec.integrator_tolerance.value_or(tolerance_));
  settings.micro_step = spec.micro_step.value_or(0);
  return {shared, [shared, settings, chatter = chatter_, dynamics = std::move(dynamics),
                   initial = std::move(initial)] {
            auto integrator = make_integrator(shared->integrator, static_cast<int>(initial.size()), settings);
            auto unit = std::make_unique<OdeUnit>(shared, dynamics(), std::move(integrator), initial);
            if (chatter) unit->watch_switches(*chatter);
            return unit;
          }};
}

}  // namespace accordo
