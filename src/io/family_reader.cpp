#include "io/family_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/names.hpp"
#include "expr/op.hpp"
#include "io/number.hpp"

namespace accordo {
namespace {

constexpr const char* kRepeatForm = "write a count (from 0 on) or a range: repeat: 10, repeat: 1..10";

/// Whether it is the name of one unit that was written with its number: cell[3].
bool is_numbered(const IndexedName& name) {
  const auto number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return std::all_of(name.brackets.begin(), name.brackets.end(), number);
}

class FamilyReader {
 public:
  FamilyReader(Reading& reading, const YamlNode& name, const YamlNode& repeat)
      : reading_(reading), name_(name), repeat_(repeat), indexed_(split_brackets(name.text)) {
    family_.name = indexed_.name;
  }

  Family read() {
    if (read_indices() && read_ranges()) check_count();
    if (!sound_) family_.ranges.clear();
    return std::move(family_);
  }

 private:
  void problem(const char* id, const YamlNode& at, std::string what, std::string remedy = {}) {
    sound_ = false;
    reading_.problem(id, at, std::move(what), std::move(remedy));
  }

  bool read_indices() {
    if (indexed_.brackets.empty())
      problem("bad-repeat", name_, fmt::format("'{}' is repeated, but its name has no index", name_.text),
              fmt::format("write {}[i]", name_.text));
    for (const std::string_view bracket : indexed_.brackets) {
      const std::string index(trim(bracket));
      const auto& known = family_.indices;
      if (!is_identifier(index)) {
        problem("bad-index", name_, fmt::format("'{}' cannot be the name of an index", index),
                "an index is a name here, as i in cell[i]; arithmetic belongs to where units are mentioned");
      } else if (expr::is_reserved(index) || reading_.bindings.find(index)) {
        problem("bad-index", name_,
                fmt::format("'{}' cannot be the name of an index: it has a meaning", index),
                "choose another name");
      } else if (std::find(known.begin(), known.end(), index) != known.end()) {
        problem("bad-index", name_, fmt::format("there are two indices '{}'", index), "choose another name");
      }
      family_.indices.push_back(index);
    }
    return sound_;
  }

  bool read_ranges() {
    if (repeat_.is_mapping()) {
      std::vector<Key> known;  // the names of the indices, which are the user's
      for (const std::string& index : family_.indices) known.push_back({.name = index});
      const Fields fields(reading_, repeat_, "repeat", known);
      sound_ = fields.sound();
      for (const auto& [key, value] : repeat_.entries) {
        if (!is_declared(key->text, known)) sound_ = false;
      }
      for (std::size_t k = 0; k < family_.indices.size() && sound_; ++k) {
        if (const YamlNode* node = fields[family_.indices[k]]; node != nullptr) {
          read_range(*node);
        } else {
          problem("bad-repeat", repeat_, fmt::format("repeat says nothing of {}", family_.indices[k]),
                  kRepeatForm);
        }
      }
    } else if (family_.indices.size() != 1) {
      problem("bad-repeat", repeat_, fmt::format("'{}' has several indices", name_.text),
              fmt::format("give each its own: repeat: {{{}: 10}}", fmt::join(family_.indices, ": 10, ")));
    } else {
      read_range(repeat_);
    }
    return sound_;
  }

  void read_range(const YamlNode& node) {
    if (!node.is_scalar()) {
      sound_ = false;
      return reading_.wrong_kind(node, "repeat", "a count or a range", kRepeatForm);
    }
    const auto refuse = [&](const std::string& why) {
      problem("bad-repeat", node, fmt::format("'{}' is neither a count nor a range: {}", node.text, why),
              kRepeatForm);
    };
    if (node.text.find("..") != std::string::npos) {
      const RangeResult result = evaluate_range(node.text, reading_.bindings);
      if (!result.fault.empty()) return refuse(result.fault);
      family_.ranges.push_back(result.range);
    } else {
      const Whole count = evaluate_whole(node.text, reading_.bindings);
      if (!count) return refuse(count.fault);
      if (count.value < 0) return refuse("it is negative");
      family_.ranges.push_back({0, count.value - 1});
    }
    if (family_.ranges.back().count() < 1) refuse("there would be no unit");
  }

  void check_count() {
    const Budget& budget = reading_.budget;
    std::int64_t count = 1;
    for (const Range& range : family_.ranges) {
      count *= std::min(range.count(), budget.left + 1);  // stays small enough to be multiplied
      if (count > budget.left) return problem("bad-repeat", repeat_, budget.exceeded());
    }
  }

  Reading& reading_;
  const YamlNode& name_;
  const YamlNode& repeat_;
  IndexedName indexed_;
  Family family_;
  bool sound_ = true;
};

bool search(const YamlNode& node, std::span<const std::string> names, std::span<const std::string> but,
            std::unordered_set<const YamlNode*>& seen) {
  if (!seen.insert(&node).second) return false;  // aliases make the tree a graph
  if (node.is_scalar()) return mentions(node.text, names);
  for (const YamlNode* item : node.items) {
    if (search(*item, names, {}, seen)) return true;
  }
  for (const auto& [key, value] : node.entries) {
    if (std::find(but.begin(), but.end(), key->text) != but.end()) continue;
    if (search(*value, names, {}, seen)) return true;
  }
  return false;
}

}  // namespace

std::optional<Family> read_family(Reading& reading, const YamlNode& name, const YamlNode* repeat) {
  if (repeat != nullptr) return FamilyReader(reading, name, *repeat).read();
  const IndexedName indexed = split_brackets(name.text);
  if (is_numbered(indexed)) return std::nullopt;
  reading.problem("bad-repeat", name, fmt::format("'{}' has an index, but no repeat", name.text),
                  "add repeat: 10 to the unit");
  return Family{std::string(indexed.name), {}, {}};
}

bool mentions(const YamlNode& node, std::span<const std::string> names, std::span<const std::string> but) {
  std::unordered_set<const YamlNode*> seen;
  return search(node, names, but, seen);
}

}  // namespace accordo
