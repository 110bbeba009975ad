#include "unit/fmi/unit/token_ports.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "unit/fmi/description/quantities.hpp"

namespace accordo::fmi {
namespace {

TokenType token_type(Type type) {
  switch (type) {
    case Type::float32:
      return TokenType::float32;
    case Type::int8:
      return TokenType::int8;
    case Type::uint8:
      return TokenType::uint8;
    case Type::int16:
      return TokenType::int16;
    case Type::uint16:
      return TokenType::uint16;
    case Type::uint32:
      return TokenType::uint32;
    case Type::int64:
      return TokenType::int64;
    case Type::uint64:
      return TokenType::uint64;
    case Type::boolean:
      return TokenType::boolean;
    case Type::enumeration:
      return TokenType::enumeration;
    case Type::string:
      return TokenType::string;
    case Type::binary:
      return TokenType::binary;
    default:
      return TokenType::int32;
  }
}

/// Value i of a variable's start values, which may be one for all.
Token start_token(const Values& values, std::size_t i, TokenType type) {
  return std::visit(
      [&](const auto& list) -> Token {
        if constexpr (std::is_same_v<std::decay_t<decltype(list)>, std::monostate>) {
          return empty_token(type);
        } else {
          if (list.empty()) return empty_token(type);
          const auto& value = list[i < list.size() ? i : 0];
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::uint64_t>) {
            // Unsigned integers of less than 64 bits count as signed ones.
            if (type != TokenType::uint64) return Token(static_cast<std::int64_t>(value));
          }
          return Token(value);
        }
      },
      values);
}

}  // namespace

bool exchangeable(const Variable& variable) {
  return variable.type != Type::float64 && variable.type != Type::clock && variable.clocks.empty();
}

bool has_token_function(const LoadedFmu& fmu, Kind kind, Type type, bool set) {
  if (fmu.description().version == Version::fmi2) {
    const fmi2::Functions& f = fmu.fmi2(kind);
    if (type == Type::boolean) return set ? bool(f.set_boolean) : bool(f.get_boolean);
    if (type == Type::string) return set ? bool(f.set_string) : bool(f.get_string);
    return set ? bool(f.set_integer) : bool(f.get_integer);
  }
  const fmi3::Functions& f = fmu.fmi3(kind);
  switch (type) {
    case Type::float32:
      return set ? bool(f.set_float32) : bool(f.get_float32);
    case Type::int8:
      return set ? bool(f.set_int8) : bool(f.get_int8);
    case Type::uint8:
      return set ? bool(f.set_uint8) : bool(f.get_uint8);
    case Type::int16:
      return set ? bool(f.set_int16) : bool(f.get_int16);
    case Type::uint16:
      return set ? bool(f.set_uint16) : bool(f.get_uint16);
    case Type::int32:
      return set ? bool(f.set_int32) : bool(f.get_int32);
    case Type::uint32:
      return set ? bool(f.set_uint32) : bool(f.get_uint32);
    case Type::uint64:
      return set ? bool(f.set_uint64) : bool(f.get_uint64);
    case Type::boolean:
      return set ? bool(f.set_boolean) : bool(f.get_boolean);
    case Type::string:
      return set ? bool(f.set_string) : bool(f.get_string);
    case Type::binary:
      return set ? bool(f.set_binary) : bool(f.get_binary);
    default:
      return set ? bool(f.set_int64) : bool(f.get_int64);
  }
}

TokenPorts arrange(const ModelDescription& description, std::vector<std::size_t> variables,
                   const ParameterValues& given, std::vector<DiscretePort>& ports) {
  const auto type_of = [&](std::size_t i) { return description.variables[i].type; };
  std::stable_sort(variables.begin(), variables.end(),
                   [&](std::size_t a, std::size_t b) { return type_of(a) < type_of(b); });
  TokenPorts batches;
  for (const std::size_t i : variables) {
    const Variable& v = description.variables[i];
    if (batches.empty() || batches.back().type != v.type) {
      batches.push_back({.type = v.type, .references = {}, .first = ports.size()});
    }
    References& references = batches.back().references;
    const auto found = given.discrete_inputs.find(i);
    const bool set = found != given.discrete_inputs.end();
    const Values& start = set ? found->second : v.start;
    const bool known = set || !std::holds_alternative<std::monostate>(v.start);
    const TokenType type = token_type(v.type);
    references.list.push_back(v.reference);
    const Quantity quantity = quantity_of(description, v);
    std::vector<std::pair<std::string, std::int64_t>> items;
    if (v.declared_type && v.type == Type::enumeration) {
      for (const EnumerationItem& item : description.types[*v.declared_type].items)
        items.emplace_back(item.name, item.value);
    }
    for (Element& element : elements(description, i, given.sizes)) {
      ports.push_back(
          {std::move(element.name), type, start_token(start, element.offset, type), known, quantity, items});
      ++references.values;
    }
  }
  return batches;
}

}  // namespace accordo::fmi
