#include "record/csv.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>

#include "base/error.hpp"

namespace accordo {
namespace {

constexpr std::size_t kBuffer = 1 << 18;
constexpr std::size_t kNumber = 32;  // longest shortest double, with its separator

/// A clock good to some milliseconds that costs next to nothing to read.
long coarse_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec;
}

[[noreturn]] void cannot_write(const std::filesystem::path& file, int reason) {
  throw Error(Exit::output, "cannot-write",
              fmt::format("cannot write '{}': {}", file.string(), std::strerror(reason)),
              "name another place with -o, or make room");
}

/// Columns whose names hold a comma or a quote are quoted.
std::string field(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

int open_for_writing(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(file, errno);
  return descriptor;
}

/// Returns 0 or the reason why not everything could be written.
int write_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(descriptor, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return 0;
}

}  // namespace

CsvSink::CsvSink(const std::filesystem::path& file) : CsvSink(file, open_for_writing(file)) {}

CsvSink::CsvSink(std::filesystem::path name, int descriptor)
    : file_(std::move(name)), descriptor_(descriptor), buffer_(kBuffer), flushed_at_(coarse_seconds()) {
  if (descriptor_ < 0) cannot_write(file_, errno);
}

CsvSink::~CsvSink() {
  // Whoever wants to know about errors has called finish(); here rows are only not to be lost.
  if (descriptor_ < 0) return;
  write_all(descriptor_, buffer_.data(), used_);
  ::close(descriptor_);
}

void CsvSink::header(std::span<const std::string> columns) {
  std::string text = "time";
  for (const std::string& name : columns) text += ',' + field(name);
  text += '\n';
  if (const int reason = write_all(descriptor_, text.data(), text.size()); reason != 0) fail(reason);
}

void CsvSink::row(double t, std::span<const double> values) {
  const std::size_t need = (values.size() + 1) * kNumber;
  if (used_ + need > buffer_.size()) {
    flush();
    if (need > buffer_.size()) buffer_.resize(need);
  }
  char* p = buffer_.data() + used_;
  char* const end = buffer_.data() + buffer_.size();
  p = std::to_chars(p, end, t).ptr;
  for (const double v : values) {
    *p++ = ',';
    p = std::to_chars(p, end, v).ptr;
  }
  *p++ = '\n';
  used_ = static_cast<std::size_t>(p - buffer_.data());
  if (coarse_seconds() != flushed_at_) flush();
}

void CsvSink::flush() {
  const int reason = write_all(descriptor_, buffer_.data(), used_);
  used_ = 0;
  flushed_at_ = coarse_seconds();
  if (reason != 0) fail(reason);
}

void CsvSink::finish() {
  if (descriptor_ < 0) return;
  flush();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0 && errno != EINTR) cannot_write(file_, errno);
}

void CsvSink::fail(int reason) const {
  cannot_write(file_, reason);
}

void write_file(const std::filesystem::path& file, std::string_view text) {
  const int descriptor = open_for_writing(file);
  const int reason = write_all(descriptor, text.data(), text.size());
  if (::close(descriptor) != 0 && reason == 0) cannot_write(file, errno);
  if (reason != 0) cannot_write(file, reason);
}

}  // namespace accordo
