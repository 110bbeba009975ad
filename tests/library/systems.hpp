// Systems that the tests of the library share; written as users of it would.
#pragma once

#include <accordo/accordo.hpp>
#include <cmath>
#include <memory>
#include <utility>

namespace outsider {

/// Of the two masses of the README the right one, and how they are connected: `left` has x, v and F.
inline accordo::System beside_right_mass(accordo::System system) {
  system.add("right", accordo::Equations{}
                          .parameter("m", 80)
                          .state("y", -3)
                          .state("w", 0)
                          .input("x", -1)
                          .input("v")
                          .input("push")
                          .der("y", "w")
                          .der("w", "(-1e5*y - 40*w - 1e4*(y - x) - 10*(w - v) + push)/m")
                          .output("F", "1e4*(y - x) + 10*(w - v)"));
  system.connect({"left.x -> right.x", "left.v -> right.v", "right.F -> left.F"});
  return system;
}

/// Both in code.
inline accordo::System masses() {
  accordo::System system;
  system.add("left", accordo::Equations{}
                         .state("x", -1)
                         .state("v", 0)
                         .input("F", -20000)
                         .der("x", "v")
                         .der("v", "(-1e4*x - 10*v + F)/5")
                         .output("x", "x")
                         .output("v", "v"));
  return beside_right_mass(std::move(system));
}

/// The left one as a unit of one's own, given by its equations.
class LeftMass : public accordo::Ode {
 public:
  accordo::Description describe() const override {
    return {.inputs = {{"F", -20000}}, .outputs = {"x", "v"}, .states = {{"x", -1}, {"v", 0}}};
  }
  void derivatives(double, std::span<const double> x, std::span<const double> u,
                   std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = (-1e4 * x[0] - 10 * x[1] + u[0]) / 5;
  }
  void outputs(double, std::span<const double> x, std::span<const double>, std::span<double> y) override {
    y[0] = x[0];
    y[1] = x[1];
  }
};

inline accordo::System masses_with_own_unit() {
  accordo::System system;
  system.add("left", std::make_unique<LeftMass>());
  return beside_right_mass(std::move(system));
}

/// x' = u by itself, exactly for inputs of any degree; fails on demand.
class Integral : public accordo::Unit {
 public:
  explicit Integral(double fails_from = 1e300, bool shows_states = true)
      : fails_from_(fails_from), shows_states_(shows_states) {}

  accordo::Description describe() const override {
    accordo::Description d{.inputs = {{"u", 1}}, .outputs = {"y"}, .slopes = true, .input_degree = 3};
    if (shows_states_) d.states = {{"x", 0}};
    return d;
  }
  void start(double) override { x_ = 0; }
  void step(double t, double h, const accordo::InputSignals& u) override {
    if (t >= fails_from_) throw std::runtime_error("the integral has had enough");
    // Simpson's rule is exact for cubics.
    x_ += h / 6 * (u.value(0, 0) + 4 * u.value(0, 0.5) + u.value(0, 1));
  }
  void outputs(double, std::span<const double>, std::span<double> y) override { y[0] = x_; }
  void output_slopes(double, std::span<const double> u, std::span<const double>,
                     std::span<double> dy) override {
    dy[0] = u[0];
  }
  void states(std::span<double> x) const override { x[0] = x_; }
  void set_states(std::span<const double> x) override { x_ = x[0]; }

 private:
  double fails_from_;
  bool shows_states_;
  double x_ = 0;
};

/// An oscillator: two integrals, the one of the other and back: x'' = -x.
inline accordo::System oscillator(double fails_from = 1e300, bool shows_states = true) {
  accordo::System system;
  system.add("v", std::make_unique<Integral>());
  system.add("x", std::make_unique<Integral>(fails_from, shows_states));
  system.add("one", accordo::Equations{}.input("x").output("y", "1 - x"));
  system.connect({"v.y -> x.u", "x.y -> one.x", "one.y -> v.u"});
  return system;
}

}  // namespace outsider
