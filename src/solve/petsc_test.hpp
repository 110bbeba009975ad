// Problems for the tests of PETSc's solvers, and where the tests find the module.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "solve/petsc_loader.hpp"

#ifndef ACCORDO_PETSC_FOLDER
#define ACCORDO_PETSC_FOLDER ""
#endif

namespace accordo::petsc_test {

using End = Solution::End;
using Psi = std::function<bool(std::span<const double> z, std::span<double> psi)>;

/// ψ as a function; keeps the latest point where it was evaluated.
class TestProblem final : public FixedPoint {
 public:
  TestProblem(int size, Psi psi) : latest(static_cast<std::size_t>(size)), psi_(std::move(psi)) {}
  bool evaluate(const double* z, double* psi) override {
    ++calls;
    std::copy_n(z, latest.size(), latest.begin());
    return psi_({z, latest.size()}, {psi, latest.size()});
  }
  std::vector<double> latest;
  int calls = 0;

 private:
  Psi psi_;
};

/// ψ(z) = z* + M (z − z*) with M = ρ times a rotation in each pair of unknowns, and a weak coupling of the
/// pairs.
inline Psi linear(double rho) {
  return [rho](std::span<const double> z, std::span<double> psi) {
    const std::size_t n = z.size();
    const auto error = [&](std::size_t i) { return z[i % n] - (1 + 0.1 * static_cast<double>(i % n)); };
    for (std::size_t i = 0; i < n; ++i) {
      const double turned = i % 2 == 0 ? -error(i + 1) : error(i + n - 1);
      psi[i] = 1 + 0.1 * static_cast<double>(i) + rho * turned + 0.1 * rho * error(i + 3);
    }
    return true;
  };
}

inline bool chain(std::span<const double> z, std::span<double> psi) {
  const std::size_t n = z.size();
  for (std::size_t i = 0; i < n; ++i) {
    psi[i] = 0.6 * std::cos(z[(i + 1) % n]) - 0.2 * z[i] * z[i] + 0.01 * static_cast<double>(i % 7);
  }
  return true;
}

/// Tests that need the module: skipped only where it was not built.
template <class Base>
class WithModule : public Base {
 protected:
  void SetUp() override {
    if (!*ACCORDO_PETSC_FOLDER) {
      GTEST_SKIP() << "the module with PETSc's solvers was not built: no PETSc here";
    }
    setenv("ACCORDO_MODULES", ACCORDO_PETSC_FOLDER, 1);
  }
};

struct Result {
  Solution solution;
  std::vector<double> z;
};

inline Result solve(Solver& solver, TestProblem& problem, double guess = 0, const Criterion& criterion = {}) {
  Result result;
  result.z.assign(problem.latest.size(), guess);
  result.solution = solver.solve(problem, criterion, result.z);
  return result;
}

}  // namespace accordo::petsc_test
