// What runs inside of an FMU for co-simulation, found by trial: nothing of it is declared reliably.
#pragma once

#include "unit/fmi/selftest/probe_run.hpp"
#include "unit/fmi/selftest/probes.hpp"
#include "unit/fmi/unit/verified.hpp"

namespace accordo::fmi {

/// FMI 2: whether the FMU must hear of a stop time to get as far as the run goes.
bool examine_stop_time(const Subject& subject, Probes& probes);
/// Parameters that the FMU does not keep.
std::vector<std::string> examine_parameters(const Subject& subject, Probes& probes);
/// Rollback: first a few steps, then each step of the whole run made twice, against a run straight on. What
/// is wrong, or empty; fills in `restarts` and `noise`.
std::string examine_rollback(const Subject& subject, Probes& probes, Verified& verified);
/// Whether a run in which derivatives are asked for is the same as one without. What is wrong, or empty.
std::string examine_asking(const Subject& subject, Probes& probes, const Verified& verified);
/// A clock that ticks inside.
void examine_clock(const Subject& subject, Probes& probes, Verified& verified);
/// What inputs do to outputs at once, where no derivatives tell.
void examine_feed_through(const Subject& subject, Probes& probes, Verified& verified);
/// How late an FMU that ticks takes its inputs; its clock and feed-through have been looked for.
void examine_latency(const Subject& subject, Probes& probes, Verified& verified);
/// Outputs that are not computed before the first step.
void examine_first_outputs(const Subject& subject, Probes& probes, Verified& verified);
/// Whether the FMU integrates once per step, however long that is.
void examine_integrations(const Subject& subject, Probes& probes, Verified& verified);

}  // namespace accordo::fmi
