#include "core/ledger.hpp"

#include <algorithm>
#include <cstring>

namespace accordo {

StepLedger::StepLedger(const Layout& layout)
    : layout_(&layout),
      saved_(index(layout.units())),
      moved_(index(layout.units())),
      degree_(index(layout.units())) {}

void StepLedger::mark_moved(int unit, const SignalView& inputs) {
  if (inputs_.empty()) inputs_.resize(index(layout_->inputs()) * kCoefficients);
  moved_[index(unit)] = step_;
  any_moved_ = true;
  degree_[index(unit)] = inputs.degree;
  const std::size_t first = index(layout_->first_input(unit)) * kCoefficients;
  const std::size_t count = index(layout_->input_count(unit)) * kCoefficients;
  std::copy_n(inputs.a + first, count, inputs_.begin() + static_cast<std::ptrdiff_t>(first));
}

bool StepLedger::already_at_end(int unit, const SignalView& inputs) const {
  if (!moved(unit) || degree_[index(unit)] != inputs.degree) return false;
  const int first = layout_->first_input(unit);
  for (int j = first; j < first + layout_->input_count(unit); ++j) {
    const std::size_t at = index(j) * kCoefficients;
    if (std::memcmp(inputs.a + at, inputs_.data() + at, sizeof(double) * (index(inputs.degree) + 1)) != 0)
      return false;
  }
  return true;
}

}  // namespace accordo
