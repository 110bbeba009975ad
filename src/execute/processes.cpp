#include "execute/processes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.hpp"

namespace accordo {
namespace {

constexpr int kSampling =
    61;  // one request in so many is measured: reading the clock takes as long as a hand-over

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ProcessExecutor::ProcessExecutor(std::vector<Worker::Make> makers, const std::vector<bool>& isolated,
                                 std::span<const UnitInfo> infos, const Layout& layout,
                                 const WorkerSettings& settings)
    : makers_(std::move(makers)),
      infos_(infos.begin(), infos.end()),
      layout_(layout),
      packing_(layout, infos_),
      workers_(infos.size()),
      seconds_(infos.size()),
      parcels_(infos.size()) {
  // All processes are started before anything else runs here: a fork copies what is there, threads excepted.
  for (std::size_t k = 0; k < makers_.size(); ++k) {
    if (isolated[k])
      workers_[k] = std::make_unique<Worker>(static_cast<int>(k), infos_, layout_, makers_[k], settings);
  }
  std::vector<OutputRelay::Source> sources;
  for (const auto& worker : workers_) {
    if (worker) sources.push_back({worker->output(), infos_[index(worker->unit())].name});
  }
  relay_.emplace(std::move(sources));
  std::vector<std::unique_ptr<Unit>> here(makers_.size());
  try {
    for (std::size_t k = 0; k < makers_.size(); ++k) {
      if (!workers_[k]) here[k] = makers_[k]();
    }
    for (const auto& worker : workers_) {
      if (worker) worker->expect_ready();
    }
  } catch (...) {
    workers_.clear();  // before the relay, which waits for them
    throw;
  }
  host_.emplace(std::move(here), layout_);
}

ProcessExecutor::~ProcessExecutor() {
  workers_.clear();
}

void ProcessExecutor::run(const Request& request, Reply& reply) {
  reply.unit_errors.clear();
  here_.clear();
  const bool measured = until_sample_-- == 0;
  if (measured) until_sample_ = kSampling - 1;
  for (const int k : request.units) {
    const auto unit = static_cast<std::size_t>(k);
    if (!workers_[unit]) {
      here_.push_back(k);
      continue;
    }
    parcels_[unit].clear();
    packing_.pack_request(request, {&k, 1}, parcels_[unit]);
    workers_[unit]->ask(request, parcels_[unit]);
  }
  for (const int k : here_) {
    const double begin = measured ? seconds() : 0;
    host_->perform(request, {&k, 1}, reply);
    if (measured) seconds_[index(k)] += kSampling * (seconds() - begin);
  }
  const double begin = measured ? seconds() : 0;
  for (const int k : request.units) {
    const auto unit = static_cast<std::size_t>(k);
    if (!workers_[unit]) continue;
    if (std::optional<UnitError> unit_error = workers_[unit]->answer(parcels_[unit]); unit_error) {
      reply.unit_errors.push_back(std::move(*unit_error));
    } else {
      packing_.unpack_reply(parcels_[unit], request, {&k, 1}, reply);
    }
    if (measured) seconds_[unit] += kSampling * (seconds() - begin);
  }
  if (reply.unit_errors.size() < 2) return;
  std::stable_sort(reply.unit_errors.begin(), reply.unit_errors.end(),
                   [](const UnitError& a, const UnitError& b) { return a.unit < b.unit; });
}

}  // namespace accordo
