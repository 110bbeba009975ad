// How far the true inputs may lie from the polynomials that stand for them over a step.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "coupling/interface.hpp"

namespace accordo {

/// Errors relative to the size that each input has had recently.
class InterfaceError {
 public:
  InterfaceError(const Ensemble& e, const Interface& interface);

  void restart() { h_ = 0; }

  /// The interpolation error h^(p+1) |u^(p+1)| c_p of inputs of degree p that end at z (the cubic: h⁴u⁗/384);
  /// the derivative from the change of the highest coefficient since the step before. None on the first step.
  std::optional<double> interpolation(const double* z, double h);
  /// The largest of some differences of values and scaled slopes, in the shape of z; slopes by the 4/27 of
  /// themselves that a cubic makes of them between its ends.
  /// `share`: of them that counts. `amplified`: times the noise of values that may be in them.
  double norm(const double* difference, const double* z, double share = 1,
              double amplified = kPredicted) const;

  /// Such a difference turned out to be an error.
  void note(const double* difference) const;

  /// Of the input of a link: a size of which noise is no more than this share.
  double least_size(std::size_t link, double share) const;
  /// What errors of one input are relative to.
  double size_of(std::size_t link, const double* z) const;
  /// Per unknown, the size that its input has had recently, and what that is counted from; where noise is
  /// larger than this share of it, as much as makes noise that share. 0 where the input has not moved.
  void sizes(double share, std::span<double> sizes, std::span<double> origin) const;

  /// The step whose interpolation() was asked last has been committed.
  void accepted();

 private:
  double error_of(const double* difference, std::size_t link) const;

  static constexpr double kPredicted =
      8;  ///< a parabola through the latest points that goes on, and the new one

  const Ensemble& e_;
  const Interface& interface_;
  std::vector<double> top_, proposed_;  ///< per link: u^(p) at the top degree p
  double h_ = 0, proposed_h_ = 0;
};

}  // namespace accordo
