#include "execute/output_relay.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace accordo {

OutputRelay::OutputRelay(std::vector<Source> sources)
    : sources_(std::move(sources)), bell_(eventfd(0, EFD_CLOEXEC)), thread_([this] { read_all(); }) {}

OutputRelay::~OutputRelay() {
  eventfd_write(bell_, 1);
  thread_.join();
  close(bell_);
}

void OutputRelay::read_all() {
  std::vector<pollfd> waiting;
  for (const Source& source : sources_) waiting.push_back({source.pipe, POLLIN, 0});
  waiting.push_back({bell_, POLLIN, 0});
  constexpr int fullest = 32;  // reads to empty a pipe
  for (int reads = 0; reads < fullest;) {
    const bool ending = waiting.back().fd < 0;
    if (ending) ++reads;
    const int ready = poll(waiting.data(), waiting.size(), ending ? 0 : -1);
    if (ready == 0 || (ready < 0 && errno != EINTR)) break;
    if (ready < 0) continue;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (waiting[i].revents == 0 || read_some(sources_[i])) continue;
      close(waiting[i].fd);
      waiting[i].fd = -1;  // no longer looked at
    }
    if (waiting.back().revents != 0) waiting.back().fd = -1;
  }
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (waiting[i].fd < 0) continue;
    if (!sources_[i].line.empty()) print(sources_[i]);
    close(waiting[i].fd);
  }
}

/// False at the end of the pipe.
bool OutputRelay::read_some(Source& source) {
  std::array<char, 4096> buffer;
  const ssize_t count = read(source.pipe, buffer.data(), buffer.size());
  if (count < 0 && errno == EINTR) return true;
  for (ssize_t i = 0; i < count; ++i) {
    const char c = buffer[static_cast<std::size_t>(i)];
    if (c != '\n') source.line += c;
    constexpr std::size_t longest = 8192;  // a line without end must not eat all memory
    if (c == '\n' || source.line.size() >= longest) print(source);
  }
  if (count <= 0 && !source.line.empty()) print(source);
  return count > 0;
}

void OutputRelay::print(Source& source) {
  const std::string text = source.name + ": " + source.line + "\n";
  source.line.clear();
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody to tell
}

}  // namespace accordo
