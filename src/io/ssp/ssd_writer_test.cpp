// What is written is read as the same scenario again.
#include "io/ssp/ssd_writer.hpp"

#include "io/ssp/ssp_testing.hpp"
#include "kinds/fmu/fmu_body.hpp"

namespace accordo::ssp {
namespace {

UnitSpec unit(const std::string& name, const std::string& file) {
  UnitSpec unit;
  unit.name.text = name;
  auto body = std::make_shared<FmuBody>();
  body->file = file;
  unit.body = body;
  return unit;
}

/// A scenario that uses everything.
Scenario rich() {
  Scenario s;
  s.name = "SystemStructure";
  s.units = {unit("a", "resources/a.fmu"), unit("sub/b-2", "resources/b b.fmu"),
             unit("c", "resources/a.fmu")};
  UnitSpec& a = s.units[0];
  auto body = std::make_shared<FmuBody>(*a.as<FmuBody>());
  body->kind = FmuBody::Kind::model_exchange;
  body->substeps = 4;
  body->fixed_step = 0.125;
  body->inputs = {{{"u", {}}, {"0.25", {}}}};
  a.body = body;
  a.parameters = {{{"k", {}}, {"3.5", {}}},
                  {{"n", {}}, {"7", {}}},
                  {{"on", {}}, {"false", {}}},
                  {{"text", {}}, {"<a & \"b\">", {}}},
                  {{"mode", {}}, {"5", {}}}};
  a.capabilities = {{{"rollback", {}}, false}};
  a.integrator = "rosenbrock";
  a.integrator_tolerance = 1e-9;
  a.micro_step = 0.01;
  a.isolate = true;
  a.rank = 2;
  a.series = {{{"w", {}}, "resources/w.csv", {"column w", {}}}};
  s.connections = {{{"a.y", {}}, {"sub/b-2.u", {}}, 1, 0},
                   {{"sub/b-2.T", {}}, {"c.T_in", {}}, 0.1, -273.15},
                   {{"c.z", {}}, {"c.w", {}}, -1, 0},
                   {{"a.count", {}}, {"c.count_in", {}}, 1, 0, {{2, -3}, {1, 9007199254740993}}},
                   {{"a.alarm", {}}, {"c.alarm_in", {}}, 1, 0, {{0, 1}, {1, 0}}},
                   {{"c.alarm", {}}, {"a.alarm_in", {}}, 1, 0, {{0, 1}, {2, 0}}},
                   {{"a.speed", {}}, {"c.speed_in", {}}, 1, 0, {{1, 5}, {5, 1}}}};
  s.events = {{0.1, {}}, {1.0 / 3, {}}};
  s.record = {{"a.*", {}}, {"c.z", {}}};
  s.experiment.start = -1;
  s.experiment.stop = 2.5;
  s.experiment.method = Text{"ifosmondi-jfm", {}};
  s.experiment.solver = Text{"anderson", {}};
  s.experiment.estimate = Text{"all", {}};
  s.experiment.tolerance = 1e-7;
  s.experiment.output_interval = 0.05;
  s.experiment.options = {{{"memory", {}}, {"5", {}}}, {{"sequence", {}}, {"a,c", {}}}};
  return s;
}

std::string map_text(const ValueTable& map) {
  std::string text;
  for (const auto& [from, to] : map) text += " " + std::to_string(from) + ":" + std::to_string(to);
  return text;
}

/// All that a scenario says, as text.
std::string summary(const Scenario& s) {
  std::string text = s.name + "\n";
  const auto optional = [](const auto& value) { return value ? std::to_string(*value) : std::string("-"); };
  const auto list = [](const std::vector<Definition>& definitions) {
    std::string all;
    for (const Definition& d : definitions) all += " " + d.name.text + "=" + d.value.text;
    return all;
  };
  for (const UnitSpec& u : s.units) {
    const FmuBody& body = *u.as<FmuBody>();
    text += u.name.text + " " + body.file.string() + " " + std::to_string(static_cast<int>(body.kind)) + " " +
            optional(body.substeps) + " " + optional(body.fixed_step) + list(u.parameters) + " |" +
            list(body.inputs) + " | " + u.integrator + " " + optional(u.integrator_tolerance) + " " +
            optional(u.micro_step);
    if (u.isolate) text += " isolate";
    text += " rank " + optional(u.rank);
    for (const auto& [name, value] : u.capabilities) text += " " + name.text + (value ? "+" : "-");
    for (const SeriesSpec& series : u.series)
      text += " " + series.input.text + "<" + series.file.string() + ":" + series.column.text;
    text += "\n";
  }
  for (const ConnectionSpec& c : s.connections)
    text += c.source.text + "->" + c.target.text + " " + std::to_string(c.gain) + " " +
            std::to_string(c.offset) + map_text(c.map) + "\n";
  for (const auto& [t, place] : s.events) text += std::to_string(t) + " ";
  for (const Text& pattern : s.record) text += pattern.text + " ";
  const ExperimentSpec& e = s.experiment;
  for (const auto* name : {&e.method, &e.solver, &e.estimate}) text += *name ? (*name)->text + " " : "- ";
  for (const auto* number : {&e.start, &e.stop, &e.step, &e.tolerance, &e.output_interval})
    text += optional(*number) + " ";
  return text + list(e.options);
}

Scenario written_and_read(const Scenario& scenario) {
  MemoryFiles fmus({});
  std::vector<UnitSource> sources;
  for (const UnitSpec& u : scenario.units)
    sources.push_back({u.body->file.string(), fmus.variables("any.fmu")});
  std::map<std::string, std::string> files;
  for (const PackageFile& f : write_ssd(scenario, sources)) files[f.name] = f.text;
  const Reading result = read(files);
  EXPECT_TRUE(result.problems.empty()) << result.said();
  EXPECT_TRUE(result.warnings.empty()) << result.said();
  return result.scenario ? *result.scenario : Scenario{};
}

TEST(SsdWriter, WritesWhatIsReadAsTheSame) {
  const Scenario scenario = rich();
  EXPECT_EQ(summary(written_and_read(scenario)), summary(scenario));
}

TEST(SsdWriter, WritesOutputPoints) {
  Scenario scenario = rich();
  scenario.experiment.output_interval.reset();
  scenario.experiment.output_points = {0.05, 1.0 / 3};
  EXPECT_EQ(written_and_read(scenario).experiment.output_points, scenario.experiment.output_points);
}

TEST(SsdWriter, WritesNothingThatWasNotSaid) {
  Scenario scenario;
  scenario.name = "SystemStructure";
  scenario.units = {unit("a", "a.fmu")};
  EXPECT_EQ(summary(written_and_read(scenario)), summary(scenario));
}

TEST(SsdWriter, NumbersKeepAllTheirDigits) {
  Scenario scenario = rich();
  scenario.connections[1].gain = 1.0 / 3;
  scenario.events[0].first = 0.1 + 0.2;
  scenario.experiment.stop = 1e-300;
  const Scenario again = written_and_read(scenario);
  EXPECT_EQ(again.connections[1].gain, 1.0 / 3);
  EXPECT_EQ(again.events[0].first, 0.1 + 0.2);
  EXPECT_EQ(again.experiment.stop, 1e-300);
}

}  // namespace
}  // namespace accordo::ssp
