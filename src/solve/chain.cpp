// A solver made of one method or of several; see chain.hpp.
#include "solve/chain.hpp"

#include <cassert>
#include <utility>

namespace accordo {

Chain::Chain(int size, std::vector<std::unique_ptr<Iteration>> methods, After after)
    : search_(size), methods_(std::move(methods)), after_(after) {
  for (const auto& method : methods_) use_.push_back({.name = method->name()});
}

Solution Chain::solve(FixedPoint& problem, const Criterion& criterion, std::span<double> z) {
  using End = Solution::End;
  assert(static_cast<int>(z.size()) == search_.size());
  const bool fine = search_.begin(problem, criterion, z, use_.front());
  End end = fine ? search_.end() : End::failed;
  std::size_t last = 0;
  bool worked = !fine || search_.over();
  for (std::size_t k = 0; fine && !search_.over() && k < methods_.size(); ++k) {
    if (!methods_[k]->ready(search_)) continue;
    worked = true;
    search_.charge(use_[k]);
    end = methods_[k]->iterate(search_);
    last = k;
    if (end == End::converged || after_ == After::give_up) break;
    search_.return_to_best();
  }
  if (!worked) end = End::failed;  // none was ready
  ++use_[last].solves;
  Solution solution = search_.finish(end, z);
  solution.solver = methods_[last]->name();
  return solution;
}

void Chain::forget() {
  for (const auto& method : methods_) method->forget();
}

void Chain::save() {
  for (const auto& method : methods_) method->save();
}

void Chain::restore() {
  for (const auto& method : methods_) method->restore();
}

}  // namespace accordo
