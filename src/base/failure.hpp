// How units fail. Thrown by units, caught by the executor, reported with unit and time by the ensemble.
#pragma once

#include <stdexcept>
#include <string>

namespace accordo {

/// The unit itself reports that it cannot go on.
class UnitFailure : public std::runtime_error {
 public:
  explicit UnitFailure(const std::string& what) : std::runtime_error(what) {}
};

/// The unit wants the simulation to end: no failure, but it goes no further. What it says names the unit.
class EndOfSimulation : public UnitFailure {
 public:
  using UnitFailure::UnitFailure;
};

/// A value became infinite or not a number.
class NonFinite : public std::runtime_error {
 public:
  NonFinite(const std::string& variable, double t)
      : std::runtime_error(variable), variable_(variable), t_(t) {}
  const std::string& variable() const { return variable_; }
  double t() const { return t_; }

 private:
  std::string variable_;
  double t_;
};

}  // namespace accordo
