#include "execute/serial.hpp"

#include <chrono>

#include "core/agreement.hpp"

namespace accordo {
namespace {

// Reading the clock costs as much as a small unit's step: only one request in so many is measured.
constexpr long long kSampling = 61;

}  // namespace

SerialExecutor::SerialExecutor(std::vector<std::unique_ptr<Unit>> units, const Layout& layout)
    : units_(std::move(units)),
      layout_(layout),
      feed_(feed_offsets(layout)),
      scratch_(units_.size()),
      sampled_seconds_(units_.size()) {}

void SerialExecutor::run(const Request& request, Reply& reply) {
  reply.troubles.clear();
  if (requests_++ % kSampling == 0) return run_measured(request, reply);
  for (const int k : request.units) {
    const auto unit = static_cast<std::size_t>(k);
    auto trouble = perform(*units_[unit], k, request, layout_, feed_, scratch_[unit]);
    if (trouble) [[unlikely]]
      reply.troubles.push_back(std::move(*trouble));
  }
}

void SerialExecutor::run_measured(const Request& request, Reply& reply) {
  using clock = std::chrono::steady_clock;
  ++sampled_;
  auto before = clock::now();
  for (const int k : request.units) {
    const auto unit = static_cast<std::size_t>(k);
    auto trouble = perform(*units_[unit], k, request, layout_, feed_, scratch_[unit]);
    if (trouble) reply.troubles.push_back(std::move(*trouble));
    const auto after = clock::now();
    sampled_seconds_[unit] += std::chrono::duration<double>(after - before).count();
    before = after;
  }
}

double SerialExecutor::unit_seconds(int unit) const {
  if (sampled_ == 0) return 0;
  const double scale = static_cast<double>(requests_) / static_cast<double>(sampled_);
  return sampled_seconds_[static_cast<std::size_t>(unit)] * scale;
}

}  // namespace accordo
