// Units on threads: all of them work, in an order that does not matter, and errors come in the order of
// units.

#include "execute/threads.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "base/failure.hpp"

namespace accordo {
namespace {

/// Counts who works at the same time.
struct Room {
  std::atomic<int> inside{0}, most{0};
};

class Busy final : public Unit {
 public:
  Busy(std::shared_ptr<const UnitInfo> info, Room& room, bool fails)
      : Unit(std::move(info)), room_(room), fails_(fails) {}
  void step(const Step&, SignalView u, double* y, double*) override {
    const int inside = ++room_.inside;
    for (int most = room_.most; inside > most && !room_.most.compare_exchange_weak(most, inside);) {
    }
    double sum = 0;
    for (int i = 1; i < 20'000; ++i) sum += 1.0 / i;  // some 20 microseconds
    --room_.inside;
    if (fails_) throw UnitFailure("broken");
    *y = u.value(0, 1) + (sum > 0 ? 1 : 0);
  }

 private:
  Room& room_;
  bool fails_;
};

class Threads : public ::testing::Test {
 protected:
  std::unique_ptr<ThreadExecutor> open(int count, ThreadSettings settings, int broken_from = 1000) {
    std::vector<std::unique_ptr<Unit>> units;
    for (int k = 0; k < count; ++k) {
      UnitInfo info{.name = "u" + std::to_string(k), .kind = "test"};
      info.ports = {.inputs = {"u"}, .outputs = {"y"}, .start = {0}, .has_start = {true}};
      info.feed_through = {{}};
      infos_.push_back(info);
      units.push_back(
          std::make_unique<Busy>(std::make_shared<const UnitInfo>(info), room_, k >= broken_from));
      all_.push_back(k);
    }
    layout_ = Layout(infos_);
    y_.assign(static_cast<std::size_t>(count), 0);
    return std::make_unique<ThreadExecutor>(std::move(units), layout_, std::move(settings));
  }
  Reply step(ThreadExecutor& executor) {
    Signal inputs(all_.size());
    for (std::size_t k = 0; k < all_.size(); ++k) inputs.component(static_cast<int>(k))[0] = double(k);
    Reply reply;
    executor.run({.operation = Operation::step,
                  .units = all_,
                  .step = {.t = 0, .h = 1, .end = 1},
                  .inputs = inputs.view(),
                  .y = y_.data()},
                 reply);
    return reply;
  }

  Room room_;
  std::vector<UnitInfo> infos_;
  Layout layout_;
  std::vector<int> all_;
  std::vector<double> y_;
};

TEST_F(Threads, EveryUnitWorksInEveryRequest) {
  const auto executor = open(7, {.threads = 3, .automatic = false});
  for (int n = 0; n < 200; ++n) {
    std::fill(y_.begin(), y_.end(), 0);
    EXPECT_TRUE(step(*executor).unit_errors.empty());
    for (std::size_t k = 1; k < y_.size(); ++k) EXPECT_EQ(y_[k] - y_[0], double(k));
  }
}

TEST_F(Threads, ErrorsComeInTheOrderOfUnits) {
  const auto executor = open(9, {.threads = 4, .automatic = false}, 2);
  for (int n = 0; n < 70; ++n) {
    const Reply reply = step(*executor);
    ASSERT_EQ(reply.unit_errors.size(), 7U);
    for (int k = 0; k < 7; ++k) EXPECT_EQ(reply.unit_errors[static_cast<std::size_t>(k)].unit, k + 2);
  }
}

TEST_F(Threads, UnitsThatMustNotMeetDoNot) {
  const auto executor = open(6, {.threads = 3, .automatic = false, .together = {4, 4, 4, 4, 4, 4}});
  for (int n = 0; n < 200; ++n) step(*executor);
  EXPECT_EQ(room_.most, 1);
}

}  // namespace
}  // namespace accordo
