#include "export/model.hpp"

#include <fmt/format.h>

namespace accordo::exporter {

Model make_model(const UnitSpec& unit) {
  Problems problems;
  Model model;
  if (const auto* equations = std::get_if<std::shared_ptr<const EquationsSpec>>(&unit.body)) {
    model = model_of_equations(unit, **equations, problems);
  } else if (std::holds_alternative<std::shared_ptr<const LinearSpec>>(unit.body)) {
    model = model_of_matrices(unit, problems);
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
