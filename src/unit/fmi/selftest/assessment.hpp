// What the rows of the self-test's probes say. Each function returns what is wrong, or an empty text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "unit/fmi/binding/instance.hpp"

namespace accordo::fmi {

/// Rows as of probe::rollback: repeated steps must give the same, bitwise or nearly so.
std::string assess_rollback(const std::vector<std::vector<double>>& rows);
/// Rows of a run straight on and of one whose every step was undone and made again. `noise`: by how much they
/// differ where that is little, relative to how far values move.
std::string assess_whole_run(const std::vector<std::vector<double>>& straight,
                             const std::vector<std::vector<double>>& back, double& noise);
/// A parameter as it was set, and as it was read (nothing of texts): what the difference is.
std::string assess_parameter(const StartValue& wanted, const std::vector<double>& read);

/// Which of many short steps change an output.
struct Ticks {
  double least = 0, most = 0;  ///< steps from change to change, on the whole; 0: no clock
  bool first = false;          ///< the very first step changes something
};
Ticks find_ticks(const std::vector<std::vector<double>>& rows);
/// The length about within these bounds that a person would have chosen: a whole number of `named` steps, or
/// a whole part of one; else the one with the fewest digits, itself or its inverse.
double likely_length(double low, double high, double named);

/// What moving an input does to output i at once: from its effect after a step, and after a 50th, a 100th and
/// a 200th of that; or from the effects of moves of one and two sizes on the outputs at the start. 0:
/// nothing.
double direct_by_steps(const std::vector<std::vector<double>>& effects, std::size_t i);
double direct_by_start(const std::vector<std::vector<double>>& effects, std::size_t i);

/// How much of the input of a tick is still the one before, from what moving the input does to an output in
/// each of the four ticks that follow; nothing where that is not the response of an integrator.
std::optional<double> latency_of(const std::array<double, 4>& increments);

/// Rows as of probe::first_steps: outputs that jump in the first step, far more than they move afterwards.
std::vector<int> late_outputs(const std::vector<std::vector<double>>& rows);

/// By how much three neighboring results are off a line, relative to the values: what an adaptive solver
/// inside makes of inputs that hardly differ.
double roughness(const std::vector<std::vector<double>>& rows);

/// The root mean square of the differences of one value, the largest of all, relative to how far it moves.
double distance_over_range(const std::vector<std::vector<double>>& a,
                           const std::vector<std::vector<double>>& b);

/// The largest difference, relative to the values.
double distance(const std::vector<double>& a, const std::vector<double>& b);

/// Rows after steps of h, h, and after h, h/2, h/2, …: the FMU must move on within h.
std::string assess_steps(const std::vector<std::vector<double>>& reference,
                         const std::vector<std::vector<double>>& rows);
/// Rows as of probe::directional: derivatives against differences.
std::string assess_directional(const std::vector<std::vector<double>>& rows, double h);
/// Rows as of probe::output_derivatives: derivatives against differences. Some FMUs give the difference
/// over the latest step instead, which is of first order only, or wrong after a restored state.
std::string assess_output_derivatives(const std::vector<std::vector<double>>& rows, double h);
/// What moving inputs did, what they should have done (by many sub-steps, or by their mean: then the
/// comparison is coarse), and what the inputs do when they are held.
std::string assess_inputs(const std::vector<double>& moved, const std::vector<double>& reference,
                          const std::vector<double>& held, bool exact);
/// Entries of a Jacobian from directional derivatives, and from differences.
std::string assess_jacobians(const std::vector<double>& directional, const std::vector<double>& differences);
/// Rows as of probe::equations_rollback.
std::string assess_equations_rollback(const std::vector<std::vector<double>>& rows);

}  // namespace accordo::fmi
