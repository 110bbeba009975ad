// Dealing out: everything is done once, by whoever has time, and measurements that went wrong do little harm.

#include "execute/tasks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace accordo {
namespace {

std::vector<Tasks::Load> loads(const std::vector<double>& seconds) {
  std::vector<Tasks::Load> list;
  for (const double s : seconds) list.push_back({.units = {static_cast<int>(list.size())}, .seconds = s});
  return list;
}

/// What threads take that ask in this order; a thread is through when it finds nothing.
std::vector<std::vector<int>> taken(Tasks& tasks, const std::vector<int>& order) {
  std::vector<std::vector<int>> by(static_cast<std::size_t>(tasks.threads()));
  tasks.begin();
  for (const int thread : order) {
    const auto task = tasks.take(thread);
    auto& mine = by[static_cast<std::size_t>(thread)];
    mine.insert(mine.end(), task.begin(), task.end());
  }
  return by;
}

std::vector<int> sorted(std::vector<int> units) {
  std::sort(units.begin(), units.end());
  return units;
}

TEST(Tasks, OneThreadAloneDoesEverythingOnce) {
  Tasks tasks;
  tasks.deal(loads(std::vector<double>(50, 1e-5)), 3, 5e-6);
  std::vector<int> all(50);
  std::iota(all.begin(), all.end(), 0);
  for (int thread = 0; thread < 3; ++thread) {
    EXPECT_EQ(sorted(taken(tasks, std::vector<int>(100, thread))[static_cast<std::size_t>(thread)]), all);
  }
}

TEST(Tasks, ThreadsThatAreEquallyFastDoEquallyMuch) {
  Tasks tasks;
  tasks.deal(loads(std::vector<double>(8, 1e-5)), 2, 5e-6);
  std::vector<int> order;
  for (int n = 0; n < 5; ++n) order.insert(order.end(), {0, 1});
  const auto by = taken(tasks, order);
  EXPECT_EQ(by[0].size(), 4U);
  EXPECT_EQ(by[1].size(), 4U);
}

TEST(Tasks, ADearUnitIsWorthManyCheapOnes) {
  Tasks tasks;
  std::vector<double> seconds(11, 1e-5);
  seconds[4] = 1e-4;
  tasks.deal(loads(seconds), 2, 1);  // one task for each thread
  const auto by = taken(tasks, {0, 1});
  const auto& with_it = std::count(by[0].begin(), by[0].end(), 4) > 0 ? by[0] : by[1];
  EXPECT_EQ(with_it, std::vector<int>{4});
}

TEST(Tasks, NoTaskIsSmallerThanItMayBe) {
  Tasks tasks;
  tasks.deal(loads(std::vector<double>(400, 1e-6)), 2, 5e-6);
  tasks.begin();
  for (auto task = tasks.take(0); !task.empty(); task = tasks.take(0)) EXPECT_GE(task.size(), 5U);
}

TEST(Tasks, WhatStaysTogetherIsOneTask) {
  Tasks tasks;
  auto list = loads({1e-5, 1e-5, 1e-5});
  list.push_back({.units = {7, 8, 9}, .seconds = 3e-5});
  tasks.deal(std::move(list), 2, 5e-6);
  tasks.begin();
  for (auto task = tasks.take(1); !task.empty(); task = tasks.take(1)) {
    const bool has = std::count(task.begin(), task.end(), 8) > 0;
    EXPECT_EQ(std::count(task.begin(), task.end(), 7) > 0, has);
    EXPECT_EQ(std::count(task.begin(), task.end(), 9) > 0, has);
  }
}

TEST(Cost, AnInterruptionAtMostDoublesIt) {
  Cost cost;
  cost.measure(1e-5);
  cost.measure(4e-3);
  EXPECT_LE(cost.seconds(), 2.0001e-5);
}

TEST(Cost, FollowsWhatIsReallySo) {
  Cost cost;
  EXPECT_EQ(cost.seconds(), 0);
  cost.measure(1e-6);
  for (int n = 0; n < 20; ++n) cost.measure(1e-3);
  EXPECT_NEAR(cost.seconds(), 1e-3, 1e-5);
  for (int n = 0; n < 20; ++n) cost.measure(1e-6);
  EXPECT_NEAR(cost.seconds(), 1e-6, 1e-8);
}

}  // namespace
}  // namespace accordo
