#include "execute/serial.hpp"

#include <chrono>

namespace accordo {
namespace {

// Reading the clock costs as much as a small unit's step: only one request in so many is measured, and fewer
// in a run that has become long. Primes, so that the requests of a step all get their turn.
constexpr int kOften = 61, kSeldom = 1021;
constexpr long long kLong = 50'000;  // requests

}  // namespace

SerialExecutor::SerialExecutor(std::vector<std::unique_ptr<Unit>> units, const Layout& layout)
    : host_(std::move(units), layout), sampled_seconds_(host_.size()) {}

void SerialExecutor::run(const Request& request, Reply& reply) {
  if (!reply.unit_errors.empty()) return run_again(request, reply);
  ++requests_;
  if (until_sample_-- == 0) return run_measured(request, reply);
  host_.perform(request, request.units, reply);
}

/// Apart, or every request would pay for what hardly ever happens.
void SerialExecutor::run_again(const Request& request, Reply& reply) {
  reply.unit_errors.clear();
  run(request, reply);
}

void SerialExecutor::run_measured(const Request& request, Reply& reply) {
  using clock = std::chrono::steady_clock;
  const int interval = requests_ < kLong ? kOften : kSeldom;
  until_sample_ = interval - 1;
  sampled_ += interval;
  auto before = clock::now();
  for (const int k : request.units) {
    host_.perform(request, {&k, 1}, reply);
    const auto after = clock::now();
    sampled_seconds_[static_cast<std::size_t>(k)] +=
        interval * std::chrono::duration<double>(after - before).count();
    before = after;
  }
}

double SerialExecutor::unit_seconds(int unit) const {
  if (sampled_ == 0) return 0;
  const double scale = static_cast<double>(requests_) / static_cast<double>(sampled_);
  return sampled_seconds_[static_cast<std::size_t>(unit)] * scale;
}

}  // namespace accordo
