// Lists of instants from files.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.hpp"

namespace accordo {

/// A CSV file with a header: its column `time`, else the first; or numbers alone, separated by commas,
/// semicolons, spaces or line ends. Empty after problems.
std::vector<double> read_instants(const std::filesystem::path& file, const SourceLocation& place,
                                  Problems& problems);

}  // namespace accordo
