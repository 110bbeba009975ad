// What the rows of the self-test's probes say. Each function returns what is wrong, or an empty text.
#pragma once

#include <string>
#include <vector>

namespace accordo::fmi {

/// Rows as of rehearse::rollback: repeated steps must give the same, bitwise or nearly so.
std::string judge_rollback(const std::vector<std::vector<double>>& rows);
/// Rows after steps of h, h, and after h, h/2, h/2, …: the FMU must move on within h.
std::string judge_steps(const std::vector<std::vector<double>>& reference,
                        const std::vector<std::vector<double>>& rows);
/// Rows as of rehearse::directional: derivatives against differences.
std::string judge_directional(const std::vector<std::vector<double>>& rows, double h);
/// Rows as of rehearse::output_derivatives: derivatives against differences. Some FMUs give the difference
/// over the latest step instead, which is of first order only, or wrong behind a restored state.
std::string judge_output_derivatives(const std::vector<std::vector<double>>& rows, double h);
/// What moving inputs did, what they should have done (by many sub-steps, or by their mean: then the
/// comparison is coarse), and what the inputs do when they are held.
std::string judge_inputs(const std::vector<double>& moved, const std::vector<double>& reference,
                         const std::vector<double>& held, bool exact);
/// Entries of a Jacobian from directional derivatives, and from differences.
std::string judge_jacobians(const std::vector<double>& directional, const std::vector<double>& differences);
/// Rows as of rehearse::equations_rollback.
std::string judge_equations_rollback(const std::vector<std::vector<double>>& rows);

}  // namespace accordo::fmi
