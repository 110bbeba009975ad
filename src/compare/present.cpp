#include "compare/present.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.hpp"

namespace accordo {
namespace {

std::string per_unit(const Statistics& s) {
  if (s.integrations == 0) return "-";
  const auto [least, most] = std::minmax_element(
      s.units.begin(), s.units.end(),
      [](const UnitStatistics& a, const UnitStatistics& b) { return a.integrations < b.integrations; });
  if (least->integrations == most->integrations) return fmt::format("{}", most->integrations);
  return fmt::format("{}-{}", least->integrations, most->integrations);
}

std::string size_of(const ComparedRow& row, bool both) {
  if (row.step) return fmt::format("{:.6g}", *row.step);
  return fmt::format("{}{:.6g}", both ? "tol " : "", *row.tolerance);
}

using Line = std::vector<std::string>;

/// Reasons stand below the table, each once, so that its lines stay short.
class Footnotes {
 public:
  /// " (1)", or nothing where there is nothing to say.
  std::string mark(const std::string& reason) {
    if (reason.empty()) return {};
    const auto known = std::find(reasons_.begin(), reasons_.end(), reason);
    const auto number = known - reasons_.begin() + 1;
    if (known == reasons_.end()) reasons_.push_back(reason);
    return fmt::format(" ({})", number);
  }
  std::string text() const {
    std::string text = reasons_.empty() ? "" : "\n";
    for (std::size_t i = 0; i < reasons_.size(); ++i) text += fmt::format("({}) {}\n", i + 1, reasons_[i]);
    return text;
  }

 private:
  std::vector<std::string> reasons_;
};

/// What the columns of a comparison are.
struct Columns {
  bool both = false;      ///< steps and tolerances
  bool bars = false;      ///< runs that carry their errors along
  bool do_steps = false;  ///< there are FMUs that count them
};

Line line_of(const ComparedRow& row, const Columns& columns, Footnotes& footnotes) {
  Line line{(row.best ? "* " : "  ") + row.method, size_of(row, columns.both)};
  line.push_back(row.error_percent ? fmt::format("{:.3g}", *row.error_percent) : "-");
  if (columns.bars) line.push_back(row.bar_percent ? fmt::format("{:.3g}", *row.bar_percent) : "-");
  if (row.statistics) {
    const Statistics& s = *row.statistics;
    for (const long long n : {s.macro_steps, s.rejected_steps, s.iterations})
      line.push_back(fmt::format("{}", n));
    line.push_back(per_unit(s));
    if (columns.do_steps) line.push_back(fmt::format("{}", s.do_steps));
    line.push_back(fmt::format("{:.3g}", s.wall_seconds));
  } else {
    line.insert(line.end(), columns.do_steps ? 6 : 5, "-");
  }
  line.push_back(row.status + footnotes.mark(row.reason));
  return line;
}

/// First and last column to the left, numbers to the right.
std::string aligned(const std::vector<Line>& lines) {
  std::vector<std::size_t> width(lines.front().size());
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) width[i] = std::max(width[i], line[i].size());
  }
  std::string text;
  for (const Line& line : lines) {
    text += fmt::format("{:<{}}", line.front(), width.front());
    for (std::size_t i = 1; i + 1 < line.size(); ++i) text += fmt::format("  {:>{}}", line[i], width[i]);
    text += fmt::format("  {}\n", line.back());
  }
  return text;
}

/// For each decade of errors that is reached: who reaches it with the fewest integrations.
std::string choices(const std::vector<ComparedRow>& rows) {
  std::vector<const ComparedRow*> best;
  for (const ComparedRow& row : rows) {
    if (row.best) best.push_back(&row);
  }
  if (best.empty()) return {};
  std::sort(best.begin(), best.end(),
            [](const auto* a, const auto* b) { return *a->error_percent > *b->error_percent; });
  std::string text = "\n* fewest integrations for its error or less:\n";
  for (const ComparedRow* row : best) {
    const double level = std::pow(10, std::floor(std::log10(*row->error_percent)) + 1);
    text += fmt::format("  below {:g} %: {}, {} {}, {} per unit\n", level, row->method,
                        row->step ? "step" : "tolerance", size_of(*row, false), per_unit(*row->statistics));
  }
  return text;
}

void write_number(JsonWriter& json, const char* key, const std::optional<double>& value) {
  json.key(key);
  if (value) {
    json.value(*value);
  } else {
    json.null();
  }
}

void write_counts(JsonWriter& json, const ComparedRow& row) {
  for (const v0::Counter& c : v0::counters) {
    json.key(c.name);
    if (row.statistics) {
      json.value((*row.statistics).*c.member);
    } else {
      json.null();
    }
  }
  write_number(json, "wall_seconds",
               row.statistics ? std::optional(row.statistics->wall_seconds) : std::nullopt);
}

void write_texts(JsonWriter& json, const char* key, const std::vector<std::string>& texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

}  // namespace

std::string comparison_text(const Comparison& c) {
  const bool steps = std::any_of(c.rows.begin(), c.rows.end(), [](const auto& r) { return r.step; });
  const bool tolerances =
      std::any_of(c.rows.begin(), c.rows.end(), [](const auto& r) { return r.tolerance; });
  const bool both = steps && tolerances;
  const bool do_steps = std::any_of(c.rows.begin(), c.rows.end(),
                                    [](const auto& r) { return r.statistics && r.statistics->do_steps > 0; });
  const bool bars = std::any_of(c.rows.begin(), c.rows.end(), [](const auto& r) { return r.bar_percent; });
  std::string text = fmt::format("scenario   {}, t = {} to {}\n", c.scenario, c.start, c.stop);
  text += fmt::format("reference  {}\n", c.reference.empty() ? "none" : c.reference);
  text += fmt::format("signals    {}\n", fmt::join(c.signals, ", "));
  for (const std::string& note : c.notes) text += fmt::format("note       {}\n", note);
  std::vector<Line> lines{{"  method", both || steps ? "step" : "tolerance", "error %", "macro-steps",
                           "rejected", "iterations", "integrations", "time s", "status"}};
  if (both) lines.front()[1] = "step or tol";
  if (do_steps) lines.front().insert(lines.front().end() - 2, "doSteps");
  if (bars) lines.front().insert(lines.front().begin() + 3, "bar %");
  Footnotes footnotes;
  for (const ComparedRow& row : c.rows) lines.push_back(line_of(row, {both, bars, do_steps}, footnotes));
  return text + "\n" + aligned(lines) + footnotes.text() + choices(c.rows);
}

std::string comparison_json(const Comparison& c) {
  JsonWriter json;
  json.begin_object();
  json.member("kind", "compare");
  json.member("scenario", c.scenario);
  json.member("start", c.start);
  json.member("stop", c.stop);
  json.member("reference", c.reference);
  write_texts(json, "signals", c.signals);
  write_texts(json, "notes", c.notes);
  json.key("rows").begin_array();
  for (const ComparedRow& row : c.rows) {
    json.begin_object();
    json.member("method", row.method);
    write_number(json, "step", row.step);
    write_number(json, "tolerance", row.tolerance);
    write_number(json, "error_percent", row.error_percent);
    write_number(json, "bar_percent", row.bar_percent);
    json.member("jump_displacement", row.jump_later);
    write_counts(json, row);
    json.member("status", row.status);
    json.member("reason", row.reason);
    json.member("best", row.best);
    json.end_object();
  }
  json.end_array().end_object();
  return json.str();
}

}  // namespace accordo
