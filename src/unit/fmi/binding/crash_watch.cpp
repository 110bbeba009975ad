#include "unit/fmi/binding/crash_watch.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

#include "archive/private_folder.hpp"
#include "base/error.hpp"

namespace accordo::fmi {
namespace {

struct Watched {
  int signal;
  const char* name;
};
constexpr std::array<Watched, 5> kWatched{{{SIGSEGV, "segmentation fault"},
                                           {SIGBUS, "bus error"},
                                           {SIGFPE, "arithmetic exception"},
                                           {SIGILL, "illegal instruction"},
                                           {SIGABRT, "it called abort"}}};
constexpr std::size_t kStack = std::size_t{512} << 10;  // removing nested folders takes the most

std::array<struct sigaction, kWatched.size()> previous{};
std::array<std::atomic<void (*)() noexcept>, 4> actions{};
std::atomic<void (*)(const Crash&) noexcept> reaction{nullptr};

/// A text put together without memory management.
class Message {
 public:
  Message& operator<<(std::string_view text) {
    const std::size_t n = std::min(text.size(), text_.size() - size_);
    std::memcpy(text_.data() + size_, text.data(), n);
    size_ += n;
    return *this;
  }
  Message& operator<<(double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return *this << std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }
  void write(int descriptor) const {
    for (std::size_t done = 0; done < size_;) {
      const ssize_t n = ::write(descriptor, text_.data() + done, size_ - done);
      if (n < 0 && errno != EINTR) return;
      if (n > 0) done += static_cast<std::size_t>(n);
    }
  }

 private:
  std::array<char, 2048> text_;
  std::size_t size_ = 0;
};

[[noreturn]] void end_program(const char* how) noexcept {
  for (auto& entry : actions) {
    if (auto* const action = entry.load()) action();
  }
  const Suspect* const suspect = breadcrumb.suspect;
  Message message;
  message << "error: ";
  if (suspect != nullptr && !suspect->unit.empty()) {
    message << "unit " << suspect->unit << " failed at t = " << suspect->t << ": ";
  }
  message << (breadcrumb.call != nullptr ? breadcrumb.call : "a thread of an FMU");
  if (breadcrumb.call != nullptr && suspect != nullptr) message << " of " << suspect->file;
  message
      << " ended the program (" << how
      << ") [fmu-crashed]\n    the fault is in the FMU, which runs inside this program; rows up to the last "
         "accepted step are written\n";
  message.write(STDERR_FILENO);
  archive::remove_private_folders();
  end_process(static_cast<int>(Exit::unit_failed));
}

/// This process, unless an FMU has forked it: what becomes of that is nobody's business.
std::atomic<pid_t> watched_process{0};
thread_local bool reacting = false;

bool is_watched() {
  return watched_process == getpid();
}

void watch_child() {
  if (breadcrumb.call == nullptr) watched_process = getpid();
}

[[noreturn]] void react(const Crash& crash) noexcept {
  reacting = true;
  if (auto* const other = reaction.load()) other(crash);
  end_program(crash.how);
}

void handle(int signal) {
  for (std::size_t i = 0; i < kWatched.size(); ++i) {
    if (kWatched[i].signal != signal) continue;
    if (breadcrumb.call != nullptr) react({kWatched[i].name, signal});
    // Not ours: it comes again when this returns, and finds who was responsible before.
    sigaction(signal, &previous[i], nullptr);
    raise(signal);
    return;
  }
}

/// In the end libraries are unloaded by the system: from here on a crash is theirs.
void check_exit() {
  if (!is_watched()) return;
  if (breadcrumb.call != nullptr) react({"it called exit", 0});
  breadcrumb = {.suspect = nullptr, .call = "unloading an FMU's library"};
}

void check_quick_exit() {
  if (is_watched()) react({"it called quick_exit", 0});
}

/// Whether this is code of ours, not of a library.
bool is_ours(const void* code) {
  Dl_info there{}, here{};
  if (dladdr(code, &there) == 0 || dladdr(reinterpret_cast<const void*>(&is_ours), &here) == 0) return true;
  return there.dli_fbase == here.dli_fbase;
}

void install() {
  struct sigaction action {};
  action.sa_handler = &handle;
  action.sa_flags = SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (std::size_t i = 0; i < kWatched.size(); ++i) sigaction(kWatched[i].signal, &action, &previous[i]);
  watched_process = getpid();
  pthread_atfork(nullptr, nullptr, &watch_child);
  std::atexit(check_exit);
  std::at_quick_exit(check_quick_exit);
}

std::atomic<bool> reports_allowed{true};

/// A stack for signal handlers, as long as the thread lives.
class SignalStack {
 public:
  SignalStack() {
    stack_t old{};
    if (sigaltstack(nullptr, &old) == 0 && (old.ss_flags & SS_DISABLE) == 0)
      return;  // a sanitizer's, for instance
    memory_ = mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) return;
    const stack_t ours{.ss_sp = memory_, .ss_flags = 0, .ss_size = kStack};
    sigaltstack(&ours, nullptr);
  }
  ~SignalStack() {
    if (memory_ == MAP_FAILED) return;
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
    munmap(memory_, kStack);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  void* memory_ = MAP_FAILED;
};

}  // namespace

void allow_crash_reports(bool allowed) {
  reports_allowed = allowed;
}

void watch_for_crashes() {
  if (!reports_allowed) return;
  static std::once_flag installed;
  std::call_once(installed, install);
  static thread_local const SignalStack stack;
}

void check_end(int status, const void* caller) {
  if (reacting || !is_watched()) return;
  if (breadcrumb.call != nullptr || (status == 0 && !is_ours(caller))) react({"it called _exit", 0});
}

void end_unfinished(int exit_code) noexcept {
  const Suspect* const suspect = breadcrumb.call == nullptr ? nullptr : breadcrumb.suspect;
  Message message;
  message << "error: ";
  if (suspect != nullptr && !suspect->unit.empty()) {
    message << "unit " << suspect->unit << " was given up at t = " << suspect->t << ": ";
  }
  message << (breadcrumb.call == nullptr ? "the macro-step at work" : breadcrumb.call);
  if (suspect != nullptr) message << " of " << suspect->file;
  message
      << " did not end in time after the interrupt [interrupted]\n    rows up to the last accepted step are "
         "written\n";
  message.write(STDERR_FILENO);
  archive::remove_private_folders();
  end_process(exit_code);
}

void at_crash(void (*action)() noexcept) {
  for (auto& entry : actions) {
    void (*none)() noexcept = nullptr;
    if (entry.load() == action || entry.compare_exchange_strong(none, action)) return;
  }
}

void replace_crash_reaction(void (*other)(const Crash& crash) noexcept) {
  reaction = other;
}

void end_process(int code) noexcept {
  for (;;) syscall(SYS_exit_group, code);
}

}  // namespace accordo::fmi
