// Linear analyses for tests.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "linearize/linearize.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {

/// At one point; problems are an exception.
Linearization linearized(Session& session, const LinearSettings& what = {});

/// All eigenvalues, those of pairs one by one, in some order.
std::vector<std::complex<double>> all_poles(const Linearization& found);
/// The largest distance of one of them from the nearest of the others, both ways, relative to the largest.
double distance(const std::vector<std::complex<double>>& a, const std::vector<std::complex<double>>& b);

const MethodRadius& method_of(const Linearization& found, const std::string& name);

/// M as a matrix.
Matrix dense(const v0::Matrix& M);

}  // namespace accordo::testing
