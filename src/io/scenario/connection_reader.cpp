#include "io/scenario/connection_reader.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <set>

#include "io/expansion.hpp"
#include "io/number.hpp"
#include "io/scenario/keys.hpp"

namespace accordo {
namespace {

constexpr const char* kForm = "write unit.output -> unit.input, or with a scale: a.y * 0.001 + 273.15 -> b.u";

/// Where the name at the start of `text` ends: at a blank, at *, or at / + - before a number. The name of a
/// unit may contain the latter (pump-2.y), so they count only after the dot; in brackets they belong to an
/// index.
std::size_t end_of_name(std::string_view text) {
  const std::size_t dot = unit_part(text).size();
  for (std::size_t i = 0; i < text.size(); i = skip_bracket(text, i)) {
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '*') return i;
    const bool sign = text[i] == '/' || text[i] == '+' || text[i] == '-';
    const bool number = i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
    if (sign && number && i > dot) return i;
  }
  return text.size();
}

/// Where a name ends that nothing may follow.
std::size_t end_of_word(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); i = skip_bracket(text, i)) {
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '*') return i;
  }
  return text.size();
}

/// Reads `* 0.001 + 273.15`; empty, or what is wrong.
std::string read_scale(std::string_view text, double& gain, double& offset) {
  bool scaled = false, shifted = false;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    const char sign = text[0];
    const bool multiplies = sign == '*' || sign == '/', adds = sign == '+' || sign == '-';
    if (!multiplies && !adds) return fmt::format("'{}' is not understood", text);
    if ((multiplies && (scaled || shifted)) || (adds && shifted)) {
      return "there may be one * or /, then one + or -";
    }
    const auto number = parse_leading_number(text.substr(1));
    if (!number) return fmt::format("there is no number after '{}'", sign);
    double value = number->first;
    if (sign == '/') value = 1 / value;
    if (sign == '-') value = -value;
    if (!std::isfinite(value)) return fmt::format("'{}' gives no finite number", text);
    (multiplies ? gain : offset) = value;
    (multiplies ? scaled : shifted) = true;
    text = number->second;
  }
  return {};
}

/// Whether something such as b.y is in it.
bool names_variable(std::string_view text) {
  for (std::size_t dot = text.find('.'); dot < text.size(); dot = text.find('.', dot + 1)) {
    if (dot + 1 < text.size() && std::isalpha(static_cast<unsigned char>(text[dot + 1])) != 0) return true;
  }
  return false;
}

/// A connection, and for which indices it is there.
struct Repeated {
  ConnectionSpec connection;
  std::optional<Text> loops;
};

std::optional<Repeated> read_words(Reading& reading, const YamlNode& node) {
  const LoopedText looped = split_loops(node.text);
  const std::string_view text = looped.text;
  const auto fail = [&](const std::string& why) {
    reading.problem("bad-connection", node, fmt::format("'{}' is not a connection: {}", text, why), kForm);
    return std::nullopt;
  };
  const std::size_t arrow = text.find("->");
  if (arrow == std::string_view::npos) return fail("there is no ->");
  if (text.find("->", arrow + 2) != std::string_view::npos) return fail("there is more than one ->");
  const std::string_view left = trim(text.substr(0, arrow)), target = trim(text.substr(arrow + 2));
  if (left.empty()) return fail("the source is missing");
  if (target.empty()) return fail("the target is missing");
  if (end_of_word(target) != target.size()) return fail("the scale belongs to the source");
  if (left.find('(') < left.find_first_of(".["))
    return fail("functions of outputs are for units with equations");
  const std::size_t end = end_of_name(left);
  if (end == 0) return fail("it must start with the source");
  const auto place = [&](std::string_view part) {
    const int shift = static_cast<int>(part.data() - node.text.data()) + (node.quoted ? 1 : 0);
    return SourceLocation{reading.file, node.line, node.column + shift};
  };
  Repeated repeated;
  if (looped.loops) repeated.loops = Text{std::string(*looped.loops), place(*looped.loops)};
  ConnectionSpec& connection = repeated.connection;
  connection.source = {std::string(left.substr(0, end)), place(left)};
  connection.target = {std::string(target), place(target)};
  const std::string_view scale = left.substr(end);
  if (!trim(scale).empty()) connection.scale = ScaleOrigin::given;
  const std::string fault = read_scale(scale, connection.gain, connection.offset);
  if (!fault.empty()) {
    const bool several = connection.source.text.find('.') != std::string::npos && names_variable(scale);
    return fail(several ? "an input has one source; a unit with equations can combine several" : fault);
  }
  return repeated;
}

