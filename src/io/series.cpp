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

constexpr std::size_t kMany = 20;  // a file in a wrong format has a problem in every line

/// The value that a word stands for; nothing where it is none of the port's type.
std::optional<double> value_of(const std::string& word, const DiscretePort& port) {
  if (port.type == TokenType::boolean) {
    std::string lower = word;
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (lower == "true" || lower == "false") return lower == "true" ? 1 : 0;
  }
  for (const auto& [name, value] : port.items) {
    if (name == word) return static_cast<double>(value);
  }
  return std::nullopt;
}

std::string remedy_for(const std::string& word, const DiscretePort& port) {
  if (port.type == TokenType::boolean) return "write 0, 1, true or false";
  if (port.items.empty() || word.empty()) return {};
  std::vector<std::string> names;
  for (const auto& [name, value] : port.items) names.push_back(name);
  return did_you_mean(word, names);
}

class CsvParser {
 public:
  CsvParser(const std::string& file, Problems& problems, CsvRows rows)
      : file_(file), problems_(problems), results_(rows == CsvRows::results) {}

  std::optional<CsvTable> parse(std::string_view text);

 private:
  void header(std::string_view line);
  void row(std::string_view line);
  void not_a_number(const std::string& field, std::size_t i) {
    problem(fmt::format("'{}' in column '{}' is not a number", field, table_.names[i]),
            decimal_point_hint(field));
  }
  void not_finite(const std::string& field, std::size_t i) {
    problem(fmt::format("'{}' in column '{}' is not finite", field, table_.names[i]));
  }
  void problem(const std::string& what, const std::string& remedy = {}) {
    problems_.add("bad-series", {file_, line_number_, 0}, what, remedy);
    sound_ = false;
  }

  const std::string& file_;
  Problems& problems_;
  bool results_;
  CsvTable table_;
  char separator_ = ',';
  int line_number_ = 0;
  bool sound_ = true;
};

void CsvParser::header(std::string_view line) {
  separator_ =
      std::count(line.begin(), line.end(), ';') > std::count(line.begin(), line.end(), ',') ? ';' : ',';
  table_.names = split_fields(line, separator_);
  table_.columns.resize(table_.names.size());
  table_.words.resize(table_.names.size());
  const bool numbers = std::all_of(table_.names.begin(), table_.names.end(),
                                   [](const std::string& name) { return parse_number(name).has_value(); });
  if (numbers) problem("the first row holds numbers, not names", "add a header row, such as time,f");
  const auto time = std::find(table_.names.begin(), table_.names.end(), "time");
  if (time != table_.names.end()) table_.time_column = static_cast<std::size_t>(time - table_.names.begin());
}

void CsvParser::row(std::string_view line) {
  const std::vector<std::string> fields = split_fields(line, separator_);
  if (fields.size() != table_.names.size()) {
    return problem(fmt::format("this row has {} fields, the header {}", fields.size(), table_.names.size()),
                   "decimals have a point; separate fields by commas or semicolons, as in the header");
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::optional<double> value = parse_number(fields[i]);
    const bool word = !results_ && i != table_.time_column;
    if (!value && !word) return not_a_number(fields[i], i);
    if (value && !std::isfinite(*value) && i == table_.time_column) return not_finite(fields[i], i);
    const bool number = value && (results_ || std::isfinite(*value));
    if (!number) table_.words[i].push_back({table_.time.size(), fields[i]});
    table_.columns[i].push_back(number ? *value : std::numeric_limits<double>::quiet_NaN());
  }
  const double time = table_.columns[table_.time_column].back();
  if (!table_.time.empty() && time < table_.time.back()) {
    return problem(fmt::format("time {} does not come after {}", time, table_.time.back()),
                   "times must not decrease; one that stands twice is a jump");
  }
  table_.time.push_back(time);
  table_.lines.push_back(line_number_);
}

