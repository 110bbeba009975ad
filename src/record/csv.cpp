#include "record/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.hpp"

namespace accordo {
namespace {

constexpr std::size_t kNumber = 32;  // longest shortest double, with its separator

/// Columns whose names hold a comma or a quote are quoted.
std::string field(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

/// A row of numbers as text; [p, end) has room for them.
char* write_row(std::span<const double> row, char* p, char* end) {
  for (const double v : row) {
    p = std::to_chars(p, end, v).ptr;
    *p++ = ',';
  }
  p[-1] = '\n';
  return p;
}

}  // namespace

CsvSink::CsvSink(const std::filesystem::path& file) : file_(file) {
  file_.also_rescue(this, &CsvSink::rescue);
}

CsvSink::CsvSink(std::filesystem::path name, int descriptor) : file_(std::move(name), descriptor) {
  file_.also_rescue(this, &CsvSink::rescue);
}

CsvSink::~CsvSink() {
  try {
    format();
  } catch (const Error&) {  // whoever wants to know has called finish(); here rows are only not to be lost
  }
}

void CsvSink::header(std::span<const std::string> columns) {
  std::string text = "time";
  for (const std::string& name : columns) text += ',' + field(name);
  file_.write(text + '\n');
  constexpr std::size_t kept = 2048;  // numbers: some rows stay in the fastest cache
  width_ = columns.size() + 1;
  rows_.reserve(std::max(kept, width_));
}

void CsvSink::row(double t, std::span<const double> values) {
  if (rows_.size() + width_ > rows_.capacity()) format();
  rows_.push_back(t);
  rows_.insert(rows_.end(), values.begin(), values.end());
  end_.store(rows_.size(), std::memory_order_release);
  if (file_.is_due()) format();
}

void CsvSink::format() {
  const auto forget = [this] {
    end_.store(0, std::memory_order_release);
    first_.store(0, std::memory_order_release);
    rows_.clear();
  };
  try {
    for (std::size_t at = 0; at < rows_.size(); at += width_) {
      const std::size_t size = width_ * kNumber;
      char* const room = file_.room(size);
      char* const end = write_row({&rows_[at], width_}, room, room + size);
      first_.store(at + width_, std::memory_order_release);
      file_.written(end, at + width_ < rows_.size());
    }
  } catch (...) {
    forget();
    throw;
  }
  forget();
}

void CsvSink::finish() {
  format();
  file_.finish();
}

/// Number by number: a row may be long, and nothing can be allocated here.
void CsvSink::rescue(const void* sink, int descriptor) noexcept {
  const CsvSink& self = *static_cast<const CsvSink*>(sink);
  std::array<char, 4096> text{};
  char* p = text.data();
  char* const end = text.data() + text.size();
  const std::size_t whole = self.end_.load(std::memory_order_acquire);
  for (std::size_t i = self.first_.load(std::memory_order_acquire); i < whole; ++i) {
    p = write_row({&self.rows_[i], 1}, p, end);
    if ((i + 1) % self.width_ != 0) p[-1] = ',';
    if (p + kNumber <= end && i + 1 < whole) continue;
    write_all(descriptor, text.data(), static_cast<std::size_t>(p - text.data()));
    p = text.data();
  }
}

}  // namespace accordo
