// The course of states over a macro-step, from the internal steps of an integrator.
#pragma once

#include <cstddef>
#include <vector>

#include "integrate/integrator.hpp"

namespace accordo {

/// begin → add → add → …; then read at any time between. Keeps its memory.
class DensePath {
 public:
  explicit DensePath(int states) : states_(static_cast<std::size_t>(states)) {}

  void begin() {
    pieces_.clear();
    data_.clear();
  }
  /// Pieces that begin at its start or later are replaced.
  void add(const InternalStep& step);

  std::size_t size() const { return pieces_.size(); }
  double begin_of(std::size_t piece) const { return pieces_[piece].t; }
  double end_of(std::size_t piece) const { return pieces_[piece].end; }
  /// Whether more is known than one cubic.
  bool tells() const { return pieces_.size() > 2 || (!pieces_.empty() && pieces_.front().bulges); }
  /// x ← the states within a piece.
  void states(std::size_t piece, double t, double* x) const;
  /// The piece that holds this time; the last one where none does.
  std::size_t find(double t) const;

 private:
  struct Piece {
    double t = 0, end = 0;
    bool bulges = false;
  };
  static constexpr std::size_t kPerState = 6;  ///< both ends, both slopes, a and b

  std::size_t states_;
  std::vector<Piece> pieces_;
  std::vector<double> data_;  ///< per piece and state
};

}  // namespace accordo
