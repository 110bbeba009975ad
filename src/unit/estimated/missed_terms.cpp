#include "unit/estimated/missed_terms.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "unit/estimated/columns.hpp"

namespace accordo {
namespace {

using Cubic = std::array<double, 4>;

/// Up to four values of one coordinate at s[0] = 0, s[1], …; latest first.
struct Values {
  std::array<double, 4> s{}, v{};
  int count = 0;
};

/// Through the latest `degree` + 1 values, at most a parabola; fewer values: a lower degree.
Cubic through(const Values& p, int degree) {
  degree = std::min(degree, p.count - 1);
  if (degree <= 0) return {p.v[0]};
  const double d1 = (p.v[1] - p.v[0]) / p.s[1];
  if (degree == 1) return {p.v[0], d1};
  const double d2 = (p.v[2] - p.v[0]) / p.s[2];
  const double a2 = (d2 - d1) / (p.s[2] - p.s[1]);
  return {p.v[0], d1 - a2 * p.s[1], a2};
}

/// Through the value and slope now and the value before.
Cubic parabola(double v0, double d0, double s1, double v1) {
  return {v0, d0, (v1 - v0 - d0 * s1) / (s1 * s1)};
}

/// Through values and slopes, now and before.
Cubic hermite_back(double v0, double d0, double s1, double v1, double d1) {
  const double r = v1 - v0 - d0 * s1;
  const double q = d1 - d0;
  return {v0, d0, (3 * r / s1 - q) / s1, (q - 2 * r / s1) / (s1 * s1)};
}

/// Through the slope at s[0] = 0 and all three values, or two.
Cubic through_with_slope(const Values& p, double slope) {
  // (v - v0 - slope s)/s² is a constant, or a line through two points.
  const auto rest = [&](std::size_t j) { return (p.v[j] - p.v[0] - slope * p.s[j]) / (p.s[j] * p.s[j]); };
  if (p.count == 2) return {p.v[0], slope, rest(1)};
  const double a3 = (rest(2) - rest(1)) / (p.s[2] - p.s[1]);
  return {p.v[0], slope, rest(1) - a3 * p.s[1], a3};
}

/// The degree 0..2 with which the values before would have predicted the latest one best (the lowest of
/// equals).
int best_degree(const Values& p) {
  if (p.count < 2) return 0;
  Values before{{}, {p.v[1], p.v[2], p.v[3]}, p.count - 1};
  for (std::size_t i = 0; i < 3; ++i) before.s[i] = p.s[i + 1] - p.s[1];
  int best = 0;
  double least = std::abs(p.v[0] - p.v[1]);
  const double s = -p.s[1];
  for (int degree = 1; degree < std::min(3, p.count - 1); ++degree) {
    const Cubic a = through(before, degree);
    const double error = std::abs(p.v[0] - (a[0] + s * (a[1] + s * a[2])));
    if (error < least) {
      least = error;
      best = degree;
    }
  }
  return best;
}

/// c of one coordinate as `full` has it, or one degree lower. Slopes by s; NaN: unknown.
Cubic with_slopes(const Values& p, double slope_now, double slope_before, bool lower) {
  if (std::isnan(slope_now)) return through(p, lower ? 1 : 2);
  if (p.count == 1) return lower ? Cubic{p.v[0]} : Cubic{p.v[0], slope_now};
  if (std::isnan(slope_before)) {
    return lower ? Cubic{p.v[0], slope_now} : parabola(p.v[0], slope_now, p.s[1], p.v[1]);
  }
  return lower ? parabola(p.v[0], slope_now, p.s[1], p.v[1])
               : hermite_back(p.v[0], slope_now, p.s[1], p.v[1], slope_before);
}

/// One degree lower, or higher where there is no lower one.
int neighbor(int degree) {
  return degree > 0 ? degree - 1 : 1;
}

}  // namespace

Missed::Missed(int states, int outputs) : phi(kMissedCoefficients * states), c(2 * outputs) {
  phi.setZero();
  c.setZero();
}

MissedTerms::MissedTerms(int states, int inputs, int outputs)
    : states_(states), inputs_(inputs), outputs_(outputs), missed_at_(2 * (states + inputs + outputs)) {
  data_.setZero(missed_at_ + states + 2 * outputs, kPoints);
}

void MissedTerms::open(double t) {
  while (count_ > 0 && t_[slot(0)] >= t) {
    latest_ = (latest_ + 1) % kPoints;
    --count_;
  }
  latest_ = (latest_ + kPoints - 1) % kPoints;
  count_ = std::min(count_ + 1, kPoints);
  t_[slot(0)] = t;
}

void MissedTerms::express(const LinearModel& model, int j) {
  double* phi = part(j, missed_at_);
  double* c = phi + states_;
  double* dc = c + outputs_;
  std::copy_n(f(j), states_, phi);
  subtract_product(model.A, x(j), phi);
  subtract_product(model.B, u(j), phi);
  std::copy_n(y(j), outputs_, c);
  subtract_product(model.C, x(j), c);
  subtract_product(model.D, u(j), c);
  std::copy_n(dy(j), outputs_, dc);
  subtract_product(model.C, f(j), dc);
  subtract_product(model.D, du(j), dc);
}

void MissedTerms::predict(EstimatorKnobs::ModelDefect kind, double h, Missed& out) const {
  predict(kind, h, false, out);
}

void MissedTerms::predict_otherwise(EstimatorKnobs::ModelDefect kind, double h, Missed& out) const {
  predict(kind, h, true, out);
}

void MissedTerms::predict(ModelDefect kind, double h, bool otherwise, Missed& out) const {
  const int constant_or_line = otherwise ? 1 : 0;
  switch (kind) {
    case ModelDefect::full:
      out.degree = otherwise ? 1 : 2;
      break;
    case ModelDefect::flexible:
      out.degree = 2;
      break;
    case ModelDefect::frozen:
      out.degree = constant_or_line;
      break;
    case ModelDefect::hold:
      out.degree = constant_or_line - 1;
      break;
  }
  out.degree = std::min(out.degree, count_ - 1);
  const auto flexible = [otherwise](const Values& p) {
    const int best = best_degree(p);
    return through(p, otherwise ? neighbor(best) : best);
  };
  Values p{{}, {}, count_};
  for (int j = 1; j < count_; ++j) p.s[index(j)] = (t(j) - t(0)) / h;
  for (int i = 0; i < states_ && out.degree >= 0; ++i) {
    for (int j = 0; j < count_; ++j) p.v[index(j)] = phi(j)[i];
    set_phi(i, kind == ModelDefect::flexible ? flexible(p) : through(p, out.degree), out);
  }
  for (int i = 0; i < outputs_; ++i) {
    for (int j = 0; j < count_; ++j) p.v[index(j)] = c(j)[i];
    if (kind == ModelDefect::full) {
      set_c(i, with_slopes(p, h * dc(0)[i], count_ > 1 ? h * dc(1)[i] : 0, otherwise), out);
    } else {
      set_c(i, kind == ModelDefect::flexible ? flexible(p) : through(p, constant_or_line), out);
    }
  }
}

void MissedTerms::interpolate(double h, const double* phi_end, const double* c_end, Missed& out) const {
  Values p{{0.0, 1.0}, {}, std::min(count_ + 1, 3)};
  if (count_ > 1) p.s[2] = (t(1) - t(0)) / h;
  out.degree = p.count - 1;
  for (int i = 0; i < states_; ++i) {
    p.v = {phi(0)[i], phi_end[i], count_ > 1 ? phi(1)[i] : 0.0};
    set_phi(i, through(p, 2), out);
  }
  for (int i = 0; i < outputs_; ++i) {
    p.v = {c(0)[i], c_end[i], count_ > 1 ? c(1)[i] : 0.0};
    const double slope = h * dc(0)[i];
    set_c(i, std::isnan(slope) ? through(p, 2) : through_with_slope(p, slope), out);
  }
}

void MissedTerms::set_phi(int i, const Cubic& a, Missed& out) const {
  for (int q = 0; q <= out.degree; ++q) out.phi[q * states_ + i] = a[index(q)];
}

void MissedTerms::set_c(int i, const Cubic& a, Missed& out) const {
  out.c[i] = a[0] + a[1] + a[2] + a[3];
  out.c[outputs_ + i] = a[1] + 2 * a[2] + 3 * a[3];
}

}  // namespace accordo
