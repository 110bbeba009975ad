// Linear analysis: what a coupled system does to small deviations, and what coupling methods make of that.
#pragma once

#include <accordo/export.hpp>
#include <accordo/run.hpp>
#include <accordo/system.hpp>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

/// Numbers in rows and columns.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values = {};  ///< row by row

  double operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// An eigenvalue of the coupled system, or a pair of conjugate ones.
struct Pole {
  double real = 0;
  double imaginary = 0;  ///< of a pair that of the upper one
  bool pair = false;
  double uncertainty = 0;  ///< by how much rounding may have moved it
  /// By its real part, beyond the uncertainty; marginal: neither.
  enum class Kind { stable, marginal, unstable } kind = Kind::stable;

  double natural_frequency = 0;                                    ///< |λ|, in rad per unit of time
  double frequency = 0;                                            ///< the same in periods
  double damping = 0;                                              ///< ratio, -Re λ / |λ|; 0 for λ = 0
  double time_constant = std::numeric_limits<double>::infinity();  ///< 1/|Re λ|

  /// Participation: which states it lives in, and which units; the parts add up to 1. Empty where
  /// eigenvectors are not known.
  std::vector<double> states = {}, units = {};
};

/// What decides whether a method works with macro-steps of a length.
struct MethodRadius {
  std::string method;  ///< as in comparisons: "jacobi", "jacobi:order=1"
  /// By how much its iteration multiplies what inputs are off, else by how much a step multiplies a
  /// deviation.
  bool iteration = false;
  std::vector<double> radii = {};  ///< spectral radius per step of the analysis
  /// Up to which length of steps the iteration converges, or the method is stable; 0: with none, infinite:
  /// with any up to the length of the run. None: see `why`.
  std::optional<double> limit = {};
  std::string why = {};
};

/// x' = A x + B w, y = C x + D w for small deviations from a point of the run: x states of all units, w what
/// is added to inputs, y signals.
struct Linearization {
  double time = 0;
  std::string method;         ///< that has led there
  long long macro_steps = 0;  ///< that it took
  std::vector<std::string> units, states, inputs, outputs;
  std::vector<std::size_t> unit_of_state;
  std::vector<double> values, derivatives;  ///< of the states at the point
  Matrix A, B, C, D;
  std::vector<Pole> poles;  ///< those that grow most, or decay most slowly, first
  bool stable() const;      ///< all of them are

  std::vector<double> steps;  ///< macro-steps that methods were judged with
  std::vector<double>
      growth;  ///< per step: by how much the system itself multiplies a deviation, exp(h max Re λ)
  std::vector<MethodRadius> methods;
};

inline bool Linearization::stable() const {
  for (const Pole& pole : poles) {
    if (pole.kind != Pole::Kind::stable) return false;
  }
  return true;
}

/// What is to be linearized.
struct LinearSettings {
  std::vector<double> at = {};  ///< times; empty: the start
  /// Where w is added: "left.F", "left.*". Empty: inputs that no output is connected to.
  std::vector<std::string> inputs = {};
  std::vector<std::string> outputs = {};  ///< signals; empty: those that are recorded
  std::vector<double> steps = {};         ///< macro-steps to judge methods with; empty: that of the settings
};

/// Runs the system with these settings, and linearizes it at the given times. Units that cannot be linearized
/// are an Error that names all of them, as is a run that fails on the way.
ACCORDO_EXPORT std::vector<Linearization> linearize(const System& system, const LinearSettings& what = {},
                                                    const Settings& settings = {}, const Watch& watch = {});

}  // namespace accordo::ACCORDO_INLINEv0
