// Units in processes of their own: what happens when one of them comes to a bad end.

#include "execute/processes.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "base/error.hpp"
#include "base/failure.hpp"

namespace accordo {
namespace {

enum class End { none, segfault, exit, hang, failure, killed, never_made };

/// y = sum of the inputs' values so far; comes to its end in the third step.
class Victim final : public Unit {
 public:
  Victim(std::shared_ptr<const UnitInfo> info, End end) : Unit(std::move(info)), end_(end) {}

  void step(const Step&, SignalView u, double* y, double*) override {
    sum_ += u.value(0, 1);
    if (++steps_ == 3) meet_end();
    *y = sum_;
  }
  void outputs(const Instant&, const double*, const double*, double* y, double*) override { *y = sum_; }
  void save() override { saved_ = sum_; }
  void restore() override { sum_ = saved_; }

 private:
  void meet_end() const {
    switch (end_) {
      case End::segfault:
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
        return;
      case End::exit:
        _exit(7);
      case End::hang:
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
      case End::failure:
        throw UnitFailure("overheated");
      case End::killed:
        kill(getpid(), SIGKILL);
        return;
      default:
        return;
    }
  }
  End end_;
  double sum_ = 0, saved_ = 0;
  int steps_ = 0;
};

class Isolated : public ::testing::Test {
 protected:
  void open(End end, double timeout = 60) {
    for (const char* name : {"pump", "tank"}) {
      UnitInfo info{.name = name, .kind = "test"};
      info.ports = {.inputs = {"u"}, .outputs = {"y"}, .start = {0}, .has_start = {true}};
      info.can = {.rollback = true, .variable_step = true, .input_degree = 3};
      info.feed_through = {{}};
      infos_.push_back(info);
    }
    layout_ = Layout(infos_);
    std::vector<Worker::Make> makers;
    for (const UnitInfo& info : infos_) {
      const End own = info.name == "pump" ? end : End::none;
      makers.emplace_back([info, own]() -> std::unique_ptr<Unit> {
        if (own == End::never_made) throw Error(Exit::usage, "no-pump", "there is no pump", "buy one");
        return std::make_unique<Victim>(std::make_shared<const UnitInfo>(info), own);
      });
    }
    executor_ = std::make_unique<ProcessExecutor>(makers, std::vector<bool>{true, true}, infos_, layout_,
                                                  WorkerSettings{.timeout_seconds = timeout});
  }

  Reply step(double value) {
    Signal inputs(2);
    inputs.component(0)[0] = value;
    inputs.component(1)[0] = 10 * value;
    Reply reply;
    executor_->run({.operation = Operation::step,
                    .units = all_,
                    .step = {.t = 2, .h = 1, .end = 3},
                    .inputs = inputs.view(),
                    .y = y_.data()},
                   reply);
    return reply;
  }

  void run(Operation operation) {
    Reply reply;
    executor_->run({.operation = operation, .units = all_}, reply);
    EXPECT_TRUE(reply.unit_errors.empty());
  }

  std::vector<UnitInfo> infos_;
  Layout layout_;
  std::unique_ptr<ProcessExecutor> executor_;
  std::vector<int> all_{0, 1};
  std::vector<double> y_{0, 0};
};

TEST_F(Isolated, UnitsWorkAndRollBackElsewhere) {
  open(End::none);
  EXPECT_EQ(executor_->local(0), nullptr);
  EXPECT_TRUE(step(1).unit_errors.empty());
  run(Operation::save);
  EXPECT_TRUE(step(2).unit_errors.empty());
  EXPECT_EQ(y_, (std::vector<double>{3, 30}));
  run(Operation::restore);
  step(4);
  EXPECT_EQ(y_, (std::vector<double>{5, 50}));
}

TEST_F(Isolated, WhatAUnitThrowsIsAUnitError) {
  open(End::failure);
  step(1), step(1);
  const Reply reply = step(1);
  ASSERT_EQ(reply.unit_errors.size(), 1U);
  EXPECT_EQ(reply.unit_errors[0].what, "overheated");
  EXPECT_EQ(reply.unit_errors[0].t, 2);
  EXPECT_TRUE(step(1).unit_errors.empty()) << "the process is still there";
}

TEST_F(Isolated, AMakersErrorArrivesWhole) {
  try {
    open(End::never_made);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    EXPECT_EQ(error.problems()[0].id, "no-pump");
    EXPECT_EQ(error.problems()[0].remedy, "buy one");
  }
}

struct BadEnd {
  End end;
  const char* message;
};

class BadEnds : public Isolated, public ::testing::WithParamInterface<BadEnd> {};

TEST_P(BadEnds, OfAUnitIsAUnitErrorThatNamesIt) {
  open(GetParam().end, GetParam().end == End::hang ? 0.3 : 60);
  step(1), step(1);
  for (int again = 0; again < 2; ++again) {  // and it stays so
    const Reply reply = step(1);
    ASSERT_EQ(reply.unit_errors.size(), 1U);
    EXPECT_EQ(reply.unit_errors[0].unit, 0);
    EXPECT_NE(reply.unit_errors[0].what.find(GetParam().message), std::string::npos)
        << reply.unit_errors[0].what;
    EXPECT_NE(reply.unit_errors[0].what.find("a step"), std::string::npos) << reply.unit_errors[0].what;
  }
  EXPECT_EQ(y_[1], 40) << "the other unit goes on";
  executor_.reset();
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "no process is left";
}

INSTANTIATE_TEST_SUITE_P(Ends, BadEnds,
                         ::testing::Values(BadEnd{End::segfault, "signal 11"},
                                           BadEnd{End::killed, "signal 9"},
                                           BadEnd{End::exit, "exited with code 7"},
                                           BadEnd{End::hang, "did not answer for 0.3 s"}));

/// A parcel larger than a mailbox arrives in parts.
TEST(Mailboxes, TakeParcelsOfAnySize) {
  MailboxPair boxes;
  const auto patient = [](double waited) { return waited < 60; };
  for (const int size : {0, 1, 51, 52, 53, 200, 32 * 1024 - 1, 32 * 1024, 32 * 1024 + 1, 1'000'000}) {
    Parcel sent, received;
    for (int i = 0; i < size; ++i) sent.put(static_cast<char>(1 + i % 101));
    std::thread other([&] { boxes.questions().send(sent, patient); });
    EXPECT_TRUE(boxes.questions().receive(received, patient));
    other.join();
    EXPECT_EQ(sent.bytes(), received.bytes()) << size;
  }
}

TEST(Mailboxes, AreNotWaitedForWhenNobodyIsThere) {
  MailboxPair boxes;
  Parcel parcel;
  EXPECT_FALSE(boxes.answers().receive(parcel, [](double) { return false; }));
}

}  // namespace
}  // namespace accordo
