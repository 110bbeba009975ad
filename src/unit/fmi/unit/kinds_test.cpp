// Which kind is taken of FMUs that offer both, and what is said of it.

#include <algorithm>

#include "unit/fmi/peculiar_unit_testing.hpp"
#include "unit/fmi/selftest/choose_kind.hpp"

namespace accordo::fmi {
namespace {

using Kinds = PeculiarFmu;

TEST_F(Kinds, ASideThatDoesNothingIsNotTaken) {
  const Peculiar stub{.mode = "stub", .exchanges = true, .states = false};
  const auto chosen = [&](const Peculiar& is) {
    const FmuSpec s = spec(is);
    return choose_kind(std::make_shared<LoadedFmu>(s.file), s);
  };
  EXPECT_EQ(chosen(stub).kind, Kind::co_simulation);
  EXPECT_EQ(chosen({.mode = "nothing", .exchanges = true}).kind, Kind::model_exchange);
  EXPECT_TRUE(chosen({.mode = "nothing", .exchanges = true}).difference.empty());
  EXPECT_NEAR(value_at_stop(spec(stub), 1, 0.1), solution(1, 1), 1e-12);
}

/// A user may ask for it, but learns of it.
TEST_F(Kinds, ASideThatDoesNothingIsTakenWithAWarningWhereItIsAskedFor) {
  for (const char* mode : {"stub", "nothing"}) {
    FmuSpec s = spec({.mode = mode, .exchanges = true, .states = std::string(mode) == "nothing"});
    s.kind = Kind::model_exchange;
    Problems problems;
    const BuiltUnit built = FmuBuilder().build(s, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(built.info->why_kind, "as asked for");
    const bool warned = std::any_of(built.warnings.begin(), built.warnings.end(),
                                    [](const Problem& p) { return p.id == "fmu-kind-idle"; });
    EXPECT_EQ(warned, std::string(mode) == "stub");
  }
}

/// Neither side has states: the one that does the same later is the worse one.
TEST_F(Kinds, OfTwoSidesWithoutStatesTheOneThatIsLateIsNotTaken) {
  for (const char* mode : {"late stairs", "delayed stairs"}) {
    const FmuSpec s = spec({.mode = mode, .exchanges = true, .states = false});
    const KindChoice choice = choose_kind(std::make_shared<LoadedFmu>(s.file), s);
    EXPECT_EQ(choice.kind, Kind::model_exchange) << mode << ": " << choice.why;
    EXPECT_FALSE(choice.difference.empty()) << mode;
  }
}

TEST_F(Kinds, TwoKindsThatDifferAreReported) {
  const FmuSpec s = spec({.mode = "one step", .exchanges = true});
  EXPECT_FALSE(choose_kind(std::make_shared<LoadedFmu>(s.file), s).difference.empty());
}

}  // namespace
}  // namespace accordo::fmi
