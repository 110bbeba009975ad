// The benchmark problems of the literature, each a scenario with its source: one library for the command
// line, tests, benchmarks and documentation.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accordo::cases {

/// Values of a case's parameters by name.
using Values = std::map<std::string, double, std::less<>>;

/// What may be chosen when a case is written.
struct Parameter {
  std::string name;
  double default_value = 0;
  std::string help;
  std::string rule;                     ///< what it must be, for people: "a positive number"
  std::function<bool(double)> accepts;  ///< the same for the program
};

/// One problem.
struct Case {
  std::string name;
  std::string title;   ///< one line
  std::string source;  ///< who published it, and where in that work it stands
  std::vector<Parameter> parameters;
  /// The scenario without its heading, given a value for every parameter; users call write() below.
  std::function<std::string(const Values&)> write;
};

/// Every case, in the order in which they are listed.
std::span<const Case> all();

/// The case of that name, or null.
const Case* find(std::string_view name);

/// The same, but an unknown name is an Error that says what may have been meant.
const Case& get(std::string_view name);

/// The scenario as YAML text; what `overrides` leaves out has its default. Throws an Error with every unknown
/// parameter and every value that is not accepted.
std::string write(const Case& problem, const Values& overrides = {});

/// Reads assignments as they stand on a command line, "N=100". Throws an Error with everything that is not
/// one.
Values parse(std::span<const std::string> assignments);

}  // namespace accordo::cases
