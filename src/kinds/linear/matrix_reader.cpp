#include "kinds/linear/matrix_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace accordo {
namespace {

using Row = std::vector<double>;

/// The numbers of a flat list; nothing after reporting those that are none.
std::optional<Row> read_row(Reading& reading, const std::vector<const YamlNode*>& items,
                            std::string_view name) {
  Row row;
  bool sound = true;
  for (const YamlNode* item : items) {
    const std::optional<double> number = read_number(reading, *item, fmt::format("an entry of {}", name));
    if (number) row.push_back(*number);
    sound = sound && number.has_value();
  }
  return sound ? std::optional(row) : std::nullopt;
}

/// A flat list as one row or one column, whichever the shape wants.
std::vector<Row> arrange(const Row& flat, const Shape& shape) {
  if (shape.columns != 1 || shape.rows == 1) return {flat};
  std::vector<Row> rows;
  for (const double value : flat) rows.push_back({value});
  return rows;
}

std::optional<std::vector<Row>> read_rows(Reading& reading, const YamlNode& node, std::string_view name,
                                          const Shape& shape) {
  const auto& items = node.items;
  const bool nested =
      std::any_of(items.begin(), items.end(), [](const YamlNode* i) { return i->is_sequence(); });
  if (!nested) {
    const auto flat = read_row(reading, node.is_sequence() ? items : std::vector{&node}, name);
    if (!flat) return std::nullopt;
    if (flat->empty() && shape.rows * shape.columns == 0) return std::vector<Row>(shape.rows);
    return arrange(*flat, shape);
  }
  std::vector<Row> rows;
  bool sound = true;
  for (const YamlNode* item : items) {
    if (!item->is_sequence()) {
      reading.wrong_kind(*item, fmt::format("a row of {}", name), "a list of numbers");
      sound = false;
    } else if (const auto row = read_row(reading, item->items, name); row) {
      rows.push_back(*row);
    } else {
      sound = false;
    }
  }
  return sound ? std::optional(rows) : std::nullopt;
}

}  // namespace

LinearSpec::MatrixSpec read_matrix(Reading& reading, const YamlNode* node, std::string_view name,
                                   const Shape& shape) {
  LinearSpec::MatrixSpec matrix;
  if (node == nullptr) return matrix;
  matrix.place = reading.place(*node);
  if (node->is_mapping()) {
    reading.wrong_kind(*node, name, "a matrix", "write rows: [[1, 2], [3, 4]]");
    return matrix;
  }
  const auto rows = read_rows(reading, *node, name, shape);
  if (!rows) return matrix;
  const std::string expected = fmt::format("expected {} x {} ({})", shape.rows, shape.columns, shape.meaning);
  const std::size_t columns = rows->empty() ? 0 : rows->front().size();
  const auto odd =
      std::find_if(rows->begin(), rows->end(), [&](const Row& row) { return row.size() != columns; });
  if (odd != rows->end()) {
    reading.problem("matrix-shape", *node,
                    fmt::format("row {} of {} has {} columns and row 1 has {}, {}", odd - rows->begin() + 1,
                                name, odd->size(), columns, expected));
  } else if (rows->size() != shape.rows || columns != (shape.rows == 0 ? 0 : shape.columns)) {
    reading.problem("matrix-shape", *node,
                    fmt::format("{} has {} rows and {} columns, {}", name, rows->size(), columns, expected),
                    "write one list per row: [[1, 2], [3, 4]]");
  } else {
    matrix.rows = *rows;
    matrix.given = true;
  }
  return matrix;
}

std::vector<double> read_vector(Reading& reading, const YamlNode* node, std::string_view name,
                                std::size_t count, std::string_view meaning) {
  if (node == nullptr) return {};
  if (node->is_mapping()) {
    reading.wrong_kind(*node, name, "a list of numbers");
    return {};
  }
  const auto row = read_row(reading, node->is_sequence() ? node->items : std::vector{node}, name);
  if (!row) return {};
  if (row->size() != count) {
    reading.problem("matrix-shape", *node,
                    fmt::format("{} has {} entries, expected {} ({})", name, row->size(), count, meaning));
  }
  return *row;
}

}  // namespace accordo
