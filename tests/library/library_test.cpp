// The library as its users see it: public headers and the shared library only.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/library/systems.hpp"

namespace outsider {
namespace {

using accordo::Result;

std::vector<double> copy(std::span<const double> values) {
  return {values.begin(), values.end()};
}

void expect_same_bits(const Result& a, const Result& b) {
  ASSERT_EQ(a.signals(), b.signals());
  EXPECT_EQ(copy(a.time()), copy(b.time()));
  for (const std::string& signal : a.signals()) EXPECT_EQ(copy(a[signal]), copy(b[signal])) << signal;
}

/// A folder that goes away.
struct Folder {
  Folder() : path(std::filesystem::temp_directory_path() / ("accordo-library-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

TEST(Library, AgreesWithTheScenarioOfTheSameSystem) {
  const Folder folder;
  const std::string file = folder.path / "masses.yaml";
  std::ofstream(file) << R"(units:
  left: {equations: {states: {x: -1, v: 0}, inputs: {F: -20000}, der: {x: v, v: (-1e4*x - 10*v + F)/5}, outputs: {x: x, v: v}}}
  right:
    equations:
      parameters: {m: 80}
      states: {y: -3, w: 0}
      inputs: {x: -1, v: 0, push: 0}
      der: {y: w, w: "(-1e5*y - 40*w - 1e4*(y - x) - 10*(w - v) + push)/m"}
      outputs: {F: 1e4*(y - x) + 10*(w - v)}
connections: [left.x -> right.x, left.v -> right.v, right.F -> left.F]
experiment: {stop: 2, tolerance: 1e-4}
)";
  const Result from_file = accordo::run(accordo::System::read(file));
  const Result from_code = accordo::run(masses(), {.stop = 2, .tolerance = 1e-4});
  expect_same_bits(from_file, from_code);
  EXPECT_TRUE(from_code.done());
  EXPECT_EQ(from_code.failure(), nullptr);
  EXPECT_EQ(from_code.verdict().level, "trustworthy");
  const accordo::Statistics& s = from_code.statistics();
  EXPECT_EQ(s.macro_steps + 1, static_cast<long long>(from_code.time().size()));
  EXPECT_EQ(s.integrations, s.units.at(0).integrations + s.units.at(1).integrations);
  long long steps = 0;
  for (const accordo::StepSummary& some : from_code.steps()) steps += some.steps;
  EXPECT_EQ(steps, s.macro_steps);
}

TEST(Library, WritesRowsThatReadBackTheSame) {
  const Folder folder;
  const Result result = accordo::run(masses(), {.stop = 0.01, .step = 1e-3});
  result.write(folder.path / "rows.csv");
  std::ifstream in(folder.path / "rows.csv");
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "time,left.x,left.v,right.F");
  for (std::size_t r = 0; r < result.time().size(); ++r) {
    std::getline(in, line, ',');
    EXPECT_EQ(std::strtod(line.c_str(), nullptr), result.time()[r]);
    std::getline(in, line, ',');
    EXPECT_EQ(std::strtod(line.c_str(), nullptr), result["left.x"][r]);
    std::getline(in, line);
  }
  EXPECT_FALSE(std::getline(in, line));
  EXPECT_THROW(result.write(folder.path / "none" / "rows.csv"), accordo::Error);
  EXPECT_THROW(static_cast<void>(result["left.X"]), accordo::Error);
}

TEST(Library, TellsAllProblemsOfASystem) {
  accordo::System system = masses();
  system.connect("left.y -> right.push").connect("nonsense").add("left", accordo::Equations{});
  try {
    accordo::run(system, {.stop = 1, .step = -1});
    FAIL() << "nothing was wrong";
  } catch (const accordo::Error& error) {
    EXPECT_EQ(error.cause(), accordo::Cause::usage);
    std::vector<std::string> ids;
    for (const accordo::Problem& problem : error.problems()) ids.push_back(problem.id);
    for (const char* id : {"bad-connection", "duplicate-unit", "not-positive", "unknown-variable"})
      EXPECT_EQ(std::count(ids.begin(), ids.end(), id), 1) << id << " in " << error.what();
  }
}

TEST(OwnUnit, GivenByItsEquationsIsAsGoodAsOurs) {
  const accordo::System system = masses_with_own_unit();
  for (const char* method : {"ifosmondi-jfm", "missiles", "monolithic"}) {
    const accordo::Settings settings{.stop = 2, .step = 2e-3, .method = method};
    const Result own = accordo::run(system, settings), ours = accordo::run(masses(), settings);
    ASSERT_TRUE(own.done()) << method;
    EXPECT_NEAR(own["left.x"].back(), ours["left.x"].back(), 1e-6) << method;
    EXPECT_EQ(own.statistics().macro_steps, ours.statistics().macro_steps) << method;
  }
}

TEST(OwnUnit, ThatStepsByItselfIsRolledBack) {
  const Result result = accordo::run(oscillator(), {.stop = 6, .step = 0.1, .method = "ifosmondi-jfm"});
  ASSERT_TRUE(result.done());
  EXPECT_GT(result.statistics().iterations, 0);
  EXPECT_NEAR(result["x.y"].back(), 1 - std::cos(6.0), 1e-5);
}

TEST(OwnUnit, StartsAnewInEachRun) {
  const accordo::System system = oscillator();
  const accordo::Settings settings{.stop = 1, .step = 0.1};
  expect_same_bits(accordo::run(system, settings), accordo::run(system, settings));
}

TEST(OwnUnit, ThatFailsEndsTheRunInItsOwnWords) {
  const Result result = accordo::run(oscillator(0.45), {.stop = 1, .step = 0.1, .method = "jacobi"});
  EXPECT_FALSE(result.done());
  const accordo::Failure* failure = result.failure();
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->cause, accordo::Cause::unit);
  EXPECT_EQ(failure->id, "unit-failed");
  EXPECT_EQ(failure->unit, "x");
  EXPECT_NEAR(failure->time, 0.5, 0.1 + 1e-9);
  EXPECT_NE(failure->words.find("the integral has had enough"), std::string::npos);
  EXPECT_EQ(result.time().size(), 6U) << "rows until t = 0.5";
  EXPECT_EQ(result.verdict().level, "wrong");
}

/// In order and each once; what is outside the run, or asked for twice, is refused.
TEST(Settings, GiveRowsAtChosenInstants) {
  const accordo::System system = oscillator();
  accordo::Settings settings{.stop = 2, .tolerance = 1e-6, .output_points = {1.7, 0.3, 0.3, 2}};
  const Result result = accordo::run(system, settings);
  const std::vector<double> times(result.time().begin(), result.time().end());
  EXPECT_EQ(times, (std::vector<double>{0.3, 1.7, 2}));
  settings.output_points = {2.5};
  EXPECT_THROW(accordo::run(system, settings), accordo::Error);
  settings.output_points = {1};
  settings.output_interval = 0.1;
  EXPECT_THROW(accordo::run(system, settings), accordo::Error);
}

TEST(Steps, ByHandAreThoseOfARun) {
  const accordo::Settings settings{.stop = 2, .tolerance = 1e-4};
  accordo::Run run = accordo::open(masses(), settings);
  EXPECT_EQ(run.time(), 0);
  EXPECT_EQ(run["left.x"], -1);
  run.advance_to(2);
  EXPECT_EQ(run.time(), 2);
  const Result whole = accordo::run(masses(), settings);
  EXPECT_EQ(run["left.x"], whole["left.x"].back());
  expect_same_bits(run.result(), whole);
}

TEST(Steps, EndWhereAskedFor) {
  accordo::Run run = accordo::open(masses(), {.stop = 2, .tolerance = 1e-4});
  for (const double t : {0.1, 0.5, 0.5, 1.3, 2.0}) {
    run.advance_to(t);
    EXPECT_EQ(run.time(), t);
  }
  const Result whole = accordo::run(masses(), {.stop = 2, .tolerance = 1e-4});
  EXPECT_NEAR(run["left.x"], whole["left.x"].back(), 1e-3);
  EXPECT_NEAR(run["right.state(y)"], run["right.y"], 0) << "states have names, too";
}

TEST(Steps, SetInputsThatAreFree) {
  accordo::Run run = accordo::open(masses(), {.stop = 20, .tolerance = 1e-4});
  run.advance_to(1);
  run.set("right.push", 1e5);
  EXPECT_EQ(run["right.push"], 1e5);
  run.advance_to(20);
  // At rest: 1e5 y + 1e4 (y - x) = 1e5 and 1e4 x = 1e4 (y - x).
  EXPECT_NEAR(run["right.y"], 1 / 1.05, 0.02);
  EXPECT_THROW(run.set("left.F", 0), accordo::Error) << "a connection drives it";
  EXPECT_THROW(run.set("left.x", 0), accordo::Error) << "an output";
}

TEST(Steps, GoBackToASnapshot) {
  accordo::Run run = accordo::open(masses(), {.stop = 2, .tolerance = 1e-6});
  run.advance_to(1);
  const accordo::Snapshot one = run.save();
  const double x = run["left.x"];
  run.advance_to(2);
  const double end = run["left.x"];
  for (int again = 0; again < 2; ++again) {
    run.restore(one);
    EXPECT_EQ(run.time(), 1);
    EXPECT_EQ(run["left.x"], x);
    run.advance_to(2);
    EXPECT_NEAR(run["left.x"], end, 1e-4);
  }
  const Result result = run.result();
  for (std::size_t r = 1; r < result.time().size(); ++r) EXPECT_GE(result.time()[r], result.time()[r - 1]);
}

/// The README's left mass as an FMU, of one kind.
accordo::System with_fmu(const Folder& folder, const std::string& kind) {
  std::ofstream(folder.path / "left.yaml") << R"(units:
  left: {equations: {states: {x: -1, v: 0}, inputs: {F: -20000}, der: {x: v, v: (-1e4*x - 10*v + F)/5}, outputs: {x: x, v: v}}}
experiment: {stop: 1}
)";
  const std::string to = "cd '" + folder.path.string() + "' && '" ACCORDO_PROGRAM "' ";
  EXPECT_EQ(std::system((to + "export left.yaml#left -o left.fmu > out").c_str()), 0);
  accordo::System system;
  system.add("left", accordo::Fmu{.file = folder.path / "left.fmu", .kind = kind});
  system.add("wall", accordo::Equations{}.input("x", -1).input("push").output("F", "-2e4 - 1e3*x + push"));
  system.connect({"left.x -> wall.x", "wall.F -> left.F"});
  return system;
}

TEST(Steps, GoBackToAnySnapshotOfFmus) {
  const Folder folder;
  for (const char* kind : {"co-simulation", "model-exchange"}) {
    const accordo::System system = with_fmu(folder, kind);
    const accordo::Settings settings{.stop = 1, .tolerance = 1e-5, .allow = {.processes = true}};
    std::optional<accordo::Run> run = accordo::open(system, settings);
    std::vector<accordo::Snapshot> snapshots;
    std::vector<double> values, ends;
    const auto end = [&] {
      run->advance_to(1);
      return (*run)["left.x"];
    };
    for (const double t : {0.2, 0.4, 0.6}) {
      run->advance_to(t);
      snapshots.push_back(run->save());
      values.push_back((*run)["left.x"]);
    }
    const double whole = end();
    for (const std::size_t i : {1U, 0U, 2U, 1U}) {
      run->restore(snapshots[i]);
      EXPECT_NEAR((*run)["left.x"], values[i], 1e-12) << kind;
      EXPECT_NEAR(end(), whole, 1e-3) << kind;
      run->restore(snapshots[i]);
      run->set("wall.push", 1e4);
      EXPECT_GT(std::abs(end() - whole), 1e-2) << kind << ": a run of its own from there on";
      run->restore(snapshots[i]);
    }
    accordo::Run other = accordo::open(system, settings);
    EXPECT_THROW(other.restore(snapshots[0]), accordo::Error) << "its FMU knows nothing of it";
    run.reset();
    snapshots.clear();  // after the FMU has gone
  }
}

TEST(Steps, NameTheUnitThatCannotBeSaved) {
  accordo::Run run = accordo::open(oscillator(1e300, false), {.stop = 1, .step = 0.1, .method = "jacobi"});
  try {
    run.save();
    FAIL() << "it can be saved";
  } catch (const accordo::Error& error) {
    ASSERT_EQ(error.problems().size(), 1U);
    EXPECT_EQ(error.problems()[0].id, "cannot-save");
    EXPECT_NE(error.problems()[0].message.find("'x'"), std::string::npos);
  }
}

TEST(Permissions, AreNeededForProcesses) {
  try {
    accordo::run(masses(), {.stop = 1, .step = 0.1, .isolate = true});
    FAIL() << "it forks";
  } catch (const accordo::Error& error) {
    EXPECT_EQ(error.problems().at(0).id, "not-permitted");
  }
  const accordo::Settings allowed{.stop = 0.1, .step = 1e-2, .isolate = true, .allow = {.processes = true}};
  const Result apart = accordo::run(masses(), allowed);
  expect_same_bits(apart, accordo::run(masses(), {.stop = 0.1, .step = 1e-2}));
}

/// What a process tells of itself that forking and handling signals change.
struct Traces {
  Traces() {
    getrusage(RUSAGE_CHILDREN, &children);
    sigaction(SIGSEGV, nullptr, &crash);
    sigaction(SIGINT, nullptr, &interrupt);
  }
  bool operator==(const Traces& other) const {
    return children.ru_minflt == other.children.ru_minflt && crash.sa_handler == other.crash.sa_handler &&
           interrupt.sa_handler == other.interrupt.sa_handler;
  }
  rusage children{};
  struct sigaction crash {
  }, interrupt{};
};

TEST(Permissions, ToForkAndToHandleSignalsAreNotTaken) {
  const Folder folder;
  const std::string to = "cd '" + folder.path.string() + "' && '" ACCORDO_PROGRAM "' ";
  ASSERT_EQ(std::system((to + "cases two-mass -o s.yaml").c_str()), 0);
  ASSERT_EQ(std::system((to + "export s.yaml#S1 -o S1.fmu > out").c_str()), 0);
  setenv("XDG_CACHE_HOME", folder.path.c_str(), 1);
  accordo::System system;
  system.add("S1", accordo::Fmu{folder.path / "S1.fmu"});
  const accordo::Settings settings{.stop = 0.01, .step = 1e-3};
  const Traces before;
  EXPECT_TRUE(accordo::run(system, settings).done());
  EXPECT_TRUE(Traces() == before);
  accordo::Settings allowed = settings;
  allowed.allow = {.processes = true, .crash_reports = true};
  EXPECT_TRUE(accordo::run(system, allowed).done());
  EXPECT_FALSE(Traces() == before) << "what is not taken above can be seen";
}

}  // namespace
}  // namespace outsider
