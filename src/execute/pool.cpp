#include "execute/pool.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>

#include "base/relax.hpp"

namespace accordo {
namespace {

constexpr unsigned kEnd = 1U << 31;
constexpr int kLooksBeforeSleep =
    4000;  // some ten microseconds: beyond, waking a sleeper costs less than watching

void pin(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int p : processors) CPU_SET(static_cast<std::size_t>(p), &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);  // a wish: without it all works, too
}

}  // namespace

std::vector<int> usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> list;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int p = 0; p < CPU_SETSIZE; ++p) {
      if (CPU_ISSET(static_cast<std::size_t>(p), &set)) list.push_back(p);
    }
  }
  if (list.empty()) list.push_back(0);
  return list;
}

Pool::Pool(int count) : callers_processors_(usable_processors()) {
  const auto processor = [&](int i) {
    return callers_processors_[static_cast<std::size_t>(i) % callers_processors_.size()];
  };
  for (int i = 1; i < count; ++i) {
    Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
    worker.thread = std::thread([this, &worker, i, at = processor(i)] { work(worker, i, at); });
  }
  if (count > 1) pin({processor(0)});
}

Pool::~Pool() {
  for (const auto& worker : workers_) {
    worker->turn.fetch_or(kEnd);
    worker->turn.notify_one();
  }
  for (const auto& worker : workers_) worker->thread.join();
  if (!workers_.empty()) pin(callers_processors_);
}

void Pool::run(int tasks, Function function, void* context) {
  function_ = function;
  context_ = context;
  unfinished_.store(tasks - 1, std::memory_order_relaxed);
  for (int i = 1; i < tasks; ++i) {
    Worker& worker = *workers_[static_cast<std::size_t>(i) - 1];
    worker.turn.fetch_add(1);  // in one order with `asleep`: else a sleeper could be missed
    if (worker.asleep.load()) worker.turn.notify_one();
  }
  function(context, 0);
  for (int look = 0; unfinished_.load(std::memory_order_acquire) > 0; ++look) {
    if (look < kLooksBeforeSleep) {
      relax();
    } else {
      std::this_thread::yield();
    }
  }
}

void Pool::work(Worker& worker, int number, int processor) {
  pin({processor});
  unsigned seen = 0;
  for (;;) {
    unsigned turn = worker.turn.load(std::memory_order_acquire);
    for (int look = 0; turn == seen && look < kLooksBeforeSleep; ++look) {
      relax();
      turn = worker.turn.load(std::memory_order_acquire);
    }
    if (turn == seen) {
      worker.asleep.store(true);
      worker.turn.wait(seen);
      worker.asleep.store(false);
      continue;
    }
    if ((turn & kEnd) != 0) return;
    seen = turn;
    function_(context_, number);
    unfinished_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace accordo