std::optional<CsvTable> CsvParser::parse(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t before = problems_.list().size();
  while (!text.empty() && problems_.list().size() - before < kMany) {
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

double TimeSeries::value(const Instant& at) const {
  if (at.t_switch >= at.t) return value(at.t);
  const auto next = std::lower_bound(t.begin(), t.end(), at.t);
  if (next == t.end() || *next != at.t) return value(at.t);  // no sample stands here
  return v[static_cast<std::size_t>(next - t.begin())];
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
    area += (right - left) * (left_value + value(Instant::left_of(right))) / 2;
    left = right;
    left_value = value(right);
  };
  for (auto sample = std::upper_bound(t.begin(), t.end(), from); sample != t.end() && *sample < to; ++sample)
    add(*sample);
  add(to);
  return area / (to - from);
}

std::vector<double> TimeSeries::jumps() const {
  std::vector<double> times;
  for (std::size_t first = 0, last = 0; first < t.size(); first = last + 1) {
    last = first;
    while (last + 1 < t.size() && t[last + 1] == t[first]) ++last;
    if (v[first] != v[last]) times.push_back(t[first]);
  }
  return times;
}

TimeSeries TimeSeries::held() const {
  TimeSeries stairs;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (i > 0) {
      stairs.t.push_back(t[i]);
      stairs.v.push_back(v[i - 1]);
    }
    stairs.t.push_back(t[i]);
    stairs.v.push_back(v[i]);
  }
  return stairs;
}

std::optional<CsvTable> parse_csv(const std::string& text, const std::string& file, Problems& problems,
                                  CsvRows rows) {
  if (!check_utf8(text, file, problems)) return std::nullopt;
  return CsvParser(file, problems, rows).parse(text);
}

SeriesReader::Column SeriesReader::find(const SeriesSpec& spec, Problems& problems) {
  auto table = tables_.find(spec.file);
  if (table == tables_.end()) {
    const std::optional<std::string> text = read_text_file(spec.file, problems);
    table = tables_.emplace(spec.file, text ? parse_csv(*text, spec.file.string(), problems) : std::nullopt)
                .first;
  }
  if (!table->second) return {};
  const CsvTable& csv = *table->second;
  const auto column = std::find(csv.names.begin(), csv.names.end(), spec.column.text);
  if (column == csv.names.end()) {
    problems.add("unknown-column", spec.column.place,
                 fmt::format("'{}' has no column '{}'", spec.file.string(), spec.column.text),
                 did_you_mean(spec.column.text, csv.names));
    return {};
  }
  return {&csv, static_cast<std::size_t>(column - csv.names.begin())};
}

std::shared_ptr<const TimeSeries> SeriesReader::read(const SeriesSpec& spec, Problems& problems) {
  const auto key = std::pair(spec.file, spec.column.text);
  if (const auto known = series_.find(key); known != series_.end()) return known->second;
  const auto [table, i] = find(spec, problems);
  if (table == nullptr) return series_[key] = nullptr;
  for (std::size_t k = 0; k < std::min(table->words[i].size(), kMany); ++k) {
    const auto& [row, text] = table->words[i][k];
    problems.add("bad-series", {spec.file.string(), table->lines[row], 0},
                 fmt::format("'{}' in column '{}' is {}", text, spec.column.text,
                             parse_number(text) ? "not finite" : "not a number"));
  }
  if (!table->words[i].empty()) return series_[key] = nullptr;
  return series_[key] = std::make_shared<TimeSeries>(TimeSeries{table->time, table->columns[i]});
}

std::shared_ptr<const TimeSeries> SeriesReader::read(const SeriesSpec& spec, const DiscretePort& port,
                                                     Problems& problems) {
  const auto [table, i] = find(spec, problems);
  if (table == nullptr) return nullptr;
  TimeSeries series{table->time, table->columns[i]};
  for (const CsvTable::Word& word : table->words[i]) {
    if (const std::optional<double> value = value_of(word.text, port)) series.v[word.row] = *value;
  }
  std::size_t faults = 0;
  for (std::size_t row = 0; row < series.v.size() && faults < kMany; ++row) {
    if (token_of(series.v[row], port.type)) continue;
    ++faults;
    const auto& words = table->words[i];
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& w) { return w.row == row; });
    problems.add("bad-series", {spec.file.string(), table->lines[row], 0},
                 fmt::format("'{}' in column '{}' is not a value of type {}",
                             word == words.end() ? fmt::format("{}", series.v[row]) : word->text,
                             spec.column.text, name_of(port.type)),
                 remedy_for(word == words.end() ? "" : word->text, port));
  }
  if (faults > 0) return nullptr;
  return std::make_shared<TimeSeries>(series.held());
}

std::optional<Token> token_of(double value, TokenType type) {
  if (type == TokenType::float32) return std::isfinite(value) ? converted(value, type, 1, 0) : std::nullopt;
  constexpr double most = 9007199254740992.0;  // 2^53: beyond, a double does not tell whole numbers apart
  if (!(std::abs(value) <= most) || value != std::floor(value)) return std::nullopt;
  return converted(static_cast<std::int64_t>(value), type, 1, 0);
}

}  // namespace accordo
