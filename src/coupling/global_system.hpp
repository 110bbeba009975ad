// MISSILES' linear system in input space, (I − ΦᵀK) z = Φᵀb, with K the estimators' responses: one unknown
// value and one scaled slope per connected input.
#pragma once

#include <vector>

#include "core/coupling.hpp"
#include "core/estimators.hpp"
#include "coupling/interface.hpp"
#include "coupling/link_system.hpp"

namespace accordo {

class GlobalSystem {
 public:
  /// The ensemble must outlive it.
  GlobalSystem(const Ensemble& e, const Interface& interface, const LinearSolverKnobs& knobs);

  /// Takes new responses and factorizes. Throws Error "singular-coupling", naming the units, where that
  /// fails.
  void update(const AffineResponse& response, double t);
  /// r ← (I − ΦᵀK)⁻¹ r; the guess as in LinkSystem. May find factors singular as in update().
  void apply_inverse(double* r, const double* guess = nullptr);

  /// By how much the end of one input's source moves with the end of another input, per link.
  struct Gain {
    std::size_t to, from;
    double gain;
  };
  /// Of the latest responses.
  void gains(std::vector<Gain>& list) const;

  /// Whether a guess helps.
  bool iterates() const { return system_.iterates(); }
  /// What was done so far; its solver: "direct", "gmres", or "gmres, direct" where factors had to take over.
  Work work() const { return system_.work(); }

 private:
  void note_reach();
  [[noreturn]] void fail() const;

  const Ensemble& e_;
  double t_ = 0;                     ///< of the latest responses
  std::vector<std::size_t> inputs_;  ///< per link
  std::vector<double> reach_;        ///< per link
  LinkSystem system_;
};

/// Entries of −ΦᵀK: blocks of K at `offsets` per unit, of 2·outputs × 2·inputs. Units that do not take part
/// (an empty block) give what they give.
std::vector<LinkSystem::Entry> response_entries(const Wiring& wiring, std::span<const Link> links,
                                                std::span<const std::size_t> offsets);

}  // namespace accordo
