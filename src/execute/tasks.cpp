#include "execute/tasks.hpp"

#include <algorithm>

namespace accordo {
namespace {

constexpr double kTasksPerThread = 16;  // at most: enough to level out what measurements did not predict

}  // namespace

void Tasks::clear() {
  units_.clear();
  starts_.clear();
  owners_.clear();
}

/// The dearest first, each to the thread with least to do.
void Tasks::deal(std::vector<Load> loads, int threads, double smallest) {
  clear();
  std::stable_sort(loads.begin(), loads.end(),
                   [](const Load& a, const Load& b) { return a.seconds > b.seconds; });
  const auto count = static_cast<std::size_t>(threads);
  std::vector<double> work(count);
  std::vector<std::vector<const Load*>> shares(count);
  for (const Load& load : loads) {
    const auto least = static_cast<std::size_t>(std::min_element(work.begin(), work.end()) - work.begin());
    work[least] += load.seconds;
    shares[least].push_back(&load);
  }
  owners_ = std::vector<Owner>(count);
  for (std::size_t i = 0; i < count; ++i) {
    // Neighbors stay neighbors, as far as their costs allow.
    std::sort(shares[i].begin(), shares[i].end(),
              [](const Load* a, const Load* b) { return a->units.front() < b->units.front(); });
    owners_[i].begin = static_cast<int>(starts_.size());
    const double enough = std::max(smallest, work[i] / kTasksPerThread);
    double begun = enough;
    for (const Load* load : shares[i]) {
      if (begun >= enough) {
        starts_.push_back(static_cast<int>(units_.size()));
        begun = 0;
      }
      begun += load->seconds;
      units_.insert(units_.end(), load->units.begin(), load->units.end());
    }
    owners_[i].end = static_cast<int>(starts_.size());
  }
  starts_.push_back(static_cast<int>(units_.size()));
}

void Tasks::begin() {
  for (Owner& owner : owners_) owner.next.store(owner.begin, std::memory_order_relaxed);
}

std::span<const int> Tasks::take(int thread) {
  const auto count = owners_.size();
  for (std::size_t n = 0, at = static_cast<std::size_t>(thread); n < count; ++n, at = (at + 1) % count) {
    Owner& owner = owners_[at];
    if (owner.next.load(std::memory_order_relaxed) >= owner.end) continue;
    const int task = owner.next.fetch_add(1, std::memory_order_relaxed);
    if (task >= owner.end) continue;
    const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(task)]);
    const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(task) + 1]);
    return std::span(units_).subspan(first, last - first);
  }
  return {};
}

}  // namespace accordo
