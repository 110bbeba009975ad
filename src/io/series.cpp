#include "io/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/names.hpp"
#include "io/number.hpp"
#include "io/text_file.hpp"

namespace accordo {
namespace {

/// Cuts a line at its separators; inside quotes they count as text, and "" is a quote.
std::vector<std::string> split_fields(std::string_view line, char separator) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == separator && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  for (std::string& field : fields) field = std::string(trim(field));
  return fields;
}

class CsvParser {
 public:
  CsvParser(const std::string& file, Problems& problems, CsvRows rows)
      : file_(file), problems_(problems), results_(rows == CsvRows::results) {}

  std::optional<CsvTable> parse(std::string_view text);

 private:
  void header(std::string_view line);
  void row(std::string_view line);
  void problem(const std::string& what, const std::string& remedy = {}) {
    problems_.add("bad-series", {file_, line_number_, 0}, what, remedy);
    sound_ = false;
  }

  const std::string& file_;
  Problems& problems_;
  bool results_;
  CsvTable table_;
  std::size_t time_column_ = 0;
  char separator_ = ',';
  int line_number_ = 0;
  bool sound_ = true;
};

void CsvParser::header(std::string_view line) {
  separator_ =
      std::count(line.begin(), line.end(), ';') > std::count(line.begin(), line.end(), ',') ? ';' : ',';
  table_.names = split_fields(line, separator_);
  table_.columns.resize(table_.names.size());
  const bool numbers = std::all_of(table_.names.begin(), table_.names.end(),
                                   [](const std::string& name) { return parse_number(name).has_value(); });
  if (numbers) problem("the first row holds numbers, not names", "add a header row, such as time,f");
  const auto time = std::find(table_.names.begin(), table_.names.end(), "time");
  if (time != table_.names.end()) time_column_ = static_cast<std::size_t>(time - table_.names.begin());
}

void CsvParser::row(std::string_view line) {
  const std::vector<std::string> fields = split_fields(line, separator_);
  if (fields.size() != table_.names.size()) {
    return problem(fmt::format("this row has {} fields, the header {}", fields.size(), table_.names.size()));
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::optional<double> value = parse_number(fields[i]);
    if (!value) return problem(fmt::format("'{}' in column '{}' is no number", fields[i], table_.names[i]));
    if (!std::isfinite(*value) && (!results_ || i == time_column_)) {
      return problem(fmt::format("'{}' in column '{}' is not finite", fields[i], table_.names[i]));
    }
    table_.columns[i].push_back(*value);
  }
  const double time = table_.columns[time_column_].back();
  const bool jump = results_ && !table_.time.empty() && time == table_.time.back();
  if (!table_.time.empty() && time <= table_.time.back() && !jump) {
    return problem(fmt::format("time {} does not come after {}", time, table_.time.back()),
                   results_ ? "times must not decrease" : "times must increase strictly");
  }
  table_.time.push_back(time);
}

std::optional<CsvTable> CsvParser::parse(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  constexpr std::size_t many = 20;  // a file in a wrong format has a problem in every line
  const std::size_t before = problems_.list().size();
  while (!text.empty() && problems_.list().size() - before < many) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number_;
    if (line.empty()) continue;
    if (table_.names.empty()) {
      header(line);
      if (!sound_) break;
    } else {
      row(line);
    }
  }
  if (sound_ && table_.time.empty())
    problem("there are no values in this file", "give a header row, then one row per time");
  if (!sound_) return std::nullopt;
  return std::move(table_);
}

}  // namespace

double TimeSeries::value(double time) const {
  const auto next = std::upper_bound(t.begin(), t.end(), time);
  if (next == t.begin()) return v.front();
  if (next == t.end()) return v.back();
  const auto i = static_cast<std::size_t>(next - t.begin());
  const double s = (time - t[i - 1]) / (t[i] - t[i - 1]);
  return v[i - 1] + s * (v[i] - v[i - 1]);
}

double TimeSeries::slope(const Instant& at) const {
  const auto segment = [&](auto next) {  // the line that ends in `next`
    if (next == t.begin() || next == t.end()) return 0.0;
    const auto i = static_cast<std::size_t>(next - t.begin());
    return (v[i] - v[i - 1]) / (t[i] - t[i - 1]);
  };
  const double right = segment(std::upper_bound(t.begin(), t.end(), at.t));
  const double left = segment(std::lower_bound(t.begin(), t.end(), at.t));
  if (at.t_switch > at.t) return right;
  if (at.t_switch < at.t || left == right) return left;
  return std::numeric_limits<double>::quiet_NaN();
}

double TimeSeries::mean(double from, double to) const {
  double area = 0, left = from, left_value = value(from);
  const auto add = [&](double right) {
    const double right_value = value(right);
    area += (right - left) * (left_value + right_value) / 2;
    left = right;
    left_value = right_value;
  };
  for (auto sample = std::upper_bound(t.begin(), t.end(), from); sample != t.end() && *sample < to; ++sample)
    add(*sample);
  add(to);
  return area / (to - from);
}

std::optional<CsvTable> parse_csv(const std::string& text, const std::string& file, Problems& problems,
                                  CsvRows rows) {
  if (!check_utf8(text, file, problems)) return std::nullopt;
  return CsvParser(file, problems, rows).parse(text);
}

std::shared_ptr<const TimeSeries> SeriesReader::read(const SeriesSpec& spec, Problems& problems) {
  const auto key = std::pair(spec.file, spec.column.text);
  if (const auto known = series_.find(key); known != series_.end()) return known->second;
  auto table = tables_.find(spec.file);
  if (table == tables_.end()) {
    const std::optional<std::string> text = read_text_file(spec.file, problems);
    table = tables_.emplace(spec.file, text ? parse_csv(*text, spec.file.string(), problems) : std::nullopt)
                .first;
  }
  if (!table->second) return nullptr;
  const CsvTable& csv = *table->second;
  const auto column = std::find(csv.names.begin(), csv.names.end(), spec.column.text);
  if (column == csv.names.end()) {
    problems.add("unknown-column", spec.column.place,
                 fmt::format("'{}' has no column '{}'", spec.file.string(), spec.column.text),
                 did_you_mean(spec.column.text, csv.names));
    return series_[key] = nullptr;
  }
  auto series = std::make_shared<TimeSeries>();
  series->t = csv.time;
  series->v = csv.columns[static_cast<std::size_t>(column - csv.names.begin())];
  series_.emplace(key, series);
  return series;
}

}  // namespace accordo
