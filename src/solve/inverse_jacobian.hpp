// The inverse of J = I − ∂ψ/∂z as it is learned from pairs (s, J s), kept from solve to solve.
#pragma once

#include <vector>

#include "solve/search.hpp"

namespace accordo {

/// Broyden's "good" updates (Broyden 1965) by the formula of Sherman and Morrison, H ← (I + u wᵀ) H with
/// u = (s − H y) / (w·H y), w = s over squared scales. Up to 200 unknowns H is a matrix. Above, the pairs
/// (u, w) are kept, in front of the identity or of the problem's own inverse; when there is no more room, all
/// pairs after the start are forgotten (a product of the first factors is still a good inverse, one without
/// them is not).
class InverseJacobian {
 public:
  explicit InverseJacobian(int size);

  bool known() const { return now_.known; }
  /// Can hold any Jacobian, not only what differs from the start in some directions.
  bool is_matrix() const { return dense_; }
  void drop();

  /// Remembers the present H; one level deep. It is copied only when it is about to change.
  void save() { kept_ = true, copied_ = false; }
  /// Back to what was remembered.
  void restore();

  /// From the problem, where it offers its inverse.
  bool start_from(FixedPoint& problem);
  /// From the identity and the updates until finish_start(): not known before.
  void start_as_identity();
  void finish_start();

  /// r ← H r, in scaled unknowns.
  void apply(const Search& search, double* r);
  /// Learns J s = y, in scaled unknowns. Does nothing where H would come near to a singular matrix.
  void update(const Search& search, const double* s, const double* y);

 private:
  /// Everything that H is.
  struct Content {
    bool known = false;
    bool from_problem = false;
    std::vector<double> matrix;  ///< dense: H, row by row
    std::vector<double> u, w;    ///< otherwise: the pairs, one after the other
    int pairs = 0, start_pairs = 0;
  };
  /// Before any change: the copy that restore() may need.
  void keep();
  static void copy(const Content& from, Content& to, int size);
  void multiply(const Search& search, double* r);
  bool make_room();
  void multiply_matrix(double* r);
  void add_to_matrix(const double* u, const double* w);

  int size_;
  bool dense_;
  Content now_, saved_;
  bool kept_ = false, copied_ = false;  // whether something is remembered, and whether it had to be copied
  std::vector<double> y_, s_, weighted_, work_;
};

}  // namespace accordo
