#include "session/row_reasons.hpp"

#include <fmt/format.h>

#include "session/limits.hpp"

namespace accordo {

void add_row_reason(const RowError& error, double tolerance, std::vector<Reason>& reasons) {
  if (!(error.relative > tolerance)) return;
  const bool doubtful = error.relative > good_error(tolerance);
  if (!doubtful && tolerance == 0) return;
  reasons.push_back(
      {doubtful ? Severity::doubtful : Severity::info, "between-points",
       fmt::format(
           "no unit shows '{}' between communication points: rows there are interpolated, and may be off by "
           "{:.2g} % of its range; rows at communication points are not",
           error.column, 100 * error.relative)});
}

}  // namespace accordo
