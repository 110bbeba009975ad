#include "unit/fmi/unit/jacobian_plan.hpp"

#include <algorithm>
#include <set>

namespace accordo::fmi {

/// A variable and where its scalars stand in the Jacobian.
struct PlacedVariable {
  std::uint32_t reference = 0;
  int first = 0, count = 0;
};

namespace {

void add(const PlacedVariable& variable, References& to) {
  to.list.push_back(variable.reference);
  to.values += static_cast<std::size_t>(variable.count);
}

void add(const PlacedVariable& variable, References& to, std::vector<int>& positions) {
  add(variable, to);
  for (int i = 0; i < variable.count; ++i) positions.push_back(variable.first + i);
}

PlacedVariable placed(const ValueList& list, int i, int offset) {
  const auto k = static_cast<std::size_t>(i);
  return {list.references.list[k], offset + list.first[k], list.first[k + 1] - list.first[k]};
}

bool continuous(const ModelDescription& d, std::size_t variable) {
  return d.variables[variable].variability == Variability::continuous;
}

}  // namespace

struct JacobianPlan::Unknowns {
  std::vector<PlacedVariable> list;
  /// Per unknown, the references that it depends on; nothing: on all. By reference, since FMI 2 may name an
  /// alias.
  std::vector<std::optional<std::set<std::uint32_t>>> on;
};

struct JacobianPlan::Knowns {
  std::vector<PlacedVariable> list;
};

JacobianPlan::JacobianPlan(const ModelDescription& d, const Equations& e)
    : states_(e.states.size()), inputs_(e.inputs.size()), outputs_(e.outputs.size()) {
  std::optional<std::uint32_t> time;
  for (const Variable& v : d.variables) {
    if (v.causality == Causality::independent && is_float(v.type)) time = v.reference;
  }
  Unknowns unknowns;
  const auto add_unknown = [&](const ValueList& list, int i, int offset, const std::vector<Unknown>& from) {
    const std::size_t variable = list.variables[static_cast<std::size_t>(i)];
    unknowns.list.push_back(placed(list, i, offset));
    auto& on = unknowns.on.emplace_back();
    const auto found =
        std::find_if(from.begin(), from.end(), [&](const Unknown& u) { return u.variable == variable; });
    if (found == from.end() || !found->dependencies) return;
    on.emplace();
    for (const Dependency& k : *found->dependencies) {
      if (is_float(d.variables[k.variable].type)) on->insert(d.variables[k.variable].reference);
    }
  };
  for (int i = 0; i < e.derivatives.variable_count(); ++i) {
    add_unknown(e.derivatives, i, 0, d.structure.derivatives);
    add(unknowns.list.back(), all_by_inputs_.unknowns, all_by_inputs_.rows);
  }
  for (int i = 0; i < e.outputs.variable_count(); ++i) {
    if (!continuous(d, e.outputs.variables[static_cast<std::size_t>(i)])) continue;
    if (add_identity(e, i)) continue;
    add_unknown(e.outputs, i, states_, d.structure.outputs);
    add(unknowns.list.back(), all_by_inputs_.unknowns, all_by_inputs_.rows);
    add(unknowns.list.back(), outputs_by_all_.unknowns, outputs_by_all_.rows);
  }
  Knowns knowns;
  for (int i = 0; i < e.states.variable_count(); ++i) {
    knowns.list.push_back(placed(e.states, i, 0));
    add(knowns.list.back(), outputs_by_all_.knowns, outputs_by_all_.columns);
  }
  for (int i = 0; i < e.inputs.variable_count(); ++i) {
    if (!continuous(d, e.inputs.variables[static_cast<std::size_t>(i)])) continue;
    knowns.list.push_back(placed(e.inputs, i, states_));
    add(knowns.list.back(), outputs_by_all_.knowns, outputs_by_all_.columns);
    add(knowns.list.back(), all_by_inputs_.knowns, all_by_inputs_.columns);
  }
  for (const auto& on : unknowns.on) {
    if (!on || !time) time_unknown_ = true;  // who has no variable for time cannot list it
    if (on && time && on->contains(*time)) time_listed_ = true;
  }
  if (time_listed_) {
    knowns.list.push_back({*time, states_ + inputs_, 1});
    add(knowns.list.back(), outputs_by_all_.knowns, outputs_by_all_.columns);
  }
  color(unknowns, knowns);
}

/// Variables with the same reference are the same: in FMI 2 by aliases, in FMI 3 only the variable itself.
bool JacobianPlan::add_identity(const Equations& e, int output) {
  const PlacedVariable wanted = placed(e.outputs, output, 0);
  for (int k = 0; k < e.states.variable_count(); ++k) {
    const PlacedVariable state = placed(e.states, k, 0);
    if (state.reference != wanted.reference || state.count != wanted.count) continue;
    for (int i = 0; i < state.count; ++i) identities_.push_back({wanted.first + i, state.first + i});
    return true;
  }
  return false;
}

void JacobianPlan::put_identities(LinearModel& out) const {
  for (const Identity& i : identities_) out.C(i.output, i.state) = 1;
}

void JacobianPlan::color(const Unknowns& unknowns, const Knowns& knowns) {
  std::vector<std::vector<char>> taken;  // per group and unknown: whether a column of the group reaches it
  std::vector<std::vector<std::pair<const PlacedVariable*, int>>>
      members;  // per group: known and which scalar of it
  const std::size_t count = unknowns.list.size();
  std::vector<char> reached(count);
  const auto reaches = [&](std::size_t u, const PlacedVariable& known) {
    return !unknowns.on[u] || unknowns.on[u]->contains(known.reference);
  };
  for (const PlacedVariable& known : knowns.list) {
    bool any = false;
    for (std::size_t u = 0; u < count; ++u) {
      reached[u] = reaches(u, known) ? 1 : 0;
      any = any || reached[u] != 0;
    }
    if (!any) continue;
    for (int element = 0; element < known.count; ++element) {
      std::size_t g = 0;
      const auto overlaps = [&] {
        for (std::size_t u = 0; u < count; ++u) {
          if (reached[u] != 0 && taken[g][u] != 0) return true;
        }
        return false;
      };
      while (g < taken.size() && overlaps()) ++g;
      if (g == taken.size()) taken.emplace_back(count), members.emplace_back();
      for (std::size_t u = 0; u < count; ++u) taken[g][u] = static_cast<char>(taken[g][u] | reached[u]);
      members[g].emplace_back(&known, element);
    }
  }
  for (std::size_t g = 0; g < taken.size(); ++g) {
    Group& group = groups_.emplace_back();
    for (const auto& [known, element] : members[g]) {
      group.columns.push_back(known->first + element);
      add(*known, group.knowns);
      for (int i = 0; i < known->count; ++i) group.seed.push_back(i == element ? 1 : 0);
    }
    for (std::size_t u = 0; u < count; ++u) {
      if (taken[g][u] == 0) continue;
      const auto by = std::find_if(members[g].begin(), members[g].end(),
                                   [&](const auto& m) { return reaches(u, *m.first); });
      const int column = by->first->first + by->second;
      for (int i = 0; i < unknowns.list[u].count; ++i) {
        group.entries.push_back(
            {static_cast<int>(group.unknowns.values) + i, unknowns.list[u].first + i, column});
      }
      add(unknowns.list[u], group.unknowns);
    }
  }
}

void JacobianPlan::evaluate(Instance& instance, double* scratch, LinearModel& out) const {
  set_zero(out, states_, inputs_, outputs_);
  put_identities(out);
  for (const Group& group : groups_) {
    instance.directional(group.unknowns, group.knowns, group.seed.data(), scratch);
    for (const Entry& e : group.entries) put(out, e.row, e.column, scratch[e.result]);
  }
}

void set_zero(LinearModel& model, int states, int inputs, int outputs) {
  model.A.setZero(states, states);
  model.B.setZero(states, inputs);
  model.C.setZero(outputs, states);
  model.D.setZero(outputs, inputs);
  model.f0.setZero(states);
  model.f_t.setZero(states);
  model.g0.setZero(outputs);
  model.g_t.setZero(outputs);
}

void put(LinearModel& model, int row, int column, double value) {
  const auto states = static_cast<int>(model.A.rows()), inputs = static_cast<int>(model.B.cols());
  const bool output = row >= states;
  if (output) row -= states;
  if (column < states) {
    (output ? model.C : model.A)(row, column) = value;
  } else if (column < states + inputs) {
    (output ? model.D : model.B)(row, column - states) = value;
  } else {
    (output ? model.g_t : model.f_t)(row) = value;
  }
}

}  // namespace accordo::fmi
