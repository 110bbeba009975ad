// A solver made of one method or of several that take over from each other.
#pragma once

#include <memory>
#include <vector>

#include "solve/iteration.hpp"
#include "solve/search.hpp"
#include "solve/solver.hpp"

namespace accordo {

class Chain final : public Solver {
 public:
  /// What happens when a method ends without a solution.
  enum class After { give_up, try_next };

  Chain(int size, std::vector<std::unique_ptr<Iteration>> methods, After after = After::give_up);

  Solution solve(FixedPoint& problem, const Criterion& criterion, std::span<double> z) override;
  void forget() override;
  void save() override;
  void restore() override;
  /// The evaluation of the first guess counts for the first method.
  std::vector<SolverUse> use() const override { return use_; }

 private:
  Search search_;
  std::vector<std::unique_ptr<Iteration>> methods_;
  std::vector<SolverUse> use_;
  After after_;
};

}  // namespace accordo
