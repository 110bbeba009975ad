// Which columns of a result are signals, and which say by how much another one is off.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace accordo {

/// A signal: the position of its values, and that of its errors, `error(signal)`.
struct SignalColumns {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t value = 0, error = none;
};

/// In the order of the file. Errors of what is not in it are signals of their own.
std::vector<SignalColumns> signal_columns(const std::vector<std::string>& names);

}  // namespace accordo
