#include "unit/ode/output_course.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "signal/signal.hpp"

namespace accordo {
namespace {

constexpr std::array kPoints{0.0, 0.25, 0.5, 0.75, 1.0};  ///< of a piece at which outputs are looked at
constexpr std::array kBoole{7 / 90.0, 32 / 90.0, 12 / 90.0, 32 / 90.0, 7 / 90.0};
constexpr int kPiecesWithoutStates = 4;

/// The difference of two values that rounding alone should tell apart; 0 where it is so large that one of
/// them is beyond a corner or a jump.
double as_noise(double a, double b, double scale) {
  constexpr double little = 1e-8, part = 1e-3;
  const double difference = std::abs(a - b);
  return difference <= std::max(little * scale, part * std::abs(b)) ? difference : 0;
}

}  // namespace

OutputCourse::OutputCourse(Dynamics& dynamics, DrivenSystem& system, int states, int inputs, int outputs)
    : dynamics_(dynamics),
      system_(system),
      states_(states),
      x_(index(states)),
      u_(index(inputs)),
      du_(u_),
      y_(index(outputs)),
      dy_(y_),
      y1_(y_),
      dy1_(y_),
      y2_(y_),
      dy2_(y_),
      away_(y_) {}

void OutputCourse::end(const DensePath& path, std::size_t piece, const Instant& at, double* y, double* dy) {
  if (states_ > 0) path.states(piece, at.t, x_.data());
  system_.input_slopes_at(at.t, du_.data());
  dynamics_.g_slope(at, x_.data(), system_.inputs_at(at.t), du_.data(), y, dy);
  for (std::size_t i = 0; i < y_.size(); ++i) dy[i] *= system_.step().h;
}

void OutputCourse::shapes(const DensePath& path, OutputShape* shapes) {
  const Step& step = system_.step();
  const std::size_t last = states_ > 0 ? path.size() - 1 : 0;
  end(path, 0, step.begin_instant(), y1_.data(), dy1_.data());
  if (!end_known_) end(path, last, step.end_instant(), y2_.data(), dy2_.data());
  for (std::size_t i = 0; i < y_.size(); ++i)
    shapes[i] = {.y1 = y1_[i], .dy1 = dy1_[i], .y2 = y2_[i], .dy2 = dy2_[i]};
  std::fill(away_.begin(), away_.end(), 0.0);
  if (states_ > 0) {
    for (std::size_t p = 0; p <= last; ++p) look_along(path, p, path.begin_of(p), path.end_of(p), shapes);
  } else {
    for (int k = 0; k < kPiecesWithoutStates; ++k) {
      const double a = double(k) / kPiecesWithoutStates, b = double(k + 1) / kPiecesWithoutStates;
      look_along(path, 0, step.t + a * step.h, b < 1 ? step.t + b * step.h : step.end, shapes);
    }
  }
  find_noise(path, shapes);
}

/// In parts, where something that depends on time alone would hide between the points. Moments by the rule of
/// Boole.
void OutputCourse::look_along(const DensePath& path, std::size_t piece, double begin, double end,
                              OutputShape* shapes) {
  const Step& step = system_.step();
  const double shortest = kShortestGuarded * step.h;
  while (begin < end) {
    const double left = end - begin;
    double part = left;
    if (system_.guards())
      part = system_.guarded({.t = begin, .dt = left, .shortest = shortest, .points = kPoints});
    const double next = part < left ? begin + part : end;
    const double share = (next - begin) / step.h;
    weigh((begin - step.t) / step.h, kBoole[0] * share, shapes);
    for (std::size_t k = 1; k < kPoints.size(); ++k) {
      const double t = k + 1 < kPoints.size() ? begin + kPoints[k] * part : next;
      look(path, piece, t);
      weigh((t - step.t) / step.h, kBoole[k] * share, shapes);
    }
    begin = next;
  }
}

void OutputCourse::look(const DensePath& path, std::size_t piece, double t) {
  const Step& step = system_.step();
  if (t >= step.end) return std::fill(away_.begin(), away_.end(), 0.0);  // where the cubics end
  if (states_ > 0) path.states(piece, t, x_.data());
  dynamics_.g(system_.window().at(t), x_.data(), system_.inputs_at(t), y_.data());
  const double s = (t - step.t) / step.h;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const auto a = hermite(y1_[i], dy1_[i], y2_[i], dy2_[i]);
    const double away = y_[i] - (((a[3] * s + a[2]) * s + a[1]) * s + a[0]);
    away_[i] = std::isnan(away) ? std::numeric_limits<double>::infinity() : away;
  }
}

void OutputCourse::weigh(double s, double weight, OutputShape* shapes) const {
  for (std::size_t i = 0; i < away_.size(); ++i) {
    OutputShape& shape = shapes[i];
    shape.most = std::max(shape.most, std::abs(away_[i]));
    shape.m0 += weight * away_[i];
    shape.m1 += weight * s * away_[i];
  }
}

/// Tried at states and inputs that differ in their last bits, where an output got so little from its cubic
/// that this could be noise. In both directions: what jumps in one of them only stands at a switch.
void OutputCourse::find_noise(const DensePath& path, OutputShape* shapes) {
  constexpr double little = 1e-7;
  constexpr double slopes = 4.0 / 27;  // of a cubic with this slope at one end, at the most
  const Step& step = system_.step();
  double largest = 0;
  const auto place = [&] {
    if (states_ > 0) path.states(0, step.t, x_.data());
    std::copy_n(system_.inputs_at(step.t), u_.size(), u_.begin());
  };
  place();
  for (const std::vector<double>* values : {&x_, &u_}) {
    for (const double v : *values) largest = std::max(largest, std::abs(v));
  }
  if (std::none_of(shapes, shapes + y_.size(),
                   [&](const OutputShape& shape) { return shape.most < little * largest; }))
    return;
  constexpr double bits = 2 * std::numeric_limits<double>::epsilon();
  for (const double first : {bits, -bits}) {
    place();
    double bit = first;
    for (std::vector<double>* values : {&x_, &u_}) {
      for (double& v : *values) {
        v *= 1 + bit;
        bit = -bit;
      }
    }
    system_.input_slopes_at(step.t, du_.data());
    dynamics_.g_slope(step.begin_instant(), x_.data(), u_.data(), du_.data(), y_.data(), dy_.data());
    for (std::size_t i = 0; i < y_.size(); ++i) {
      const double noise =
          as_noise(y_[i], y1_[i], largest) + slopes * as_noise(step.h * dy_[i], dy1_[i], largest);
      shapes[i].noise = first > 0 ? noise : std::min(noise, shapes[i].noise);
    }
  }
}

void OutputCourse::at(const DensePath& path, double t, double* x, double* y) {
  if (states_ > 0) path.states(path.find(t), t, x_.data());
  if (x != nullptr) std::copy(x_.begin(), x_.end(), x);
  if (y != nullptr) dynamics_.g(system_.window().at(t), x_.data(), system_.inputs_at(t), y);
}

}  // namespace accordo
