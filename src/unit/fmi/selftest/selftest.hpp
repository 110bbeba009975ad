// The self-test of an FMU: what it declares is tried out, in child processes, before it is used.
#pragma once

#include "unit/fmi/selftest/probe_run.hpp"
#include "unit/fmi/unit/verified.hpp"

namespace accordo::fmi {

/// The FMU cannot be used at all: it crashes or hangs where every use begins.
struct Unusable {
  std::string what;  ///< "fmi2Instantiate crashed: segmentation fault"
};

/// Each capability that the FMU declares is probed in a process of its own, so that neither a crash nor what
/// a bad probe leaves behind spoils the others. Throws Unusable.
Verified self_test(const Subject& subject, double seconds);

/// How long one child may take: ACCORDO_SELF_TEST_SECONDS, or 10.
double self_test_seconds();

}  // namespace accordo::fmi
