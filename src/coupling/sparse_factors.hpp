// Sparse LU factors that are used many times: Eigen factorizes, the solves are our own.
#pragma once

#include <Eigen/SparseLU>
#include <span>
#include <vector>

namespace accordo {

/// Eigen keeps dense blocks, padded with zeros, and allocates in every solve. With few entries per row that
/// is most of the cost: here L and U are rows without zeros, in the order in which a solve reads them.
/// Systems that do not fit into the cache cost what it takes to fetch them: neighboring columns share one
/// index.
class SparseFactors {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  /// Chooses the order of elimination; once for all matrices of this pattern.
  void analyze(const Matrix& pattern) { lu_.analyzePattern(pattern); }
  /// After analyze(): an upper bound of the entries of L and U, whatever the pivots; counts no further than
  /// `most`.
  long long fill(const Matrix& pattern, long long most) const;
  /// `scaled` is R A C with diagonal R and C of powers of two; solves are with A. False where it is singular.
  bool factorize(const Matrix& scaled, std::span<const double> R, std::span<const double> C);
  /// r ← A⁻¹ r
  void solve(double* r);

 private:
  /// Entries of one row in columns next to each other.
  struct Run {
    int column;  ///< of the first
    unsigned short count;
    unsigned char last;  ///< whether it is that of its row
  };
  /// Every row has a run, if only an empty one; values one after the other.
  struct Rows {
    std::vector<Run> runs;
    std::vector<double> value;
  };
  /// While a triangle is taken from Eigen: row i has the entries first[i] … first[i + 1] − 1.
  struct Draft {
    std::vector<int> first, column;
    std::vector<double> value;
  };
  template <int direction>
  struct Reader;
  /// Visits the entries of L and U that are not zero: each(row, column, value). Columns come in order.
  template <class Each>
  void visit(Each each) const;
  void take_permutations();
  static void append_row(const Draft& draft, std::size_t i, int direction, Rows& rows);

  Eigen::SparseLU<Matrix> lu_;
  Draft lower_draft_, upper_draft_;
  Rows lower_, upper_;                    ///< without their diagonals; upper_ from the last row to the first
  std::vector<double> per_diagonal_, y_;  ///< 1 / U_ii
  std::vector<int> from_, to_;  ///< where row i of the factors stands in the right-hand side, in the solution
};

}  // namespace accordo
