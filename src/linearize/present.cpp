#include "linearize/present.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/json.hpp"

namespace accordo {
namespace {

using Line = std::vector<std::string>;

/// Letters, not bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Columns two blanks apart, those from `right` to `left` (not included) to the right.
std::string aligned(const std::vector<Line>& lines, std::size_t right, std::size_t left) {
  std::vector<std::size_t> width(lines.front().size());
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) width[i] = std::max(width[i], width_of(line[i]));
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(width[i] - width_of(line[i]), ' ');
      row += (i > 0 ? "  " : "") + (i >= right && i < left ? blanks + line[i] : line[i] + blanks);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

/// "left 90 %, right 10 %": the largest parts, and what is not small beside them.
std::string parts_text(const std::vector<double>& parts, const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  constexpr double small = 0.1;
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  // What differs by rounding only stays in the order of the system.
  const auto rounded = [&](std::size_t i) { return std::round(1e6 * parts[i]); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rounded(a) > rounded(b); });
  std::string text;
  for (std::size_t i = 0; i < std::min(most, order.size()) && parts[order[i]] >= small * parts[order[0]]; ++i)
    text += fmt::format("{}{} {:.0f} %", i > 0 ? ", " : "", names[order[i]], 100 * parts[order[i]]);
  return text;
}

const char* word_of(Pole::Kind kind) {
  return kind == Pole::Kind::stable ? "stable" : kind == Pole::Kind::unstable ? "unstable" : "marginal";
}

/// "-1 ± 36.5i"
std::string value_text(const Pole& pole) {
  const double real = pole.kind == Pole::Kind::marginal ? 0 : pole.real;
  return pole.pair ? fmt::format("{:.5g} ± {:.5g}i", real, pole.imaginary) : fmt::format("{:.5g}", real);
}

std::string poles_text(const Linearization& p) {
  constexpr std::size_t most = 40;
  std::vector<Line> lines{{"pole", "", "damping", "frequency", "time constant", "units", "states"}};
  for (const Pole& pole : p.poles) {
    if (lines.size() > most) break;
    lines.push_back({value_text(pole), pole.kind == Pole::Kind::stable ? "" : word_of(pole.kind),
                     fmt::format("{:.4g}", pole.kind == Pole::Kind::marginal ? 0 : pole.damping),
                     pole.pair ? fmt::format("{:.4g}", pole.frequency) : "-",
                     std::isfinite(pole.time_constant) ? fmt::format("{:.4g}", pole.time_constant) : "-",
                     parts_text(pole.units, p.units), parts_text(pole.states, p.states)});
  }
  std::string text = aligned(lines, 2, 5);
  if (p.poles.size() > most) text += fmt::format("and {} more, that decay faster\n", p.poles.size() - most);
  return text;
}

const char* reach_of(const MethodRadius& m) {
  if (!m.limit) return "unknown";
  return *m.limit == 0 ? "none" : std::isinf(*m.limit) ? "any" : "limited";
}

std::string reach_text(const MethodRadius& m) {
  const char* what = m.iteration ? "converges" : "stable";
  if (!m.limit) return m.why;
  if (*m.limit == 0) return fmt::format("{} with no step", what);
  if (std::isinf(*m.limit)) return fmt::format("{} with any step", what);
  return fmt::format("{} up to h = {:.4g}", what, *m.limit);
}

std::string methods_text(const Linearization& p) {
  Line head{"method", "radius of"};
  for (const double h : p.steps) head.push_back(fmt::format("h = {:.4g}", h));
  head.emplace_back();
  std::vector<Line> lines{head};
  for (const MethodRadius& m : p.methods) {
    Line line{m.method, m.iteration ? "iteration" : "step"};
    for (const double radius : m.radii) line.push_back(fmt::format("{:.6g}", radius));
    line.push_back(reach_text(m));
    lines.push_back(std::move(line));
  }
  if (!p.steps.empty()) {
    Line line{"the system itself", "step"};
    for (const double g : p.growth) line.push_back(fmt::format("{:.6g}", g));
    line.emplace_back();
    lines.push_back(std::move(line));
  }
  return aligned(lines, 2, 2 + p.steps.size());
}

std::string matrix_text(const char* name, const v0::Matrix& M, const std::vector<std::string>& rows,
                        const std::vector<std::string>& columns) {
  if (M.rows == 0 || M.columns == 0) return {};
  Line head{name};
  head.insert(head.end(), columns.begin(), columns.end());
  std::vector<Line> lines{head};
  for (std::size_t i = 0; i < M.rows; ++i) {
    Line line{rows[i]};
    for (std::size_t j = 0; j < M.columns; ++j) line.push_back(fmt::format("{:.6g}", M(i, j)));
    lines.push_back(std::move(line));
  }
  return "\n" + aligned(lines, 1, columns.size() + 1);
}

std::string matrices_text(const Linearization& p, bool always) {
  constexpr std::size_t small = 6;
  const std::size_t widest = p.states.size() + p.inputs.size(), highest = p.states.size() + p.outputs.size();
  if (!always && std::max(widest, highest) > small + p.states.size()) return {};
  if (!always && p.states.size() > small) return {};
  return matrix_text("A", p.A, p.states, p.states) + matrix_text("B", p.B, p.states, p.inputs) +
         matrix_text("C", p.C, p.outputs, p.states) + matrix_text("D", p.D, p.outputs, p.inputs);
}

std::string summary_of(const Linearization& p) {
  const auto count = [&](Pole::Kind kind) {
    return std::count_if(p.poles.begin(), p.poles.end(), [&](const Pole& pole) { return pole.kind == kind; });
  };
  if (p.states.empty()) return "there are no states";
  if (p.poles.empty()) return "not known: the eigenvalues were not found";
  if (const auto n = count(Pole::Kind::unstable); n > 0)
    return fmt::format("unstable: {} of {} poles", n, p.poles.size());
  if (const auto n = count(Pole::Kind::marginal); n > 0)
    return fmt::format("at the limit: {} of {} poles neither grow nor decay", n, p.poles.size());
  return "stable";
}

/// Whether deviations are those from a state of rest.
std::string slopes_of(const Linearization& p) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < p.derivatives.size(); ++i) {
    if (std::abs(p.derivatives[i]) > std::abs(p.derivatives[most])) most = i;
  }
  if (p.derivatives.empty() || p.derivatives[most] == 0) return "at rest";
  return fmt::format("moving: {}' = {:.4g}", p.states[most], p.derivatives[most]);
}

