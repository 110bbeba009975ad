// Bytes on their way to or from a worker.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace accordo {

/// Written at its end, read from its start. Both ends are the same program on machines of one kind.
class Parcel {
 public:
  void clear() {
    bytes_.clear();
    read_ = 0;
  }
  const std::vector<char>& bytes() const { return bytes_; }
  /// For a transport that fills it in place.
  std::vector<char>& received() {
    read_ = 0;
    return bytes_;
  }

  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_many(&value, 1);
  }
  template <class T>
  void put_many(const T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count == 0) return;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + count * sizeof(T));
    std::memcpy(bytes_.data() + at, values, count * sizeof(T));
  }
  void put_text(const std::string& text) {
    put(text.size());
    put_many(text.data(), text.size());
  }

  bool at_end() const { return read_ == bytes_.size(); }
  template <class T>
  T get() {
    T value;
    get_many(&value, 1);
    return value;
  }
  template <class T>
  void get_many(T* values, std::size_t count) {
    if (count == 0) return;
    if (count * sizeof(T) > bytes_.size() - read_) throw std::logic_error("a parcel is too short");
    std::memcpy(values, bytes_.data() + read_, count * sizeof(T));
    read_ += count * sizeof(T);
  }
  std::string get_text() {
    std::string text(get<std::size_t>(), '\0');
    get_many(text.data(), text.size());
    return text;
  }

 private:
  std::vector<char> bytes_;
  std::size_t read_ = 0;
};

}  // namespace accordo
