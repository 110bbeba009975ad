// What FMUs may do to the program that hosts them: talk to the wrong environment, print, not return.

#include <gtest/gtest.h>

#include "tests/integration/misbehaving_fmu.hpp"
#include "tests/integration/processes.hpp"

namespace accordo::testing {
namespace {

using Host = MisbehavingFmu;

TEST_F(Host, MessagesForAnEnvironmentThatIsNotOursAreTheCallersOwn) {
  pack("foreign environment");
  const Result result = run("jacobi");
  EXPECT_EQ(result.code, 3) << result;
  expect_said(result, {"unit 'faulty' failed at t = 0.5: fmi2DoStep of bad.fmu returned Error",
                       "the FMU says: 'the tank is empty'; it also said: 'no licence found'"});
  expect_rows_to(0.5);
}

TEST_F(Host, ALibraryByAnotherNameIsTakenIfItIsTheOnlyOne) {
  pack(fmi::misbehaving_entries(fmi::misbehaving_description("nothing"), "other.so"));
  const Result result = run("jacobi");
  EXPECT_EQ(result.code, 0) << result;
  expect_said(result, {"no library 'misbehaving.so'", "'other.so', is taken for it", "fmu-library-name"});
}

}  // namespace
}  // namespace accordo::testing
