// The published problems give the figures that the mathematics predicts. Source of the numbers: an
// independent implementation in another language (scipy, units integrated to 1e-13), errors over the states
// as in runs.hpp; they are properties of the methods, not of this program.

#include <gtest/gtest.h>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

struct Figure {
  const char* name;
  const char* method;
  const char* order;
  double step, error;

  friend std::ostream& operator<<(std::ostream& out, const Figure& f) {
    return out << f.name << " by " << f.method << ", " << f.order << ", at " << f.step;
  }
};

class Figures : public ::testing::TestWithParam<Figure> {};

TEST_P(Figures, AreReproduced) {
  const Figure& f = GetParam();
  const double error = case_error({.name = f.name, .method = f.method, .step = f.step, .options = {f.order}});
  EXPECT_NEAR(error / f.error, 1, 0.05) << "got " << error << ", expected " << f.error;
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Published, Figures, ::testing::Values(
    Figure{"two-mass", "jacobi", "order=0", 4e-3, 4.609e-1},        Figure{"two-mass", "jacobi", "order=0", 1e-3, 5.206e-2},
    Figure{"two-mass", "jacobi", "order=1", 4e-3, 3.282e-2},        Figure{"two-mass", "jacobi", "order=1", 1e-3, 2.025e-3},
    Figure{"two-mass", "gauss-seidel", "order=0", 4e-3, 3.545e-1},  Figure{"two-mass", "gauss-seidel", "order=0", 1e-3, 4.168e-2},
    Figure{"two-mass", "gauss-seidel", "order=1", 4e-3, 2.496e-2},  Figure{"two-mass", "gauss-seidel", "order=1", 1e-3, 1.535e-3},
    Figure{"lotka-volterra", "jacobi", "order=0", 0.1, 2.594e-1},       Figure{"lotka-volterra", "jacobi", "order=0", 0.025, 4.924e-2},
    Figure{"lotka-volterra", "jacobi", "order=1", 0.1, 1.101e-2},       Figure{"lotka-volterra", "jacobi", "order=1", 0.025, 6.995e-4},
    Figure{"lotka-volterra", "gauss-seidel", "order=0", 0.1, 1.102e-2}, Figure{"lotka-volterra", "gauss-seidel", "order=0", 0.025, 2.608e-3},
    Figure{"lotka-volterra", "gauss-seidel", "order=1", 0.1, 4.451e-3}, Figure{"lotka-volterra", "gauss-seidel", "order=1", 0.025, 2.863e-4},
    Figure{"tutorial", "jacobi", "order=0", 0.2, 1.685e-1},         Figure{"tutorial", "jacobi", "order=0", 0.05, 4.104e-2},
    Figure{"tutorial", "jacobi", "order=1", 0.2, 5.457e-2},         Figure{"tutorial", "jacobi", "order=1", 0.05, 3.244e-3},
    Figure{"tutorial", "gauss-seidel", "order=0", 0.2, 1.970e-1},   Figure{"tutorial", "gauss-seidel", "order=0", 0.05, 4.942e-2},
    Figure{"tutorial", "gauss-seidel", "order=1", 0.2, 4.283e-2},   Figure{"tutorial", "gauss-seidel", "order=1", 0.05, 2.640e-3},
    Figure{"cruise", "jacobi", "order=0", 0.4, 3.126e-2},           Figure{"cruise", "jacobi", "order=0", 0.1, 7.339e-3},
    Figure{"cruise", "jacobi", "order=1", 0.4, 7.852e-3},           Figure{"cruise", "jacobi", "order=1", 0.1, 4.669e-4},
    Figure{"cruise", "gauss-seidel", "order=1", 0.4, 7.852e-3},     Figure{"cruise", "gauss-seidel", "order=1", 0.1, 4.669e-4},
    Figure{"behaviour-change", "jacobi", "order=0", 0.4, 1.106e-1}, Figure{"behaviour-change", "jacobi", "order=0", 0.1, 2.309e-2},
    Figure{"behaviour-change", "gauss-seidel", "order=1", 0.4, 1.013e-2}, Figure{"behaviour-change", "gauss-seidel", "order=1", 0.1, 6.300e-4},
    Figure{"tough", "jacobi", "order=1", 0.1, 3.263e-3},            Figure{"tough", "gauss-seidel", "order=1", 0.1, 6.508e-4},
    Figure{"chain", "jacobi", "order=1", 0.01, 2.403e-2},           Figure{"chain", "gauss-seidel", "order=1", 0.01, 2.375e-2}),
    [](const auto& p) { return "n" + std::to_string(p.index); });
// clang-format on

}  // namespace
}  // namespace accordo::testing
