// Anderson mixing of depth m (Anderson 1965; Walker and Ni 2011, type II):
// θ = argmin |γ − ΔΓ θ|,  z ← z − ΔZ θ − β (γ − ΔΓ θ), the columns being the latest m differences.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.hpp"
#include "solve/iteration.hpp"
#include "solve/trend.hpp"
#include "solve/updated_qr.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

class Anderson final : public Iteration {
 public:
  Anderson(int size, int memory, double mixing)
      : size_(size),
        memory_(std::clamp(memory, 0, size)),
        mixing_(mixing),
        qr_(size, memory_),
        steps_(index(memory_) * index(size)),
        theta_(index(memory_)),
        change_(index(size)),
        step_(index(size)) {}

  const char* name() const override { return "anderson"; }

  End iterate(Search& search) override {
    qr_.clear();
    oldest_ = 0;
    Trend trend(search.norm());
    std::optional<End> end;
    while (!end && !search.over()) {
      qr_.solve(search.gamma(), theta_.data(), step_.data());
      set(size_, -mixing_, step_.data(), step_.data());
      for (int j = 0; j < qr_.columns(); ++j) add(size_, -theta_[index(j)], step_before(j), step_.data());
      const double taken = search.step(step_.data());
      if (taken == 0) return End::failed;
      remember(search, taken);
      end = trend.add(search.norm());
    }
    return search.converged() ? End::converged : end.value_or(End::iterations);
  }

 private:
  /// The difference of iterates that belongs to column j of the factors.
  double* step_before(int j) {
    const int slot = oldest_ + j;
    return steps_.data() + index(slot < memory_ ? slot : slot - memory_) * index(size_);
  }

  /// The newest difference is worth more than the oldest: those make room where it depends on them.
  void remember(const Search& search, double taken) {
    subtract(size_, search.gamma(), search.previous_gamma(), change_.data());
    const double size = norm(size_, change_.data());
    if (memory_ == 0 || size == 0 || !std::isfinite(size)) return;
    if (qr_.full()) drop_oldest();
    while (!qr_.append(change_.data())) drop_oldest();
    set(size_, taken, step_.data(), step_before(qr_.columns() - 1));
  }

  void drop_oldest() {
    qr_.drop_oldest();
    if (++oldest_ == memory_) oldest_ = 0;
  }

  int size_, memory_;
  double mixing_;
  UpdatedQr qr_;
  std::vector<double> steps_;  ///< a ring of differences of iterates, the oldest first
  int oldest_ = 0;
  std::vector<double> theta_, change_, step_;
};

}  // namespace

std::unique_ptr<Iteration> make_anderson(int size, int memory, double mixing) {
  return std::make_unique<Anderson>(size, memory, mixing);
}

}  // namespace accordo
