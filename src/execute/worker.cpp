#include "execute/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "base/error.hpp"
#include "execute/operation_text.hpp"
#include "execute/perform.hpp"
#include "execute/unit_errors.hpp"
#include "process/error_parcel.hpp"

namespace accordo {
namespace {

void put_failure(const Error& error, Parcel& parcel) {
  parcel.clear();
  parcel.put(false);
  put_error(error, parcel);
}

std::array<char, 512>* own_post_mortem = nullptr;  // in a worker process

}  // namespace

void write_post_mortem(std::initializer_list<std::string_view> parts) noexcept {
  if (own_post_mortem == nullptr) return;
  std::size_t used = 0;
  for (const std::string_view part : parts) {
    const std::size_t n = std::min(part.size(), own_post_mortem->size() - 1 - used);
    std::memcpy(own_post_mortem->data() + used, part.data(), n);
    used += n;
  }
}

Worker::Worker(int unit, std::span<const UnitInfo> units, const Layout& layout, const Make& make,
               const WorkerSettings& settings)
    : unit_(unit), name_(units[index(unit)].name), settings_(settings) {
  int ends[2];  // NOLINT(modernize-avoid-c-arrays): as pipe() wants it
  try {
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
    process_.emplace(ends[1], [&] { return run_child(units, layout, make); });
  } catch (const std::system_error& e) {
    throw Error(Exit::usage, "no-process",
                fmt::format("no process can be started for unit '{}': {}", name_, e.code().message()));
  }
  close(ends[1]);
  output_ = ends[0];
}

/// The life of the worker process.
int Worker::run_child(std::span<const UnitInfo> units, const Layout& layout, const Make& make) {
  signal(SIGINT, SIG_IGN);  // the run is ended by its orchestrator
  signal(SIGHUP, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  own_post_mortem = &boxes_.post_mortem();
  if (settings_.prepare != nullptr) settings_.prepare();
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what a unit prints is seen when it is printed
  serve(units, layout, make);
  return 0;
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
  UnitHost host(std::move(list), layout);
  Unpacking unpacking(layout, units);
  Reply reply;
  while (boxes_.questions().receive(parcel, forever)) {
    const Request& request = unpacking.unpack_request(parcel);
    reply.unit_errors.clear();
    host.perform(request, request.units, reply);
    unpacking.pack_reply(reply, parcel);
    boxes_.answers().send(parcel, forever);
  }
}

bool Worker::still_there(double waited) {
  if (process_->ended()) return false;
  if (waited < settings_.timeout_seconds) return true;
  hung_ = true;
  process_->send(SIGTERM);  // it may still be able to say where it is
  process_->ends_within(0.2);
  process_->end();
  return false;
}

std::string Worker::exit_reason() {
  const std::string during = doing_ == nullptr ? "" : fmt::format(" in {}", doing_);
  const std::string words = boxes_.post_mortem().data();
  const std::string place = during + (words.empty() ? "" : ", by " + words);
  if (hung_) {
    return fmt::format("it did not answer for {} s{} and was ended (--unit-timeout)",
                       settings_.timeout_seconds, place);
  }
  return fmt::format("its process {}{}", process_->exit_reason(), place);
}

UnitError Worker::unit_error() {
  return {unit_, UnitError::Kind::failed, exit_reason(), t_};
}

void Worker::expect_ready() {
  Parcel parcel;
  const auto watch = [this](double waited) { return still_there(waited); };
  if (!boxes_.answers().receive(parcel, watch)) {
    throw Error(Exit::unit_failed, "unit-failed",
                fmt::format("unit '{}' failed before its start: {}", name_, exit_reason()));
  }
  if (!parcel.get<bool>()) throw get_error(parcel);
}

void Worker::ask(const Request& request, const Parcel& parcel) {
  if (process_->over()) return;
  doing_ = for_people(request.operation);
  t_ = time_of(request);
  boxes_.questions().send(parcel, [this](double waited) { return still_there(waited); });
}

std::optional<UnitError> Worker::answer(Parcel& parcel) {
  if (!process_->over() &&
      boxes_.answers().receive(parcel, [this](double waited) { return still_there(waited); })) {
    return std::nullopt;
  }
  return unit_error();
}

}  // namespace accordo
