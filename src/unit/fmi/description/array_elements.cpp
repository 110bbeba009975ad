#include "unit/fmi/description/array_elements.hpp"

#include <fmt/format.h>

#include <limits>

#include "archive/entry_name.hpp"
#include "base/error.hpp"

namespace accordo::fmi {
namespace {

constexpr std::uint64_t kMostElements = 10'000'000;

std::uint64_t size_of(const Dimension& d, const StructuralValues& values) {
  const auto given = d.given_by ? values.find(*d.given_by) : values.end();
  return given == values.end() ? d.size : given->second;
}

}  // namespace

std::uint64_t element_count(const Variable& variable, const StructuralValues& values) {
  std::uint64_t count = 1;
  for (const Dimension& d : variable.dimensions) {
    const std::uint64_t size = size_of(d, values);
    const bool overflow = size != 0 && count > std::numeric_limits<std::uint64_t>::max() / size;
    count = overflow ? std::numeric_limits<std::uint64_t>::max() : count * size;
  }
  return count;
}

std::vector<Element> elements(const ModelDescription& description, std::size_t variable,
                              const StructuralValues& values) {
  const Variable& v = description.variables.at(variable);
  if (v.dimensions.empty()) return {{variable, 0, v.name}};
  const std::uint64_t count = element_count(v, values);
  if (count > kMostElements) {
    throw Error(Exit::usage, "fmu-too-large",
                fmt::format("array {} has {} elements", archive::printable(v.name), count),
                "choose smaller values for the structural parameters");
  }
  std::vector<Element> list;
  list.reserve(count);
  std::vector<std::uint64_t> index(v.dimensions.size(), 1);
  for (std::size_t offset = 0; offset < count; ++offset) {
    list.push_back({variable, offset, fmt::format("{}[{}]", v.name, fmt::join(index, ","))});
    for (std::size_t k = index.size(); k-- > 0;) {  // the last index runs fastest
      if (++index[k] <= size_of(v.dimensions[k], values)) break;
      index[k] = 1;
    }
  }
  return list;
}

}  // namespace accordo::fmi
