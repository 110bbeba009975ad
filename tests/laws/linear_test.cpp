// The linearized coupled system is the right one, however it is cut into units and measured.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <random>

#include "linear/eigenvalues.hpp"
#include "tests/support/linear.hpp"

namespace accordo::testing {
namespace {

using Complex = std::complex<double>;

/// λ² m + λ d + c = 0
std::vector<Complex> oscillator(double m, double d, double c) {
  const Complex root = std::sqrt(Complex(d * d - 4 * m * c));
  return {(-d + root) / (2 * m), (-d - root) / (2 * m)};
}

// M q'' + D q' + K q = 0, assembled by hand from the springs and dampers.
TEST(Linear, PolesOfTwoMassesAreThoseOfTheAssembledSystem) {
  Eigen::Matrix2d M, D, K;
  M << 5, 0, 0, 80;
  K << 1e4 + 1e4, -1e4, -1e4, 1e4 + 1e5;
  D << 10 + 10, -10, -10, 10 + 40;
  Matrix A(4, 4);
  A << Matrix::Zero(2, 2), Matrix::Identity(2, 2), -M.inverse() * K, -M.inverse() * D;
  const Eigen::VectorXcd values = eigenvalues(A);
  const Linearization found = linearized(*open_case({.name = "two-mass", .method = "jacobi", .step = 1e-3}));
  EXPECT_LT(distance(all_poles(found), {values.begin(), values.end()}), 1e-12);
  EXPECT_TRUE(found.stable());
}

// Between walls the k-th mode of N equal masses sees μ c and μ d, μ = 2 − 2 cos(kπ/(N + 1)).
TEST(Linear, PolesOfAChainAreKnown) {
  const int N = 12;
  std::vector<Complex> expected;
  for (int k = 1; k <= N; ++k) {
    const double mu = 2 - 2 * std::cos(k * std::numbers::pi / (N + 1));
    for (const Complex value : oscillator(1, mu, 100 * mu)) expected.push_back(value);
  }
  const Linearization found =
      linearized(*open_case({.name = "chain", .method = "jacobi", .step = 1e-2, .parameters = {{"N", N}}}));
  EXPECT_LT(distance(all_poles(found), expected), 1e-12);
}

// S2 has no inertia: m x'' + f = 0, f = d (x' − y') + c (x − y) = D_D y'. One mode at rest anywhere, λ = 0.
TEST(Linear, PolesOfALoopWithFeedThroughAreKnown) {
  for (const double plate : {0.01, 1.0, 100.0}) {
    // λ [m λ² + f/x] with f/x = (d λ + c) D λ/((d + D) λ + c): m λ ((d + D) λ + c) + (d λ + c) D = 0
    const double a = 1 + plate, b = 1 + plate, c = plate;
    std::vector<Complex> expected = oscillator(a, b, c);
    expected.emplace_back(0);
    const Linearization found = linearized(
        *open_case({.name = "damper", .method = "jacobi", .step = 0.025, .parameters = {{"D_D", plate}}}));
    EXPECT_LT(distance(all_poles(found), expected), 1e-12) << plate;
    const auto marginal = [](const Pole& p) { return p.kind == Pole::Kind::marginal; };
    EXPECT_EQ(std::count_if(found.poles.begin(), found.poles.end(), marginal), 1) << plate;
  }
}

TEST(Linear, APoleIsDescribedAsInTextbooks) {
  const std::string yaml =
      "units: {a: {equations: {states: {x: 1, v: 0}, der: {x: v, v: '-9*x - 0.6*v'}, outputs: {y: x}}}}\n"
      "experiment: {stop: 1, step: 0.1, method: jacobi}\n";
  const Linearization found = linearized(*open_text(yaml));
  ASSERT_EQ(found.poles.size(), 1);
  const Pole& pole = found.poles[0];
  EXPECT_TRUE(pole.pair);
  EXPECT_NEAR(pole.natural_frequency, 3, 1e-12);
  EXPECT_NEAR(pole.frequency, 3 / (2 * std::numbers::pi), 1e-12);
  EXPECT_NEAR(pole.damping, 0.1, 1e-12);
  EXPECT_NEAR(pole.time_constant, 1 / 0.3, 1e-11);
}

/// A mass on a spring that is driven by a filter with feed-through, which it drives in turn; `order`: of the
/// units, and one connection with its gain outside (in the connection) or inside.
std::string loop_of_three(const std::vector<int>& order, bool gain_outside) {
  const std::string units[] = {
      "  mass: {equations: {states: {x: 0.3, v: 0.1}, inputs: {f: 0}, der: {x: v, v: 'f - x - 0.2*v'}, "
      "outputs: {y: x, w: 'v + 0.1*f'}}}\n",
      fmt::format("  filter: {{equations: {{states: {{z: 0.2}}, inputs: {{u: 0}}, der: {{z: '{0}*u - 3*z'}}, "
                  "outputs: {{q: '2*z - 0.5*{0}*u'}}}}}}\n",
                  gain_outside ? "1" : "(-1.7)"),
      "  gain: {equations: {inputs: {a: 0, b: 0, c: 0}, outputs: {s: '0.4*a - 0.3*b + c'}}}\n"};
  std::string text = "units:\n";
  for (const int k : order) text += units[k];
  return text +
         fmt::format(
             "connections: [gain.s{} -> filter.u, mass.y -> gain.a, mass.w -> gain.b, "
             "filter.q -> mass.f]\n",
             gain_outside ? "*-1.7" : "") +
         "experiment: {stop: 2, step: 0.1, method: jacobi}\nrecord: [mass.x, filter.q]\n";
}

TEST(Linear, NothingDependsOnTheOrderOfUnits) {
  const LinearSettings what{.at = {1}};
  const Linearization expected = linearized(*open_text(loop_of_three({0, 1, 2}, true)), what);
  ASSERT_EQ(expected.inputs, std::vector<std::string>{"gain.c"});
  for (const std::vector<int>& order : {std::vector{2, 1, 0}, {1, 2, 0}, {0, 2, 1}}) {
    const Linearization found = linearized(*open_text(loop_of_three(order, true)), what);
    EXPECT_LT(distance(all_poles(found), all_poles(expected)), 1e-12);
    EXPECT_LT((dense(found.D) - dense(expected.D)).norm(), 1e-12);
    for (const char* method :
         {"ifosmondi", "kubler-schiehlen", "iterative-jacobi", "jacobi", "jacobi:order=2", "missiles"}) {
      EXPECT_NEAR(method_of(found, method).radii[0], method_of(expected, method).radii[0], 1e-12) << method;
      const double limit = method_of(expected, method).limit.value();
      EXPECT_TRUE(std::isinf(limit) ? method_of(found, method).limit == limit
                                    : std::abs(method_of(found, method).limit.value() / limit - 1) < 1e-6)
          << method;
    }
  }
}

TEST(Linear, AGainInAConnectionIsOneInTheUnit) {
  const Linearization outside = linearized(*open_text(loop_of_three({0, 1, 2}, true)));
  const Linearization inside = linearized(*open_text(loop_of_three({0, 1, 2}, false)));
  EXPECT_LT((dense(inside.A) - dense(outside.A)).norm(), 1e-14);
  for (std::size_t i = 0; i < inside.methods.size(); ++i)
    EXPECT_NEAR(inside.methods[i].radii[0], outside.methods[i].radii[0], 1e-13) << inside.methods[i].method;
}

TEST(Linear, SplittingAUnitLeavesItsPolesAndTransferFunction) {
  const std::string end = "experiment: {stop: 2, step: 0.1, method: jacobi}\nrecord: [";
  const std::string whole =
      "units: {a: {equations: {states: {x: 0.3, v: 0.1, z: 0}, inputs: {f: 0}, "
      "der: {x: v, v: '(f - x - 0.2*v + 0.5*z - x*x)', z: 'x - 3*z'}, outputs: {y: '2*z + v'}}}}\n" +
      end + "a.y]\n";
  const std::string split =
      "units:\n"
      "  a: {equations: {states: {x: 0.3, v: 0.1}, inputs: {f: 0, g: 0}, "
      "der: {x: v, v: '(f - x - 0.2*v + g - x*x)'}, outputs: {p: x, w: v}}}\n"
      "  b: {equations: {states: {z: 0}, inputs: {u: 0, w: 0}, der: {z: 'u - 3*z'}, "
      "outputs: {q: '0.5*z', y: '2*z + w'}}}\n"
      "connections: [a.p -> b.u, a.w -> b.w, b.q -> a.g]\n" +
      end + "b.y]\n";
  const Linearization one = linearized(*open_text(whole)), two = linearized(*open_text(split));
  EXPECT_LT(distance(all_poles(two), all_poles(one)), 1e-12);
  // C (s − A)⁻¹ B + D at some points of the plane.
  for (const Complex s : {Complex(0.1, 1), Complex(2, -3), Complex(0, 0.4)}) {
    const auto transfer = [&](const Linearization& l) {
      const Eigen::MatrixXcd A = dense(l.A).cast<Complex>();
      const Eigen::MatrixXcd I = Eigen::MatrixXcd::Identity(A.rows(), A.cols());
      return Eigen::MatrixXcd(dense(l.C).cast<Complex>() * (s * I - A).inverse() *
                                  dense(l.B).cast<Complex>() +
                              dense(l.D).cast<Complex>())(0, 0);
    };
    EXPECT_LT(std::abs(transfer(one) - transfer(two)), 1e-13);
  }
}

// w is added to an input: what a unit adds to it does the same.
TEST(Linear, WhatIsAddedToAConnectedInputEntersThere) {
  const std::string tail = "experiment: {stop: 2, step: 0.1, method: jacobi}\n";
  const std::string plain =
      "units:\n"
      "  a: {equations: {states: {x: 0.3}, inputs: {u: 0}, der: {x: '-x + sin(u)'}, outputs: {y: 'x + "
      "0.2*u'}}}\n"
      "  b: {equations: {states: {z: 0.1}, inputs: {w: 0}, der: {z: 'w - z'}, outputs: {q: 'z - 0.3*w'}}}\n";
  const std::string adder = "  s: {equations: {inputs: {a: 0, b: 0}, outputs: {c: a + b}}}\n";
  const Linearization added = linearized(
      *open_text(plain + "connections: [a.y -> b.w, b.q*2 -> a.u]\n" + tail + "record: [a.y, b.q, b.w]\n"),
      {.inputs = {"a.u"}});
  const Linearization by_unit =
      linearized(*open_text(plain + adder + "connections: [a.y -> b.w, b.q*2 -> s.a, s.c -> a.u]\n" + tail +
                            "record: [a.y, b.q, b.w]\n"));
  ASSERT_EQ(by_unit.inputs, std::vector<std::string>{"s.b"});
  EXPECT_LT((dense(added.A) - dense(by_unit.A)).norm(), 1e-14);
  EXPECT_LT((dense(added.B) - dense(by_unit.B)).norm(), 1e-14);
  EXPECT_LT((dense(added.C) - dense(by_unit.C)).norm(), 1e-14);
  EXPECT_LT((dense(added.D) - dense(by_unit.D)).norm(), 1e-14);
}

/// By how much states at time h move with each state at the start: central differences of runs.
Matrix flow(const RunOf& of, double h) {
  constexpr double move = 1e-4;
  const auto end = [&](int state, double by) {
    const auto session = open_case(of);
    const auto control = session->make_control();
    const auto loop = session->loop(nullptr, *control);
    loop->begin();
    Ensemble& e = session->ensemble();
    std::vector<double> x(index(session->wiring().layout.states())), u(e.u().begin(), e.u().end());
    e.states(x);
    x[index(state)] += by;
    e.set(x, u, std::vector<std::shared_ptr<const void>>(e.units().size()));
    loop->restart(0);
    loop->advance_to(h);
    e.states(x);
    return Vector(Eigen::Map<Vector>(x.data(), static_cast<Eigen::Index>(x.size())));
  };
  const Eigen::Index n = end(0, 0).size();
  Matrix out(n, n);
  for (int i = 0; i < n; ++i) out.col(i) = (end(i, move) - end(i, -move)) / (2 * move);
  return out;
}

// The flow over h is I + h A + O(h²); from h and h/2 together A + O(h²).
TEST(Linear, AIsWhatShortRunsDo) {
  for (const char* name : {"lotka-volterra", "van-der-pol", "quarter-car", "tutorial"}) {
    const RunOf of{
        .name = name, .method = "monolithic", .step = 1e-3, .integrator_tolerance = 1e-13, .stop = 0.01};
    const Matrix A = dense(linearized(*open_case(of)).A);
    const auto rate = [&](double h) {
      return Matrix((flow(of, h) - Matrix::Identity(A.rows(), A.cols())) / h);
    };
    const double coarse = (2 * rate(1e-3) - rate(2e-3) - A).norm(),
                 fine = (2 * rate(5e-4) - rate(1e-3) - A).norm();
    EXPECT_LT(fine, 1e-3 * A.norm()) << name;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3) << name;
  }
}

TEST(Linear, FmusHaveThePolesOfTheirUnits) {
  for (const char* name : {"two-mass", "damper", "lotka-volterra"}) {
    const RunOf native{.name = name, .method = "jacobi", .step = 1e-3, .stop = 1};
    const Linearization expected = linearized(*open_case(native));
    for (const fmi::Version version : {fmi::Version::fmi2, fmi::Version::fmi3}) {
      for (const FmuBody::Kind kind : {FmuBody::Kind::model_exchange, FmuBody::Kind::co_simulation}) {
        RunOf run = native;
        run.fmus = AsFmus{.version = version, .kind = kind};
        const Linearization found = linearized(*open_case(run));
        EXPECT_LT(distance(all_poles(found), all_poles(expected)), 1e-9) << run;
        for (std::size_t i = 0; i < found.methods.size(); ++i)
          EXPECT_NEAR(found.methods[i].radii[0], expected.methods[i].radii[0], 1e-9)
              << run << " " << found.methods[i].method;
      }
    }
  }
}

}  // namespace
}  // namespace accordo::testing
