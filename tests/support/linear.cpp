#include "tests/support/linear.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace accordo::testing {

Linearization linearized(Session& session, const LinearSettings& what) {
  Problems problems;
  const LinearPlan plan = plan_linear(session, what, problems);
  problems.throw_if_any();
  return linearize(session, plan).back();
}

std::vector<std::complex<double>> all_poles(const Linearization& found) {
  std::vector<std::complex<double>> list;
  for (const Pole& pole : found.poles) {
    list.emplace_back(pole.real, pole.imaginary);
    if (pole.pair) list.emplace_back(pole.real, -pole.imaginary);
  }
  return list;
}

double distance(const std::vector<std::complex<double>>& a, const std::vector<std::complex<double>>& b) {
  if (a.size() != b.size()) return INFINITY;
  double size = 0, most = 0;
  for (const auto& value : a) size = std::max(size, std::abs(value));
  const auto nearest = [&](const auto& value, const auto& list) {
    double least = INFINITY;
    for (const auto& other : list) least = std::min(least, std::abs(value - other));
    return least;
  };
  for (const auto& value : a) most = std::max(most, nearest(value, b));
  for (const auto& value : b) most = std::max(most, nearest(value, a));
  return most / size;
}

const MethodRadius& method_of(const Linearization& found, const std::string& name) {
  const auto at = std::find_if(found.methods.begin(), found.methods.end(),
                               [&](const MethodRadius& m) { return m.method == name; });
  if (at == found.methods.end()) throw std::logic_error(name + " is not judged");
  return *at;
}

Matrix dense(const v0::Matrix& M) {
  Matrix out(M.rows, M.columns);
  for (std::size_t i = 0; i < M.rows; ++i) {
    for (std::size_t j = 0; j < M.columns; ++j)
      out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = M(i, j);
  }
  return out;
}

}  // namespace accordo::testing
