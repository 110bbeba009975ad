#include "unit/estimated/shared_operators.hpp"

#include <bit>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "unit/estimated/stehfest.hpp"

namespace accordo {
namespace {

/// FNV-1a over the bits of the numbers, word by word.
void mix(std::uint64_t& hash, const double* data, Eigen::Index count) {
  for (Eigen::Index i = 0; i < count; ++i) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(data[i])) * 0x100000001b3U;
    hash ^= hash >> 32U;  // the product alone never moves high bits down
  }
}

std::uint64_t hash_of(const LinearModel& model, double h) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  mix(hash, &h, 1);
  for (const Matrix* m : {&model.A, &model.B, &model.C, &model.D}) mix(hash, m->data(), m->size());
  return hash;
}

/// Operators together with what they were computed from.
struct Entry {
  LinearModel matrices;  ///< A, B, C, D only
  OperatorKnobs knobs;
  Operators operators;

  bool answers(const LinearModel& model, double h, const OperatorKnobs& wanted) const {
    return operators.h == h && knobs.stehfest_order == wanted.stehfest_order &&
           (knobs.states || !wanted.states) && same_matrices(matrices, model);
  }
};

/// Knows the entries, but does not keep them alive: that is for the estimators that use them.
class Registry {
 public:
  std::shared_ptr<const Entry> find(std::uint64_t hash, const LinearModel& model, double h,
                                    const OperatorKnobs& knobs) {
    const std::lock_guard lock(mutex_);
    const auto [first, last] = known_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
      auto entry = it->second.lock();
      if (entry != nullptr && entry->answers(model, h, knobs)) return entry;
    }
    return nullptr;
  }

  void add(std::uint64_t hash, const std::shared_ptr<const Entry>& entry) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= largest) {
      std::erase_if(known_, [](const auto& item) { return item.second.expired(); });
      if (known_.size() > largest / 2) known_.clear();  // sharing is lost, nothing else
    }
    known_.emplace(hash, entry);
  }

 private:
  static constexpr std::size_t largest = 4096;
  std::mutex mutex_;
  std::unordered_multimap<std::uint64_t, std::weak_ptr<const Entry>> known_;
};

Registry& registry() {
  static Registry only;
  return only;
}

Operators compute(const LinearModel& model, double h, const OperatorKnobs& knobs) {
  if (knobs.stehfest_order == 0) return exact_operators(model, h, knobs.states);
  Operators operators = stehfest_operators(model, h, knobs.stehfest_order);
  if (knobs.states) operators.phi = phi_operators(model.A, h, kCoefficients - 1);
  return operators;
}

}  // namespace

FoundOperators shared_operators(const LinearModel& model, double h, const OperatorKnobs& knobs) {
  const std::uint64_t hash = hash_of(model, h);
  auto entry = registry().find(hash, model, h, knobs);
  const bool computed = entry == nullptr;
  if (computed) {
    // Outside the lock: threads with different units must not wait for each other's exponentials.
    const LinearModel matrices{.A = model.A, .B = model.B, .C = model.C, .D = model.D};
    entry = std::make_shared<const Entry>(Entry{matrices, knobs, compute(model, h, knobs)});
    registry().add(hash, entry);
  }
  return {std::shared_ptr<const Operators>(entry, &entry->operators), computed};
}

}  // namespace accordo
