#include "execute/rank_watch.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "base/error.hpp"

namespace accordo {
namespace {

using Clock = std::chrono::steady_clock;

// mpirun gives the others a second when a rank has died.
constexpr auto kPause = std::chrono::milliseconds(50);

bool gone(const Peer& peer) {
  return peer.process > 0 && kill(peer.process, 0) != 0 && errno == ESRCH;
}

std::string name_of(const Peer& peer) {
  return fmt::format("rank {}{}", peer.rank, peer.units.empty() ? "" : fmt::format(" with {}", peer.units));
}

}  // namespace

RankWatch::RankWatch(const RankSettings& settings) : settings_(settings), thread_([this] { look(); }) {}

RankWatch::~RankWatch() {
  {
    const std::scoped_lock guard(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void RankWatch::set_peers(std::vector<Peer> peers) {
  const std::scoped_lock guard(mutex_);
  peers_ = std::move(peers);
}

void RankWatch::begin(const char* doing, double t) {
  doing_ = doing;
  t_ = t;
  turn_.fetch_add(1, std::memory_order_relaxed);
  state_.store(kWaiting, std::memory_order_release);
}

void RankWatch::end() {
  int waiting = kWaiting;
  if (state_.compare_exchange_strong(waiting, kIdle)) return;
  for (;;) pause();  // too late: the process is being ended
}

void RankWatch::look() {
  unsigned turn = 0;
  Clock::time_point since = Clock::now();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kPause, [this] { return over_; })) {
    if (state_.load(std::memory_order_acquire) != kWaiting || turn_.load() != turn) {
      turn = turn_.load();
      since = Clock::now();
      continue;
    }
    const std::string what = problem(std::chrono::duration<double>(Clock::now() - since).count());
    int waiting = kWaiting;
    if (!what.empty() && turn_.load() == turn && state_.compare_exchange_strong(waiting, kGivenUp))
      give_up(what);
  }
}

/// Empty where there is none. Called while the same wait has gone on for some time.
std::string RankWatch::problem(double waited) const {
  for (const Peer& peer : peers_) {
    if (gone(peer)) return name_of(peer) + " was ended";
  }
  if (waited < settings_.timeout_seconds) return {};
  std::vector<std::string> names;
  for (const Peer& peer : peers_) names.push_back(name_of(peer));
  return fmt::format("no answer for {} s (--unit-timeout) from {}", settings_.timeout_seconds,
                     names.empty() ? "the other ranks" : fmt::format("{}", fmt::join(names, " or ")));
}

void RankWatch::give_up(const std::string& what) {
  if (settings_.at_end != nullptr) settings_.at_end();
  const Error error(Exit::unit_failed, "rank-failed", fmt::format("at t = {}, in {}: {}", t_, doing_, what));
  fmt::print(stderr, "{}\n", error.what());
  std::fflush(stderr);
  _exit(static_cast<int>(Exit::unit_failed));
}

}  // namespace accordo
