#include "core/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {
namespace {

/// Ascending, each once.
void sort_units(std::vector<int>& units) {
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
}

}  // namespace

Exchange::Exchange(const Wiring& wiring, std::span<const UnitInfo> units)
    : wiring_(wiring), units_(units), held_(wiring.discrete.held.size()) {
  for (std::size_t k = 0; k < units.size(); ++k) {
    const Ports& ports = units[k].ports;
    for (const DiscretePort& port : ports.discrete_inputs) {
      inputs_.push_back(port.start);
      type_of_input_.push_back(port.type);
      unit_of_input_.push_back(static_cast<int>(k));
    }
    for (const DiscretePort& port : ports.discrete_outputs) outputs_.push_back(empty_token(port.type));
    unit_of_output_.resize(outputs_.size(), static_cast<int>(k));
  }
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const int input = wiring.discrete.held[k].input, unit = wiring.unit_of_input[index(input)];
    held_[k] = units[index(unit)].ports.start[index(input - wiring.layout.first_input(unit))];
  }
  for (const Link& link : wiring.discrete.links) readers_.push_back(unit_of_output_[index(link.output)]);
  for (const Link& link : wiring.discrete.held) readers_.push_back(unit_of_output_[index(link.output)]);
  sort_units(readers_);
  held_size_.resize(held_.size());
  ignored_.resize(outputs_.size());
}

bool Exchange::differs(const Link& link, std::span<const Token> outputs, std::span<const int> units) const {
  const std::size_t output = index(link.output);
  return ignored_[output] == 0 && outputs[output] != outputs_[output] &&
         std::binary_search(units.begin(), units.end(), unit_of_output_[output]);
}

bool Exchange::differs(std::span<const Token> outputs, std::span<const int> units) const {
  const auto changed = [&](const Link& link) { return differs(link, outputs, units); };
  return std::any_of(wiring_.discrete.links.begin(), wiring_.discrete.links.end(), changed) ||
         std::any_of(wiring_.discrete.held.begin(), wiring_.discrete.held.end(), changed);
}

void Exchange::ignore(std::span<const Token> outputs, std::span<const int> units) {
  const auto look = [&](const Link& link) {
    if (differs(link, outputs, units)) ignored_[index(link.output)] = 1;
  };
  for (const DiscreteLink& link : wiring_.discrete.links) look(link);
  for (const Link& link : wiring_.discrete.held) look(link);
}

void Exchange::watch() {
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const auto& ports = units_[k].ports.discrete_outputs;
    const bool numbers =
        std::any_of(ports.begin(), ports.end(), [](const DiscretePort& port) { return !is_text(port.type); });
    if (numbers) readers_.push_back(static_cast<int>(k));
  }
  sort_units(readers_);
}

bool Exchange::follow(const Instant& at) {
  if (driven_.empty()) return false;
  changed_.clear();
  jumped_ = false;
  for (const DrivenToken& d : driven_) take(d.input, d.value(at));
  sort_units(changed_);
  followed_ = jumped_;
  return !changed_.empty();
}

bool Exchange::route(std::span<const double> y, double t, bool settling) {
  changed_.clear();
  jumped_ = followed_;
  followed_ = false;
  jump_ = 0;
  refusal_.reset();
  const DiscreteWiring& wiring = wiring_.discrete;
  for (const DiscreteLink& link : wiring.links) {
    const Token& value = outputs_[index(link.output)];
    if (link.map.empty()) {
      put(link, value, t);
    } else {
      put_mapped(link, value, t);
    }
  }
  passed_ = !changed_.empty();
  for (const Link& link : wiring.sampled) put(link, y[index(link.output)], t);
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const Link& link = wiring.held[k];
    const double value = link.gain * number_of(outputs_[index(link.output)]) + link.offset;
    if (value == held_[k]) continue;
    held_size_[k] = std::max({held_size_[k], std::abs(value), std::abs(held_[k])});
    jump_ = std::max(jump_, std::abs(value - held_[k]) / held_size_[k]);
    held_[k] = value;
    jumped_ = passed_ = true;
  }
  sort_units(changed_);
  const bool changed = jumped_ || !changed_.empty();
  if (refusal_ && !(settling && changed)) throw Error(*refusal_);
  return changed;
}

void Exchange::put(const Link& link, const Token& value, double t) {
  std::optional<Token> converted =
      accordo::converted(value, type_of_input_[index(link.input)], link.gain, link.offset);
  if (!converted) {
    const bool scaled = link.gain != 1 || link.offset != 0;
    return refuse("discrete-range", link,
                  fmt::format("cannot take {}{}", text_of(value),
                              scaled ? fmt::format(" * {} + {}", link.gain, link.offset) : ""),
                  t, "the value must be one of the input's type: look at the output that feeds it");
  }
  take(link.input, std::move(*converted));
}

void Exchange::take(int number, Token value) {
  Token& input = inputs_[index(number)];
  if (value == input) return;
  input = std::move(value);
  const int unit = unit_of_input_[index(number)];
  changed_.push_back(unit);
  jumped_ = jumped_ || units_[index(unit)].can.evaluation;
}

void Exchange::put_mapped(const DiscreteLink& link, const Token& value, double t) {
  if (const std::optional<Token> whole = converted(value, TokenType::int64, 1, 0); whole) {
    const auto source = std::get<std::int64_t>(*whole);
    const auto entry = std::lower_bound(link.map.begin(), link.map.end(), source,
                                        [](const auto& e, std::int64_t wanted) { return e.first < wanted; });
    if (entry != link.map.end() && entry->first == source) return put(link, entry->second, t);
  }
  refuse("unmapped-value", link, fmt::format("gets {}, for which its map has no entry,", text_of(value)), t,
         "add the value to the connection's map, or look at the output that gives it");
}

void Exchange::refuse(const char* id, const Link& link, const std::string& why, double t,
                      const char* remedy) {
  if (refusal_) return;
  const int unit = unit_of_input_[index(link.input)];
  const UnitInfo& info = units_[index(unit)];
  const DiscretePort& port =
      info.ports.discrete_inputs[index(link.input - wiring_.layout.first_discrete_input(unit))];
  refusal_.emplace(Exit::unit_failed, id,
                   fmt::format("'{}.{}' ({}) {} at t = {}", info.name, port.name, name_of(port.type), why, t),
                   remedy);
}

}  // namespace accordo
