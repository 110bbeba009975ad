#include "model/name_index.hpp"

#include <algorithm>

#include "base/names.hpp"

namespace accordo {
namespace {

const std::string& name_of(const std::string& port) {
  return port;
}
const std::string& name_of(const DiscretePort& port) {
  return port.name;
}

}  // namespace

std::optional<SplitName> split_name(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return std::nullopt;
  return SplitName{name.substr(0, dot), name.substr(dot + 1)};
}

NameIndex::NameIndex(std::span<const UnitInfo> units) : units_(units) {
  unit_of_name_.reserve(units.size());
  for (std::size_t k = 0; k < units.size(); ++k) unit_of_name_.emplace(units[k].name, static_cast<int>(k));
}

int NameIndex::unit(std::string_view name) const {
  const auto found = unit_of_name_.find(name);
  return found == unit_of_name_.end() ? -1 : found->second;
}

template <class Port>
int NameIndex::find(int unit, int kind, const std::vector<Port>& ports, std::string_view name) {
  constexpr std::size_t small = 16;  // below, comparing one by one beats a hash table
  if (ports.size() <= small) {
    const auto at =
        std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return name_of(port) == name; });
    return at == ports.end() ? -1 : static_cast<int>(at - ports.begin());
  }
  constexpr int kinds = 7;
  Table& table = large_[kinds * unit + kind];
  if (table.empty()) {
    for (std::size_t i = 0; i < ports.size(); ++i) table.emplace(name_of(ports[i]), static_cast<int>(i));
  }
  const auto found = table.find(name);
  return found == table.end() ? -1 : found->second;
}
template int NameIndex::find(int, int, const std::vector<std::string>&, std::string_view);
template int NameIndex::find(int, int, const std::vector<DiscretePort>&, std::string_view);

std::string NameIndex::guess_unit(std::string_view name) {
  const auto known = guesses_.find(std::string(name));
  if (known != guesses_.end()) return known->second;
  constexpr std::size_t enough = 20;
  if (guesses_.size() >= enough) return {};
  std::vector<std::string> names;
  names.reserve(units_.size());
  for (const UnitInfo& u : units_) names.push_back(u.name);
  return guesses_[std::string(name)] = did_you_mean(name, names);
}

}  // namespace accordo
