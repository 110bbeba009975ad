// A process ends when it must, takes with it what it has started, and its end has a reason.

#include "process/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

namespace accordo {
namespace {

std::string reason_of(const std::function<int()>& work) {
  Process process(Process::nowhere, work);
  EXPECT_TRUE(process.ends_within(60));
  return process.exit_reason();
}

TEST(Process, TellsHowItEnded) {
  EXPECT_EQ(reason_of([] { return 0; }), "exited with code 0");
  EXPECT_EQ(reason_of([] { return 7; }), "exited with code 7");
  EXPECT_NE(reason_of([] { return raise(SIGKILL); }).find("was ended by signal 9"), std::string::npos);
  EXPECT_NE(reason_of([]() -> int { throw 1; }).find("was ended by signal 6"), std::string::npos)
      << "an exception must not leave the work: two processes would go on";
}

TEST(Process, IsEndedWhenItsTimeIsOver) {
  Process process(Process::nowhere, [] { return pause(); });
  EXPECT_FALSE(process.ends_within(0.01));
  EXPECT_FALSE(process.over());
  process.end();
  EXPECT_TRUE(process.ended());
  EXPECT_EQ(process.signal(), SIGKILL);
  EXPECT_FALSE(process.succeeded());
}

TEST(Process, HearsSignals) {
  Process process(Process::nowhere, [] {
    signal(SIGTERM, [](int) { _exit(5); });
    return pause();
  });
  while (!process.ends_within(0.01)) process.send(SIGTERM);
  EXPECT_TRUE(process.exit_reason() == "exited with code 5" || process.signal() == SIGTERM);
}

TEST(Process, PrintsWhereItIsTold) {
  int ends[2];  // NOLINT(modernize-avoid-c-arrays): as pipe() wants it
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  Process process(ends[1], [] {
    std::printf("out");
    std::fflush(stdout);
    std::fprintf(stderr, "err");
    return 0;
  });
  close(ends[1]);
  EXPECT_TRUE(process.ends_within(60));
  std::string text(100, '\0');
  text.resize(static_cast<std::size_t>(read(ends[0], text.data(), text.size())));
  EXPECT_EQ(text, "outerr");
  close(ends[0]);
}

/// Tells the number of a process that it starts, then waits or ends.
pid_t started_by(const std::function<int()>& afterwards) {
  int ends[2];  // NOLINT(modernize-avoid-c-arrays): as pipe() wants it
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  pid_t started = 0;
  {
    Process process(Process::nowhere, [&] {
      const pid_t child = fork();
      if (child == 0) return pause();
      return write(ends[1], &child, sizeof child) == sizeof child ? afterwards() : 1;
    });
    EXPECT_EQ(read(ends[0], &started, sizeof started), static_cast<ssize_t>(sizeof started));
    process.ends_within(0.2);
  }
  close(ends[0]);
  close(ends[1]);
  return started;
}

TEST(Process, LeavesNothingOver) {
  for (const bool by_itself : {false, true}) {
    const pid_t started = started_by([&] { return by_itself ? 0 : pause(); });
    ASSERT_GT(started, 0);
    // Whoever adopts it may take its time to notice its end; what runs no more has no memory left.
    const std::string memory = "/proc/" + std::to_string(started) + "/statm";
    bool gone = false;
    for (int i = 0; i < 500 && !gone; ++i) {
      std::FILE* const file = std::fopen(memory.c_str(), "r");
      long pages = 0;
      gone = file == nullptr || std::fscanf(file, "%ld", &pages) != 1 || pages == 0;
      if (file != nullptr) std::fclose(file);
      if (!gone) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(gone) << (by_itself ? "after its end" : "when it was ended");
  }
}

}  // namespace
}  // namespace accordo
