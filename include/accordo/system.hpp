// A system: units and connections, built in code or read from a file.
#pragma once

#include <accordo/export.hpp>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

class Unit;

/// A unit that is an FMU.
struct ACCORDO_EXPORT Fmu {
  std::string file;
  std::string kind = "";  ///< co-simulation or model-exchange; empty: what fits best
  std::vector<std::pair<std::string, std::string>> values = {};

  /// A parameter, or the start value of an input.
  Fmu& set(std::string name, double value);
  Fmu& set(std::string name, std::string value);
};

/// A unit given by equations, as in a scenario file: values are numbers or expressions.
class ACCORDO_EXPORT Equations {
 public:
  Equations();
  ~Equations();
  Equations(const Equations&);
  Equations& operator=(const Equations&);

  Equations& parameter(std::string name, double value);
  Equations& state(std::string name, double initial);
  Equations& input(std::string name, double start = 0);
  /// The derivative of a state.
  Equations& der(std::string state, std::string expression);
  Equations& output(std::string name, std::string expression);

 private:
  friend class System;
  struct Body;
  std::unique_ptr<Body> body_;
};

/// Units and what connects them. Problems are found when a run is begun, all at once.
class ACCORDO_EXPORT System {
 public:
  System();
  ~System();
  System(const System&);
  System& operator=(const System&);
  System(System&&) noexcept;
  System& operator=(System&&) noexcept;

  /// A scenario (.yaml), a system structure (.ssp, .ssd) or an .fmu; throws an Error with all problems.
  static System read(const std::string& file);

  System& add(std::string name, const Fmu& fmu);
  System& add(std::string name, const Equations& equations);
  /// The system keeps it; copies of the system share it.
  System& add(std::string name, std::unique_ptr<Unit> unit);

  /// "left.x -> right.x", also scaled: "a.y * 0.001 + 273.15 -> b.u".
  System& connect(std::string_view connection);
  System& connect(std::initializer_list<std::string_view> connections);
  /// Something jumps at this time: a step ends there, and everything starts again.
  System& event(double t);
  /// A parameter of a unit that is there: "left.m".
  System& set(std::string_view parameter, double value);

  /// Names, in the order of their coming.
  std::vector<std::string> units() const;

  struct Body;
  const Body& body() const { return *body_; }

 private:
  std::unique_ptr<Body> body_;
};

}  // namespace accordo::ACCORDO_INLINEv0
