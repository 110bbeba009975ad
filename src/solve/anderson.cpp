// Anderson mixing of depth m (Anderson 1965; Walker and Ni 2011, type II):
// θ = argmin |γ − ΔΓ θ|,  z ← z − ΔZ θ − β (γ − ΔΓ θ), the columns being the latest m differences.
#include <algorithm>
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
        steps_(index(memory_), std::vector<double>(index(size))),
        theta_(index(memory_)),
        before_(index(size)),
        step_(index(size)) {}

  const char* name() const override { return "anderson"; }

  End iterate(Search& search) override {
    qr_.clear();
    Trend trend(search.norm());
    std::optional<End> end;
    while (!end && !search.over()) {
      std::copy(search.gamma(), search.gamma() + size_, before_.begin());
      qr_.solve(search.gamma(), theta_.data(), step_.data());
      set(size_, -mixing_, step_.data(), step_.data());
      for (int j = 0; j < qr_.columns(); ++j)
        add(size_, -theta_[index(j)], steps_[index(j)].data(), step_.data());
      const double taken = search.step(step_.data());
      if (taken == 0) return End::failed;
      set(size_, taken, step_.data(), step_.data());
      subtract(size_, search.gamma(), before_.data(), before_.data());
      remember(step_, before_);
      end = trend.add(search.norm());
    }
    return search.converged() ? End::converged : end.value_or(End::iterations);
  }

 private:
  /// The newest difference is worth more than the oldest: those make room where it depends on them.
  void remember(const std::vector<double>& step, const std::vector<double>& change) {
    if (memory_ == 0 || norm(size_, change.data()) == 0) return;
    if (qr_.full()) drop_oldest();
    while (!qr_.append(change.data())) drop_oldest();
    steps_[index(qr_.columns() - 1)] = step;
  }

  void drop_oldest() {
    std::rotate(steps_.begin(), steps_.begin() + 1, steps_.begin() + qr_.columns());
    qr_.drop_oldest();
  }

  int size_, memory_;
  double mixing_;
  UpdatedQr qr_;
  std::vector<std::vector<double>> steps_;
  std::vector<double> theta_, before_, step_;
};

}  // namespace

std::unique_ptr<Iteration> make_anderson(int size, int memory, double mixing) {
  return std::make_unique<Anderson>(size, memory, mixing);
}

}  // namespace accordo
