#include "cli/interrupts.hpp"

#include <csignal>
#include <ctime>

#include "base/error.hpp"
#include "record/output_file.hpp"
#include "unit/fmi/binding/crash_watch.hpp"

namespace accordo::cli {
namespace {

constexpr time_t kGraceSeconds = 2;

std::atomic<bool> interrupt_seen{false};
std::atomic<bool> slow_runs_are_abandoned{false};
timer_t timer{};  // sends the signal again; a forked process does not inherit it
std::atomic<bool> has_timer{false};

void set_timer(time_t seconds) noexcept {
  if (!has_timer) return;
  const itimerspec when{{0, 0}, {seconds, 0}};
  timer_settime(timer, 0, &when, nullptr);
}

void handle(int signal, siginfo_t* about, void*) {
  if (!interrupt_seen.exchange(true)) {
    if (slow_runs_are_abandoned) set_timer(kGraceSeconds);
  } else if (slow_runs_are_abandoned) {
    OutputFile::rescue_all();
    fmi::end_unfinished(static_cast<int>(Exit::interrupted));
  } else if (about->si_code != SI_TIMER) {  // else it came too late
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

void make_timer() {
  struct sigevent event {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGTERM;
  has_timer = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  struct sigaction action {};
  action.sa_sigaction = &handle;
  // Restarted: FMUs need not be prepared for calls that are interrupted.
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  for (const int signal : {SIGINT, SIGTERM, SIGXCPU}) sigaction(signal, &action, nullptr);
  struct sigaction old {};
  sigaction(SIGHUP, nullptr, &old);
  if (old.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // else nohup has started us
  return interrupt_seen;
}

void expect_failing_writes() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

AbandonSlowRun::AbandonSlowRun() {
  make_timer();
  slow_runs_are_abandoned = true;
  if (interrupt_seen) set_timer(kGraceSeconds);
}

AbandonSlowRun::~AbandonSlowRun() {
  slow_runs_are_abandoned = false;
  if (has_timer.exchange(false)) timer_delete(timer);
}

}  // namespace accordo::cli
