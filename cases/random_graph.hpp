// A random graph of units, each with three neighbors: a system whose factors fill up. For tests and
// benchmarks.
#pragma once

#include <string>

namespace accordo::cases {

/// Units m0, m1, … (an even number of them) and their connections, without an experiment: masses on springs
/// between neighbors, along a ring and between random pairs. The same for the same number everywhere.
std::string random_graph(int units);

}  // namespace accordo::cases
