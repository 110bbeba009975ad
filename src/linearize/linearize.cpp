#include "linearize/linearize.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "core/failures.hpp"
#include "model/graph.hpp"
#include "session/run.hpp"

namespace accordo {
namespace {

v0::Matrix to_public(const Matrix& M) {
  v0::Matrix out{index(static_cast<int>(M.rows())), index(static_cast<int>(M.cols()))};
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) out.values.push_back(M(i, j));
  }
  return out;
}

std::vector<std::string> names_of(const std::vector<RecordColumn>& columns) {
  std::vector<std::string> names;
  for (const RecordColumn& column : columns) names.push_back(column.name);
  return names;
}

/// The rows of the signals, where states have `by_states`, inputs `by_inputs` and outputs `by_outputs`.
Matrix rows_of(const std::vector<RecordColumn>& signals, const Matrix& by_states, const Matrix& by_inputs,
               const Matrix& by_outputs) {
  Matrix out(static_cast<Eigen::Index>(signals.size()), by_states.cols());
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const RecordColumn& c = signals[i];
    const Matrix& from = c.kind == RecordColumn::state   ? by_states
                         : c.kind == RecordColumn::input ? by_inputs
                                                         : by_outputs;
    out.row(static_cast<Eigen::Index>(i)) = from.row(c.index);
  }
  return out;
}

/// One that stands where the run is.
class Analysis {
 public:
  Analysis(Session& session, const LinearPlan& plan)
      : session_(session), e_(session.ensemble()), plan_(plan), layout_(session.wiring().layout) {}

  Linearization at(double t, const Outcome& outcome) {
    Linearization out;
    out.time = t;
    out.method = session_.method().name;
    out.macro_steps = outcome.macro_steps;
    for (const UnitInfo& unit : session_.units()) out.units.push_back(unit.name);
    const CoupledLinear system(session_.wiring(), linearize_units(t, out));
    if (!system.sound()) fail_singular(t);
    fill_matrices(system, out);
    out.poles = poles_of(system);
    out.steps = plan_.steps;
    for (const double h : out.steps) out.growth.push_back(growth(out.poles, h));
    const std::vector<int> sequence = unit_sequence(session_.wiring(), session_.units());
    out.methods = judge(system, {out.poles, out.steps, session_.stop() - session_.start(), sequence});
    return out;
  }

 private:
  std::vector<LinearPart> linearize_units(double t, Linearization& out) {
    out.values.resize(index(layout_.states()));
    e_.states(out.values);
    std::vector<LinearPart> parts;
    for (int k = 0; k < layout_.units(); ++k) {
      const UnitInfo& unit = session_.units()[index(k)];
      if (e_.is_ahead(k) && !unit.linear)
        throw Error(
            Exit::usage, "no-linearization",
            fmt::format("unit '{}' cannot be linearized at t = {}: it cannot go back, and was led ahead of "
                        "the others, as nothing drives it",
                        unit.name, t),
            "linearize at the start");
      parts.push_back({linearize_unit(k, t, out.values.data() + layout_.first_state(k)), unit.can.slopes,
                       unit.can.reevaluation});
      const Vector& f = parts.back().model.f0;
      out.derivatives.insert(out.derivatives.end(), f.begin(), f.end());
      out.unit_of_state.insert(out.unit_of_state.end(), index(layout_.state_count(k)), index(k));
    }
    return parts;
  }

  LinearModel linearize_unit(int k, double t, const double* x) {
    const UnitInfo& info = session_.units()[index(k)];
    LinearModel model;
    try {
      e_.executor().local(k)->linearize(Instant::right_of(t), x, e_.u().data() + layout_.first_input(k),
                                        model);
    } catch (const UnitFailure& failure) {
      throw unit_failed_error(info.name, failure.what(), t);
    } catch (const NonFinite& failure) {
      throw non_finite_error(info.name, failure.variable(), t);
    }
    if (!model.A.allFinite() || !model.B.allFinite() || !model.C.allFinite() || !model.D.allFinite())
      throw non_finite_error(info.name, "linearization", t);
    return model;
  }

  void fill_matrices(const CoupledLinear& s, Linearization& out) const {
    const int n = layout_.states(), m = layout_.inputs();
    out.states = names_of(plan_.states);
    out.inputs = names_of(plan_.inputs);
    out.outputs = names_of(plan_.outputs);
    Matrix chosen = Matrix::Zero(m, static_cast<Eigen::Index>(plan_.inputs.size()));
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i)
      chosen(plan_.inputs[i].index, static_cast<Eigen::Index>(i)) = 1;
    const Matrix U = s.inputs_by_added() * chosen;
    out.A = to_public(s.A());
    out.B = to_public(s.B() * U);
    out.C = to_public(rows_of(plan_.outputs, Matrix::Identity(n, n), s.inputs_by_states(),
                              s.C() + s.D() * s.inputs_by_states()));
    out.D = to_public(rows_of(plan_.outputs, Matrix::Zero(n, U.cols()), U, s.D() * U));
  }

  [[noreturn]] void fail_singular(double t) const {
    std::string loops;
    for (const OutputOrder::Stage& stage : order_outputs(session_.wiring(), session_.units()).stages) {
      if (stage.loop)
        loops += (loops.empty() ? "" : "; ") + describe_loop(stage, session_.wiring(), session_.units());
    }
    throw Error(
        Exit::no_agreement, "singular-coupling",
        fmt::format("the linearized coupling has no unique solution at t = {}: {}", t, loops),
        "inputs and outputs of these units determine each other only up to a multiple: look for a gain of 1 "
        "around the loop");
  }

  Session& session_;
  Ensemble& e_;
  const LinearPlan& plan_;
  const Layout& layout_;
};

}  // namespace

std::vector<Linearization> linearize(Session& session, const LinearPlan& plan, const RunWatch& watch) {
  const std::unique_ptr<StepControl> control = session.make_control();
  const std::unique_ptr<TimeLoop> loop = session.loop(nullptr, *control, watch);
  session.ensemble().keep_together();
  Analysis analysis(session, plan);
  std::vector<Linearization> found;
  const auto check = [&](double t) {
    const Outcome outcome = loop->outcome();
    if (outcome.failure) throw Error(*outcome.failure);
    if (!outcome.interrupted && loop->time() < t)
      throw Error(Exit::no_agreement, "outside-run",
                  fmt::format("the run has ended at t = {}, before t = {}{}", loop->time(), t,
                              outcome.ended ? ": " + reason_of(*outcome.ended) : ""),
                  "name an earlier time");
    return !outcome.interrupted;
  };
  loop->begin();
  check(session.start());
  for (const double t : plan.times) {
    loop->advance_to(t);
    if (!check(t)) break;
    found.push_back(analysis.at(t, loop->outcome()));
  }
  return found;
}

}  // namespace accordo
