// Your own units, in C++.
#pragma once

#include <accordo/export.hpp>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

/// A variable and the value that it has before anything gives it another one.
struct Variable {
  std::string name;
  double start = 0;
};

/// What a unit has and what it can do: methods that need more are refused before the run.
struct Description {
  std::vector<Variable> inputs = {};
  std::vector<std::string> outputs = {};
  /// All that a unit remembers, where it can show and take it: Unit::states() and set_states(). Such a unit
  /// can be taken back over a step, and saved.
  std::vector<Variable> states = {};
  /// Output and input, by name: the output depends on the input at the same instant.
  std::vector<std::pair<std::string, std::string>> feed_through = {};
  /// Of a unit without states: it has save() and restore(), or remembers nothing.
  bool rollback = false;
  bool slopes = false;   ///< it has output_slopes()
  int input_degree = 0;  ///< highest degree of polynomials that step() follows; 0: it looks at one value only
  double step_size = 0;  ///< the only length of its steps; 0: any
};

/// The inputs of a unit over one step: polynomials of s = 0 (its start) to 1 (its end).
class ACCORDO_EXPORT InputSignals {
 public:
  InputSignals(const double* coefficients, std::size_t size, int degree)
      : coefficients_(coefficients), size_(size), degree_(degree) {}

  std::size_t size() const { return size_; }
  double value(std::size_t input, double s) const;
  /// du/ds: the length of the step times the slope in time.
  double slope(std::size_t input, double s) const;

 private:
  const double* coefficients_;
  std::size_t size_;
  int degree_;
};

/// A unit that steps by itself. It is used by one thread at a time. Whatever it throws ends the run, which
/// then has the text as the unit's own words.
class ACCORDO_EXPORT Unit {
 public:
  Unit() = default;
  virtual ~Unit();
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  virtual Description describe() const = 0;
  /// One for a run of its own, so that a system may be run several times at once; null: all share this one.
  virtual std::shared_ptr<Unit> copy_for_run();
  /// At the start of every run: back to the beginning.
  virtual void start(double t);
  /// Moves on from t to t + h.
  virtual void step(double t, double h, const InputSignals& u) = 0;
  /// y ← the outputs at the present state under inputs u.
  virtual void outputs(double t, std::span<const double> u, std::span<double> y) = 0;

  /// dy ← the outputs' slopes in time, where inputs have slopes du.
  virtual void output_slopes(double t, std::span<const double> u, std::span<const double> du,
                             std::span<double> dy);
  /// Remembers the present state, one level deep; restore() goes back to it, also repeatedly.
  virtual void save();
  virtual void restore();
  virtual void states(std::span<double> x) const;
  virtual void set_states(std::span<const double> x);
};

/// The derivatives of f and g by states and inputs, row by row: A is ∂f/∂x, B ∂f/∂u, C ∂g/∂x, D ∂g/∂u.
struct Jacobian {
  std::span<double> A, B, C, D;
};

/// A unit given by x' = f(t, x, u) and y = g(t, x, u), which the library integrates: it can do all that
/// methods may ask for. Derivatives are taken by differences where jacobian() does not give them.
class ACCORDO_EXPORT Ode : public Unit {
 public:
  ~Ode() override;
  /// dx ← f; nothing else may change.
  virtual void derivatives(double t, std::span<const double> x, std::span<const double> u,
                           std::span<double> dx) = 0;
  /// y ← g; nothing else may change.
  virtual void outputs(double t, std::span<const double> x, std::span<const double> u,
                       std::span<double> y) = 0;
  /// False: it does not know; nothing else may change.
  virtual bool jacobian(double t, std::span<const double> x, std::span<const double> u, const Jacobian& to);

 private:
  void step(double t, double h, const InputSignals& u) final;
  void outputs(double t, std::span<const double> u, std::span<double> y) final;
};

}  // namespace accordo::ACCORDO_INLINEv0
