// Two masses and three springs, coupled in a program of your own.

#include <accordo/accordo.hpp>
#include <cstdio>

int main() {
  using namespace accordo;
  System masses;
  masses.add("left", Equations{}
                         .state("x", -1)
                         .state("v", 0)
                         .input("F", -20000)
                         .der("x", "v")
                         .der("v", "(-1e4*x - 10*v + F)/5")
                         .output("x", "x")
                         .output("v", "v"));
  masses.add("right", Equations{}
                          .state("y", -3)
                          .state("w", 0)
                          .input("x", -1)
                          .input("v")
                          .der("y", "w")
                          .der("w", "(-1e5*y - 40*w - 1e4*(y - x) - 10*(w - v))/80")
                          .output("F", "1e4*(y - x) + 10*(w - v)"));
  masses.connect({"left.x -> right.x", "left.v -> right.v", "right.F -> left.F"});

  const Result result = run(masses, {.stop = 2, .tolerance = 1e-4});
  std::printf("%lld macro-steps, %s, x(2) = %.4f\n", result.statistics().macro_steps,
              result.verdict().level.c_str(), result["left.x"].back());
  result.write("masses.csv");
  return result.done() ? 0 : 1;
}
