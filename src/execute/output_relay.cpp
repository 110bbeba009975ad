#include "execute/output_relay.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace accordo {

OutputRelay::OutputRelay(std::vector<Source> sources)
    : sources_(std::move(sources)), thread_([this] { read_all(); }) {}

OutputRelay::~OutputRelay() {
  thread_.join();
}

void OutputRelay::read_all() {
  std::vector<pollfd> waiting;
  std::size_t open = sources_.size();
  for (const Source& source : sources_) waiting.push_back({source.pipe, POLLIN, 0});
  while (open > 0) {
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].revents == 0 || read_some(sources_[i])) continue;
      close(waiting[i].fd);
      waiting[i].fd = -1;  // no longer looked at
      --open;
    }
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
