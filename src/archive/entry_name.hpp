// Names that come from an FMU: what an archive entry may be called, and how to print a name that nobody has
// vetted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace accordo::archive {

/// The name of an archive entry with `/` between its parts, without `.` parts or a `/` at the end; empty for
/// `./`, the folder itself. Some tools write backslashes, which are taken for `/`. Nothing when the name
/// would lead out of the folder of extraction (absolute, a drive letter, `..`), is empty, has control
/// characters, or is longer than file systems allow.
std::optional<std::string> entry_path(std::string_view name);

/// For messages: 'name', with control characters as \xNN and cut when very long, so that an FMU can neither
/// flood nor steer a terminal.
std::string printable(std::string_view name);

/// A path as it stands in a URI: what is not plain, percent-encoded.
std::string percent_encoded(std::string_view path);

}  // namespace accordo::archive
