// How far inputs scatter whatever the length of steps is, and what that makes of the estimates of their
// errors.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// Estimates divide differences of values by powers of the step and multiply by them again: noise comes out
/// of that times a factor, the amplification of the formula, however short the step is. An error below that
/// is no reason for shorter steps.
class NoiseFloor {
 public:
  NoiseFloor(const Wiring& wiring, std::span<const UnitInfo> units)
      : share_(rounding(wiring)),
        offset_(share_.size()),
        sampled_(share_.size()),
        largest_sample_(share_.size()) {
    constexpr double safety = 3;  // what was measured are a few samples
    for (const Link& link : wiring.links) {
      const auto unit =
          static_cast<std::size_t>(wiring.unit_of_output[static_cast<std::size_t>(link.output)]);
      const auto input = static_cast<std::size_t>(link.input);
      share_[input] += safety * units[unit].noise;
      offset_[input] = link.offset < 0 ? -link.offset : link.offset;
      largest_ = std::max(largest_, safety * units[unit].noise);
    }
  }

  /// The absolute noise of an input that has been so large: that of what feeds it, scaled by the gain. An
  /// offset may hide how large that is.
  double of(std::size_t input, double amplitude) const {
    return share_[input] * (amplitude + offset_[input]) + sampled_[input];
  }
  /// What rounding has been seen to make of it on a step.
  void sample(std::size_t input, double noise) {
    constexpr double kept = 0.9;  // one sample may be far below the next
    sampled_[input] = std::max(noise, kept * sampled_[input]);
    largest_sample_[input] = std::max(largest_sample_[input], noise);
  }
  /// Whether an input that has been so large and has varied by so much has not moved but by rounding.
  bool is_rounding(std::size_t input, double amplitude, double variation) const {
    constexpr double few = 16;
    return variation <= few * (kUlps * std::numeric_limits<double>::epsilon() * (amplitude + offset_[input]) +
                               largest_sample_[input]);
  }
  /// The largest noise of a unit that feeds others, relative to its values; 0: none was found.
  double largest() const { return largest_; }

  // What estimates of the open step came down to
  void open() const { reached_ = 0; }
  void note(std::size_t input, double relative) const {
    if (relative < reached_) return;
    reached_ = relative;
    input_ = static_cast<int>(input);
  }
  double reached() const { return reached_; }
  int input() const { return input_; }

 private:
  static constexpr double kUlps = 4;
  static std::vector<double> rounding(const Wiring& wiring) {
    return std::vector<double>(static_cast<std::size_t>(wiring.layout.inputs()),
                               kUlps * std::numeric_limits<double>::epsilon());
  }

  std::vector<double> share_, offset_, sampled_, largest_sample_;  ///< per input
  double largest_ = 0;
  mutable double reached_ = 0;  ///< notes of whoever estimates; nothing follows from them within a step
  mutable int input_ = -1;
};

/// How noise of values enters an estimate.
struct NoiseShare {
  double amplification = 1;  ///< at most so many times, in the error
  double counted = 1;        ///< the part of the error that counts
};

/// Steps that went down to the noise of an input.
struct FloorUse {
  long long steps = 0;
  double reached = 0;  ///< estimated error there, relative, at most
  int input = -1;      ///< that had it
};

}  // namespace accordo
