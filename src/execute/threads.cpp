#include "execute/threads.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <utility>

namespace accordo {
namespace {

using Clock = std::chrono::steady_clock;

// One request in so many is measured; fewer of those that have been too small to share for long.
constexpr int kOften = 61, kSeldom = 1021;
constexpr int kLong = 800;              // samples
constexpr double kSmallestTask = 5e-6;  // seconds: a hand-over takes about one microsecond
constexpr double kWorthwhile = 0.95;    // of the time on one thread: above, sharing does not pay
constexpr double kMemory = 0.5;         // of the measurements before

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

ThreadExecutor::ThreadExecutor(std::vector<std::unique_ptr<Unit>> units, const Layout& layout,
                               ThreadSettings settings)
    : workshop_(std::move(units), layout),
      settings_(std::move(settings)),
      desks_(static_cast<std::size_t>(std::max(1, settings_.threads))) {
  for (auto& list : cost_) list.assign(workshop_.size(), -1);
  for (auto& list : requests_) list.assign(workshop_.size(), 0);
}

ThreadExecutor::Kind ThreadExecutor::kind_of(Operation operation) {
  switch (operation) {
    case Operation::step:
      return kSteps;
    case Operation::note:
    case Operation::affine:
    case Operation::correct:
    case Operation::estimate:
      return kEstimates;
    default:
      return kRest;
  }
}

void ThreadExecutor::run(const Request& request, Reply& reply) {
  if (!reply.troubles.empty()) reply.troubles.clear();
  if (idle_ > 0 && (request.operation == Operation::step || request.operation == Operation::outputs)) {
    --idle_;
    if (request.operation == Operation::step) ++passed_;
    return workshop_.perform(request, request.units, reply);
  }
  const Kind kind = kind_of(request.operation);
  if (kind == kRest) return workshop_.perform(request, request.units, reply);
  Plan& plan = plan_for(request, kind);
  if (plan.until_sample-- == 0) return sample(request, plan, reply);
  if (plan.tasks.size() < 2) return workshop_.perform(request, request.units, reply);
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
  const bool small = plan.tasks.size() < 2;
  plan.samples = small ? std::min(plan.samples + 1, kLong) : 0;
  const int interval = plan.samples < kLong ? kOften : kSeldom;
  plan.until_sample = interval - 1;
  const auto before = Clock::now();
  if (small && settings_.automatic && plans_.size() == 1) {
    // One group of small units, as in most runs: not even its plan is looked for until the next sample.
    perform(request, request.units, plan.kind, 1 + std::exchange(passed_, 0), reply);
    idle_ = std::exchange(plan.until_sample, 0);
  } else if (small) {
    perform(request, request.units, plan.kind, interval, reply);
  } else {
    share(request, plan, interval, reply);
    const double took = seconds_since(before);
    plan.shared_seconds =
        plan.shared_seconds > 0 ? kMemory * plan.shared_seconds + (1 - kMemory) * took : took;
    if (settings_.automatic && plan.shared_seconds > kWorthwhile * cost(plan)) {
      plan.rests = plan.patience;
      plan.patience = std::min(2 * plan.patience, 1024);
      plan.shared_seconds = 0;
    }
  }
  make_tasks(plan);
  if (plan.tasks.size() > 1) idle_ = 0;
}

double ThreadExecutor::cost(const Plan& plan) const {
  double sum = 0;
  for (const int k : plan.units) sum += std::max(0.0, cost_[plan.kind][static_cast<std::size_t>(k)]);
  return sum;
}

/// The dearest first, each to the task with least to do; units that must not meet count as one.
void ThreadExecutor::make_tasks(Plan& plan) {
  if (plan.rests > 0 && settings_.automatic) {
    --plan.rests;
    plan.tasks.clear();
    return;
  }
  const double total = cost(plan);
  const int fit = settings_.automatic ? static_cast<int>(total / kSmallestTask) : settings_.threads;
  const int count = std::min({settings_.threads, fit, static_cast<int>(plan.units.size())});
  plan.tasks.assign(count < 2 ? 0 : static_cast<std::size_t>(count), {});
  if (count < 2) return;
  std::map<int, std::vector<int>> bundles;  // by number; units of their own get one below all
  std::vector<std::vector<int>> loads;
  for (const int k : plan.units) {
    const auto unit = static_cast<std::size_t>(k);
    const int number = unit < settings_.together.size() ? settings_.together[unit] : -1;
    if (number < 0) {
      loads.push_back({k});
    } else {
      bundles[number].push_back(k);
    }
  }
  for (auto& [number, units] : bundles) loads.push_back(std::move(units));
  const auto weight = [&](const std::vector<int>& load) {
    return std::accumulate(load.begin(), load.end(), 0.0, [&](double sum, int k) {
      return sum + std::max(0.0, cost_[plan.kind][static_cast<std::size_t>(k)]);
    });
  };
  std::stable_sort(loads.begin(), loads.end(),
                   [&](const auto& a, const auto& b) { return weight(a) > weight(b); });
  std::vector<double> work(plan.tasks.size());
  for (const auto& load : loads) {
    const auto least = static_cast<std::size_t>(std::min_element(work.begin(), work.end()) - work.begin());
    work[least] += weight(load);
    plan.tasks[least].insert(plan.tasks[least].end(), load.begin(), load.end());
  }
  for (auto& task : plan.tasks) std::sort(task.begin(), task.end());
}

void ThreadExecutor::share(const Request& request, Plan& plan, int stands_for, Reply& reply) {
  if (!pool_) pool_ = std::make_unique<Pool>(settings_.threads);
  const auto tasks = static_cast<int>(plan.tasks.size());
  auto job = [&](int i) {
    Desk& desk = desks_[static_cast<std::size_t>(i)];
    desk.reply.troubles.clear();
    desk.changed = false;
    Request part = request;
    if (request.changed != nullptr) part.changed = &desk.changed;
    perform(part, plan.tasks[static_cast<std::size_t>(i)], plan.kind, stands_for, desk.reply);
  };
  pool_->run(tasks, job);
  for (int i = 0; i < tasks; ++i) {
    Desk& desk = desks_[static_cast<std::size_t>(i)];
    if (desk.changed) *request.changed = true;
    for (Trouble& trouble : desk.reply.troubles) reply.troubles.push_back(std::move(trouble));
  }
  if (reply.troubles.size() < 2) return;
  const auto place = [&](const Trouble& t) {
    return std::find(request.units.begin(), request.units.end(), t.unit);
  };
  std::stable_sort(reply.troubles.begin(), reply.troubles.end(),
                   [&](const Trouble& a, const Trouble& b) { return place(a) < place(b); });
}

void ThreadExecutor::perform(const Request& request, std::span<const int> units, Kind kind, int stands_for,
                             Reply& reply) {
  if (stands_for == 0) return workshop_.perform(request, units, reply);
  auto before = Clock::now();
  for (const int k : units) {
    workshop_.perform(request, {&k, 1}, reply);
    const auto after = Clock::now();
    const double took = std::chrono::duration<double>(after - before).count();
    double& known = cost_[kind][static_cast<std::size_t>(k)];
    known = known < 0 ? took : kMemory * known + (1 - kMemory) * took;
    requests_[kind][static_cast<std::size_t>(k)] += stands_for;
    before = after;
  }
}

double ThreadExecutor::unit_seconds(int unit) const {
  const auto k = static_cast<std::size_t>(unit);
  double sum = 0;
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto at = static_cast<std::size_t>(kind);
    sum += std::max(0.0, cost_[at][k]) * static_cast<double>(requests_[at][k]);
  }
  return sum;
}

}  // namespace accordo
