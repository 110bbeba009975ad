#include "kinds/native.hpp"

#include "io/definitions.hpp"

namespace accordo {

bool take_body(const UnitText& text, const ReadBody& body, UnitSpec& unit) {
  unit.body = body.body;
  unit.series = body.series;
  unit.parameters = read_definitions(text.reading, text.fields["parameters"], "parameters").definitions;
  for (SeriesSpec& series : read_series_specs(text.reading, text.fields["inputs"]))
    unit.series.push_back(std::move(series));
  return body.body != nullptr;
}

BuildUnit native_builder(const BuildContext& context) {
  return [native = context.native](const UnitSpec& unit, Problems& problems) {
    return native->build(unit, problems);
  };
}

void check_outputs(Reading& reading, const std::vector<Definition>& outputs) {
  check_identifiers(reading, outputs, "an output");
  check_duplicates(reading, {{"an output", &outputs}});
}

void check_not_empty(Reading& reading, const YamlNode& node, bool empty) {
  if (!empty) return;
  reading.problem("empty-unit", node, "there is nothing in this unit", "give it states or outputs");
}

}  // namespace accordo
