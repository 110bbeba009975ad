// Integers, booleans and texts of an FMU of FMI 2.
#include <utility>

#include "base/failure.hpp"
#include "unit/fmi/binding/fmi2_instance.hpp"

namespace accordo::fmi {

void Fmi2Instance::get_batch(const TokenBatch& batch, Token* values) {
  const std::vector<std::uint32_t>& list = batch.references.list;
  if (batch.type == Type::string) {
    std::vector<fmi2::String> texts(list.size());
    call(f_.get_string, list.data(), list.size(), texts.data());
    // The FMU's texts live until its next call only.
    for (std::size_t i = 0; i < list.size(); ++i)
      values[i] = std::string(texts[i] != nullptr ? texts[i] : "");
    return;
  }
  std::vector<int> numbers(list.size());
  if (batch.type == Type::boolean) {
    call(f_.get_boolean, list.data(), list.size(), numbers.data());
    for (int& number : numbers) number = number != fmi2::kFalse ? 1 : 0;
  } else {
    call(f_.get_integer, list.data(), list.size(), numbers.data());
  }
  for (std::size_t i = 0; i < list.size(); ++i) values[i] = std::int64_t{numbers[i]};
}

void Fmi2Instance::set_batch(const TokenBatch& batch, const Token* values) {
  const std::vector<std::uint32_t>& list = batch.references.list;
  if (batch.type == Type::string) {
    std::vector<fmi2::String> texts;
    for (std::size_t i = 0; i < list.size(); ++i) texts.push_back(std::get<std::string>(values[i]).c_str());
    call(f_.set_string, list.data(), list.size(), texts.data());
    return;
  }
  std::vector<int> numbers;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::int64_t value = std::get<std::int64_t>(values[i]);
    if (!std::in_range<int>(value))
      throw UnitFailure("an enumeration of FMI 2 cannot be " + text_of(values[i]));
    numbers.push_back(static_cast<int>(value));
  }
  if (batch.type == Type::boolean) {
    call(f_.set_boolean, list.data(), list.size(), numbers.data());
  } else {
    call(f_.set_integer, list.data(), list.size(), numbers.data());
  }
}

}  // namespace accordo::fmi
