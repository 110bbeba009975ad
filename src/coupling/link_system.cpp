#include "coupling/link_system.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {
namespace {

constexpr Eigen::Index kDense = 64;

/// A power of two near 1/x: scaling by it rounds nothing.
double inverse_power_of_two(double x) {
  return x > 0 && std::isfinite(x) ? std::ldexp(1.0, -std::ilogb(x)) : 1.0;
}

}  // namespace

LinkSystem::LinkSystem(std::size_t size, std::vector<Entry> entries, const LinearSolverKnobs& knobs)
    : size_(static_cast<Eigen::Index>(size)),
      entries_(std::move(entries)),
      plain_(entries_.size()),
      values_(entries_.size()),
      unit_(size, 1),
      row_scale_(size, 1),
      column_scale_(size, 1),
      dense_(size_ <= kDense && knobs.choice != LinearSolverKnobs::Choice::gmres),
      rhs_(dense_ ? size_ : 0),
      solution_(rhs_.size()) {
  if (dense_) return;
  const int n = static_cast<int>(size_);
  std::vector<Eigen::Triplet<double>> pattern;
  for (int i = 0; i < n; ++i) pattern.emplace_back(i, i, 1.0);
  for (const Entry& entry : entries_) pattern.emplace_back(entry.row, entry.column, 1.0);
  sparse_.resize(size_, size_);
  sparse_.setFromTriplets(pattern.begin(), pattern.end());
  sparse_.makeCompressed();
  for (int i = 0; i < n; ++i) diagonal_.push_back(&sparse_.coeffRef(i, i));
  for (const Entry& entry : entries_) slots_.push_back(&sparse_.coeffRef(entry.row, entry.column));
  choose(knobs);
}

void LinkSystem::choose(const LinearSolverKnobs& knobs) {
  using Choice = LinearSolverKnobs::Choice;
  constexpr long long heavy = 25;  // times the entries, as the bound counts them
  iterates_ = knobs.choice == Choice::gmres;
  if (!iterates_) sparse_factors_.analyze(sparse_);
  if (knobs.choice == Choice::automatic) {
    const long long most = heavy * sparse_.nonZeros();
    iterates_ = sparse_factors_.fill(sparse_, most) == most;
  }
  if (iterates_) gmres_.emplace(sparse_, knobs.tolerance);
}

Work LinkSystem::work() const {
  Work work;
  work.linear_solves = solves_;
  work.factorizations = factorizations_;
  if (gmres_) work.linear_iterations = gmres_->iterations();
  work.linear_solver = !gmres_ ? "direct" : iterates_ ? "gmres" : "gmres, direct";
  return work;
}

bool LinkSystem::update(std::span<const double> table) {
  ++factorizations_;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    values_[i] = plain_[i] = entries_[i].factor * table[entries_[i].source];
  equilibrate();
  if (dense_) {
    factorize_dense();
  } else {
    fill_sparse();
    if (!iterates_) {
      sound_ = sparse_factors_.factorize(sparse_, row_scale_, column_scale_);
    } else if (!gmres_->prepare(sparse_, row_scale_, column_scale_)) {
      iterate_no_more();
    }
  }
  return sound_;
}

bool LinkSystem::iterate_no_more() {
  iterates_ = false;
  sparse_factors_.analyze(sparse_);
  sound_ = sparse_factors_.factorize(sparse_, row_scale_, column_scale_);
  return sound_;
}

/// Units of measurement must not choose pivots: unknowns are scaled so that rows and columns are alike (E. E.
/// Osborne, J. ACM 7 (1960) 338-345). Not needed where all entries are moderate.
void LinkSystem::balance() {
  constexpr double moderate = 1e6;
  constexpr int sweeps = 8;
  std::fill(unit_.begin(), unit_.end(), 1.0);
  const bool wild =
      std::any_of(values_.begin(), values_.end(), [](double v) { return std::abs(v) > moderate; });
  for (int sweep = 0; wild && sweep < sweeps; ++sweep) {
    std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
    std::fill(column_scale_.begin(), column_scale_.end(), 0.0);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const auto row = index(entries_[i].row), column = index(entries_[i].column);
      if (row == column) continue;
      const double v = std::abs(values_[i]) * unit_[row] / unit_[column];
      row_scale_[row] = std::max(row_scale_[row], v);
      column_scale_[column] = std::max(column_scale_[column], v);
    }
    for (std::size_t i = 0; i < unit_.size(); ++i) {
      if (row_scale_[i] > 0 && column_scale_[i] > 0)
        unit_[i] *= inverse_power_of_two(std::sqrt(row_scale_[i] / column_scale_[i]));
    }
  }
}

/// Values and scaled slopes, positions and forces: rows and columns are brought to a like size, rows first.
void LinkSystem::equilibrate() {
  const auto n = index(static_cast<int>(size_));
  balance();
  std::vector<double>& largest = row_scale_;
  std::fill(largest.begin(), largest.end(), 1.0);  // the diagonal
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto row = index(entries_[i].row);
    largest[row] =
        std::max(largest[row], std::abs(values_[i]) * unit_[row] / unit_[index(entries_[i].column)]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    row_scale_[i] = unit_[i] * inverse_power_of_two(row_scale_[i]);
    column_scale_[i] = row_scale_[i] / unit_[i];
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto column = index(entries_[i].column);
    column_scale_[column] = std::max(
        column_scale_[column], std::abs(values_[i]) * row_scale_[index(entries_[i].row)] / unit_[column]);
  }
  for (std::size_t i = 0; i < n; ++i) column_scale_[i] = inverse_power_of_two(column_scale_[i]) / unit_[i];
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    values_[i] *= row_scale_[index(entries_[i].row)] * column_scale_[index(entries_[i].column)];
  }
}

void LinkSystem::factorize_dense() {
  matrix_.setZero(size_, size_);
  for (Eigen::Index i = 0; i < size_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    matrix_(i, i) = row_scale_[at] * column_scale_[at];
  }
  for (std::size_t i = 0; i < entries_.size(); ++i)
    matrix_(entries_[i].row, entries_[i].column) += values_[i];
  dense_lu_.compute(matrix_);
  // A zero pivot, or next to one: nothing that follows would mean anything.
  constexpr double least = 1e-14;
  sound_ =
      size_ == 0 || (matrix_.allFinite() && dense_lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > least);
}

void LinkSystem::fill_sparse() {
  std::fill(sparse_.valuePtr(), sparse_.valuePtr() + sparse_.nonZeros(), 0.0);
  for (std::size_t i = 0; i < diagonal_.size(); ++i) *diagonal_[i] = row_scale_[i] * column_scale_[i];
  for (std::size_t i = 0; i < entries_.size(); ++i) *slots_[i] += values_[i];
}

bool LinkSystem::apply_inverse(double* r, const double* guess) {
  ++solves_;
  if (iterates_) {
    if (gmres_->solve(r, guess)) return true;
    if (!iterate_no_more()) return false;
  }
  if (!dense_) return sparse_factors_.solve(r), true;
  for (Eigen::Index i = 0; i < size_; ++i) rhs_[i] = r[i] * row_scale_[static_cast<std::size_t>(i)];
  solution_ = dense_lu_.solve(rhs_);
  for (Eigen::Index i = 0; i < size_; ++i) r[i] = solution_[i] * column_scale_[static_cast<std::size_t>(i)];
  return true;
}

}  // namespace accordo
