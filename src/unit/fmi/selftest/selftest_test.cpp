// What FMUs declare is verified: honest ones keep all of it, others lose what they cannot do, and nothing
// else.

#include "unit/fmi/selftest/selftest.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "unit/fmi/misbehaving_testing.hpp"
#include "unit/fmi/selftest/assessment.hpp"
#include "unit/fmi/selftest/verified_cache.hpp"
#include "unit/fmi/selftest/verify.hpp"
#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

namespace fs = std::filesystem;

class SelfTest : public FmuUnitTest {
 protected:
  SelfTest() { setenv("XDG_CACHE_HOME", (root() / "cache").c_str(), 1); }
  ~SelfTest() override { unsetenv("XDG_CACHE_HOME"); }

  fs::path misbehaving(const std::string& mode, const std::string& flags = kEverything) {
    const fs::path file = root() / (mode + std::to_string(count_++) + ".fmu");
    write_zip(file, misbehaving_entries(misbehaving_description(mode, flags)));
    return file;
  }
  static FmuSpec tested(const fs::path& file, Kind kind) {
    FmuSpec spec = spec_of(file, kind);
    spec.trust = false;
    return spec;
  }
  static Verified verified(const fs::path& file, Kind kind = Kind::co_simulation, double seconds = 10) {
    const FmuSpec spec = tested(file, kind);
    return self_test({std::make_shared<LoadedFmu>(file), kind, spec, 0.01}, seconds);
  }
  /// The capabilities that are left, in one text.
  static std::string left(const Verified& v) {
    std::string text = "order" + std::to_string(v.input_order);
    if (v.states) text += " states";
    if (v.rollback) text += " rollback";
    if (v.variable_step) text += " variable";
    if (v.directional_derivatives) text += " directional";
    if (v.output_derivatives) text += " slopes";
    if (v.intermediate_update) text += " intermediate";
    if (v.event_mode) text += " events";
    return text;
  }

 private:
  int count_ = 0;
};

TEST_F(SelfTest, HonestFmusKeepAllTheyDeclare) {
  const Kind cs = Kind::co_simulation, me = Kind::model_exchange;
  EXPECT_EQ(left(verified(misbehaving("nothing"))), "order3 states rollback variable directional slopes");
  EXPECT_EQ(left(verified(fmi2(), cs)), "order3 states rollback variable directional slopes");
  EXPECT_EQ(left(verified(fmi3(), cs)), "order0 states rollback variable directional slopes intermediate");
  const Verified ball = verified(fmi3(Model::ball, kAllFmi3 + kEventMode), cs);
  EXPECT_EQ(left(ball), "order0 states rollback variable directional slopes intermediate events")
      << (ball.findings.empty() ? "" : ball.findings[0].what);
  for (const Model model : {Model::oscillator, Model::ball}) {
    for (const auto& file : {fmi2(model), fmi3(model)}) {
      const Verified v = verified(file, me);
      EXPECT_TRUE(v.rollback && v.directional_derivatives) << file;
      EXPECT_TRUE(v.findings.empty()) << file << v.findings.front().what;
    }
  }
}

TEST_F(SelfTest, WhatIsNotDeclaredIsNotAskedFor) {
  const Verified v = verified(misbehaving("segfault in set state", ""));
  EXPECT_EQ(left(v), "order0 states");
  EXPECT_TRUE(v.findings.empty());
}

struct Fault {
  const char* mode;
  const char* capability;  ///< that is lost
  const char* left;
  const char* said;
};

TEST_F(SelfTest, ALieOrACrashCostsThatCapabilityAndNoOther) {
  for (const Fault& fault :
       {Fault{"lies about rollback", "rollback", "order3 states variable directional slopes",
              "restored state"},
        {"segfault in set state", "rollback", "order3 states variable directional slopes",
         "fmi2SetFMUstate crashed: segmentation fault"},
        {"lies about variable steps", "variable_step", "order3 states rollback directional slopes",
         "shorter step"},
        {"lies about directional derivatives", "directional_derivatives",
         "order3 states rollback variable slopes", "disagrees with differences"},
        {"lies about output derivatives", "output_derivatives", "order3 states rollback variable directional",
         "disagrees with differences: 0 instead of"},
        {"lies about input derivatives", "input_derivatives",
         "order0 states rollback variable directional slopes", "order 1: moving inputs"},
        {"segfault at order 2", "input_derivatives", "order1 states rollback variable directional slopes",
         "order 2: fmi2SetRealInputDerivatives crashed"}}) {
    const Verified v = verified(misbehaving(fault.mode));
    EXPECT_EQ(left(v), fault.left) << fault.mode;
    ASSERT_EQ(v.findings.size(), 1u) << fault.mode;
    EXPECT_EQ(v.findings[0].capability, fault.capability);
    EXPECT_NE(v.findings[0].what.find(fault.said), std::string::npos) << v.findings[0].what;
  }
}

