#include "execute/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "base/error.hpp"
#include "execute/operation_text.hpp"
#include "execute/perform.hpp"
#include "execute/troubles.hpp"
#include "process/error_parcel.hpp"

namespace accordo {
namespace {

void put_failure(const Error& error, Parcel& parcel) {
  parcel.clear();
  parcel.put(false);
  put_error(error, parcel);
}

std::array<char, 512>* own_last_words = nullptr;  // in a worker process

}  // namespace

void leave_last_words(std::initializer_list<std::string_view> parts) noexcept {
  if (own_last_words == nullptr) return;
  std::size_t used = 0;
  for (const std::string_view part : parts) {
    const std::size_t n = std::min(part.size(), own_last_words->size() - 1 - used);
    std::memcpy(own_last_words->data() + used, part.data(), n);
    used += n;
  }
}

Worker::Worker(int unit, std::span<const UnitInfo> units, const Layout& layout, const Make& make,
               const WorkerSettings& settings)
    : unit_(unit), name_(units[index(unit)].name), settings_(settings) {
  int ends[2];  // NOLINT(modernize-avoid-c-arrays): as pipe() wants it
  const pid_t parent = getpid();
  std::fflush(nullptr);  // else the child prints again what waits here
  if (pipe2(ends, O_CLOEXEC) != 0 || (process_ = fork()) < 0) {
    throw Error(Exit::usage, "no-process",
                fmt::format("no process can be started for unit '{}': {}", name_, std::strerror(errno)));
  }
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    live(units, layout, make);
  }
  setpgid(process_, process_);  // the child does so, too: whoever comes first
  close(ends[1]);
  output_ = ends[0];
}

Worker::~Worker() {
  kill_it();
}

/// The life of the worker process.
void Worker::live(std::span<const UnitInfo> units, const Layout& layout, const Make& make) {
  setpgid(0, 0);  // with whatever the unit starts, to be killed together
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(SIGINT, SIG_IGN);  // the run is ended by its orchestrator
  signal(SIGHUP, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  own_last_words = &boxes_.last_words();
  if (settings_.prepare != nullptr) settings_.prepare();
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what a unit prints is seen when it is printed
  serve(units, layout, make);
  std::fflush(nullptr);
  _exit(0);
}

void Worker::serve(std::span<const UnitInfo> units, const Layout& layout, const Make& make) {
  const auto forever = [](double) { return true; };  // the parent's death ends us
  Parcel parcel;
  std::vector<std::unique_ptr<Unit>> list(units.size());
  try {
    list[index(unit_)] = make();
    parcel.clear();
    parcel.put(true);
  } catch (const Error& error) {
    put_failure(error, parcel);
  } catch (const std::exception& e) {
    put_failure(Error(Exit::bug, "bug", e.what()), parcel);
  }
  const bool made = list[index(unit_)] != nullptr;
  boxes_.answers().send(parcel, forever);
  if (!made) return;
  Workshop workshop(std::move(list), layout);
  Unpacking unpacking(layout, units);
  Reply reply;
  while (boxes_.questions().receive(parcel, forever)) {
    const Request& request = unpacking.unpack_request(parcel);
    reply.troubles.clear();
    workshop.perform(request, request.units, reply);
    unpacking.pack_reply(reply, parcel);
    boxes_.answers().send(parcel, forever);
  }
}

bool Worker::still_there(double waited) {
  if (ended_) return false;
  if (has_ended()) {
    reap();
    return false;
  }
  if (waited < settings_.timeout_seconds) return true;
  end_hung();
  return false;
}

/// Its number is still taken afterwards.
bool Worker::has_ended() {
  siginfo_t about{};
  return waitid(P_PID, static_cast<id_t>(process_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         about.si_pid == process_;
}

/// Waits for its end; what it has started is ended.
void Worker::reap() {
  kill(-process_, SIGKILL);
  waitpid(process_, &status_, 0);
  ended_ = true;
}

void Worker::end_hung() {
  hung_ = true;
  kill(process_, SIGTERM);  // it may still be able to say where it is
  for (int i = 0; i < 20 && !has_ended(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill_it();
}

void Worker::kill_it() {
  if (ended_ || process_ <= 0) return;
  kill(process_, SIGKILL);
  reap();
}

std::string Worker::end_of_it() {
  const std::string during = doing_ == nullptr ? "" : fmt::format(" in {}", doing_);
  const std::string words = boxes_.last_words().data();
  const std::string place = during + (words.empty() ? "" : ", by " + words);
  if (hung_) {
    return fmt::format("it did not answer for {} s{} and was ended (--unit-timeout)",
                       settings_.timeout_seconds, place);
  }
  if (WIFSIGNALED(status_)) {
    return fmt::format("its process was ended by signal {} ({}){}", WTERMSIG(status_),
                       strsignal(WTERMSIG(status_)), place);
  }
  return fmt::format("its process ended by itself, with exit code {}{}", WEXITSTATUS(status_), place);
}

Trouble Worker::trouble() {
  return {unit_, Trouble::Kind::failed, end_of_it(), t_};
}

void Worker::expect_ready() {
  Parcel parcel;
  const auto watch = [this](double waited) { return still_there(waited); };
  if (!boxes_.answers().receive(parcel, watch)) {
    throw Error(Exit::unit_failed, "unit-failed",
                fmt::format("unit '{}' failed before its start: {}", name_, end_of_it()));
  }
  if (!parcel.get<bool>()) throw get_error(parcel);
}

void Worker::ask(const Request& request, const Parcel& parcel) {
  if (ended_) return;
  doing_ = for_people(request.operation);
  t_ = time_of(request);
  boxes_.questions().send(parcel, [this](double waited) { return still_there(waited); });
}

std::optional<Trouble> Worker::answer(Parcel& parcel) {
  if (!ended_ && boxes_.answers().receive(parcel, [this](double waited) { return still_there(waited); })) {
    return std::nullopt;
  }
  return trouble();
}

}  // namespace accordo
