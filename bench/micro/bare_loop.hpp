// The yardstick: two-mass under Jacobi coupling as one would write it by hand, calling the same units through
// their virtual interface, with nothing around it.
#pragma once

#include <functional>
#include <memory>

#include "session/session.hpp"

namespace accordo::bench {

/// A case with the given settings, ready to run.
std::unique_ptr<Session> open_case(const std::string& name, double step, double stop,
                                   const std::map<std::string, double>& parameters = {},
                                   const std::string& method = {});

/// Puts the units back to their initial states, so that every repetition does the same.
void reset(Session& session, const std::vector<double>& states);
std::vector<double> states(Session& session);

/// A session that does the same whenever it is run.
class Repeatable {
 public:
  explicit Repeatable(std::unique_ptr<Session> session)
      : session_(std::move(session)), initial_(states(*session_)) {}
  double seconds();

 private:
  std::unique_ptr<Session> session_;
  std::vector<double> initial_;
};

/// Steps S1 and S2 of two-mass `count` times from the present states; calls `row` after each step.
template <class Row>
void bare_two_mass(Unit& S1, Unit& S2, double h, int count, Row row) {
  double force[kCoefficients]{}, motion[2 * kCoefficients]{};  // input polynomials, held
  double xv[2]{}, F = 0, x_v_in[2]{}, stale = 0;
  S1.outputs(Instant::right_of(0), &F, nullptr, xv, nullptr);
  S2.outputs(Instant::right_of(0), xv, nullptr, &F, nullptr);
  row(0.0, xv, F);
  for (int n = 0; n < count; ++n) {
    const Step step{.t = n * h, .h = h, .end = (n + 1) * h};
    force[0] = F;
    motion[0] = xv[0];
    motion[kCoefficients] = xv[1];
    S1.step(step, {force, 1, 0}, xv, nullptr);
    S2.step(step, {motion, 2, 0}, &stale, nullptr);
    x_v_in[0] = xv[0], x_v_in[1] = xv[1];
    S2.outputs(step.end_instant(), x_v_in, nullptr, &F,
               nullptr);  // feed-through: the force under the new motion
    row(step.end, xv, F);
  }
}

}  // namespace accordo::bench
