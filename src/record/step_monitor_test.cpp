// Laws of the history: buckets lose nothing that can be added up, and never grow in number.
#include "record/step_monitor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace accordo {
namespace {

StepBucket sum_of(const std::vector<StepBucket>& buckets) {
  return std::accumulate(buckets.begin() + 1, buckets.end(), buckets.front(),
                         [](StepBucket all, const StepBucket& next) {
                           all.append(next);
                           return all;
                         });
}

TEST(StepBucket, WhatIsUnknownDoesNotCount) {
  StepBucket all{.end = 1, .steps = 1, .shortest = 1, .longest = 1};
  all.append({.end = 1.5, .steps = 0, .rejected = 2});
  EXPECT_EQ(all.shortest, 1);
  EXPECT_EQ(all.rejected, 2);
  EXPECT_TRUE(std::isnan(all.residual));
  all.append({.end = 2, .steps = 1, .shortest = 0.5, .longest = 0.5, .residual = 3, .estimate = 4});
  EXPECT_EQ(all.end, 2);
  EXPECT_EQ(all.shortest, 0.5);
  EXPECT_EQ(all.longest, 1);
  EXPECT_EQ(all.residual, 3);
  EXPECT_EQ(all.estimate, 4);
}

TEST(StepBucket, AppendingIsAssociative) {
  const std::vector<StepBucket> buckets{
      {.end = 1, .steps = 2, .shortest = 0.4, .longest = 0.6, .iterations = 3, .residual = 1},
      {.end = 2, .steps = 1, .shortest = 1, .longest = 1, .rejected = 1, .estimate = 5},
      {.end = 4, .steps = 5, .shortest = 0.1, .longest = 1.2, .iterations = 7, .residual = 0.5}};
  const StepBucket left = sum_of(buckets);
  StepBucket tail = buckets[1];
  tail.append(buckets[2]);
  const StepBucket right = sum_of({buckets[0], tail});
  EXPECT_EQ(left.steps, right.steps);
  EXPECT_EQ(left.shortest, right.shortest);
  EXPECT_EQ(left.longest, right.longest);
  EXPECT_EQ(left.iterations, right.iterations);
  EXPECT_EQ(left.rejected, right.rejected);
  EXPECT_EQ(left.residual, right.residual);
  EXPECT_EQ(left.estimate, right.estimate);
}

}  // namespace
}  // namespace accordo
