// By how much the states of a unit are off, carried along the run by its linearizations: e' = A e + B (w - d)
// for inputs that are off by w in all, of which d because they were not those that the outputs asked for.
#pragma once

#include <array>
#include <vector>

#include "unit/unit.hpp"

namespace accordo {

struct PhiOperators;

/// Coefficients of the defect d(s): a cubic, and s²(1 - s)² times a line.
inline constexpr int kDefectCoefficients = 6;

/// start → (arrive → carry → finish)* → start (after an event) → …
///
/// A, B in the step go from those of its start to those of its end. Outputs are off by C e + D w; the shares
/// of the states are called free.
class ErrorCarrier {
 public:
  /// The unit must give its states and linearizations.
  explicit ErrorCarrier(Unit& unit);

  /// What others have to know at a point: free errors and their slopes in time, without what inputs do to
  /// them there (CB of them); D and CB row by row. rounding: by how much the last bits of states and inputs
  /// move outputs.
  struct Point {
    double *y, *dy, *D, *CB, *rounding;
  };
  /// The unit stands at a point under these inputs, and its states are right.
  void start(const Instant& at, const double* u, const Point& out);
  /// By how much later an event at the latest point is for whoever does not share the error; `w`: that of the
  /// inputs that agree there, du: their slopes in time. See Unit::event_shift().
  double shift(const Instant& at, const double* w, const double* du);
  /// After an event that is by so much later there. False where what it does to errors is not known: states
  /// were reset, or f jumps at an instant that nobody can tell.
  bool restart(const Instant& at, const double* u, double shift, double* e, const Point& out);

  /// Values and scaled slopes of outputs at both ends of a step, under the inputs that it was made with.
  struct Ends {
    double *y1, *dy1, *y2, *dy2;
  };
  /// The unit has made a step under the inputs `used`, and stands at its end under u. D of this end.
  void arrive(const Step& step, SignalView used, const double* u, const Ends& out, double* D);

  /// How outputs are off at the end: K (w2, h w2') + b, for inputs that are off as cubics from (w1, h w1')
  /// do, and a defect of so many coefficients each. K: 2·outputs × 2·inputs, row by row.
  void carry(double h, const double* w1, const double* hw1, const double* defect, double* b, double* K);
  /// After finish() of a step of length h: how fast it made errors of states grow that are above half of the
  /// tolerance, relative to the speed at which half of what they are would have come about; 0: none is.
  double growth(double h, double tolerance);
  /// They ended so: errors of the states, and of this point what start() gives.
  void finish(const double* w2, const double* hw2, double* e, const Point& out);

 private:
  /// A linearization, and the inputs that it was made under.
  struct Place {
    LinearModel model;
    Vector u;
  };
  void look(const Instant& at, const double* u, Place& place);
  void find_operators(double h);
  void follow_change(const PhiOperators& phi);
  bool has_size(int i, double h);
  void give(const Point& out);
  void give_outputs(const Place& place, SignalView used, double s, double h, double* y, double* dy);

  Unit& unit_;
  int states_, inputs_, outputs_;
  bool linear_, known_ = false;
  Place start_, end_;
  double h_ = 0;                 ///< that the operators belong to; 0: to none
  bool same_ = false;            ///< both ends have the same matrices
  Matrix A_, E_, answers_, CB_;  ///< answers_: of the states at the end to (w2, h w2')
  Matrix K_;                     ///< of the outputs
  std::array<Matrix, kDefectCoefficients> PsiB_;
  Matrix FirstB_, LastB_;  ///< what w - d at both ends does, as A and B change
  Vector e_, u_, du_, f_, moved_;
  Vector made_;        ///< by the defect of the latest step
  Vector low_, high_;  ///< of states, where errors count
  Vector first_, sum_,
      squares_;  ///< their values there at first; ∫ of what they differ by from these, of its square
  Vector size_;
  Vector square_;       ///< ∫ e² dt
  double elapsed_ = 0;  ///< since errors count
  std::vector<double> x_, x_before_;
};

}  // namespace accordo
