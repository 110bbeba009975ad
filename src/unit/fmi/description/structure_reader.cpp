// The model structure: which variables are outputs, derivatives and states, and what depends on what.
#include <fmt/format.h>

#include <algorithm>

#include "archive/entry_name.hpp"
#include "unit/fmi/description/array_elements.hpp"
#include "unit/fmi/description/description_parts.hpp"
#include "unit/fmi/description/type_names.hpp"
#include "xml/text_values.hpp"

namespace accordo::fmi {
namespace {

constexpr const char* kBadStructure = "fmu-bad-structure";

class StructureReader {
 public:
  explicit StructureReader(Reading& r)
      : r_(r), out_(r.out.structure), root_(r.xml.root().child("ModelStructure")) {}

  void read() {
    if (root_.empty())
      r_.attributes(r_.xml.root()).warn("fmu-missing-element", "the FMU has no ModelStructure");
    if (r_.out.version == Version::fmi2) {
      read_list(root_.child("Outputs"), "Unknown", out_.outputs);
      derivatives_complete_ = read_list(root_.child("Derivatives"), "Unknown", out_.derivatives);
      read_list(root_.child("InitialUnknowns"), "Unknown", out_.initial_unknowns);
    } else {
      read_list(root_, "Output", out_.outputs);
      derivatives_complete_ = read_list(root_, "ContinuousStateDerivative", out_.derivatives);
      read_list(root_, "InitialUnknown", out_.initial_unknowns);
      read_list(root_, "ClockedState", out_.clocked_states);
      const bool complete = read_list(root_, "EventIndicator", out_.event_indicators);
      count_event_indicators(complete);
    }
    complete_outputs();
    find_states();
  }

 private:
  std::optional<std::size_t> variable(std::string_view word) const {
    if (r_.out.version == Version::fmi2) {
      const auto index = xml::parse_integer<std::uint64_t>(word);
      if (!index || *index < 1 || *index > r_.out.variables.size()) return std::nullopt;
      return *index - 1;
    }
    const auto reference = xml::parse_integer<std::uint32_t>(word);
    const auto found = reference ? r_.by_reference.find(*reference) : r_.by_reference.end();
    if (found == r_.by_reference.end()) return std::nullopt;
    return found->second;
  }

  /// Entries that make no sense are left out with a warning; false when there were any.
  bool read_list(pugi::xml_node parent, const char* element, std::vector<Unknown>& list) const {
    const char* const attribute = r_.out.version == Version::fmi2 ? "index" : "valueReference";
    bool complete = true;
    std::vector<bool> listed(r_.out.variables.size(), false);
    for (const pugi::xml_node node : parent.children(element)) {
      const xml::Attributes a = r_.attributes(node);
      const auto found = variable(a.text(attribute));
      if (!found || listed[*found]) {
        a.warn(kBadStructure,
               fmt::format("{} {} {}; the entry is ignored", attribute, archive::printable(a.text(attribute)),
                           found ? "is listed twice" : "refers to no variable"));
        complete = false;
        continue;
      }
      listed[*found] = true;
      list.push_back({*found, dependencies(a)});
    }
    return complete;
  }

  /// Where they cannot be understood, everything may matter.
  std::optional<std::vector<Dependency>> dependencies(const xml::Attributes& a) const {
    if (!a.has("dependencies")) return std::nullopt;
    const std::string text = a.text("dependencies");
    std::vector<Dependency> list;
    for (const std::string_view word : xml::words(text)) {
      const auto found = variable(word);
      if (!found) {
        a.warn(kBadStructure,
               fmt::format("dependency {} refers to no variable; all are assumed", archive::printable(word)));
        return std::nullopt;
      }
      list.push_back({*found, DependencyKind::dependent});
    }
    if (a.has("dependenciesKind")) read_kinds(a, list);
    return list;
  }

  static void read_kinds(const xml::Attributes& a, std::vector<Dependency>& list) {
    const std::string text = a.text("dependenciesKind");
    const std::vector<std::string_view> kinds = xml::words(text);
    if (kinds.size() != list.size()) {
      a.warn(kBadStructure, "dependencies and dependenciesKind differ in length; the kinds are ignored");
      return;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto kind = dependency_kind_named(kinds[i]);
      if (!kind) a.warn_ignored("dependenciesKind");
      list[i].kind = kind.value_or(DependencyKind::dependent);
    }
  }

  /// Variables count as outputs by their causality, wherever the list says otherwise.
  void complete_outputs() {
    const std::vector<Variable>& variables = r_.out.variables;
    const auto is_output = [&](std::size_t i) { return variables[i].causality == Causality::output; };
    std::vector<bool> listed(variables.size(), false);
    std::vector<Unknown> outputs;
    for (Unknown& u : out_.outputs) {
      listed[u.variable] = true;
      if (is_output(u.variable)) {
        outputs.push_back(std::move(u));
      } else {
        warn(fmt::format("{} is listed as an output, which it is not; the entry is ignored",
                         name(u.variable)));
      }
    }
    std::size_t forgotten = 0;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (!is_output(i) || listed[i]) continue;
      outputs.push_back({i, std::nullopt});
      ++forgotten;
    }
    if (forgotten > 0 && !root_.empty()) {
      warn(fmt::format("{} output(s) are not listed; they may depend on everything", forgotten));
    }
    out_.outputs = std::move(outputs);
  }

  /// The states are what the listed derivatives are derivatives of. Model Exchange cannot do without them.
  void find_states() {
    std::string fault = derivatives_complete_ ? "" : "the list of derivatives is faulty";
    std::vector<bool> taken(r_.out.variables.size(), false);
    for (const Unknown& u : out_.derivatives) {
      const Variable& v = r_.out.variables[u.variable];
      const auto state = v.derivative_of;
      if (!state || taken[*state] || !same_shape(v, r_.out.variables[*state])) {
        fault = fmt::format("{} is listed as a derivative, but not the derivative of a state of its own",
                            name(u.variable));
        break;
      }
      taken[*state] = true;
      out_.states.push_back(*state);
    }
    if (!fault.empty()) without_states(fault);
  }

  void without_states(const std::string& fault) {
    out_.derivatives.clear();
    out_.states.clear();
    if (r_.out.model_exchange && !r_.out.co_simulation) {
      return r_.attributes(root_).error(kBadStructure, fault + ": Model Exchange needs it");
    }
    const char* const loss =
        r_.out.model_exchange ? "states and Model Exchange are ignored" : "states are ignored";
    warn(fmt::format("{}; {}", fault, loss));
    r_.out.model_exchange.reset();
  }

  void count_event_indicators(bool complete) {
    if (!complete && r_.out.model_exchange && !r_.out.co_simulation) {
      r_.attributes(root_).error(kBadStructure,
                                 "the list of event indicators is faulty: Model Exchange needs it");
    } else if (!complete) {
      r_.out.model_exchange.reset();
    }
    for (const Unknown& u : out_.event_indicators) {
      r_.out.event_indicators += element_count(r_.out.variables[u.variable]);
    }
  }

  static bool same_shape(const Variable& a, const Variable& b) {
    return element_count(a) == element_count(b);
  }
  std::string name(std::size_t i) const { return archive::printable(r_.out.variables[i].name); }
  void warn(std::string what) const { r_.attributes(root_).warn(kBadStructure, std::move(what)); }

  Reading& r_;
  ModelStructure& out_;
  pugi::xml_node root_;
  bool derivatives_complete_ = true;
};

}  // namespace

void read_structure(Reading& reading) {
  StructureReader(reading).read();
}

}  // namespace accordo::fmi
