#include "coupling/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "base/names.hpp"

namespace accordo {
namespace {

bool parse_number(const std::string& text, double& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && std::isfinite(value);
}

const std::vector<std::string> yes{"true", "on", "yes", "1"}, no{"false", "off", "no", "0"};

bool among(const std::vector<std::string>& words, const std::string& text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// What is wrong with a value, or empty.
std::string flaw(const OptionInfo& info, const std::string& text) {
  using Kind = OptionInfo::Kind;
  if (info.kind == Kind::names || among(info.choices, text)) return {};
  if (info.kind == Kind::choice) return fmt::format("must be one of {}", fmt::join(info.choices, ", "));
  if (info.kind == Kind::flag) return among(yes, text) || among(no, text) ? "" : "must be true or false";
  double value = 0;
  if (!parse_number(text, value)) {
    return info.choices.empty() ? "must be a number"
                                : fmt::format("must be a number or {}", fmt::join(info.choices, ", "));
  }
  if (info.kind == OptionInfo::Kind::integer && value != std::floor(value)) return "must be a whole number";
  if (info.least < info.most && (value < info.least || value > info.most)) {
    return fmt::format("must lie between {} and {}", info.least, info.most);
  }
  return {};
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t[]");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t[]") - first + 1);
}

}  // namespace

std::vector<OptionInfo> joined(std::vector<OptionInfo> a, std::vector<OptionInfo> b) {
  for (OptionInfo& info : b) a.push_back(std::move(info));
  return a;
}

Options::Options(const std::vector<OptionInfo>& known, const std::vector<Definition>& given,
                 const std::string& method, Problems& problems) {
  std::vector<std::string> names;
  for (const OptionInfo& info : known) {
    entries_.push_back({info, {info.default_value, {}}, false});
    names.push_back(info.name);
  }
  for (const Definition& d : given) {
    const auto found = std::find(names.begin(), names.end(), d.name.text);
    if (found == names.end()) {
      const std::string hint =
          names.empty() ? fmt::format("'{}' has no options", method) : did_you_mean(d.name.text, names);
      problems.add("unknown-option", d.name.place,
                   fmt::format("method '{}' has no option '{}'", method, d.name.text), hint);
      continue;
    }
    Entry& entry = entries_[static_cast<std::size_t>(found - names.begin())];
    if (const std::string why = flaw(entry.info, d.value.text); !why.empty()) {
      problems.add(
          "bad-option", d.value.place,
          fmt::format("option '{}' of method '{}' {}, not '{}'", d.name.text, method, why, d.value.text),
          entry.info.help);
      continue;
    }
    entry.value = d.value;
    entry.given = true;
  }
}

const Options::Entry& Options::entry(const std::string& name) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.info.name == name; });
  if (found == entries_.end()) throw std::logic_error("option '" + name + "' is not declared");
  return *found;
}

int Options::integer(const std::string& name) const {
  return static_cast<int>(number(name));
}

double Options::number(const std::string& name) const {
  double value = 0;
  if (!parse_number(entry(name).value.text, value))
    throw std::logic_error("option '" + name + "' is not a number");
  return value;
}

bool Options::flag(const std::string& name) const {
  return among(yes, entry(name).value.text);
}

bool Options::known(const std::string& name) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.info.name == name; });
}

bool Options::given(const std::string& name) const {
  return entry(name).given;
}

const std::string& Options::text(const std::string& name) const {
  return entry(name).value.text;
}

std::vector<Text> Options::names(const std::string& name) const {
  const Text& value = entry(name).value;
  std::vector<Text> list;
  std::size_t begin = 0;
  while (begin <= value.text.size() && !trimmed(value.text).empty()) {
    const std::size_t comma = std::min(value.text.find(',', begin), value.text.size());
    list.push_back({trimmed(value.text.substr(begin, comma - begin)), value.place});
    begin = comma + 1;
  }
  return list;
}

}  // namespace accordo
