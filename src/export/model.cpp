#include "export/model.hpp"

#include <fmt/format.h>

#include "kinds/registry.hpp"

namespace accordo::exporter {

Model make_model(const UnitSpec& unit) {
  Problems problems;
  Model model;
  if (const UnitKind& kind = kind_of(unit); kind.model != nullptr) {
    model = kind.model(unit, problems);
  } else {
    problems.add("not-exportable", unit.name.place,
                 fmt::format("unit '{}' is not given by equations or matrices", unit.name.text),
                 "if it is an FMU already, use that");
  }
  problems.throw_if_any();
  model.name = unit.name.text;
  return model;
}

}  // namespace accordo::exporter
