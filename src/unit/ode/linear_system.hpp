// Linear units: x' = A x + B u + f0, y = C x + D u + g0, stepped exactly under polynomial inputs.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "unit/unit.hpp"

namespace accordo {

class LinearSystem;

/// The exact step of one linear system over one step length, under inputs of degree 0..3:
/// x_end = E x + Σ_p (Psi_p B) a_p + Psi_0 f0. Immutable; units with equal systems and steps share it.
class Propagator {
 public:
  Propagator(const LinearSystem& system, double h);

  double h() const { return h_; }
  int states() const { return states_; }
  int inputs() const { return inputs_; }
  /// x_end ← the states after the step; it must not overlap x.
  void step(const double* x, SignalView u, double* x_end) const;
  /// y ← C x + D u + g0, as the system itself.
  void output(const double* x, const double* u, double* y) const;
  /// dy ← h y', as the system itself.
  void output_slope(const double* x, const double* u, const double* du, double* dy) const;

 private:
  int states_ = 0;
  int inputs_ = 0;
  int outputs_ = 0;
  int first_output_ = 0;
  double h_ = 0;
  // Everything a step reads, in the order it is read, the system's outputs and their slopes included: Psi_0
  // f0, the columns of E, then per input the columns Psi_0 b, Psi_1 b, Psi_2 b, Psi_3 b; [g0 C D]; [C f0, C
  // A, C B, D]. Thousands of units with systems of their own take as long as it takes to fetch this.
  std::vector<double> data_;
};

/// The matrices of a linear unit and what follows from them. Immutable: units share it between threads.
class LinearSystem {
 public:
  /// f0 and g0 of the model are the constant terms: its point of linearization is the origin. Its g_t is not
  /// used. Throws std::invalid_argument if the sizes do not fit together.
  explicit LinearSystem(LinearModel model);
  LinearSystem(LinearSystem&&) noexcept;
  ~LinearSystem();

  int states() const { return states_; }
  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  const LinearModel& model() const { return model_; }

  /// dx ← A x + B u + f0
  void derivative(const double* x, const double* u, double* dx) const;
  /// y ← C x + D u + g0
  void output(const double* x, const double* u, double* y) const;
  /// dy ← h y' = h C x' + D du, where du = h u'. With h = 1: slopes in time.
  void output_slope(const double* x, const double* u, const double* du, double h, double* dy) const;

  /// The exact step over h. The last few are kept; ask again only when h changes, for it takes a lock.
  std::shared_ptr<const Propagator> propagator(double h) const;

  /// Equal in every bit of every matrix.
  bool same(const LinearSystem& other) const;
  /// Equal for systems that are the same.
  std::size_t hash() const { return hash_; }

 private:
  friend class Propagator;
  struct Cache;

  int states_ = 0;
  int inputs_ = 0;
  int outputs_ = 0;
  LinearModel model_;
  // Flat, columns first, in the order they are read: [f0 A B], [g0 C D], [C f0, C A, C B, D].
  std::vector<double> derivative_, output_, slope_;
  std::size_t hash_ = 0;
  std::unique_ptr<Cache> cache_;
};

/// Lets identical units share one system. Used while units are built, by one thread.
class LinearSystems {
 public:
  std::shared_ptr<const LinearSystem> intern(LinearSystem system);
  std::size_t size() const { return known_.size(); }

 private:
  std::unordered_multimap<std::size_t, std::shared_ptr<const LinearSystem>> known_;
};

}  // namespace accordo
