// A chain of any length: how time and memory grow with the number of units.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "cases/problems.hpp"

namespace accordo::cases {
namespace {

constexpr int most = 1'000'000;

/// What the units of the chain have in common, and what each kind of them adds.
struct Mass {
  std::string_view start;    ///< position at the start
  std::string_view inputs;   ///< "        name: 0" lines
  std::string_view force;    ///< on this mass
  std::string_view to_left;  ///< the force on the left neighbor
};

constexpr Mass first{"1", "        fr: 0\n", "-c*x - d*v + fr", "c*x + d*v"};
constexpr Mass inner{"0", "        xl: 0\n        vl: 0\n        fr: 0\n", "-c*(x - xl) - d*(v - vl) + fr",
                     "c*(x - xl) + d*(v - vl)"};
constexpr Mass last{"0", "        xl: 0\n        vl: 0\n", "-c*(x - xl) - d*(v - vl) - c*x - d*v",
                    "c*(x - xl) + d*(v - vl)"};

constexpr const char* body = R"(
    equations:
      parameters:
        m: {m}
        c: {c}
        d: {d}
      states:
        x: {start}
        v: 0
      inputs:
{inputs}      der:
        x: v
        v: ({force})/m
      outputs:
        x: x
        v: v
        F: {to_left}
)";

constexpr const char* about =
    R"(# Mass i learns the motion of its left neighbor (xl, vl) and the force of its right one (fr); F is its
# force on the left neighbor, or on the wall. The first mass is displaced by 1. Masses m3, m4, … repeat
# the text of m2 by a YAML alias.

units:
)";

constexpr const char* end = R"(
experiment:
  start: 0
  stop: 5
  method: jacobi
  step: 0.01
)";

std::string chain_scenario(const Values& values) {
  const int n = static_cast<int>(values.find("N")->second);
  const auto unit = [&](const Mass& mass) {
    using fmt::arg;
    return fmt::format(body, arg("m", values.find("m")->second), arg("c", values.find("c")->second),
                       arg("d", values.find("d")->second), arg("start", mass.start),
                       arg("inputs", mass.inputs), arg("force", mass.force), arg("to_left", mass.to_left));
  };
  std::string out = about;
  auto to = std::back_inserter(out);
  fmt::format_to(to, "  m1:{}\n", unit(first));
  if (n > 2) fmt::format_to(to, "  m2: &inner{}\n", unit(inner));
  for (int i = 3; i < n; ++i) fmt::format_to(to, "  m{}: *inner\n", i);
  fmt::format_to(to, "  m{}:{}\nconnections:\n", n, unit(last));
  for (int i = 2; i <= n; ++i) {
    fmt::format_to(to, "  - m{0}.x -> m{1}.xl\n  - m{0}.v -> m{1}.vl\n  - m{1}.F -> m{0}.fr\n", i - 1, i);
  }
  return out + end;
}

}  // namespace

Case chain() {
  return {.name = "chain",
          .title = "N masses between two walls, one unit each: how a method scales",
          .source = "made for this project",
          .parameters = {{"N", 8, "the number of masses", fmt::format("a whole number from 2 to {}", most),
                          [](double n) { return n >= 2 && n <= most && n == std::floor(n); }},
                         positive("m", 1, "the mass of each"),
                         positive("c", 100, "the stiffness of each spring"),
                         positive("d", 1, "the rating of each damper")},
          .write = chain_scenario};
}

}  // namespace accordo::cases
