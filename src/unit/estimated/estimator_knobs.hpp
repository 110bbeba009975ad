// How the estimator of a unit works.
#pragma once

namespace accordo {

/// The variants of the papers, and ours.
struct EstimatorKnobs {
  /// What the linear model misses: from the latest points (full), per coordinate the order that would have
  /// predicted best (flexible), kept constant as in the MISSILES paper (frozen), or as in the COSTARICA
  /// paper, which leaves it out of x' (hold).
  enum class ModelDefect { full, flexible, frozen, hold };
  enum class Operators { exact, stehfest };
  ModelDefect history = ModelDefect::full;
  Operators operators = Operators::exact;
  int stehfest_order = 12;  ///< even, 2 to 20; else the estimator throws std::invalid_argument
  /// Linearize again when f or g has moved since the point before otherwise than the linear model says, by
  /// more than this part of its size; 0: at every point.
  double refresh = 0.01;
};

}  // namespace accordo
