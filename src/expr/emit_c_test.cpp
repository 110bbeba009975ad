// The emitted C code, compiled and loaded, computes the same bits as the tape.
#include "expr/emit_c.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "expr/derive.hpp"
#include "expr/random_expression.hpp"
#include "expr/reference_evaluation.hpp"

namespace accordo::expr {
namespace {

using CFunction = void (*)(double t, double t_switch, const double* s, double* r);

/// Compiles C code into a shared object in a folder of its own and loads it.
class Loaded {
 public:
  explicit Loaded(const std::string& code) {
    std::string pattern = (std::filesystem::temp_directory_path() / "accordo-emit-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    std::ofstream(folder_ / "code.c") << code;
    const std::string object = (folder_ / "code.so").string();
    const std::string command = "cc -std=c99 -Wall -Wextra -Werror -O2 -ffp-contract=off -fPIC -shared -o " +
                                object + " " + (folder_ / "code.c").string() + " -lm";
    // NOLINTNEXTLINE(bugprone-command-processor,cert-env33-c): the compiler is what is tested here
    if (std::system(command.c_str()) == 0) handle_ = dlopen(object.c_str(), RTLD_NOW);
  }
  ~Loaded() {
    if (handle_ != nullptr) dlclose(handle_);
    std::filesystem::remove_all(folder_);
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  CFunction function(const char* name) const {
    return handle_ == nullptr ? nullptr : reinterpret_cast<CFunction>(dlsym(handle_, name));
  }

 private:
  std::filesystem::path folder_;
  void* handle_ = nullptr;
};

TEST(EmitC, ComputesTheSameBits) {
  testing::Random random(7);
  Graph g;
  std::vector<Node> roots;
  for (int i = 0; i < 400; ++i) {
    roots.push_back(random.expression(g, 1 + i % 5));
    roots.push_back(derive(g, roots.back(), 2));
  }
  const Program program(g, roots, testing::random_parameters);
  const Loaded loaded(c_prelude() + emit_c(program, "compute"));
  const CFunction compute = loaded.function("compute");
  ASSERT_NE(compute, nullptr);
  std::vector<double> work = program.make_work(), expected(roots.size()), found(roots.size());
  int finite = 0;
  for (int i = 0; i < 200; ++i) {
    const auto point = random.point();
    const double t = random.uniform(-2, 2), t_switch = random.uniform(-2, 2);
    program.evaluate(t, t_switch, point.data(), work.data(), expected.data());
    compute(t, t_switch, point.data(), found.data());
    for (std::size_t k = 0; k < roots.size(); ++k) {
      ASSERT_TRUE(testing::identical(expected[k], found[k]))
          << k << ": " << expected[k] << " and " << found[k];
      finite += std::isfinite(expected[k]) ? 1 : 0;
    }
  }
  EXPECT_GT(finite, 80000);
}

}  // namespace
}  // namespace accordo::expr
