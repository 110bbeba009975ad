// Units given by matrices: x' = A x + B u + f0, y = C x + D u + g0 as tables and loops.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "kinds/linear/kind.hpp"
#include "unit/ode/build.hpp"

namespace accordo::exporter {
namespace {

constexpr const char* kFunctions = R"(
/* Constant part and entries of the matrices, the latter in the order of `partials`. */
static const double offsets[] = {{{offsets}0}};
static const double entries[] = {{{entries}0}};

/* r <- rows first to last of A x + B u + f0 and, below it, C x + D u + g0. */
static void matrix_rows(int first, int last, const double* s, double* r) {{
  for (int i = first; i < last; ++i) r[i - first] = offsets[i];
  for (int p = 0; p < PARTIALS; ++p) {{
    const int i = partials[p].row;
    if (i >= first && i < last) r[i - first] += entries[p] * s[partials[p].column];
  }}
}}

void model_calculate(double t, double t_switch, const double* s, double* r) {{
  (void)t, (void)t_switch, (void)s, (void)r;
}}

void model_derivatives(double t, double t_switch, const double* s, double* r) {{
  (void)t, (void)t_switch;
  matrix_rows(0, STATES, s, r);
}}

void model_outputs(double t, double t_switch, const double* s, double* r) {{
  (void)t, (void)t_switch;
  matrix_rows(STATES, STATES + OUTPUTS, s, r);
}}

void model_partials(double t, double t_switch, const double* s, double* r) {{
  (void)t, (void)t_switch, (void)s;
  for (int p = 0; p < PARTIALS; ++p) r[p] = entries[p];
}}
)";

/// The matrices one above the other: rows are derivatives and outputs, columns states and inputs.
Matrix stack(const LinearModel& m) {
  Matrix all(m.A.rows() + m.C.rows(), m.A.cols() + m.B.cols());
  all.topLeftCorner(m.A.rows(), m.A.cols()) = m.A;
  all.topRightCorner(m.B.rows(), m.B.cols()) = m.B;
  all.bottomLeftCorner(m.C.rows(), m.C.cols()) = m.C;
  all.bottomRightCorner(m.D.rows(), m.D.cols()) = m.D;
  return all;
}

std::vector<Quantity> quantities(const std::vector<std::string>& names, const std::vector<double>& start) {
  std::vector<Quantity> list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list.push_back({.name = names[i], .start = start[i], .calculated = false, .needs = {}});
  return list;
}

Computed computed(const std::string& name, const Matrix& all, Eigen::Index row) {
  expr::Dependence needs;
  for (Eigen::Index j = 0; j < all.cols(); ++j) {
    if (all(row, j) != 0) needs.symbols.push_back(static_cast<int>(j));
  }
  return {.name = name, .needs = needs, .initial_needs = needs};
}

/// The state that output `i` is, by name and definition, or -1.
int state_behind(const Ports& ports, const Computed& output, const Matrix& all, const LinearModel& m,
                 Eigen::Index i) {
  if (output.needs.symbols.size() != 1 || m.g0(i) != 0) return -1;
  const int j = output.needs.symbols.front();
  const bool same = j < ports.state_count() && all(ports.state_count() + i, j) == 1 &&
                    ports.states[index(j)] == output.name;
  return same ? j : -1;
}

}  // namespace

Model model_of_matrices(const UnitSpec& unit, Problems& problems) {
  UnitSpec plain = unit;
  plain.integrator = "auto";  // the integrator is the FMU's own
  const BuiltUnit built = UnitBuilder(1e-8).build(plain, problems);
  if (!built.make) return {};
  const std::unique_ptr<Unit> native = built.make();
  const Ports& ports = native->info().ports;
  std::vector<double> x(ports.states.size());
  native->states(x.data());
  const std::vector<double> zero_x(x.size()), zero_u(ports.inputs.size());
  LinearModel m;
  native->linearize(Instant::at(0), zero_x.data(), zero_u.data(),
                    m);  // at the origin: f0 and g0 are constants
  const Matrix all = stack(m);

  Model model;
  model.states = quantities(ports.states, x);
  model.inputs = quantities(ports.inputs, ports.start);
  for (int i = 0; i < ports.state_count(); ++i)
    model.derivatives.push_back(computed(ports.states[index(i)], all, i));
  for (int i = 0; i < ports.output_count(); ++i) {
    model.outputs.push_back(computed(ports.outputs[index(i)], all, ports.state_count() + i));
    model.output_state.push_back(state_behind(ports, model.outputs.back(), all, m, i));
  }
  std::string offsets, entries;
  for (const double value : m.f0) offsets += fmt::format("{}, ", value);
  for (const double value : m.g0) offsets += fmt::format("{}, ", value);
  for (Eigen::Index i = 0; i < all.rows(); ++i) {
    for (Eigen::Index j = 0; j < all.cols(); ++j) {
      if (all(i, j) == 0) continue;
      model.partials.push_back({static_cast<int>(i), static_cast<int>(j)});
      entries += fmt::format("{}, ", all(i, j));
    }
  }
  model.functions = fmt::format(kFunctions, fmt::arg("offsets", offsets), fmt::arg("entries", entries));
  return model;
}

}  // namespace accordo::exporter
