#include "process/child.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <system_error>

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
  try {
    if (!answer_ || !printed_) throw std::system_error(errno, std::generic_category());
    process_.emplace(fileno(printed_.get()), [&] { return run(work); });
  } catch (const std::system_error& e) {
    throw Error(Exit::usage, "no-process",
                fmt::format("no process can be started for a run: {}", e.code().message()),
                "fewer at a time (--jobs), or fewer methods and steps");
  }
}

void Child::stop() {
  if (ended_) return;
  process_->end();
  conclude();
}

int Child::run(const Work& work) const {
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
  return written && flushed ? 0 : static_cast<int>(Exit::output);
}

bool Child::ended() {
  if (!ended_ && process_->ended()) conclude();
  return ended_;
}

void Child::wait(const std::atomic<bool>* interrupted) {
  do {
    if (interrupted != nullptr && interrupted->load(std::memory_order_relaxed)) interrupt();
  } while (!process_->ends_within(0.001));
  ended();
}

void Child::interrupt() {
  if (!interrupted_) process_->send(SIGINT);
  interrupted_ = true;
}

void Child::conclude() {
  ended_ = true;
  if (!process_->succeeded()) {
    failure_ = crash();
    return;
  }
  std::rewind(answer_.get());
  Parcel parcel;
  parcel.received().resize(1);
  const bool complete = std::fread(parcel.received().data(), 1, 1, answer_.get()) == 1;
  if (!complete) {
    failure_ = crash();
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

Error Child::crash() const {
  if (auto problem = printed_error(content(printed_.get())))
    return {Exit::unit_failed, {std::move(*problem)}};
  return {Exit::unit_failed, "crashed", "the run " + process_->exit_reason()};
}

}  // namespace accordo
