// What variables say of each other: derivatives, sizes of arrays, clocks.
#include <fmt/format.h>

#include "archive/entry_name.hpp"
#include "unit/fmi/description/description_parts.hpp"
#include "xml/text_values.hpp"

namespace accordo::fmi {
namespace {

/// Arrays are flattened to named elements; more of them than this is a mistake or an attack.
constexpr std::uint64_t kMostArrayElements = 10'000'000;

class Linker {
 public:
  Linker(Reading& r, const std::vector<pugi::xml_node>& nodes) : r_(r), nodes_(nodes) {}

  void link() {
    if (r_.out.version == Version::fmi3) index_references();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const xml::Attributes a = r_.attributes(nodes_[i]);
      Variable& v = r_.out.variables[i];
      link_derivative(a, v);
      if (r_.out.version == Version::fmi3) link_fmi3(a, v);
      check_start(a, v);
    }
  }

 private:
  void index_references() {
    for (std::size_t i = 0; i < r_.out.variables.size(); ++i) {
      const Variable& v = r_.out.variables[i];
      const auto [first, fresh] = r_.by_reference.emplace(v.reference, i);
      if (fresh) continue;
      r_.attributes(nodes_[i]).error("fmu-duplicate-reference",
                                     fmt::format("variables {} and {} have the same valueReference {}",
                                                 archive::printable(r_.out.variables[first->second].name),
                                                 archive::printable(v.name), v.reference));
    }
  }

  std::optional<std::size_t> by_reference(std::string_view word) const {
    const auto reference = xml::parse_integer<std::uint32_t>(word);
    if (!reference) return std::nullopt;
    const auto found = r_.by_reference.find(*reference);
    if (found == r_.by_reference.end()) return std::nullopt;
    return found->second;
  }

  std::optional<std::size_t> by_index(std::string_view word) const {
    const auto index = xml::parse_integer<std::uint64_t>(word);
    if (!index || *index < 1 || *index > r_.out.variables.size()) return std::nullopt;
    return *index - 1;
  }

  void link_derivative(const xml::Attributes& a, Variable& v) const {
    if (!a.has("derivative") || !is_float(v.type)) return;
    const std::string word = a.text("derivative");
    const auto of = r_.out.version == Version::fmi2 ? by_index(word) : by_reference(word);
    if (!of || !is_float(r_.out.variables[*of].type) || &r_.out.variables[*of] == &v) {
      a.warn_ignored("derivative");
    } else {
      v.derivative_of = of;
    }
  }

  void link_fmi3(const xml::Attributes& a, Variable& v) {
    for (const pugi::xml_node node : a.node().children("Dimension")) {
      v.dimensions.push_back(read_dimension(r_.attributes(node), v));
    }
    count_elements(a, v);
    if (a.has("previous")) {
      v.previous = by_reference(a.text("previous"));
      if (!v.previous) a.warn_ignored("previous");
    }
    const std::string clocks = a.text("clocks");
    for (const std::string_view word : xml::words(clocks)) {
      const auto clock = by_reference(word);
      if (clock && r_.out.variables[*clock].type == Type::clock) {
        v.clocks.push_back(*clock);
      } else {
        a.error("fmu-bad-variable", fmt::format("variable {} names a clock {} that does not exist",
                                                archive::printable(v.name), archive::printable(word)));
      }
    }
  }

  Dimension read_dimension(const xml::Attributes& a, const Variable& v) const {
    const auto bad = [&](const std::string& why) {
      a.error("fmu-bad-dimension", fmt::format("array {}: {}", archive::printable(v.name), why));
      return Dimension{};
    };
    if (!a.has("valueReference")) {
      const auto size = a.count("start");
      return size ? Dimension{*size, std::nullopt} : bad("a dimension has no size");
    }
    const auto given_by = by_reference(a.text("valueReference"));
    if (!given_by) return bad("a dimension refers to a variable that does not exist");
    const Variable& parameter = r_.out.variables[*given_by];
    const bool scalar = nodes_[*given_by].child("Dimension").empty();
    const auto* const start = std::get_if<std::vector<std::uint64_t>>(&parameter.start);
    if (start == nullptr || start->size() != 1 || !scalar) {
      return bad(fmt::format("its size is given by {}, which is not an unsigned integer with a start value",
                             archive::printable(parameter.name)));
    }
    return {start->front(), given_by};
  }

  void count_elements(const xml::Attributes& a, const Variable& v) {
    std::uint64_t size = 1;
    for (const Dimension& d : v.dimensions) {
      if (d.size != 0 && size > kMostArrayElements / d.size) {
        return a.error("fmu-too-large",
                       fmt::format("array {} has too many elements", archive::printable(v.name)));
      }
      size *= d.size;
    }
    const bool before = elements_ > kMostArrayElements;
    elements_ += size;
    if (elements_ > kMostArrayElements && !before)
      a.error("fmu-too-large", "the arrays have too many elements");
  }

  void check_start(const xml::Attributes& a, Variable& v) const {
    const std::size_t given = std::visit(
        [](const auto& values) -> std::size_t {
          if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
            return 1;
          } else {
            return values.size();
          }
        },
        v.start);
    std::uint64_t size = 1;
    for (const Dimension& d : v.dimensions) size *= d.size;
    if (given == 1 || given == size) return;
    a.warn("fmu-bad-value", fmt::format("variable {} has {} start values for {} elements; they are ignored",
                                        archive::printable(v.name), given, size));
    v.start = {};
  }

  Reading& r_;
  const std::vector<pugi::xml_node>& nodes_;
  std::uint64_t elements_ = 0;
};

}  // namespace

void link_variables(Reading& reading, const std::vector<pugi::xml_node>& nodes) {
  Linker(reading, nodes).link();
}

}  // namespace accordo::fmi
