#include "execute/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "base/error.hpp"
#include "execute/perform.hpp"

namespace accordo {
namespace {

const char* name_of(Operation operation) {
  switch (operation) {
    case Operation::step:
      return "a step";
    case Operation::outputs:
      return "reading its outputs";
    case Operation::save:
      return "saving its state";
    case Operation::restore:
      return "restoring its state";
    case Operation::equip:
    case Operation::note:
    case Operation::affine:
    case Operation::correct:
    case Operation::feed_through:
      return "a linearization";
    default:
      return "a request";
  }
}

void put_error(const Error& error, Parcel& parcel) {
  parcel.clear();
  parcel.put(false);
  parcel.put(error.code());
  parcel.put(error.problems().size());
  for (const Problem& p : error.problems()) {
    for (const std::string* text : {&p.id, &p.place.file, &p.what, &p.remedy}) parcel.put_text(*text);
    parcel.put(p.place.line);
    parcel.put(p.place.column);
  }
}

[[noreturn]] void throw_error(Parcel& parcel) {
  const auto code = parcel.get<Exit>();
  std::vector<Problem> problems(parcel.get<std::size_t>());
  for (Problem& p : problems) {
    for (std::string* text : {&p.id, &p.place.file, &p.what, &p.remedy}) *text = parcel.get_text();
    p.place.line = parcel.get<int>();
    p.place.column = parcel.get<int>();
  }
  throw Error(code, std::move(problems));
}

}  // namespace

Worker::Worker(int unit, std::span<const UnitInfo> units, const Layout& layout, Make make,
               const WorkerSettings& settings)
    : unit_(unit), settings_(settings), doing_("its start") {
  int ends[2];  // NOLINT(modernize-avoid-c-arrays): as pipe() wants it
  const pid_t parent = getpid();
  std::fflush(nullptr);  // else the child prints again what waits here
  if (pipe2(ends, O_CLOEXEC) != 0 || (process_ = fork()) < 0) {
    throw Error(Exit::usage, "no-process",
                fmt::format("no process can be started for unit '{}': {}", units[index(unit)].name,
                            std::strerror(errno)));
  }
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    signal(SIGINT, SIG_IGN);  // the run is ended by its orchestrator
    signal(SIGTERM, SIG_DFL);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    serve(units, layout, make);
  }
  close(ends[1]);
  output_ = ends[0];
}

Worker::~Worker() {
  kill_it();
}

/// The life of the worker process.
void Worker::serve(std::span<const UnitInfo> units, const Layout& layout, const Make& make) {
  const auto forever = [](double) { return true; };  // the parent's death ends us
  Parcel parcel;
  std::vector<std::unique_ptr<Unit>> list(units.size());
  try {
    list[index(unit_)] = make();
    parcel.clear();
    parcel.put(true);
  } catch (const Error& error) {
    put_error(error, parcel);
  } catch (const std::exception& e) {
    put_error(Error(Exit::bug, "bug", e.what()), parcel);
  }
  const bool made = list[index(unit_)] != nullptr;
  boxes_.answers().send(parcel, forever);
  if (!made) _exit(0);
  Workshop workshop(std::move(list), layout);
  Unpacking unpacking(layout, units);
  Reply reply;
  while (boxes_.questions().receive(parcel, forever)) {
    const Request& request = unpacking.unpack_request(parcel);
    reply.troubles.clear();
    workshop.perform(request, request.units, reply);
    unpacking.pack_reply(reply, parcel);
    std::fflush(nullptr);
    boxes_.answers().send(parcel, forever);
  }
  _exit(0);
}

bool Worker::still_there(double waited) {
  if (!ended_ && waitpid(process_, &status_, WNOHANG) == process_) ended_ = true;
  if (ended_) return false;
  if (waited < settings_.timeout_seconds) return true;
  hung_ = true;
  kill_it();
  return false;
}

void Worker::kill_it() {
  if (ended_ || process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, &status_, 0);
  ended_ = true;
}

std::string Worker::end_of_it() const {
  if (hung_) {
    return fmt::format("it did not answer for {} s in {} and was ended (--unit-timeout)",
                       settings_.timeout_seconds, doing_);
  }
  if (WIFSIGNALED(status_)) {
    return fmt::format("its process was ended by signal {} ({}) in {}", WTERMSIG(status_),
                       strsignal(WTERMSIG(status_)), doing_);
  }
  return fmt::format("its process ended by itself, with exit code {}, in {}", WEXITSTATUS(status_), doing_);
}

Trouble Worker::trouble() const {
  return {unit_, Trouble::Kind::failed, end_of_it(), t_};
}

void Worker::expect_ready() {
  Parcel parcel;
  const auto watch = [this](double waited) { return still_there(waited); };
  if (!boxes_.answers().receive(parcel, watch)) {
    throw Error(Exit::unit_failed, "unit-failed", end_of_it());
  }
  if (!parcel.get<bool>()) throw_error(parcel);
}

void Worker::ask(const Request& request, const Parcel& parcel) {
  if (ended_) return;
  doing_ = name_of(request.operation);
  t_ = request.operation == Operation::step ? request.step.t : request.at.t;
  boxes_.questions().send(parcel, [this](double waited) { return still_there(waited); });
}

std::optional<Trouble> Worker::answer(Parcel& parcel) {
  if (!ended_ && boxes_.answers().receive(parcel, [this](double waited) { return still_there(waited); })) {
    return std::nullopt;
  }
  return trouble();
}

}  // namespace accordo
