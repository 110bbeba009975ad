#include "unit/fmi/selftest/child_process.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "process/process.hpp"
#include "unit/fmi/binding/crash_watch.hpp"

namespace accordo::fmi {
namespace {

constexpr std::size_t kMostValues = 1000;            // per row
constexpr std::size_t kRoom = std::size_t{1} << 20;  // numbers; touched as far as they are used

}  // namespace

struct Notebook::Page {
  std::atomic<int> ending;  ///< an Ending plus one; 0: it did not get so far
  std::array<char, 1024> what;
  std::atomic<std::size_t> used;
  std::array<double, kRoom> numbers;  ///< rows, each after its length
};

void Notebook::add(const double* values, std::size_t count) {
  count = std::min(count, kMostValues);
  const std::size_t at = page_->used;
  if (at + count + 1 > kRoom) return;
  page_->numbers[at] = static_cast<double>(count);
  std::copy_n(values, count, page_->numbers.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  page_->used = at + count + 1;
}

namespace {

using Page = Notebook::Page;

class SharedPage {
 public:
  SharedPage()
      : memory_(mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (memory_ == MAP_FAILED) fail(errno);
  }
  ~SharedPage() { munmap(memory_, sizeof(Page)); }
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;

  Page* operator->() const { return get(); }
  Page* get() const { return static_cast<Page*>(memory_); }  // all zeros: a valid page

  [[noreturn]] static void fail(int error) {
    throw Error(Exit::usage, "fmu-self-test",
                fmt::format("cannot start a process that tests an FMU: {}", std::strerror(error)),
                "--trust does without");
  }

 private:
  void* memory_;
};

Page* page_of_child = nullptr;

/// Async-signal-safe.
[[noreturn]] void end_child(Ending ending, std::string_view call, std::string_view does,
                            std::string_view how) {
  std::size_t used = 0;
  for (const std::string_view part : {call, does, how}) {
    const std::size_t n = std::min(part.size(), page_of_child->what.size() - 1 - used);
    std::memcpy(page_of_child->what.data() + used, part.data(), n);
    used += n;
  }
  page_of_child->ending = static_cast<int>(ending) + 1;
  end_process(0);
}

void note_crash(const Crash& crash) noexcept {
  end_child(Ending::crashed, breadcrumb.call == nullptr ? "the FMU" : breadcrumb.call,
            " crashed: ", crash.how);
}

void note_hang(int) {
  end_child(Ending::hung, breadcrumb.call == nullptr ? "the FMU" : breadcrumb.call, " did not return", "");
}

void report_ends() {
  struct sigaction action {};
  action.sa_handler = &note_hang;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGALRM, &action, nullptr);
  sigset_t alarm{};
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &alarm, nullptr);
  watch_for_crashes();
  replace_crash_reaction(&note_crash);
}

[[noreturn]] void be_child(Page* page, const std::function<void(Notebook&)>& work) {
  page_of_child = page;
  report_ends();
  Notebook notebook(page);
  try {
    work(notebook);
  } catch (const Error& e) {
    end_child(Ending::refused, e.problems().front().what, "", "");
  } catch (const std::exception& e) {
    end_child(Ending::failed, e.what(), "", "");
  }
  end_child(Ending::done, "", "", "");
}

}  // namespace

ChildReport run_in_child(double seconds, const std::function<void(Notebook&)>& work) {
  const SharedPage page;
  std::optional<Process> child;
  try {
    child.emplace(Process::nowhere, [&]() -> int { be_child(page.get(), work); });
  } catch (const std::system_error& e) {
    SharedPage::fail(e.code().value());
  }
  const bool hung = !child->ends_within(seconds);
  if (hung) {
    child->send(SIGALRM);  // it may still be able to say where it is
    child->ends_within(0.2);
    child->end();
  }

  ChildReport report;
  if (page->ending != 0) {
    report.ending = static_cast<Ending>(page->ending - 1);
    report.what = page->what.data();
  } else if (hung) {
    report = {Ending::hung, "the FMU did not return", {}};
  } else if (child->signal() != 0) {
    report = {Ending::crashed, fmt::format("the FMU crashed: {}", strsignal(child->signal())), {}};
  } else {
    report = {Ending::crashed, "the FMU ended its process", {}};
  }
  for (std::size_t at = 0, used = page->used; at < used;) {
    const double* const row = page->numbers.data() + at;
    report.rows.emplace_back(row + 1, row + 1 + static_cast<std::size_t>(*row));
    at += 1 + static_cast<std::size_t>(*row);
  }
  return report;
}

}  // namespace accordo::fmi
