#include "unit/fmi/description/type_names.hpp"

#include <array>
#include <utility>

namespace accordo::fmi {
namespace {

template <class T>
using Word = std::pair<std::string_view, T>;

template <class Table>
std::optional<typename Table::value_type::second_type> find(const Table& table, std::string_view word) {
  for (const auto& [name, value] : table) {
    if (name == word) return value;
  }
  return std::nullopt;
}

constexpr std::array kFmi2Types{Word<Type>("Real", Type::float64), Word<Type>("Integer", Type::int32),
                                Word<Type>("Boolean", Type::boolean), Word<Type>("String", Type::string),
                                Word<Type>("Enumeration", Type::enumeration)};

constexpr std::array kFmi3Types{
    Word<Type>("Float32", Type::float32), Word<Type>("Float64", Type::float64),
    Word<Type>("Int8", Type::int8),       Word<Type>("UInt8", Type::uint8),
    Word<Type>("Int16", Type::int16),     Word<Type>("UInt16", Type::uint16),
    Word<Type>("Int32", Type::int32),     Word<Type>("UInt32", Type::uint32),
    Word<Type>("Int64", Type::int64),     Word<Type>("UInt64", Type::uint64),
    Word<Type>("Boolean", Type::boolean), Word<Type>("String", Type::string),
    Word<Type>("Binary", Type::binary),   Word<Type>("Enumeration", Type::enumeration),
    Word<Type>("Clock", Type::clock)};

constexpr std::array kCausalities{Word<Causality>("parameter", Causality::parameter),
                                  Word<Causality>("calculatedParameter", Causality::calculated_parameter),
                                  Word<Causality>("structuralParameter", Causality::structural_parameter),
                                  Word<Causality>("input", Causality::input),
                                  Word<Causality>("output", Causality::output),
                                  Word<Causality>("local", Causality::local),
                                  Word<Causality>("independent", Causality::independent)};

constexpr std::array kVariabilities{
    Word<Variability>("constant", Variability::constant), Word<Variability>("fixed", Variability::fixed),
    Word<Variability>("tunable", Variability::tunable), Word<Variability>("discrete", Variability::discrete),
    Word<Variability>("continuous", Variability::continuous)};

constexpr std::array kInitials{Word<Initial>("exact", Initial::exact),
                               Word<Initial>("approx", Initial::approx),
                               Word<Initial>("calculated", Initial::calculated)};

constexpr std::array kDependencyKinds{Word<DependencyKind>("dependent", DependencyKind::dependent),
                                      Word<DependencyKind>("constant", DependencyKind::constant),
                                      Word<DependencyKind>("fixed", DependencyKind::fixed),
                                      Word<DependencyKind>("tunable", DependencyKind::tunable),
                                      Word<DependencyKind>("discrete", DependencyKind::discrete)};

constexpr std::array kIntervals{Word<IntervalVariability>("constant", IntervalVariability::constant),
                                Word<IntervalVariability>("fixed", IntervalVariability::fixed),
                                Word<IntervalVariability>("tunable", IntervalVariability::tunable),
                                Word<IntervalVariability>("changing", IntervalVariability::changing),
                                Word<IntervalVariability>("countdown", IntervalVariability::countdown),
                                Word<IntervalVariability>("triggered", IntervalVariability::triggered)};

}  // namespace

std::optional<Type> fmi2_type(std::string_view element) {
  return find(kFmi2Types, element);
}
std::optional<Type> fmi3_type(std::string_view element) {
  return find(kFmi3Types, element);
}
std::optional<Causality> causality_named(std::string_view word) {
  return find(kCausalities, word);
}
std::optional<Variability> variability_named(std::string_view word) {
  return find(kVariabilities, word);
}
std::optional<Initial> initial_named(std::string_view word) {
  return find(kInitials, word);
}
std::optional<DependencyKind> dependency_kind_named(std::string_view word) {
  return find(kDependencyKinds, word);
}
std::optional<IntervalVariability> interval_variability_named(std::string_view word) {
  return find(kIntervals, word);
}

Variability standard_variability(Type type, Causality causality) {
  const bool parameter = causality == Causality::parameter || causality == Causality::calculated_parameter ||
                         causality == Causality::structural_parameter;
  if (parameter) return Variability::fixed;
  return is_float(type) ? Variability::continuous : Variability::discrete;
}

Initial standard_initial(Version version, Causality causality, Variability variability) {
  switch (causality) {
    case Causality::parameter:
    case Causality::structural_parameter:
      return Initial::exact;
    case Causality::calculated_parameter:
      return Initial::calculated;
    case Causality::input:
      return version == Version::fmi3 ? Initial::exact : Initial::none;
    case Causality::independent:
      return Initial::none;
    case Causality::output:
    case Causality::local:
      return variability == Variability::constant ? Initial::exact : Initial::calculated;
  }
  return Initial::none;
}

const char* name_of(Type type) {
  for (const auto& [name, value] : kFmi3Types) {
    if (value == type) return name.data();  // literals end with a zero
  }
  return "";
}

const char* name_of(Causality causality) {
  for (const auto& [name, value] : kCausalities) {
    if (value == causality) return name.data();
  }
  return "";
}

}  // namespace accordo::fmi
