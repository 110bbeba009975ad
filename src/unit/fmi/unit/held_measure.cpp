#include "unit/fmi/unit/held_measure.hpp"

#include <algorithm>
#include <cmath>

namespace accordo::fmi {

HeldMeasure::HeldMeasure(const Holding& plan, std::size_t values, double noise)
    : plan_(plan), noise_(noise), before_(values), made_(values), rival_{before_, before_} {}

/// Halves are compared with thirds, thirds with halves. More pieces are compared with both: of an FMU that
/// follows its inputs at once the error falls with their number, not with its square, which two divisions
/// cannot tell. Where outputs show what was held last, and nothing else can be read, the rival holds the end,
/// too.
std::span<const Division> HeldMeasure::rivals(const Division& used) {
  rival_count_ = 1;
  if (used.end) {
    rivals_[0] = plan_.states || plan_.outputs ? Division{2} : Division{used.pieces == 3 ? 4 : 3, true};
  } else if (used.pieces <= 3) {
    rivals_[0] = Division{used.pieces == 2 ? 3 : 2};
  } else {
    rivals_ = {Division{2}, Division{3}};
    rival_count_ = 2;
  }
  return {rivals_.data(), rival_count_};
}

/// What inputs that enter nonlinearly do is (h/2) f_uu times the variance of the pieces: from two divisions
/// it is known for each. For inputs that enter linearly this is a bound.
HeldMeasure::Found HeldMeasure::find(const Division& used, std::size_t i) const {
  const double V = used.variance(), V2 = rivals_[0].variance();
  const double apart = std::abs(made_[i] - rival_[0][i]);
  const double smooth = apart * V / std::abs(V - V2);
  if (rival_count_ < 2) return {smooth, false};
  // What follows its inputs at once is off by g/(2(m + 1)) where they change by g.
  const double m = used.pieces;
  const double of_smooth = (V2 - V) / (V2 - rivals_[1].variance());
  const double of_stiff = 4 - 12 / (m + 1);
  const double seen = std::abs(rival_[1][i] - rival_[0][i]);
  const bool stiff = apart > seen * (of_smooth + of_stiff) / 2;
  return {stiff ? apart * 3 / (m - 2) : smooth, stiff};
}

/// Relative to what changes within the step, since the errors of steps add up as changes do.
void HeldMeasure::assess(const Division& used, const Move& move, HeldState& state) {
  Found worst;
  for (std::size_t i = 0; i < made_.size(); ++i) {
    double& rate = state.rates[i];
    rate = std::max(rate, std::abs(made_[i] - before_[i]) / move.h);
    Found found = find(used, i);
    found.error -= noise_ * std::max(std::abs(made_[i]), std::abs(before_[i]));
    if (!(found.error > 0) || rate == 0) continue;
    found.error /= rate * move.h;
    if (found.error > worst.error) worst = found;
  }
  state.error = worst.error;
  state.h = move.h;
  constexpr int soon = 3, later = 7;
  constexpr double near = 0.03, still = 1e-3, kept = 0.5;
  state.wait = worst.error > near * plan_.wanted || move.activity < still ? soon : later;
  if (move.activity < still) return;  // it tells nothing of when they move
  const double before = state.stiff == worst.stiff ? kept * state.factor : 0;
  state.stiff = worst.stiff;
  state.factor = 1;
  state.factor = std::max(before, worst.error / expected(used, move, state));
}

double HeldMeasure::expected(const Division& used, const Move& move, const HeldState& state) {
  if (state.stiff) return state.factor * std::sqrt(move.activity) / (used.pieces + 1);
  return state.factor * move.h * move.h * move.activity * used.variance();
}

/// So that a tenth of what is wanted is lost: longer macro-steps are worth more than fewer pieces.
Division HeldMeasure::choose(const Move& move, const HeldState& state) const {
  constexpr double share = 0.1;
  Division next = plan_.division;
  while (next.pieces < plan_.most && expected(next, move, state) > share * plan_.wanted) ++next.pieces;
  return next;
}

namespace {

/// ∫ u'² ds
double mean_square_slope(const SignalView& u, int input) {
  std::array<double, kCoefficients> a{};
  std::copy_n(u.component(input), u.degree + 1, a.begin());
  return a[1] * a[1] + 2 * a[1] * (a[2] + a[3]) + a[2] * (4 * a[2] / 3 + 3 * a[3]) + 9 * a[3] * a[3] / 5;
}

}  // namespace

double HeldState::activity(const SignalView& u, double length) const {
  double sum = 0;
  for (int j = 0; j < u.size; ++j) {
    const double square = mean_square_slope(u, j) / (length * length);
    if (square > 0) sum += square / std::max(square, slopes[static_cast<std::size_t>(j)]);
  }
  return sum;
}

void HeldState::note(const SignalView& u, double length) {
  for (int j = 0; j < u.size; ++j) {
    double& most = slopes[static_cast<std::size_t>(j)];
    most = std::max(most, mean_square_slope(u, j) / (length * length));
  }
}

}  // namespace accordo::fmi
