// The bodies of native units: `equations:` and `linear:`.
#pragma once

#include <memory>
#include <vector>

#include "io/reading.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// What a unit is, and the time series given with its inputs. A null pointer: it had problems.
template <class Spec>
struct Body {
  std::shared_ptr<const Spec> spec;
  std::vector<SeriesSpec> series;
};

/// What equations may use without defining it; it becomes a parameter.
struct Given {
  std::vector<Definition> indices;
  std::vector<Definition> constants;  ///< a name of the unit's own hides one
};

Body<EquationsSpec> read_equations(Reading& reading, const YamlNode& node, const Given& given);
Body<LinearSpec> read_linear(Reading& reading, const YamlNode& node);

}  // namespace accordo
