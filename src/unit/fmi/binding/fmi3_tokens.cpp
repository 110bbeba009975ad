// Integers of all widths, booleans, single floats, texts and bytes of an FMU of FMI 3.
#include <memory>
#include <type_traits>

#include "unit/fmi/binding/fmi3_instance.hpp"

namespace accordo::fmi {
namespace {

/// What a token holds for values of type T.
template <class T>
using Held = std::conditional_t<std::is_same_v<T, float>, double,
                                std::conditional_t<std::is_same_v<T, std::uint64_t>, T, std::int64_t>>;

template <class T>
int get_as(const fmi3::Functions::Function<fmi3::Get<T>>& function, fmi3::Instance instance,
           const References& r, Token* values) {
  const auto list = std::make_unique<T[]>(r.values);  // std::vector<bool> has no array inside
  const int status = function(instance, r.list.data(), r.list.size(), list.get(), r.values);
  for (std::size_t i = 0; i < r.values; ++i) values[i] = static_cast<Held<T>>(list[i]);
  return status;
}

template <class T>
int set_as(const fmi3::Functions::Function<fmi3::Set<T>>& function, fmi3::Instance instance,
           const References& r, const Token* values) {
  const auto list = std::make_unique<T[]>(r.values);
  for (std::size_t i = 0; i < r.values; ++i) list[i] = static_cast<T>(std::get<Held<T>>(values[i]));
  return function(instance, r.list.data(), r.list.size(), list.get(), r.values);
}

int get_strings(const fmi3::Functions& f, fmi3::Instance instance, const References& r, Token* values) {
  std::vector<fmi3::String> texts(r.values);
  const int status = f.get_string(instance, r.list.data(), r.list.size(), texts.data(), r.values);
  // The FMU's texts live until its next call only.
  for (std::size_t i = 0; i < r.values; ++i) values[i] = std::string(texts[i] != nullptr ? texts[i] : "");
  return status;
}

int set_strings(const fmi3::Functions& f, fmi3::Instance instance, const References& r, const Token* values) {
  std::vector<fmi3::String> texts;
  for (std::size_t i = 0; i < r.values; ++i) texts.push_back(std::get<std::string>(values[i]).c_str());
  return f.set_string(instance, r.list.data(), r.list.size(), texts.data(), r.values);
}

int get_binaries(const fmi3::Functions& f, fmi3::Instance instance, const References& r, Token* values) {
  std::vector<fmi3::Size> sizes(r.values);
  std::vector<fmi3::Binary> data(r.values);
  const int status =
      f.get_binary(instance, r.list.data(), r.list.size(), sizes.data(), data.data(), r.values);
  for (std::size_t i = 0; i < r.values; ++i) {
    const auto* bytes = reinterpret_cast<const char*>(data[i]);
    values[i] = bytes != nullptr ? std::string(bytes, sizes[i]) : std::string();
  }
  return status;
}

int set_binaries(const fmi3::Functions& f, fmi3::Instance instance, const References& r,
                 const Token* values) {
  std::vector<fmi3::Size> sizes;
  std::vector<fmi3::Binary> data;
  for (std::size_t i = 0; i < r.values; ++i) {
    const auto& bytes = std::get<std::string>(values[i]);
    sizes.push_back(bytes.size());
    data.push_back(reinterpret_cast<fmi3::Binary>(bytes.data()));
  }
  return f.set_binary(instance, r.list.data(), r.list.size(), sizes.data(), data.data(), r.values);
}

}  // namespace

void Fmi3Instance::get_batch(const TokenBatch& batch, Token* values) {
  const References& r = batch.references;
  switch (batch.type) {
    case Type::float32:
      return check("fmi3GetFloat32", get_as<float>(calls().get_float32, instance_, r, values));
    case Type::int8:
      return check("fmi3GetInt8", get_as<std::int8_t>(calls().get_int8, instance_, r, values));
    case Type::uint8:
      return check("fmi3GetUInt8", get_as<std::uint8_t>(calls().get_uint8, instance_, r, values));
    case Type::int16:
      return check("fmi3GetInt16", get_as<std::int16_t>(calls().get_int16, instance_, r, values));
    case Type::uint16:
      return check("fmi3GetUInt16", get_as<std::uint16_t>(calls().get_uint16, instance_, r, values));
    case Type::int32:
      return check("fmi3GetInt32", get_as<std::int32_t>(calls().get_int32, instance_, r, values));
    case Type::uint32:
      return check("fmi3GetUInt32", get_as<std::uint32_t>(calls().get_uint32, instance_, r, values));
    case Type::uint64:
      return check("fmi3GetUInt64", get_as<std::uint64_t>(calls().get_uint64, instance_, r, values));
    case Type::boolean:
      return check("fmi3GetBoolean", get_as<bool>(calls().get_boolean, instance_, r, values));
    case Type::string:
      return check("fmi3GetString", get_strings(calls(), instance_, r, values));
    case Type::binary:
      return check("fmi3GetBinary", get_binaries(calls(), instance_, r, values));
    default:
      return check("fmi3GetInt64", get_as<std::int64_t>(calls().get_int64, instance_, r, values));
  }
}

void Fmi3Instance::set_batch(const TokenBatch& batch, const Token* values) {
  const References& r = batch.references;
  switch (batch.type) {
    case Type::float32:
      return check("fmi3SetFloat32", set_as<float>(calls().set_float32, instance_, r, values));
    case Type::int8:
      return check("fmi3SetInt8", set_as<std::int8_t>(calls().set_int8, instance_, r, values));
    case Type::uint8:
      return check("fmi3SetUInt8", set_as<std::uint8_t>(calls().set_uint8, instance_, r, values));
    case Type::int16:
      return check("fmi3SetInt16", set_as<std::int16_t>(calls().set_int16, instance_, r, values));
    case Type::uint16:
      return check("fmi3SetUInt16", set_as<std::uint16_t>(calls().set_uint16, instance_, r, values));
    case Type::int32:
      return check("fmi3SetInt32", set_as<std::int32_t>(calls().set_int32, instance_, r, values));
    case Type::uint32:
      return check("fmi3SetUInt32", set_as<std::uint32_t>(calls().set_uint32, instance_, r, values));
    case Type::uint64:
      return check("fmi3SetUInt64", set_as<std::uint64_t>(calls().set_uint64, instance_, r, values));
    case Type::boolean:
      return check("fmi3SetBoolean", set_as<bool>(calls().set_boolean, instance_, r, values));
    case Type::string:
      return check("fmi3SetString", set_strings(calls(), instance_, r, values));
    case Type::binary:
      return check("fmi3SetBinary", set_binaries(calls(), instance_, r, values));
    default:
      return check("fmi3SetInt64", set_as<std::int64_t>(calls().set_int64, instance_, r, values));
  }
}

}  // namespace accordo::fmi
