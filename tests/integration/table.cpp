#include "tests/integration/table.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

namespace accordo::testing {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

double number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::runtime_error("'" + text + "' is not a number");
  return value;
}

}  // namespace

Table Table::parse(const std::string& text) {
  if (text.empty() || text.back() != '\n') throw std::runtime_error("the last line is not complete");
  std::istringstream in(text);
  Table table;
  std::getline(in, table.header);
  table.names = split(table.header);
  for (std::string line; std::getline(in, line);) {
    std::vector<double>& row = table.rows.emplace_back();
    for (const std::string& field : split(line)) row.push_back(number(field));
    if (row.size() != table.names.size()) throw std::runtime_error("'" + line + "' is not a complete row");
  }
  return table;
}

std::vector<double> Table::column(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::runtime_error("there is no column " + name);
  const auto i = static_cast<std::size_t>(found - names.begin());
  std::vector<double> values;
  for (const auto& row : rows) values.push_back(row[i]);
  return values;
}

}  // namespace accordo::testing
