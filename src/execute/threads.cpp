#include "execute/threads.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace accordo {
namespace {

using Clock = std::chrono::steady_clock;

// One request in so many is measured: more of new groups, fewer of those that have been too small to share
// for long.
constexpr int kClosely = 7, kOftenTimed = 61, kSeldomTimed = 1021;
constexpr int kNew = 3, kLongPause = 800;  // samples
constexpr int kEnough = 3;                 // slower_samples in a row
constexpr int kSure = 64;                  // faster_samples
constexpr double kSmallestTask = 5e-6;     // seconds: a hand-over takes about one microsecond
constexpr double kWorthwhile = 0.95;       // of the time on one thread: above, sharing does not pay

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

ThreadExecutor::ThreadExecutor(std::vector<std::unique_ptr<Unit>> units, const Layout& layout,
                               ThreadSettings settings)
    : host_(std::move(units), layout),
      settings_(std::move(settings)),
      slots_(static_cast<std::size_t>(std::max(1, settings_.threads))) {
  for (auto& list : cost_) list.resize(host_.size());
  for (auto& list : requests_) list.assign(host_.size(), 0);
}

ThreadExecutor::Kind ThreadExecutor::kind_of(Operation operation) {
  switch (operation) {
    case Operation::step:
      return kSteps;
    case Operation::observe_point:
    case Operation::affine:
    case Operation::correct:
    case Operation::estimate:
      return kEstimates;
    default:
      return kRest;
  }
}

void ThreadExecutor::run(const Request& request, Reply& reply) {
  if (!reply.unit_errors.empty()) reply.unit_errors.clear();
  if (idle_ > 0 && (request.operation == Operation::step || request.operation == Operation::outputs)) {
    --idle_;
    if (request.operation == Operation::step) ++passed_;
    return host_.perform(request, request.units, reply);
  }
  const Kind kind = kind_of(request.operation);
  if (kind == kRest) return host_.perform(request, request.units, reply);
  Plan& plan = plan_for(request, kind);
  if (plan.until_sample-- == 0) return sample(request, plan, reply);
  if (plan.tasks.threads() == 0) return host_.perform(request, request.units, reply);
  share(request, plan, 0, reply);
}

/// Groups are few: one for all units, or one per stage of a sequence.
ThreadExecutor::Plan& ThreadExecutor::plan_for(const Request& request, Kind kind) {
  const auto fits = [&](const Plan& plan) {
    return plan.kind == kind &&
           std::equal(plan.units.begin(), plan.units.end(), request.units.begin(), request.units.end());
  };
  if (latest_ != nullptr && fits(*latest_)) return *latest_;
  for (const auto& plan : plans_) {
    if (fits(*plan)) return *(latest_ = plan.get());
  }
  plans_.push_back(std::make_unique<Plan>());
  plans_.back()->units.assign(request.units.begin(), request.units.end());
  plans_.back()->kind = kind;
  latest_ = plans_.back().get();
  return *latest_;
}

/// Measures what each unit costs, and whether sharing pays.
void ThreadExecutor::sample(const Request& request, Plan& plan, Reply& reply) {
  const bool alone = plan.tasks.threads() == 0;
  plan.alone_samples = alone ? std::min(plan.alone_samples + 1, kLongPause) : 0;
  const int interval = plan.samples < kNew               ? kClosely
                       : plan.alone_samples < kLongPause ? kOftenTimed
                                                         : kSeldomTimed;
  plan.samples = std::min(plan.samples + 1, kNew);
  plan.until_sample = interval - 1;
  const auto before = Clock::now();
  if (alone && settings_.automatic && plans_.size() == 1) {
    // One group of small units, as in most runs: not even its plan is looked for until the next sample.
    perform(request, request.units, plan.kind, 1 + std::exchange(passed_, 0), reply);
    idle_ = std::exchange(plan.until_sample, 0);
  } else if (alone) {
    perform(request, request.units, plan.kind, interval, reply);
  } else {
    share(request, plan, interval, reply);
  }
  const double took = seconds_since(before);
  if (alone) {
    // As units cost now, but not what an interruption makes of it.
    plan.alone_seconds = plan.alone_seconds > 0 ? std::min(took, 2 * plan.alone_seconds) : took;
  } else if (settings_.automatic) {
    assess(plan, took);
  }
  make_tasks(plan);
  if (plan.tasks.threads() > 0) idle_ = 0;
}

/// Whether a request that was shared and `took` so many seconds was worth it. One that was interrupted says
/// little; several in a row do.
void ThreadExecutor::assess(Plan& plan, double took) {
  if (took < kWorthwhile * plan.alone_seconds) {
    plan.slower_samples = 0;
    plan.backoff = std::max(1, plan.backoff / 2);
    if (++plan.faster_samples % kSure == 0)
      plan.cooldown = 1, plan.until_sample = 0;  // what is it alone by now?
    return;
  }
  plan.until_sample = std::min(plan.until_sample, kClosely - 1);
  if (++plan.slower_samples < kEnough) return;
  plan.slower_samples = 0;
  plan.cooldown = plan.backoff;
  plan.backoff = std::min(2 * plan.backoff, 1024);
}

double ThreadExecutor::cost(const Plan& plan) const {
  double sum = 0;
  for (const int k : plan.units) sum += cost_[plan.kind][static_cast<std::size_t>(k)].seconds();
  return sum;
}

/// Units that must not meet count as one.
void ThreadExecutor::make_tasks(Plan& plan) {
  plan.tasks.clear();
  if (plan.cooldown > 0 && settings_.automatic) {
    --plan.cooldown;
    return;
  }
  const int fit = settings_.automatic ? static_cast<int>(cost(plan) / kSmallestTask) : settings_.threads;
  const int threads = std::min({settings_.threads, fit, static_cast<int>(plan.units.size())});
  if (threads < 2) return;
  std::map<int, Tasks::Load> bundles;  // by number
  std::vector<Tasks::Load> loads;
  for (const int k : plan.units) {
    const auto unit = static_cast<std::size_t>(k);
    const int number = unit < settings_.together.size() ? settings_.together[unit] : -1;
    Tasks::Load& load = number < 0 ? loads.emplace_back() : bundles[number];
    load.units.push_back(k);
    load.seconds += cost_[plan.kind][unit].seconds();
  }
  for (auto& [number, load] : bundles) loads.push_back(std::move(load));
  plan.tasks.deal(std::move(loads), threads, kSmallestTask);
}

void ThreadExecutor::share(const Request& request, Plan& plan, int stands_for, Reply& reply) {
  if (!pool_) pool_ = std::make_unique<Pool>(settings_.threads);
  const int threads = plan.tasks.threads();
  plan.tasks.begin();
  auto job = [&](int i) {
    ThreadSlot& slot = slots_[static_cast<std::size_t>(i)];
    slot.reply.unit_errors.clear();
    slot.changed = false;
    Request part = request;
    if (request.changed != nullptr) part.changed = &slot.changed;
    for (auto task = plan.tasks.take(i); !task.empty(); task = plan.tasks.take(i)) {
      perform(part, task, plan.kind, stands_for, slot.reply);
    }
  };
  pool_->run(threads, job);
  for (int i = 0; i < threads; ++i) {
    ThreadSlot& slot = slots_[static_cast<std::size_t>(i)];
    if (slot.changed) *request.changed = true;
    for (UnitError& unit_error : slot.reply.unit_errors) reply.unit_errors.push_back(std::move(unit_error));
  }
  if (reply.unit_errors.size() < 2) return;
  const auto place = [&](const UnitError& t) {
    return std::find(request.units.begin(), request.units.end(), t.unit);
  };
  std::stable_sort(reply.unit_errors.begin(), reply.unit_errors.end(),
                   [&](const UnitError& a, const UnitError& b) { return place(a) < place(b); });
}

void ThreadExecutor::perform(const Request& request, std::span<const int> units, Kind kind, int stands_for,
                             Reply& reply) {
  if (stands_for == 0) return host_.perform(request, units, reply);
  auto before = Clock::now();
  for (const int k : units) {
    host_.perform(request, {&k, 1}, reply);
    const auto after = Clock::now();
    cost_[kind][static_cast<std::size_t>(k)].measure(std::chrono::duration<double>(after - before).count());
    requests_[kind][static_cast<std::size_t>(k)] += stands_for;
    before = after;
  }
}

double ThreadExecutor::unit_seconds(int unit) const {
  const auto k = static_cast<std::size_t>(unit);
  double sum = 0;
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto at = static_cast<std::size_t>(kind);
    sum += cost_[at][k].seconds() * static_cast<double>(requests_[at][k]);
  }
  return sum;
}

}  // namespace accordo
