// Work in other processes: answers, errors and crashes come back.

#include "process/child.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

namespace accordo {
namespace {

TEST(Child, BringsBackItsAnswer) {
  Child child([](Parcel& answer) {
    answer.put(41);
    answer.put_text("done");
    std::cout << "not seen here" << std::endl;
  });
  child.wait();
  ASSERT_FALSE(child.failure());
  for (int again = 0; again < 2; ++again) {
    Parcel answer = child.answer();
    EXPECT_EQ(answer.get<int>(), 41);
    EXPECT_EQ(answer.get_text(), "done");
  }
}

TEST(Child, BringsBackErrorsWhole) {
  Child child([](Parcel& answer) {
    answer.put(1);
    Problems problems;
    problems.add("some-id", {"file", 3, 4}, "what", "remedy");
    problems.add("other", {}, "more");
    throw Error(Exit::no_agreement, problems.list());
  });
  child.wait();
  ASSERT_TRUE(child.failure());
  EXPECT_EQ(child.failure()->code(), Exit::no_agreement);
  ASSERT_EQ(child.failure()->problems().size(), 2U);
  const Problem& p = child.failure()->problems().front();
  EXPECT_EQ(p.id, "some-id");
  EXPECT_EQ(p.place.line, 3);
  EXPECT_EQ(p.remedy, "remedy");
}

TEST(Child, TellsHowItCrashed) {
  const auto failure_of = [](const Child::Work& work) {
    Child child(work);
    child.wait();
    return child.failure()->problems().front();
  };
  EXPECT_EQ(failure_of([](Parcel&) { raise(SIGKILL); }).id, "crashed");
  EXPECT_NE(failure_of([](Parcel&) { raise(SIGKILL); }).what.find("signal 9"), std::string::npos);
  EXPECT_NE(failure_of([](Parcel&) { std::_Exit(7); }).what.find("exited with code 7"), std::string::npos);
  EXPECT_EQ(failure_of([](Parcel&) { throw std::logic_error("odd"); }).what, "odd");
  const Problem said = failure_of([](Parcel&) {
    std::cerr << "chatter\nerror: unit a failed [fmu-crashed]\n    more" << std::endl;
    std::_Exit(3);
  });
  EXPECT_EQ(said.id, "fmu-crashed");
  EXPECT_EQ(said.what, "unit a failed");
}

TEST(Child, EndsWhenAsked) {
  std::atomic<bool> interrupt{true};
  Child child([](Parcel&) { pause(); });
  child.wait(&interrupt);
  EXPECT_NE(child.failure()->problems().front().what.find("signal 2"), std::string::npos);
}

}  // namespace
}  // namespace accordo
