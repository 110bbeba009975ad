#include "cli/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <initializer_list>
#include <iostream>

#include "cli/commands.hpp"

namespace accordo::cli {
namespace {

bool is_open(int descriptor) {
  return fcntl(descriptor, F_GETFD) >= 0;
}

/// What waits in the stream belongs where its descriptor leads now.
void flush(std::FILE* stream) {
  if (fileno(stream) >= 0) std::fflush(stream);
}

void restore_stream(std::FILE*& stream, int descriptor, int copy) {
  flush(stream);
  if (copy >= 0) dup2(copy, descriptor);
  if (fileno(stream) >= 0) return;
  if (std::FILE* again = fdopen(descriptor, "w"); again != nullptr) stream = again;
}

}  // namespace

void fill_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_open(descriptor) && open("/dev/null", O_RDWR) < 0) return;
  }
}

StandardStreams::StandardStreams()
    : out_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)),
      err_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
  divert();
}

StandardStreams::~StandardStreams() {
  restore();
  for (const int copy : {out_, err_}) {
    if (copy >= 0) close(copy);
  }
}

void StandardStreams::restore() const {
  restore_stream(stdout, STDOUT_FILENO, out_);
  restore_stream(stderr, STDERR_FILENO, err_);
}

void StandardStreams::divert() const {
  std::cout.flush();
  flush(stdout);
  if (err_ >= 0) dup2(err_, STDOUT_FILENO);
}

void StandardStreams::print(const std::string& text) const {
  restore();
  write_or_print("", text);
  divert();
}

int StandardStreams::copy_of_output() const {
  return fcntl(out_, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

}  // namespace accordo::cli
