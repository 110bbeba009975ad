// By how much inputs were off on the steps that were made, as numbers: what they are relative to is known
// better at the end of a run than at its start.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/input_sizes.hpp"
#include "core/noise_floor.hpp"

namespace accordo {

/// open → (note | note_guess)* → keep (the step was accepted) | open
class InputErrors {
 public:
  explicit InputErrors(std::size_t inputs) : open_(inputs), guess_(inputs), kept_(inputs) {}

  void open() {
    if (!noted_) return;
    std::fill(open_.begin(), open_.end(), 0.0);
    std::fill(guess_.begin(), guess_.end(), 0.0);
    noted_ = false;
  }
  void note(std::size_t input, double error) {
    noted_ = true;
    if (!(error <= open_[input])) open_[input] = error;
  }
  /// What counts unless somebody has `seen` what it guesses.
  void note_guess(std::size_t input, double error) {
    noted_ = true;
    guess_[input] = error;
  }
  void keep(bool seen) {
    if (!noted_) return;
    for (std::size_t i = 0; i < open_.size(); ++i)
      kept_[i] = std::max({kept_[i], open_[i], seen ? 0.0 : guess_[i]});
  }
  /// The largest, relative to by how much inputs have varied. Of one that has only been rounded there is
  /// none.
  double of_variation(const InputSizes& sizes, const NoiseFloor& noise,
                      std::span<const double> amplitude) const {
    double largest = 0;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const double variation = sizes.variation(i);
      if (noise.is_rounding(i, amplitude[i], variation)) continue;
      largest = std::max(largest, kept_[i] / (variation + InputSizes::rounding(amplitude[i])));
    }
    return largest;
  }

 private:
  std::vector<double> open_, guess_, kept_;
  bool noted_ = false;
};

}  // namespace accordo
