#include "linear/judgement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "linear/eigenvalues.hpp"
#include "linear/step_maps.hpp"

namespace accordo {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pole make_pole(std::complex<double> value, double uncertainty) {
  Pole pole;
  pole.real = value.real();
  pole.imaginary = value.imag();
  pole.pair = pole.imaginary > 0;
  pole.uncertainty = uncertainty;
  const double size = std::abs(value);
  pole.natural_frequency = size;
  pole.frequency = size / (2 * std::numbers::pi);
  pole.damping = size > 0 ? -pole.real / size : 0;
  if (std::abs(pole.real) > uncertainty) {
    pole.kind = pole.real > 0 ? Pole::Kind::unstable : Pole::Kind::stable;
    pole.time_constant = 1 / std::abs(pole.real);
  } else {
    pole.kind = Pole::Kind::marginal;
  }
  return pole;
}

void add_participation(const Vector& parts, const CoupledLinear& system, Pole& pole) {
  if (!parts.allFinite()) return;
  pole.states.assign(parts.begin(), parts.end());
  pole.units.resize(system.parts().size());
  for (int k = 0; k < system.layout().units(); ++k)
    pole.units[index(k)] =
        parts.segment(system.layout().first_state(k), system.layout().state_count(k)).sum();
}

/// A method and the matrix of a step of it, or of its iteration.
struct Candidate {
  const char* name;
  bool iteration;
  std::function<Matrix(const StepOperators&)> matrix;
};

std::vector<Candidate> candidates(std::span<const int> sequence) {
  using Step = StepOperators;
  const auto iteration = [](const char* name, InputShape shape, std::span<const int> order) {
    return Candidate{name, true, [=](const Step& step) { return iteration_matrix(step, shape, order); }};
  };
  const auto explicit_one = [](const char* name, int degree, std::span<const int> order) {
    return Candidate{name, false, [=](const Step& step) { return explicit_step(step, degree, order); }};
  };
  return {iteration("ifosmondi", InputShape::cubic, {}),
          iteration("kubler-schiehlen", InputShape::line, {}),
          iteration("iterative-jacobi", InputShape::hold, {}),
          iteration("iterative-gauss-seidel", InputShape::hold, sequence),
          explicit_one("jacobi", 0, {}),
          explicit_one("jacobi:order=1", 1, {}),
          explicit_one("jacobi:order=2", 2, {}),
          explicit_one("gauss-seidel:order=0", 0, sequence),
          explicit_one("gauss-seidel", 1, sequence),
          {"missiles", false, implicit_step}};
}

/// The size of the largest eigenvalue but for so many next to 1: a state that integrates keeps its value for
/// ever, with every method.
double radius_without(const Matrix& M, int integrators) {
  constexpr double next = 1e-5;
  const Eigen::VectorXcd values = eigenvalues(M);
  if (values.hasNaN()) return kInfinity;
  std::vector<std::complex<double>> list(values.begin(), values.end());
  const auto distance = [](std::complex<double> v) { return std::abs(v - 1.0); };
  std::sort(list.begin(), list.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
  double radius = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (static_cast<int>(i) >= integrators || distance(list[i]) > next)
      radius = std::max(radius, std::abs(list[i]));
  }
  return radius;
}

/// Up to where it is good, by a grid and then by halves: 0 where it is not even at the least, infinite where
/// it is everywhere. Steps much shorter than the fastest motion have no surprises in store: there the grid is
/// coarse, as it is for large matrices.
double limit_of(const std::function<bool(double)>& good, double least, double most, bool small) {
  const double coarse = std::pow(10, 0.125), fine = small ? std::pow(10, 1.0 / 32) : coarse;
  constexpr double far = 1e3;
  constexpr int halvings = 30;
  if (!good(least)) return 0;
  double known = least;
  while (known < most) {
    double bad = std::min(known * (known < far * least ? coarse : fine), most);
    if (good(bad)) {
      known = bad;
      continue;
    }
    for (int i = 0; i < halvings; ++i) {
      const double middle = std::sqrt(known * bad);
      (good(middle) ? known : bad) = middle;
    }
    return known;
  }
  return kInfinity;
}

/// Steps shorter than a small part of the fastest motion, of the system or of a unit, show nothing new.
double shortest_step(const CoupledLinear& system, std::span<const Pole> poles, double longest) {
  constexpr double part = 1e-5;
  double fastest = 1 / longest;
  for (const Pole& pole : poles) fastest = std::max(fastest, pole.natural_frequency);
  for (const LinearPart& unit : system.parts()) fastest = std::max(fastest, spectral_radius(unit.model.A));
  return part / fastest;
}

/// Why there is no limit to be looked for; empty: there may be one.
std::string without_limit(const Candidate& method, std::span<const Pole> poles, Eigen::Index size) {
  constexpr Eigen::Index most = 200;
  if (size > most) return "not sought: the system is large";
  if (method.iteration) return {};
  for (const Pole& pole : poles) {
    if (pole.kind == Pole::Kind::unstable) return "the system itself is unstable";
    if (pole.kind == Pole::Kind::marginal && pole.natural_frequency > pole.uncertainty)
      return "the system itself oscillates without end";
  }
  return {};
}

}  // namespace

std::vector<Pole> poles_of(const CoupledLinear& system) {
  const Modes found = modes(system.A());
  std::vector<Pole> poles;
  if (found.values.hasNaN()) return poles;
  for (Eigen::Index i = 0; i < found.values.size(); ++i) {
    if (found.values[i].imag() < 0) continue;  // the other one of a pair
    poles.push_back(make_pole(found.values[i], found.uncertainty[i]));
    add_participation(found.participation.col(i), system, poles.back());
  }
  std::stable_sort(poles.begin(), poles.end(), [](const Pole& a, const Pole& b) {
    return a.real != b.real ? a.real > b.real : a.imaginary < b.imaginary;
  });
  return poles;
}

double growth(std::span<const Pole> poles, double h) {
  double rate = -kInfinity;
  for (const Pole& pole : poles) rate = std::max(rate, pole.real);
  return poles.empty() ? 0 : std::exp(h * rate);
}

std::vector<MethodRadius> judge(const CoupledLinear& system, const JudgementOf& of) {
  constexpr double rounding = 1e-11;
  constexpr Eigen::Index small = 40;
  const auto integrators = static_cast<int>(std::count_if(
      of.poles.begin(), of.poles.end(), [](const Pole& p) { return p.kind == Pole::Kind::marginal; }));
  const double least = shortest_step(system, of.poles, of.longest);
  std::vector<MethodRadius> list;
  for (const Candidate& method : candidates(of.sequence)) {
    MethodRadius found{.method = method.name, .iteration = method.iteration};
    for (const double h : of.steps) found.radii.push_back(spectral_radius(method.matrix({system, h})));
    const auto good = [&](double h) {
      const Matrix M = method.matrix({system, h});
      return method.iteration ? spectral_radius(M) < 1 : radius_without(M, integrators) <= 1 + rounding;
    };
    const Eigen::Index size = method.matrix({system, least}).rows();
    found.why = without_limit(method, of.poles, size);
    if (found.why.empty()) found.limit = limit_of(good, least, of.longest, size <= small);
    list.push_back(std::move(found));
  }
  return list;
}

}  // namespace accordo
