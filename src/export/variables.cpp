#include "export/variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/index.hpp"

namespace accordo::exporter {
namespace {

using fmi::Causality;
using fmi::Initial;

class InterfaceMaker {
 public:
  InterfaceMaker(const Model& model, const Features& features) : model_(model), features_(features) {
    first_input_ = 1 + static_cast<unsigned>(model.parameters.size());
    first_output_ = first_input_ + static_cast<unsigned>(model.inputs.size());
    first_state_ = first_output_ + static_cast<unsigned>(model.outputs.size());
    first_derivative_ = first_state_ + static_cast<unsigned>(model.states.size());
    is_output_.assign(model.states.size(), false);
    if (!features.states) return;
    for (const int state : model.output_state) {
      if (state >= 0) is_output_[index(state)] = true;
    }
  }

  Interface make() {
    choose_names();
    out_.variables.push_back({time_, 0, Causality::independent, Initial::none, {}, {}});
    add_parameters();
    for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
      out_.variables.push_back({inputs_[i],
                                first_input_ + offset(i),
                                Causality::input,
                                Initial::none,
                                model_.inputs[i].start,
                                {}});
    }
    add_outputs();
    if (features_.states) add_states();
    const auto by_reference = [](const Unknown& a, const Unknown& b) { return a.reference < b.reference; };
    std::sort(out_.initial_unknowns.begin(), out_.initial_unknowns.end(), by_reference);
    return std::move(out_);
  }

 private:
  static unsigned offset(std::size_t i) { return static_cast<unsigned>(i); }

  /// The name if it is free, else another that tells what it is.
  std::string claim(const std::string& name, const char* kind) {
    std::string text = name;
    while (!taken_.insert(text).second) text = fmt::format("{}({})", kind, text);
    return text;
  }

  void choose_names() {
    for (const Quantity& q : model_.inputs) inputs_.push_back(claim(q.name, "input"));
    for (const Computed& c : model_.outputs) outputs_.push_back(claim(c.name, "output"));
    for (std::size_t i = 0; i < model_.states.size(); ++i) {
      states_.push_back(is_output_[i] ? outputs_[output_of(i)] : claim(model_.states[i].name, "state"));
    }
    for (const Quantity& q : model_.parameters) parameters_.push_back(claim(q.name, "parameter"));
    time_ = claim("time", "independent");
  }

  std::size_t output_of(std::size_t state) const {
    const auto& list = model_.output_state;
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), static_cast<int>(state)) -
                                    list.begin());
  }

  unsigned reference_of_symbol(int symbol) const {
    const int parameters = static_cast<int>(model_.parameters.size());
    const int states = static_cast<int>(model_.states.size());
    if (symbol < parameters) return 1 + static_cast<unsigned>(symbol);
    if (symbol < parameters + states) return first_state_ + static_cast<unsigned>(symbol - parameters);
    return first_input_ + static_cast<unsigned>(symbol - parameters - states);
  }

  bool is_parameter(int symbol) const { return symbol < static_cast<int>(model_.parameters.size()); }
  bool is_state(int symbol) const {
    return !is_parameter(symbol) &&
           symbol < static_cast<int>(model_.parameters.size() + model_.states.size());
  }

  /// What is known while the model runs: inputs, states and time.
  Unknown unknown(unsigned reference, const expr::Dependence& needs) const {
    return {reference, references(needs, false)};
  }
  /// What is known at initialization: parameters too.
  Unknown initial_unknown(unsigned reference, const expr::Dependence& needs) const {
    return {reference, references(needs, true)};
  }
  std::vector<unsigned> references(const expr::Dependence& needs, bool parameters) const {
    std::vector<unsigned> list;
    if (needs.time) list.push_back(0);
    for (const int s : needs.symbols) {
      if (is_parameter(s) && !parameters) continue;
      if (is_state(s) && !features_.states) continue;  // not described
      list.push_back(reference_of_symbol(s));
    }
    std::sort(list.begin(), list.end());
    return list;
  }

  void add_parameters() {
    for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
      const Quantity& q = model_.parameters[i];
      const unsigned reference = 1 + offset(i);
      if (q.calculated) {
        out_.variables.push_back(
            {parameters_[i], reference, Causality::calculated_parameter, Initial::calculated, {}, {}});
        out_.initial_unknowns.push_back(initial_unknown(reference, q.needs));
      } else {
        out_.variables.push_back(
            {parameters_[i], reference, Causality::parameter, Initial::exact, q.start, {}});
      }
    }
  }

  void add_outputs() {
    for (std::size_t i = 0; i < model_.outputs.size(); ++i) {
      const int state = features_.states ? model_.output_state[i] : -1;
      if (state >= 0) {  // described with the states
        const unsigned reference = first_state_ + static_cast<unsigned>(state);
        out_.outputs.push_back({reference, {reference}});
        continue;
      }
      const unsigned reference = first_output_ + offset(i);
      out_.variables.push_back({outputs_[i], reference, Causality::output, Initial::calculated, {}, {}});
      out_.outputs.push_back(unknown(reference, model_.outputs[i].needs));
      out_.initial_unknowns.push_back(initial_unknown(reference, model_.outputs[i].initial_needs));
    }
  }

  void add_states() {
    for (std::size_t i = 0; i < model_.states.size(); ++i) {
      const Quantity& q = model_.states[i];
      const unsigned reference = first_state_ + offset(i);
      Variable v{states_[i],     reference, is_output_[i] ? Causality::output : Causality::local,
                 Initial::exact, q.start,   {}};
      if (q.calculated) {
        v.initial = Initial::calculated;
        v.start.reset();
        out_.initial_unknowns.push_back(initial_unknown(reference, q.needs));
      }
      out_.variables.push_back(std::move(v));
    }
    for (std::size_t i = 0; i < model_.states.size(); ++i) {
      const unsigned reference = first_derivative_ + offset(i);
      out_.variables.push_back({claim(fmt::format("der({})", states_[i]), "derivative"),
                                reference,
                                Causality::local,
                                Initial::calculated,
                                {},
                                first_state_ + offset(i)});
      out_.derivatives.push_back(unknown(reference, model_.derivatives[i].needs));
      out_.initial_unknowns.push_back(initial_unknown(reference, model_.derivatives[i].initial_needs));
    }
  }

  const Model& model_;
  const Features& features_;
  unsigned first_input_ = 0, first_output_ = 0, first_state_ = 0, first_derivative_ = 0;
  std::vector<bool> is_output_;  ///< per state
  std::set<std::string> taken_;
  std::vector<std::string> inputs_, outputs_, states_, parameters_;
  std::string time_;
  Interface out_;
};

}  // namespace

Interface make_interface(const Model& model, const Features& features) {
  return InterfaceMaker(model, features).make();
}

}  // namespace accordo::exporter
