#include "process/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <thread>

namespace accordo {
namespace {

/// noexcept: nothing that the work throws may reach what this process was copied from.
[[noreturn]] void be_forked(pid_t parent, int output, const std::function<int()>& work) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (output == Process::nowhere) {
    output = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(output, STDIN_FILENO);
  }
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  const int code = work();
  std::fflush(nullptr);
  _exit(code);
}

}  // namespace

Process::Process(int output, const std::function<int()>& work) {
  const pid_t parent = getpid();
  std::fflush(nullptr);  // else the child prints again what waits here
  id_ = fork();
  if (id_ < 0) throw std::system_error(errno, std::generic_category());
  if (id_ == 0) be_forked(parent, output, work);
  setpgid(id_, id_);  // the child does so, too: whoever comes first
}

/// What it has started is ended while its number is still taken: no other process can have it.
void Process::reap() {
  kill(-id_, SIGKILL);
  waitpid(id_, &status_, 0);
  ended_ = true;
}

bool Process::ended() {
  if (ended_) return true;
  siginfo_t about{};
  const int answer = waitid(P_PID, static_cast<id_t>(id_), &about, WEXITED | WNOHANG | WNOWAIT);
  if (answer == 0 && about.si_pid == id_) reap();
  if (answer != 0 && errno == ECHILD) ended_ = true;  // somebody else has seen its end
  return ended_;
}

bool Process::ends_within(double seconds) {
  using Steady = std::chrono::steady_clock;
  const auto deadline =
      Steady::now() + std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(seconds));
  auto pause = std::chrono::microseconds(50);
  while (!ended()) {
    if (Steady::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 3 / 2, std::chrono::microseconds(2000));
  }
  return true;
}

void Process::send(int signal) const {
  if (!ended_) kill(id_, signal);
}

void Process::end() {
  if (ended_) return;
  kill(id_, SIGKILL);
  reap();
}

int Process::signal() const {
  return WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
}

std::string Process::exit_reason() const {
  if (signal() != 0) return fmt::format("was ended by signal {} ({})", signal(), strsignal(signal()));
  return fmt::format("exited with code {}", WEXITSTATUS(status_));
}

}  // namespace accordo
