// Every problem of a scenario is told at once: what is wrong in one place neither hides what is wrong in
// another nor makes something of it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "tests/integration/program.hpp"

namespace accordo::testing {
namespace {

/// A line of the scenario, and what it may look like when something is wrong in it.
struct Line {
  std::string right;
  std::vector<std::string> wrong = {};
};

const std::vector<Line>& lines() {
  static const std::vector<Line> all{
      {"units:"},
      {"  plant:"},
      {"    isolate: false", {"    isolate: maybe", "    isolated: false"}},
      {"    integrator: auto", {"    integrator: rk5"}},
      {"    capabilities: {rollback: true}", {"    capabilities: {rolback: true}"}},
      {"    equations:"},
      {"      states: {x: 1}"},
      {"      inputs: {force: }"},
      {"      der: {x: force - x}", {"      der: {x: force - y}"}},
      {"      outputs: {pos: x}"},
      // Its variables are not known where it is wrong: nobody can tell whether its connections are right.
      {"  ctrl: {equations: {inputs: {pos: }, outputs: {out: 2*pos}}}",
       {"  ctrl: {equations: {inputs: {pos: }, outputs: [out]}}", "  ctrl: {}", "  ctrl: {fmu: none.fmu}"}},
      {"  cell[i]: {repeat: 3, equations: {inputs: {u: 0}, outputs: {y: u + i}}}",
       {"  cell[i]: {repeat: three, equations: {inputs: {u: 0}, outputs: {y: u + i}}}",
        "  cell[i]: {repeat: 3, rank: i - 1, equations: {inputs: {u: 0}, outputs: {y: u + i}}}"}},
      {"connections:"},
      {"  - plant.pos -> ctrl.pos", {"  - plant.pos => ctrl.pos", "  - plant.psi -> ctrl.pos"}},
      {"  - ctrl.out -> plant.force", {"  - ctlr.out -> plant.force", "  - ctrl.out -> plant.forces"}},
      {"  - plant.pos -> cell[0].u", {"  - plant.pos -> cells.u"}},
      {"events: [0.5]", {"events: [.nan]"}},
      {"record: [plant.pos, 'c*.o*', 'cell[1].y']", {"record: [plant.pos, plant.speed, 'cell[1].y']"}},
      {"experiment:"},
      {"  stop: 1", {"  stop: -1", "  stop: soon"}},
      {"  method: jacobi", {"  method: jakobi"}},
      {"  step: 0.1", {"  step: 0"}},
  };
  return all;
}

/// Line `at[k]` as in its wrong version `as[k]`.
std::string scenario(std::vector<std::pair<std::size_t, std::size_t>> faults) {
  std::string text;
  for (std::size_t n = 0; n < lines().size(); ++n) {
    const auto found =
        std::find_if(faults.begin(), faults.end(), [&](const auto& fault) { return fault.first == n; });
    text += (found == faults.end() ? lines()[n].right : lines()[n].wrong[found->second]) + "\n";
  }
  return text;
}

/// What the program says, a line for each problem.
std::set<std::string> told(const Folder& folder, const std::string& text) {
  folder.write("s.yaml", text);
  std::istringstream err(accordo(folder, {"check", "s.yaml"}).err);
  std::set<std::string> problems;
  for (std::string line; std::getline(err, line);) {
    if (line.find(": error: ") != std::string::npos) problems.insert(line);
  }
  return problems;
}

TEST(ManyErrors, NeitherHideEachOtherNorMakeMore) {
  const Folder folder;
  ASSERT_EQ(told(folder, scenario({})), std::set<std::string>{});
  std::vector<std::pair<std::size_t, std::size_t>> faults;
  for (std::size_t n = 0; n < lines().size(); ++n) {
    for (std::size_t k = 0; k < lines()[n].wrong.size(); ++k) faults.emplace_back(n, k);
  }
  std::vector<std::set<std::string>> alone;
  for (const auto& fault : faults) {
    alone.push_back(told(folder, scenario({fault})));
    EXPECT_EQ(alone.back().size(), 1U) << lines()[fault.first].wrong[fault.second];
  }
  for (std::size_t i = 0; i < faults.size(); ++i) {
    for (std::size_t j = i + 1; j < faults.size(); ++j) {
      if (faults[i].first == faults[j].first) continue;
      std::set<std::string> both = alone[i];
      both.insert(alone[j].begin(), alone[j].end());
      EXPECT_EQ(told(folder, scenario({faults[i], faults[j]})), both) << scenario({faults[i], faults[j]});
    }
  }
}

}  // namespace
}  // namespace accordo::testing
