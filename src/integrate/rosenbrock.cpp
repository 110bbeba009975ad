// One step of length h solves, for i = 1..6 and with one factorization,
//   (I/(γh) - J) U_i = f(t + α_i h, x + Σ_{j<i} a_ij U_j) + Σ_{j<i} (c_ij/h) U_j + γ_i h f_t
// and gives x_new = x + Σ_j a_6j U_j + U_6, whose error estimate is U_6 itself. In this form the method's Γ
// is (I/γ - c)^-1, and all order conditions up to 4 hold to rounding (embedded: up to 3). γ_4 is the row sum
// of Γ: negative. Boost.odeint 1.74 has it positive, which costs order on problems that depend on time.
#include "integrate/rosenbrock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo {
namespace {

constexpr double kGamma = 0.25;
constexpr std::array<double, 6> kAlpha = {0, 0.386, 0.21, 0.63, 1, 1};
constexpr std::array<double, 6> kGammaSum = {0.25, -0.1043, 0.1035, -0.0362, 0, 0};
using Table = std::array<std::array<double, 5>, 6>;
constexpr Table kA = {{{},
                       {1.544},
                       {0.9466785280815826, 0.2557011698983284},
                       {3.314825187068521, 2.896124015972201, 0.9986419139977817},
                       {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
                       {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}}};
constexpr Table kC = {
    {{},
     {-5.6688},
     {-2.430093356833875, -0.2063599157091915},
     {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
     {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
     {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054}}};

}  // namespace

RosenbrockIntegrator::RosenbrockIntegrator(int size, const IntegratorSettings& settings)
    : AdaptiveIntegrator(size, settings),
      J_(size, size),
      shifted_(size, size),
      f_t_(size),
      right_(size),
      lu_(size),
      stage_(static_cast<std::size_t>(size)) {
  for (Vector& u : U_) u.resize(size);
}

std::span<const double> RosenbrockIntegrator::stage_points() const {
  static constexpr std::array points{0.0, kAlpha[2], kAlpha[1], kAlpha[3], 1.0};
  return points;
}

bool RosenbrockIntegrator::attempt(OdeSystem& system, const Step& step, double t, double& dt, Trial& trial) {
  if (!jacobian_valid_) update_jacobian(system, t, step.h, trial);
  stages(system, t, dt, trial);
  const double err = error(trial, dt);
  const bool accepted = err <= 1;
  if (accepted) evaluate(system, t + dt, trial.x_new.data(), trial.slope_new.data());
  // Also shrinks by 5 where err is NaN.
  const double factor = err < 1e-4 ? 6 : 0.9 * std::pow(err, -0.25);
  dt *= factor > 0.2 ? std::min(factor, 6.0) : 0.2;
  return accepted;
}

void RosenbrockIntegrator::update_jacobian(OdeSystem& system, double t, double h, const Trial& trial) {
  if (system.has_jacobian()) {
    system.jacobian(t, trial.x.data(), J_, f_t_);
  } else {
    difference_jacobian(system, t, h, trial);
  }
  jacobian_valid_ = true;
}

void RosenbrockIntegrator::difference_jacobian(OdeSystem& system, double t, double h, const Trial& trial) {
  const std::vector<double>& x = trial.x;
  stage_ = x;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double rounding = std::numeric_limits<double>::epsilon() * std::max(1e-5, std::abs(x[j]));
    stage_[j] = x[j] + std::sqrt(rounding);
    const double d = stage_[j] - x[j];
    const auto column = static_cast<Eigen::Index>(j);
    evaluate(system, t, stage_.data(), J_.col(column).data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      double& entry = J_(static_cast<Eigen::Index>(i), column);
      entry = (entry - trial.slope[i]) / d;
    }
    stage_[j] = x[j];
  }
  difference_in_time(system, t, h, x.data(), stage_.data(), f_t_);
  evaluations_ += 2;
}

void RosenbrockIntegrator::stages(OdeSystem& system, double t, double dt, Trial& trial) {
  const auto n = static_cast<Eigen::Index>(trial.x.size());
  for (Eigen::Index k = 0; k < n * n; ++k) shifted_.data()[k] = -J_.data()[k];
  for (Eigen::Index k = 0; k < n; ++k) shifted_(k, k) += 1 / (kGamma * dt);
  lu_.compute(shifted_);
  for (std::size_t s = 0; s < U_.size(); ++s) {
    for (std::size_t i = 0; i < trial.x.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      double x = trial.x[i];
      double sum = 0;
      for (std::size_t j = 0; j < s; ++j) {
        x += kA[s][j] * U_[j][row];
        sum += kC[s][j] * U_[j][row];
      }
      stage_[i] = x;
      right_[row] = sum / dt + kGammaSum[s] * dt * f_t_[row];
    }
    if (s == 0) {
      std::copy(trial.slope.begin(), trial.slope.end(), trial.slope_new.begin());
    } else {
      evaluate(system, t + kAlpha[s] * dt, stage_.data(), trial.slope_new.data());
    }
    for (std::size_t i = 0; i < trial.x.size(); ++i)
      right_[static_cast<Eigen::Index>(i)] += trial.slope_new[i];
    U_[s] = lu_.solve(right_);
  }
  for (std::size_t i = 0; i < trial.x.size(); ++i)
    trial.x_new[i] = stage_[i] + U_[5][static_cast<Eigen::Index>(i)];
}

double RosenbrockIntegrator::error(const Trial& trial, double dt) {
  double worst = 0;
  for (std::size_t i = 0; i < trial.x.size(); ++i) {
    const double off = U_[5][static_cast<Eigen::Index>(i)];
    const double e = std::abs(off) / tolerance(i, trial, off, dt * f_t_[static_cast<Eigen::Index>(i)]);
    if (!(e <= worst)) worst = e;
    if (std::isnan(worst)) break;  // a comparison later on must not lose it
  }
  return worst;
}

}  // namespace accordo
