// What kinds share whose units are stepped by our integrators.
#pragma once

#include "kinds/kind.hpp"

namespace accordo {

/// Gives the unit its body, then what it says itself: parameters, and time series for inputs. False where the
/// body had problems.
bool take_body(const UnitText& text, const ReadBody& body, UnitSpec& unit);

/// Builds units by BuildContext::native.
BuildUnit native_builder(const BuildContext& context);

/// Checks that all readers of bodies need.
void check_outputs(Reading& reading, const std::vector<Definition>& outputs);
void check_not_empty(Reading& reading, const YamlNode& node, bool empty);

}  // namespace accordo
