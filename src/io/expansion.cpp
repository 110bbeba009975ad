#include "io/expansion.hpp"

#include <fmt/format.h>

#include "io/number.hpp"

namespace accordo {
namespace {

/// Expands names, and remembers what is wrong with them.
class Expansion {
 public:
  Expansion(Reading& reading, const std::vector<Text>& names) : reading_(reading), names_(names) {
    faults_.resize(names.size());
  }

  /// False when going on is of no use.
  bool add(const std::function<void(std::vector<std::string>)>& add_names) {
    std::vector<std::string> expanded;
    bool goes_on = true, sound = true;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      Expanded name = expand(names_[k].text, reading_.bindings, reading_.families);
      if (!name.fault.empty()) {
        sound = false;
        goes_on = goes_on && name.out_of_range;  // other faults are the same for all indices
        if (faults_[k].count++ == 0) faults_[k].first = std::move(name);
      } else {
        expanded.push_back(std::move(name.name));
      }
    }
    if (sound) add_names(std::move(expanded));
    return goes_on;
  }

  bool report() {
    bool sound = true;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const Fault& fault = faults_[k];
      if (fault.count == 0) continue;
      sound = false;
      const std::string more = fault.count > 1 ? fmt::format(", and {} more", fault.count - 1) : "";
      reading_.problems.add(fault.first.out_of_range ? "index-out-of-range" : "bad-index", names_[k].place,
                            fmt::format("'{}': {}{}", names_[k].text, fault.first.fault, more),
                            fault.first.remedy);
    }
    return sound;
  }

 private:
  struct Fault {
    Expanded first;
    std::int64_t count = 0;
  };
  Reading& reading_;
  const std::vector<Text>& names_;
  std::vector<Fault> faults_;
};

Loops loops_of(const Reading& reading, const RepeatedNames& repeated) {
  if (repeated.loops) return parse_loops(repeated.loops->text, reading.bindings);
  std::vector<std::string_view> names;
  for (const Text& name : repeated.names) names.emplace_back(name.text);
  return implied_loops(names, reading.bindings, reading.families);
}

}  // namespace

LoopedText split_loops(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); i = skip_bracket(text, i)) {
    if (text.substr(i).starts_with(" for ")) return {trim(text.substr(0, i)), trim(text.substr(i + 5))};
  }
  return {text, std::nullopt};
}

bool expand_names(Reading& reading, const RepeatedNames& repeated,
                  const std::function<void(std::vector<std::string>)>& add) {
  const Loops loops = loops_of(reading, repeated);
  const SourceLocation& place = repeated.loops ? repeated.loops->place : repeated.names[0].place;
  const auto refuse = [&](const std::string& fault) {
    reading.problems.add("bad-index", place, fault, "write for i = 0..9, or for i = 0..9, j = 0..4");
    return false;
  };
  if (!loops.fault.empty()) return refuse(loops.fault);
  Expansion expansion(reading, repeated.names);
  const std::string fault =
      repeat(loops.list, reading.bindings, reading.budget, [&] { return expansion.add(add); });
  if (!fault.empty()) return refuse(fault);
  return expansion.report();
}

}  // namespace accordo