TEST_F(SelfTest, AnFmuThatIgnoresUpdatesWithinStepsLosesThem) {
  const std::string text = fmi3_description(Model::oscillator, kAllFmi3);
  const Verified v = verified(write_fmu(text, ACCORDO_TEST_FMI3_DEAF), Kind::co_simulation);
  EXPECT_EQ(left(v), "order0 states rollback variable directional slopes");
}

TEST_F(SelfTest, AnFmuThatFailsWithEventModeIsUsedWithout) {
  const auto file =
      write_fmu(fmi3_description(Model::oscillator, kAllFmi3 + kEventMode), ACCORDO_TEST_FMI3_DEAF);
  const Verified v = verified(file, Kind::co_simulation);
  EXPECT_EQ(left(v), "order0 states rollback variable directional slopes");
  ASSERT_NE(v.finding("event_mode"), nullptr);
  EXPECT_NE(v.finding("event_mode")->what.find("gave no instance"), std::string::npos)
      << v.finding("event_mode")->what;
}

TEST_F(SelfTest, AHangCostsTimeAndTheCapability) {
  const Verified v = verified(misbehaving("hang in set state"), Kind::co_simulation, 0.5);
  EXPECT_FALSE(v.rollback);
  ASSERT_EQ(v.findings.size(), 1u);
  EXPECT_EQ(v.findings[0].what, "fmi2SetFMUstate did not return");
}

TEST_F(SelfTest, WithoutPlainUseThereIsNoUse) {
  const auto why = [&](const char* mode) -> std::string {
    try {
      verified(misbehaving(mode), Kind::co_simulation, 0.5);
    } catch (const Unusable& unusable) {
      return unusable.what;
    }
    return "usable";
  };
  EXPECT_EQ(why("segfault in instantiate"), "fmi2Instantiate crashed: segmentation fault");
  EXPECT_EQ(why("segfault in step"), "fmi2DoStep crashed: segmentation fault");
  EXPECT_EQ(why("hang in step"), "usable") << "it may only be slow";
  EXPECT_EQ(why("nothing"), "usable");
}

TEST_F(SelfTest, WhatCouldNotBeTestedInTimeIsNotUsedAndThatIsAll) {
  const Verified v = verified(misbehaving("hang in step"), Kind::co_simulation, 0.5);
  EXPECT_TRUE(v.slow);
  EXPECT_EQ(left(v), "order0 variable");
  ASSERT_NE(v.finding("rollback"), nullptr);
  EXPECT_EQ(v.finding("rollback")->what, "it could not be tested: fmi2DoStep did not return");
}

TEST_F(SelfTest, TheBuilderUsesWhatWasVerifiedAndSaysWhatWasNot) {
  FmuBuilder builder;
  Problems problems;
  const auto file = misbehaving("lies about rollback");
  const BuiltUnit built = builder.build(tested(file, Kind::co_simulation), problems);
  problems.throw_if_any();
  EXPECT_FALSE(built.info->can.rollback);
  EXPECT_EQ(built.info->can.input_degree, 3);
  ASSERT_EQ(built.warnings.size(), 1u);
  EXPECT_EQ(built.warnings[0].id, "fmu-not-verified");
  for (const char* text : {"unit 'tank'", "lies about rollback", "declares rollback", "restored state"}) {
    EXPECT_NE(built.warnings[0].what.find(text), std::string::npos) << built.warnings[0].what;
  }
  const auto& capability_checks = built.capability_checks;
  ASSERT_FALSE(capability_checks.empty());
  EXPECT_EQ(capability_checks[0].declared + capability_checks[0].verified, "yesno");

  FmuBuilder believer;
  FmuSpec trusted = tested(file, Kind::co_simulation);
  trusted.trust = true;
  const BuiltUnit believed = believer.build(trusted, problems);
  EXPECT_TRUE(believed.info->can.rollback);
  EXPECT_TRUE(believed.warnings.empty());
}

class VerifiedCacheTest : public SelfTest {
 protected:
  static Verified asked(const fs::path& file) {
    const auto fmu = std::make_shared<LoadedFmu>(file);
    return std::get<Verified>(verify(fmu, Kind::co_simulation, tested(file, Kind::co_simulation)));
  }
  fs::path only_file() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root() / "cache")) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? fs::path() : files.front();
  }
};

TEST_F(VerifiedCacheTest, RemembersEverythingByContent) {
  const auto file = misbehaving("segfault in set state");
  const Verified first = asked(file), second = asked(file);
  EXPECT_FALSE(first.from_cache);
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(left(first), left(second));
  ASSERT_EQ(second.findings.size(), 1u);
  EXPECT_EQ(first.findings[0].what, second.findings[0].what);
  EXPECT_TRUE(asked(misbehaving("segfault in set state")).from_cache)
      << "another file with the same contents";
  EXPECT_FALSE(asked(misbehaving("nothing")).from_cache);
}

