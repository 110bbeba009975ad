#include "report/signal_columns.hpp"

#include <string_view>
#include <unordered_map>

namespace accordo {

std::vector<SignalColumns> signal_columns(const std::vector<std::string>& names) {
  constexpr std::string_view before = "error(", after = ")";
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(names[i], i);
  std::vector<std::size_t> errors(names.size(), SignalColumns::none);
  std::vector<bool> of_another(names.size(), false);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string_view name = names[i];
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    name.remove_prefix(before.size());
    name.remove_suffix(after.size());
    const auto signal = places.find(name);
    if (signal == places.end()) continue;
    errors[signal->second] = i;
    of_another[i] = true;
  }
  std::vector<SignalColumns> columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!of_another[i]) columns.push_back({i, errors[i]});
  }
  return columns;
}

}  // namespace accordo