/// A whole number; booleans are 0 and 1.
std::optional<std::int64_t> read_whole(Reading& reading, const YamlNode& node, std::string_view what) {
  std::string_view text = trim(node.text);
  if (node.is_scalar() && (text == "true" || text == "false")) return text == "true" ? 1 : 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, value);
  if (node.is_scalar() && result.ec == std::errc() && result.ptr == end) return value;
  reading.wrong_kind(node, what, "a whole number, true or false", "items of enumerations by their numbers");
  return std::nullopt;
}

ValueTable read_map(Reading& reading, const YamlNode& node) {
  constexpr const char* form = "write map: {1: 2, 2: 3}, from values of the output to values of the input";
  ValueTable map;
  std::set<std::int64_t> sources;
  if (!node.is_mapping()) {
    reading.wrong_kind(node, "map", "a mapping", form);
  } else if (node.entries.empty()) {
    reading.problem("bad-connection", node, "this map has no entries", form);
  }
  for (const auto& [key, value] : node.entries) {
    const std::optional<std::int64_t> source = read_whole(reading, *key, "a value in map");
    const std::optional<std::int64_t> target = read_whole(reading, *value, "a value in map");
    if (!source || !target) continue;
    if (!sources.insert(*source).second) {
      reading.problem("bad-connection", *key, fmt::format("this map has two entries for {}", *source),
                      "keep one of them");
      continue;
    }
    map.emplace_back(*source, *target);
  }
  return map;
}

std::optional<Repeated> read_mapping(Reading& reading, const YamlNode& node) {
  const std::size_t before = reading.problems.list().size();
  const Fields fields(reading, node, "a connection", keys::connection);
  if (!fields.sound()) return std::nullopt;
  Repeated repeated;
  ConnectionSpec& connection = repeated.connection;
  const auto end = [&](const char* key, Text& name) {
    const YamlNode* value = fields[key];
    if (value == nullptr) {
      reading.problem("bad-connection", node, fmt::format("this connection has no '{}'", key),
                      "write {from: unit.output, to: unit.input}");
    } else if (const std::optional<Text> text = read_text(reading, *value, key); text) {
      name = *text;
    }
  };
  const auto number = [&](const char* key, double& target) {
    if (fields[key] == nullptr) return;
    target = read_number(reading, *fields[key], key).value_or(target);
    connection.scale = ScaleOrigin::given;
  };
  end("from", connection.source);
  end("to", connection.target);
  number("gain", connection.gain);
  number("offset", connection.offset);
  if (fields["map"] != nullptr) {
    connection.map = read_map(reading, *fields["map"]);
    if (fields["gain"] != nullptr || fields["offset"] != nullptr)
      reading.problem("bad-connection", node, "a connection by a map has no gain and no offset",
                      "let the map give the values that the input shall have");
  }
  if (fields["for"] != nullptr) repeated.loops = read_text(reading, *fields["for"], "for");
  if (reading.problems.list().size() != before) return std::nullopt;
  return repeated;
}

std::optional<Repeated> read_one(Reading& reading, const YamlNode& node) {
  if (node.is_scalar()) return read_words(reading, node);
  if (node.is_mapping()) return read_mapping(reading, node);
  if (node.is_null()) {
    reading.problem("bad-connection", node, "this connection is empty", kForm);
  } else {
    reading.wrong_kind(node, "a connection", "a text", kForm);
  }
  return std::nullopt;
}

}  // namespace

void read_connection(Reading& reading, const YamlNode& node, std::vector<ConnectionSpec>& to) {
  const std::optional<Repeated> repeated = read_one(reading, node);
  if (!repeated) return;
  const ConnectionSpec& pattern = repeated->connection;
  expand_names(reading, {{pattern.source, pattern.target}, repeated->loops},
               [&](std::vector<std::string> names) {
                 ConnectionSpec& connection = to.emplace_back(pattern);
                 connection.source.text = std::move(names[0]);
                 connection.target.text = std::move(names[1]);
               });
}

}  // namespace accordo
