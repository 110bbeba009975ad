#include "record/csv.hpp"

#include <charconv>

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

}  // namespace

void CsvSink::header(std::span<const std::string> columns) {
  std::string text = "time";
  for (const std::string& name : columns) text += ',' + field(name);
  file_.write(text + '\n');
}

void CsvSink::row(double t, std::span<const double> values) {
  const std::size_t size = (values.size() + 1) * kNumber;
  char* p = file_.room(size);
  char* const end = p + size;
  p = std::to_chars(p, end, t).ptr;
  for (const double v : values) {
    *p++ = ',';
    p = std::to_chars(p, end, v).ptr;
  }
  *p++ = '\n';
  file_.written(p);
}

}  // namespace accordo
