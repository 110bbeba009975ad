// The report page: one HTML file that holds program and data, and opens from disk without a network.
#pragma once

#include <string>

namespace accordo {

/// The page that shows `payload_json`: {"kind": "report", "runs": […]} (see payload.hpp) or {"kind":
/// "compare", "scenario", "reference", "signals": […], "rows": [{method, step, tolerance, error_percent,
/// macro_steps, rejected_steps, iterations, integrations, wall_seconds, status, reason}]} or {"kind":
/// "linear", …} (see linear_json). Throws Error(Exit::usage) with id `report-off` when this program was built
/// without the page.
std::string report_page(const std::string& payload_json);

}  // namespace accordo
