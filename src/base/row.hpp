// Places for objects that stay where they are, side by side without gaps.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace accordo {

/// Each place is empty or holds a T, which need not be movable. A vector of optionals would be larger by a
/// whole alignment of T per place, one of pointers would leave the gaps between blocks of the heap: where
/// thousands of objects are read in turn, both cost time.
template <class T>
class Row {
 public:
  explicit Row(std::size_t places)
      : places_(std::make_unique_for_overwrite<Place[]>(places)), taken_(places) {}
  ~Row() {
    for (std::size_t k = 0; k < taken_.size(); ++k) clear(k);
  }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  /// Whatever was there before is destroyed first.
  template <class... Arguments>
  void emplace(std::size_t k, Arguments&&... arguments) {
    clear(k);
    std::construct_at(at(k), std::forward<Arguments>(arguments)...);
    taken_[k] = 1;
  }
  bool holds(std::size_t k) const { return taken_[k] != 0; }
  /// Of a place that holds one.
  T& operator[](std::size_t k) { return *std::launder(at(k)); }
  /// Of any place.
  const void* memory(std::size_t k) const { return &places_[k]; }

 private:
  struct Place {
    alignas(T) std::byte bytes[sizeof(T)];  // NOLINT(*-avoid-c-arrays): raw memory
  };

  T* at(std::size_t k) { return reinterpret_cast<T*>(&places_[k]); }  // NOLINT(*-reinterpret-cast): same
  void clear(std::size_t k) {
    if (taken_[k] == 0) return;
    taken_[k] = 0;
    std::destroy_at(std::launder(at(k)));
  }

  std::unique_ptr<Place[]> places_;
  std::vector<unsigned char> taken_;
};

}  // namespace accordo
