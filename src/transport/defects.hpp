// What inputs miss of what the outputs asked for, over one step: its polynomial, per link.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "coupling/link_system.hpp"
#include "model/wiring.hpp"
#include "signal/signal.hpp"
#include "unit/estimated/error_carrier.hpp"

namespace accordo {

/// Along the computed states, inputs that agree would be ū = Φᵀg(x, ū). Those that were used are p, and
/// outputs were y = g(x, p): so d = ū − p = (I − ΦᵀD)⁻¹ (Φᵀy − p), to first order, and likewise for slopes.
class Defects {
 public:
  explicit Defects(const Wiring& wiring);

  /// Per output: values and scaled slopes at both ends of the step, under the inputs that were used.
  struct Ends {
    Sample start, end;
  };
  /// d ← kDefectCoefficients per input, for a step of length h: through both ends, and what units have shown
  /// in between. Where they have not, from how the third derivative of ū has changed since the step before.
  void find(double h, const SignalView& used, const Ends& ends, std::span<const OutputShape> shapes,
            std::span<double> d);
  /// D at the end of the step, row by row per unit at the unit's offset. What was the end is now the start.
  bool arrive(std::span<const double> D);
  /// The same at a point from where steps start again.
  bool start(std::span<const double> D);

  /// r ← (I − ΦᵀD)⁻¹ r, per link; at the end of the step.
  void agree(std::span<double> r) { agree(*end_, r); }
  /// At its start.
  void agree_at_start(std::span<double> r) { agree(*start_, r); }

 private:
  /// (I − ΦᵀD)
  struct Loop {
    explicit Loop(const Wiring& wiring);
    LinkSystem system;
    std::vector<double> D;  ///< that it was made of
    bool identity = true, sound = true;
  };
  bool update(Loop& loop, std::span<const double> D);
  static void agree(Loop& loop, std::span<double> r);
  double bend(std::size_t link, double h, double third);

  const Wiring& wiring_;
  std::unique_ptr<Loop> start_, end_;
  std::vector<double> v1_, w1_, v2_, w2_, m0_, m1_;
  std::vector<double> third_, third_before_;  ///< of ū, unscaled
  double h_before_ = 0;
};

}  // namespace accordo
