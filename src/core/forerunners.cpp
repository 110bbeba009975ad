#include "core/forerunners.hpp"

#include <cmath>

#include "base/index.hpp"

namespace accordo {

void Forerunners::add(int unit, const UnitInfo& info, const Layout& layout, const Wanted& wanted) {
  Forerunner f{.unit = unit,
               .outputs = layout.output_count(unit),
               .states = wanted.states && info.can.states ? layout.state_count(unit) : 0,
               .observed = wanted.observed ? layout.observed_count(unit) : 0,
               .returns = wanted.returns};
  f.trail = Trail(index(f.outputs + f.states + f.observed));
  if (info.can.slopes) f.slopes.resize(index(f.outputs));
  place_.resize(index(layout.units()), -1);
  place_[index(unit)] = static_cast<int>(list_.size());
  list_.push_back(std::move(f));
  present_.reserve(index(layout.units()));
}

std::span<const int> Forerunners::present(std::span<const int> group, double t) {
  present_.clear();
  for (const int k : group) {
    const Forerunner* f = find(k);
    if (f == nullptr || !f->beyond(t)) present_.push_back(k);
  }
  return present_.size() == group.size() ? group : std::span<const int>(present_);
}

/// What the polynomial of one degree less misses is more than its own error; yet that enters where inputs
/// change sign, and in their slopes.
bool Forerunners::tells(const Forerunner& f, double t, double tolerance) {
  constexpr double share = 0.1;
  return f.trail.error(f.trail.weights(t)) <= share * tolerance;
}

/// Without a tolerance there is one, as for those that can go back. With one, no longer than its trail can be
/// interpolated, and enough for a polynomial of full degree.
int Forerunners::parts(const Forerunner& f, double t, double rest, double tolerance) {
  if (tolerance <= 0 || f.returns) return 1;
  const double wanted = f.length > 0 ? std::ceil(rest / f.length * (1 - 1e-9)) : 1;
  const int least = std::max(1, Trail::kDegree + 1 - f.trail.size());
  const int most = Trail::kMost - Trail::kDegree - 1 - f.trail.count_after(t);
  return std::clamp(static_cast<int>(std::min(wanted, double(Trail::kMost))), least, std::max(least, most));
}

/// As long as what the polynomial of one degree less misses in the middle of a step is the tolerance.
void Forerunners::adapt(Forerunner& f, double h, double tolerance) {
  constexpr double safety = 0.85, least = 0.3, most = 2;
  const Trail::Miss miss = f.trail.latest_miss();
  if (tolerance <= 0 || miss.order == 0) return;
  const double factor = miss.error > 0 ? safety * std::pow(tolerance / miss.error, 1.0 / miss.order) : most;
  f.length = h * std::clamp(factor, least, most);
}

}  // namespace accordo
