#include "process/child.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "process/error_parcel.hpp"

namespace accordo {
namespace {

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char part[4096];  // NOLINT(modernize-avoid-c-arrays): as fread wants it
  while (const std::size_t n = std::fread(part, 1, sizeof part, file)) text.append(part, n);
  return text;
}

/// The latest "error: what [id]" that was printed; FMUs that crash leave one.
std::optional<Problem> printed_error(const std::string& text) {
  constexpr std::string_view mark = "error: ";
  const auto at = text.rfind("error: ");
  if (at == std::string::npos || (at > 0 && text[at - 1] != '\n')) return std::nullopt;
  std::string line = text.substr(at + mark.size(), text.find('\n', at) - at - mark.size());
  const auto bracket = line.rfind(" [");
  if (bracket == std::string::npos || line.back() != ']') return std::nullopt;
  Problem problem;
  problem.id = line.substr(bracket + 2, line.size() - bracket - 3);
  problem.what = line.substr(0, bracket);
  return problem;
}

}  // namespace

Child::Child(const Work& work)
    : answer_(std::tmpfile(), &std::fclose), printed_(std::tmpfile(), &std::fclose) {
  const pid_t parent = getpid();
  std::fflush(nullptr);  // else the child prints again what waits here
  if (!answer_ || !printed_ || (process_ = fork()) < 0) {
    throw Error(Exit::usage, "no-process",
                fmt::format("no process can be started for a run: {}", std::strerror(errno)),
                "fewer at a time (--jobs), or fewer methods and steps");
  }
  if (process_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);
  dup2(fileno(printed_.get()), STDOUT_FILENO);
  dup2(fileno(printed_.get()), STDERR_FILENO);
  run(work);
}

Child::~Child() {
  if (process_ > 0 && !ended_) end_now();
}

void Child::stop() {
  if (!ended_) conclude(end_now());
}

int Child::end_now() const {
  kill(process_, SIGKILL);
  int status = 0;
  waitpid(process_, &status, 0);
  return status;
}

void Child::run(const Work& work) const {
  Parcel answer;
  answer.put(true);
  const auto fail = [&](const Error& error) {
    answer.clear();
    answer.put(false);
    put_error(error, answer);
  };
  try {
    work(answer);
  } catch (const Error& error) {
    fail(error);
  } catch (const std::bad_alloc&) {
    fail(Error(Exit::bug, "internal", "out of memory"));
  } catch (const std::exception& e) {
    fail(Error(Exit::bug, "internal", e.what()));
  }
  const std::vector<char>& bytes = answer.bytes();
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), answer_.get()) == bytes.size();
  const bool flushed = std::fflush(nullptr) == 0;
  _exit(written && flushed ? 0 : static_cast<int>(Exit::output));
}

bool Child::ended() {
  int status = 0;
  if (!ended_ && waitpid(process_, &status, WNOHANG) == process_) conclude(status);
  return ended_;
}

void Child::wait(const std::atomic<bool>* interrupted) {
  while (!ended()) {
    if (interrupted != nullptr && interrupted->load(std::memory_order_relaxed)) interrupt();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void Child::interrupt() {
  if (!ended_ && !interrupted_) kill(process_, SIGINT);
  interrupted_ = true;
}

void Child::conclude(int status) {
  ended_ = true;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    failure_ = crash(status);
    return;
  }
  std::rewind(answer_.get());
  Parcel parcel;
  parcel.received().resize(1);
  const bool complete = std::fread(parcel.received().data(), 1, 1, answer_.get()) == 1;
  if (!complete) {
    failure_ = crash(status);
  } else if (!parcel.get<bool>()) {
    Parcel whole = answer();
    failure_ = get_error(whole);
  }
}

Parcel Child::answer() const {
  const std::string bytes = content(answer_.get());
  Parcel parcel;
  parcel.received().assign(bytes.begin(), bytes.end());
  parcel.get<bool>();  // whether it is an answer or an error
  return parcel;
}

Error Child::crash(int status) const {
  if (auto problem = printed_error(content(printed_.get())))
    return {Exit::unit_failed, {std::move(*problem)}};
  if (WIFSIGNALED(status)) {
    return {
        Exit::unit_failed, "crashed",
        fmt::format("the run was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))};
  }
  return {Exit::unit_failed, "crashed",
          fmt::format("the run ended by itself, with exit code {}", WEXITSTATUS(status))};
}

}  // namespace accordo
