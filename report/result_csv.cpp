#include "report/result_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>

#include "base/error.hpp"

namespace accordo {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = std::size_t{64}
                                     << 20;  // a million signals; a file of zeros has no lines

[[noreturn]] void fail(const char* id, const SourceLocation& place, const std::string& what,
                       const std::string& remedy) {
  Problems problems;
  problems.add(id, place, what, remedy);
  throw Error(Exit::usage, problems.list());
}

/// Where the field that begins at `from` ends; a quoted one may hold commas.
std::size_t field_end(std::string_view line, std::size_t from) {
  bool quoted = false;
  for (std::size_t i = from; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == ',' && !quoted) return i;
  }
  return line.size();
}

std::string unquoted(std::string_view field) {
  if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string(field);
  std::string text;
  for (std::size_t i = 1; i + 1 < field.size(); ++i) {
    if (field[i] == '"') ++i;  // a quote is doubled
    text += field[i];
  }
  return text;
}

}  // namespace

ResultCsv::ResultCsv(std::filesystem::path file) : file_(std::move(file)), buffer_(kBlock) {
  const auto unreadable = [&](const std::string& why, const std::string& remedy) {
    fail("unreadable-file", {file_.string(), 0, 0}, "cannot read this file: " + why, remedy);
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file_, ignored)) unreadable("it is a directory", "name a .csv inside it");
  stream_.reset(std::fopen(file_.c_str(), "rb"));
  if (!stream_) unreadable(std::generic_category().message(errno), "name the .csv that `accordo run` wrote");
  std::string_view line;
  if (!next_line(line)) {
    line_number_ = 1;
    refuse(1, "this file has no complete first line",
           "results begin with a line of names: time,unit.variable,…");
  }
  header(line);
}

void ResultCsv::header(std::string_view line) {
  if (line.substr(0, line.find(',')) != "time") {
    refuse(1, "this is not a result of Accordo: the first column must be called 'time'",
           line.starts_with("{") ? "name the .csv beside this file" : "name a .csv that `accordo run` wrote");
  }
  for (std::size_t from = 5; from <= line.size();) {
    const std::size_t to = field_end(line, from);
    names_.push_back(unquoted(line.substr(from, to - from)));
    from = to + 1;
  }
  wanted_.assign(names_.size(), 0);
}

void ResultCsv::choose(const std::vector<std::size_t>& signals) {
  for (const std::size_t i : signals) wanted_.at(i) = 1;
  values_.resize(signals.size());
}

bool ResultCsv::next() {
  std::string_view line;
  if (!next_line(line)) return false;
  row(line);
  return true;
}

bool ResultCsv::next_line(std::string_view& line) {
  std::size_t searched = begin_;
  while (true) {
    const void* newline = std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    if (newline != nullptr) {
      const auto stop = static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.data());
      line = std::string_view(buffer_.data() + begin_, stop - begin_);
      if (line.ends_with('\r')) line.remove_suffix(1);
      begin_ = stop + 1;
      ++line_number_;
      return true;
    }
    const std::size_t kept = end_ - begin_;
    std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
    begin_ = 0;
    searched = end_ = kept;
    if (end_ == buffer_.size()) {
      if (end_ >= kLongestLine) refuse(1, "this line has no end");
      buffer_.resize(2 * buffer_.size());
    }
    const std::size_t read = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, stream_.get());
    if (read == 0) {
      cut_off_ = kept > 0;
      return false;
    }
    end_ += read;
  }
}

void ResultCsv::row(std::string_view line) {
  std::size_t to = std::min(line.find(','), line.size());
  const double time = number(line, 0, to);
  if (!std::isfinite(time)) refuse(1, "the time of this row is not finite");
  if (any_row_ && time < time_) refuse(1, fmt::format("time {} comes after {}", time, time_));
  time_ = time;
  any_row_ = true;
  std::size_t read = 0;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (to >= line.size())
      refuse(line.size() + 1,
             fmt::format("this row has {} fields, the first line {}", i + 1, names_.size() + 1));
    const std::size_t from = to + 1;
    to = std::min(line.find(',', from), line.size());
    if (wanted_[i] != 0) values_[read++] = number(line, from, to);
  }
  if (to < line.size())
    refuse(to + 1, fmt::format("this row has more than the {} fields of the first line", names_.size() + 1));
}

double ResultCsv::number(std::string_view line, std::size_t from, std::size_t to) const {
  double value = 0;
  const char* end = line.data() + to;
  const auto [stop, error] = std::from_chars(line.data() + from, end, value);
  if (error == std::errc::result_out_of_range && stop == end)
    return std::strtod(std::string(line.substr(from, to - from)).c_str(), nullptr);
  if (error != std::errc() || stop != end) {
    const std::string_view field = line.substr(from, std::min<std::size_t>(to - from, 40));
    refuse(from + 1, fmt::format("'{}' is not a number", field));
  }
  return value;
}

void ResultCsv::refuse(std::size_t column, const std::string& what, const std::string& remedy) const {
  fail("not-a-result", {file_.string(), line_number_, static_cast<int>(column)}, what, remedy);
}

}  // namespace accordo
