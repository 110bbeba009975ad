// The C code of an exported FMU.
#pragma once

#include <string>
#include <vector>

#include "export/description.hpp"
#include "export/runtime_sources.hpp"

namespace accordo::exporter {

/// All files of sources/: the model's own, the runtime's, and all.c, which includes them and is the only one
/// to be compiled.
std::vector<SourceFile> write_sources(const Model& model, const Options& options, const Label& label);

}  // namespace accordo::exporter
