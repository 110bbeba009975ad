#include "integrate/dense_path.hpp"

#include <algorithm>

#include "signal/signal.hpp"

namespace accordo {

void DensePath::add(const InternalStep& step) {
  while (!pieces_.empty() && pieces_.back().t >= step.t) pieces_.pop_back();
  data_.resize(pieces_.size() * states_ * kPerState);
  pieces_.push_back({step.t, step.end, step.bulge != nullptr});
  const double dt = step.end - step.t;
  for (std::size_t i = 0; i < states_; ++i) {
    const double a = step.bulge != nullptr ? step.bulge[i] : 0;
    const double b = step.bulge != nullptr ? step.bulge[states_ + i] : 0;
    data_.insert(data_.end(), {step.x[i], dt * step.slope[i], step.x_end[i], dt * step.slope_end[i], a, b});
  }
}

void DensePath::states(std::size_t piece, double t, double* x) const {
  const Piece& p = pieces_[piece];
  const double s = (t - p.t) / (p.end - p.t), bubble = s * s * (1 - s) * (1 - s);
  const double* d = data_.data() + piece * states_ * kPerState;
  for (std::size_t i = 0; i < states_; ++i, d += kPerState) {
    const auto a = hermite(d[0], d[1], d[2], d[3]);
    x[i] = ((a[3] * s + a[2]) * s + a[1]) * s + a[0] + bubble * (d[4] + s * d[5]);
  }
}

std::size_t DensePath::find(double t) const {
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                      [](double value, const Piece& p) { return value < p.t; });
  return after == pieces_.begin() ? 0 : static_cast<std::size_t>(after - pieces_.begin()) - 1;
}

}  // namespace accordo
