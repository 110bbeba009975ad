#include "record/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace accordo {
namespace {

// It grows to its full size: a short run touches few pages, and start-up is mostly that.
constexpr std::size_t kFirstBuffer = 1 << 12, kBuffer = 1 << 18;

/// A clock good to some milliseconds that costs next to nothing to read.
long coarse_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec;
}

[[noreturn]] void cannot_write(const std::filesystem::path& file, int reason) {
  throw Error(Exit::output, "cannot-write",
              fmt::format("cannot write '{}': {}", file.string(), std::strerror(reason)),
              reason == ENOENT   ? "there is no such folder: create it, or name another file with -o"
              : reason == ENOSPC ? "make room, or name another file with -o"
                                 : "name another file with -o");
}

/// An FMU may have closed standard output: what is printed there must not end up in the file that takes its
/// number.
int beyond_standard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  const int higher = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(descriptor);
  return higher;
}

/// Not O_TRUNC: ext4 brings a file that was cut to nothing to the disk as soon as it is closed, which takes
/// longer than a short run. One byte is left for the first row to overwrite; end() sees to it that it does.
int open_for_writing(const std::filesystem::path& file) {
  const int descriptor = beyond_standard(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (descriptor < 0) cannot_write(file, errno);
  struct stat about {};
  const bool old = ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 1;
  if (old && ::ftruncate(descriptor, 1) != 0) cannot_write(file, errno);
  return descriptor;
}

/// Closes a file. The byte that open_for_writing() may have left goes where nothing was written.
int end(int descriptor) {
  struct stat about {};
  const bool left = ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 1 &&
                    (::fcntl(descriptor, F_GETFL) & O_APPEND) == 0 && ::lseek(descriptor, 0, SEEK_CUR) == 0;
  if (left && ::ftruncate(descriptor, 0) != 0) return -1;
  return ::close(descriptor);
}

/// Those that are open, for rescue_all(); one that finds no place is not rescued.
std::array<std::atomic<OutputFile*>, 16> open_files{};
std::atomic<pid_t> owner_of_files{
    0};  // a forked process has copies of the buffers, which are not its to write

void replace_open_file(OutputFile* from, OutputFile* to) {
  for (auto& entry : open_files) {
    OutputFile* expected = from;
    if (entry.compare_exchange_strong(expected, to)) return;
  }
}

}  // namespace

int write_all(int descriptor, const char* data, std::size_t size) noexcept {
  while (size > 0) {
    const ssize_t n = ::write(descriptor, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return 0;
}

OutputFile::OutputFile(const std::filesystem::path& file) : OutputFile(file, open_for_writing(file)) {}

OutputFile::OutputFile(std::filesystem::path name, int descriptor)
    : file_(std::move(name)), descriptor_(descriptor), buffer_(kFirstBuffer), flushed_at_(coarse_seconds()) {
  if (descriptor_ < 0) cannot_write(file_, errno);
  owner_of_files = getpid();
  replace_open_file(nullptr, this);
}

OutputFile::~OutputFile() {
  // Whoever wants to know about errors has called finish(); here rows are only not to be lost.
  replace_open_file(this, nullptr);
  if (descriptor_ < 0) return;
  write_all(descriptor_, buffer_.data(), used_);
  end(descriptor_);
}

char* OutputFile::room(std::size_t size) {
  if (used_ + size > buffer_.size()) {
    if (used_ + size > kBuffer) flush();
    if (used_ + size > buffer_.size()) {
      busy_ = true;
      buffer_.resize(std::max(used_ + size, std::min(kBuffer, 4 * buffer_.size())));
      busy_ = false;
    }
  }
  return buffer_.data() + used_;
}

void OutputFile::written(const char* end, bool more) {
  used_ = static_cast<std::size_t>(end - buffer_.data());
  if (!more && is_due()) flush();
}

bool OutputFile::is_due() const {
  return coarse_seconds() != flushed_at_;
}

void OutputFile::write(std::string_view text) {
  char* at = room(text.size());
  written(std::copy(text.begin(), text.end(), at));
}

void OutputFile::flush() {
  busy_ = true;
  const int reason = write_all(descriptor_, buffer_.data(), used_);
  used_ = 0;
  busy_ = false;
  flushed_at_ = coarse_seconds();
  if (reason != 0) cannot_write(file_, reason);
}

void OutputFile::finish() {
  if (descriptor_ < 0) return;
  flush();
  const int descriptor = descriptor_;
  replace_open_file(this, nullptr);
  descriptor_ = -1;
  if (end(descriptor) != 0 && errno != EINTR) cannot_write(file_, errno);
}

void OutputFile::rescue_all() noexcept {
  if (owner_of_files != getpid()) return;
  for (auto& entry : open_files) {
    OutputFile* const file = entry.exchange(nullptr);
    if (file == nullptr || file->descriptor_ < 0 || file->busy_) continue;
    write_all(file->descriptor_, file->buffer_.data(), file->used_);
    if (file->rescue_ != nullptr) file->rescue_(file->owner_, file->descriptor_);
  }
}

void write_file(const std::filesystem::path& file, std::string_view text) {
  OutputFile output(file);
  output.write(text);
  output.finish();
}

}  // namespace accordo
