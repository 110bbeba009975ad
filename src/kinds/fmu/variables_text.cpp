#include "kinds/fmu/variables_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "unit/fmi/binding/loaded_fmu.hpp"

namespace accordo {
namespace {

const char* name_of(fmi::Variability variability) {
  constexpr std::array<const char*, 5> names{"constant", "fixed", "tunable", "discrete", "continuous"};
  return names[static_cast<std::size_t>(variability)];
}

/// "Float64", "Float64[2,3]", "Enumeration Mode".
std::string type_text(const fmi::ModelDescription& d, const fmi::Variable& v) {
  std::string text = fmi::name_of(v.type);
  if (v.type == fmi::Type::enumeration && v.declared_type) text += " " + d.types[*v.declared_type].name;
  if (v.dimensions.empty()) return text;
  std::vector<std::uint64_t> sizes;
  for (const fmi::Dimension& dimension : v.dimensions) sizes.push_back(dimension.size);
  return text + fmt::format("[{}]", fmt::join(sizes, ","));
}

/// The start values as the file gives them; of long arrays only the first few.
std::string start_text(const fmi::Values& start) {
  return std::visit(
      [](const auto& list) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(list)>, std::monostate>) {
          return "";
        } else {
          constexpr std::size_t most = 4;
          const auto end = list.begin() + static_cast<std::ptrdiff_t>(std::min(most, list.size()));
          return fmt::format("{}{}", fmt::join(list.begin(), end, " "), list.size() > most ? " …" : "");
        }
      },
      start);
}

/// One line, whatever the file says.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text;
}

bool is_shown(const fmi::Variable& v, bool all) {
  using fmi::Causality;
  const bool port = v.causality == Causality::input || v.causality == Causality::output ||
                    v.causality == Causality::parameter || v.causality == Causality::structural_parameter;
  return all || (port && !v.description.empty());
}

}  // namespace

std::string variables_text(const std::filesystem::path& fmu, bool all) {
  const fmi::LoadedFmu opened(fmu);
  const fmi::ModelDescription& d = opened.description();
  std::vector<std::array<std::string, 6>> rows;
  for (const fmi::Variable& v : d.variables) {
    if (is_shown(v, all))
      rows.push_back({one_line(v.name), type_text(d, v), fmi::name_of(v.causality), name_of(v.variability),
                      one_line(start_text(v.start)), one_line(v.description)});
  }
  if (rows.empty()) return {};
  rows.insert(rows.begin(), {"variable", "type", "causality", "variability", "start", "description"});
  std::array<std::size_t, 6> widths{};
  constexpr std::size_t widest = 32;  // a longer text pushes its own line only
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], std::min(row[i].size(), widest));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

void write_variables(JsonWriter& json, const std::filesystem::path& fmu) {
  const fmi::LoadedFmu opened(fmu);
  const fmi::ModelDescription& d = opened.description();
  json.key("variables").begin_array();
  for (const fmi::Variable& v : d.variables) {
    json.begin_object()
        .member("name", v.name)
        .member("type", type_text(d, v))
        .member("causality", fmi::name_of(v.causality))
        .member("variability", name_of(v.variability))
        .member("start", start_text(v.start))
        .member("description", v.description)
        .end_object();
  }
  json.end_array();
}

}  // namespace accordo
