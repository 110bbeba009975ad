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
constexpr int kPiecesWithoutStates = 4;

}  // namespace

OutputCourse::OutputCourse(Dynamics& dynamics, DrivenSystem& system, int states, int inputs, int outputs)
    : dynamics_(dynamics),
      system_(system),
      states_(states),
      x_(index(states)),
      du_(index(inputs)),
      y_(index(outputs)),
      y1_(y_),
      dy1_(y_),
      y2_(y_),
      dy2_(y_) {}

void OutputCourse::end(const DensePath& path, std::size_t piece, const Instant& at, double* y, double* dy) {
  if (states_ > 0) path.states(piece, at.t, x_.data());
  system_.input_slopes_at(at.t, du_.data());
  dynamics_.g_slope(at, x_.data(), system_.inputs_at(at.t), du_.data(), y, dy);
  for (std::size_t i = 0; i < y_.size(); ++i) dy[i] *= system_.step().h;
}

void OutputCourse::deviations(const DensePath& path, double* d) {
  std::fill_n(d, y_.size(), 0.0);
  const Step& step = system_.step();
  const std::size_t last = states_ > 0 ? path.size() - 1 : 0;
  end(path, 0, step.begin_instant(), y1_.data(), dy1_.data());
  if (!end_known_) end(path, last, step.end_instant(), y2_.data(), dy2_.data());
  if (states_ > 0) {
    for (std::size_t p = 0; p <= last; ++p) look_along(path, p, path.begin_of(p), path.end_of(p), d);
    return;
  }
  for (int k = 0; k < kPiecesWithoutStates; ++k) {
    const double a = double(k) / kPiecesWithoutStates, b = double(k + 1) / kPiecesWithoutStates;
    look_along(path, 0, step.t + a * step.h, b < 1 ? step.t + b * step.h : step.end, d);
  }
}

/// In parts, where something that depends on time alone would hide between the points.
void OutputCourse::look_along(const DensePath& path, std::size_t piece, double begin, double end, double* d) {
  const double shortest = kShortestGuarded * system_.step().h;
  while (begin < end) {
    const double left = end - begin;
    double part = left;
    if (system_.guards())
      part = system_.guarded({.t = begin, .dt = left, .shortest = shortest, .points = kPoints});
    const double next = part < left ? begin + part : end;
    for (std::size_t k = 1; k < kPoints.size(); ++k)
      look(path, piece, k + 1 < kPoints.size() ? begin + kPoints[k] * part : next, d);
    begin = next;
  }
}

void OutputCourse::look(const DensePath& path, std::size_t piece, double t, double* d) {
  const Step& step = system_.step();
  if (t >= step.end) return;  // where the cubics end
  if (states_ > 0) path.states(piece, t, x_.data());
  dynamics_.g(system_.window().at(t), x_.data(), system_.inputs_at(t), y_.data());
  const double s = (t - step.t) / step.h;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const auto a = hermite(y1_[i], dy1_[i], y2_[i], dy2_[i]);
    const double away = std::abs(y_[i] - (((a[3] * s + a[2]) * s + a[1]) * s + a[0]));
    if (!(away <= d[i])) d[i] = std::isnan(away) ? std::numeric_limits<double>::infinity() : away;
  }
}

void OutputCourse::at(const DensePath& path, double t, double* x, double* y) {
  if (states_ > 0) path.states(path.find(t), t, x_.data());
  if (x != nullptr) std::copy(x_.begin(), x_.end(), x);
  if (y != nullptr) dynamics_.g(system_.window().at(t), x_.data(), system_.inputs_at(t), y);
}

}  // namespace accordo
