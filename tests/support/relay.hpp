// For tests: FMUs whose variables are no real numbers, written from the libraries of
// unit/fmi/testing_libraries.
#pragma once

#include <filesystem>
#include <string>

#include "archive/private_folder.hpp"
#include "model/scenario.hpp"
#include "unit/fmi/description/model_description.hpp"

namespace accordo::testing {

/// A relay: n_out = n + 1, flag_out = not flag, mode_out = mode, text_out = text + "!", x' = k n, y = x,
/// where k is a tunable parameter, 1 unless set; FMI 2 also: locals copy = n_out and note = text_out; `steps`
/// counts steps (co-simulation) or events. FMI 3 also: small_out = small - 1 (Int8), big_out = big (UInt64),
/// list_out = list in reverse, single_out = single/2 (Float32), bytes_out = bytes in reverse.
std::filesystem::path relay(fmi::Version version);

}  // namespace accordo::testing
