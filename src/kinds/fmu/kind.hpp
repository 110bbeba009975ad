// Units that are FMUs.
#pragma once

#include "kinds/kind.hpp"

namespace accordo {

const UnitKind& fmu_kind();

/// Its parts.
bool read_fmu(const UnitText& text, UnitSpec& unit);
void read_fmu_settings(Reading& reading, const Fields& fields, UnitSpec& unit);
BuildUnit fmu_builder(const BuildContext& context);
std::string describe_fmu(const UnitView& unit);
void write_fmu(JsonWriter& json, const UnitView& unit);

}  // namespace accordo