TEST_F(VerifiedCacheTest, DamageIsNoticed) {
  const auto file = misbehaving("nothing");
  const std::string good = left(asked(file)), whole = read_file(only_file());
  for (std::size_t i = 0; i < whole.size(); i += 7) {
    std::string damaged = whole;
    damaged[i] = damaged[i] == '1' ? '0' : '1';
    write_file(only_file(), damaged);
    EXPECT_FALSE(VerifiedCache().find(only_file().filename().string().substr(0, 64), Kind::co_simulation))
        << i;
    write_file(only_file(), whole.substr(0, i));
    EXPECT_FALSE(VerifiedCache().find(only_file().filename().string().substr(0, 64), Kind::co_simulation))
        << i;
  }
  EXPECT_EQ(left(asked(file)), good) << "it is tested again";
  EXPECT_TRUE(asked(file).from_cache);
}

TEST_F(VerifiedCacheTest, WhereItCannotBeKeptNothingIsLost) {
  write_file(root() / "cache", "a file where the folder should be");
  const auto file = misbehaving("nothing");
  EXPECT_EQ(left(asked(file)), left(asked(file)));
  EXPECT_FALSE(asked(file).from_cache);
}

TEST_F(VerifiedCacheTest, ReadersNeverSeeHalfOfWhatWritersWrite) {
  const VerifiedCache cache(root() / "shared");
  Verified v;
  v.findings.assign(200, {"rollback", std::string(500, 'x')});
  cache.keep("hash", Kind::co_simulation, v);
  std::vector<pid_t> writers;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      for (int k = 0; k < 200; ++k) cache.keep("hash", Kind::co_simulation, v);
      _exit(0);
    }
    writers.push_back(child);
  }
  for (int k = 0; k < 300; ++k) {
    const auto found = cache.find("hash", Kind::co_simulation);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->findings.size(), 200u);
  }
  for (const pid_t child : writers) waitpid(child, nullptr, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(root() / "shared"), {}), 1) << "drafts are left behind";
}

/// Rows as of probe::output_derivatives for y = t², t = 1, 1.1, …; the derivatives by `slope`.
template <class Slope>
std::string assessed(Slope slope) {
  constexpr double h = 0.1;
  std::vector<std::vector<double>> rows;
  for (int k = 0; k < 4; ++k) rows.push_back({(1 + h * k) * (1 + h * k)});
  for (const double t : {1 + h, 1 + 2 * h}) rows.push_back({slope(t, h)});
  return assess_output_derivatives(rows, h);
}

TEST(Assessment, ADifferenceOverTheLatestStepIsNoDerivative) {
  EXPECT_EQ(assessed([](double t, double) { return 2 * t; }), "");
  EXPECT_NE(assessed([](double t, double h) { return (t * t - (t - h) * (t - h)) / h; }), "");
  EXPECT_NE(assessed([](double t, double) { return t < 1.15 ? 2 * t : 7000; }), "")
      << "wrong after a restored state";
  EXPECT_NE(assessed([](double, double) { return std::nan(""); }), "");
}

TEST(Assessment, AnEffectOfInputsThatCannotBeSeenIsNotVerified) {
  EXPECT_EQ(assess_inputs({1.1}, {1.1}, {1.0}, true), "");
  EXPECT_EQ(assess_inputs({1.11}, {1.1}, {1.0}, true), "") << "it need not be accurate";
  EXPECT_NE(assess_inputs({1.0}, {1.1}, {1.0}, true), "") << "held";
  EXPECT_NE(assess_inputs({1.2}, {1.1}, {1.0}, true), "") << "twice the effect";
  EXPECT_NE(assess_inputs({1.0}, {1.0}, {1.0}, true), "");
}

TEST(ChildProcess, HandsOverWhatItFoundHoweverItEnds) {
  const auto report = [](auto end) {
    return run_in_child(0.5, [&](Notebook& notes) {
      notes.add({1, 2, 3});
      end();
    });
  };
  const auto fine = report([] {});
  EXPECT_EQ(fine.ending, Ending::done);
  EXPECT_EQ(report([] { throw UnitFailure("no"); }).ending, Ending::failed);
  EXPECT_EQ(report([] { throw Error(Exit::usage, "id", "never"); }).ending, Ending::refused);
  EXPECT_EQ(report([] { std::raise(SIGKILL); }).ending, Ending::crashed);
  EXPECT_EQ(report([] { _exit(0); }).ending, Ending::crashed);
  const auto hung = report([] {
    for (;;) pause();
  });
  EXPECT_EQ(hung.ending, Ending::hung);
  const auto called = report([] {
    const CallNote note("fmi2DoStep");
    std::exit(0);
  });
  EXPECT_EQ(called.what, "fmi2DoStep crashed: it called exit");
  for (const auto& r : {fine, hung, called}) EXPECT_EQ(r.rows, (std::vector<std::vector<double>>{{1, 2, 3}}));
}

}  // namespace
}  // namespace accordo::fmi