std::string point_text(const Linearization& p, const LinearTextOptions& options) {
  std::string text = fmt::format("point      t = {}", p.time);
  if (p.macro_steps > 0) text += fmt::format(", after {} macro-steps of {}", p.macro_steps, p.method);
  text += fmt::format(", {}\n", slopes_of(p));
  text += fmt::format("system     {} units, {} states, {} inputs, {} outputs\n", p.units.size(),
                      p.states.size(), p.inputs.size(), p.outputs.size());
  text += fmt::format("stability  {}\n", summary_of(p));
  if (!p.poles.empty()) text += "\n" + poles_text(p);
  return text + "\n" + methods_text(p) + matrices_text(p, options.matrices);
}

template <class Range>
void write_list(JsonWriter& json, const char* key, const Range& values) {
  json.key(key).begin_array();
  for (const auto& value : values) json.value(value);
  json.end_array();
}

void write_matrix(JsonWriter& json, const char* key, const v0::Matrix& M) {
  json.key(key).begin_array();
  for (std::size_t i = 0; i < M.rows; ++i) {
    json.begin_array();
    for (std::size_t j = 0; j < M.columns; ++j) json.value(M(i, j));
    json.end_array();
  }
  json.end_array();
}

void write_pole(JsonWriter& json, const Pole& pole) {
  json.begin_object();
  json.member("real", pole.real).member("imaginary", pole.imaginary).member("pair", pole.pair);
  json.member("kind", word_of(pole.kind)).member("uncertainty", pole.uncertainty);
  json.member("natural_frequency", pole.natural_frequency).member("frequency", pole.frequency);
  json.member("damping", pole.damping).member("time_constant", pole.time_constant);
  write_list(json, "states", pole.states);
  write_list(json, "units", pole.units);
  json.end_object();
}

void write_method(JsonWriter& json, const MethodRadius& m) {
  json.begin_object().member("method", m.method).member("radius_of", m.iteration ? "iteration" : "step");
  write_list(json, "radii", m.radii);
  json.member("reach", reach_of(m)).key("limit");
  if (m.limit && std::isfinite(*m.limit)) {
    json.value(*m.limit);
  } else {
    json.null();
  }
  json.member("why", m.why).end_object();
}

void write_point(JsonWriter& json, const Linearization& p) {
  json.begin_object().member("time", p.time).member("method", p.method).member("macro_steps", p.macro_steps);
  json.member("stable", p.stable());
  write_list(json, "units", p.units);
  json.key("states").begin_array();
  for (std::size_t i = 0; i < p.states.size(); ++i) {
    json.begin_object().member("name", p.states[i]).member("unit", p.units[p.unit_of_state[i]]);
    json.member("value", p.values[i]).member("derivative", p.derivatives[i]).end_object();
  }
  json.end_array();
  write_list(json, "inputs", p.inputs);
  write_list(json, "outputs", p.outputs);
  write_matrix(json, "A", p.A);
  write_matrix(json, "B", p.B);
  write_matrix(json, "C", p.C);
  write_matrix(json, "D", p.D);
  json.key("poles").begin_array();
  for (const Pole& pole : p.poles) write_pole(json, pole);
  json.end_array();
  write_list(json, "steps", p.steps);
  write_list(json, "growth", p.growth);
  json.key("methods").begin_array();
  for (const MethodRadius& m : p.methods) write_method(json, m);
  json.end_array().end_object();
}

}  // namespace

std::string linear_text(std::span<const Linearization> points, const LinearTextOptions& options) {
  std::string text;
  for (const Linearization& p : points) text += (text.empty() ? "" : "\n\n") + point_text(p, options);
  return text;
}

std::string linear_json(std::span<const Linearization> points, const std::string& scenario) {
  JsonWriter json;
  json.begin_object().member("kind", "linear").member("scenario", scenario);
  json.key("points").begin_array();
  for (const Linearization& p : points) write_point(json, p);
  json.end_array().end_object();
  return json.str();
}

}  // namespace accordo
