// For tests: units made from the FMUs of peculiar_testing.hpp, and what their test finds.
#pragma once

#include <cmath>

#include "unit/fmi/peculiar_testing.hpp"
#include "unit/fmi/selftest/verify.hpp"
#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {

class PeculiarFmu : public FmuUnitTest {
 protected:
  PeculiarFmu() { setenv("XDG_CACHE_HOME", (root() / "cache").c_str(), 1); }
  ~PeculiarFmu() override { unsetenv("XDG_CACHE_HOME"); }

  std::filesystem::path fmu(const Peculiar& is) {
    return write_fmu(peculiar_description(is), ACCORDO_TEST_PECULIAR);
  }
  /// To be tested, up to t = 1 unless said otherwise.
  FmuSpec spec(const Peculiar& is, double stop = 1, const std::string& p = {}) {
    FmuSpec spec = spec_of(fmu(is));
    spec.trust = false;
    spec.stop = stop;
    if (!p.empty()) spec.parameters.push_back({{"p", {}}, {p, {}}});
    return spec;
  }
  static Verified tried(const FmuSpec& spec, Kind kind = Kind::co_simulation) {
    return std::get<Verified>(verify(std::make_shared<LoadedFmu>(spec.file), kind, spec));
  }
  Verified verified(const Peculiar& is) { return tried(spec(is)); }

  /// y at the stop time after steps of h under the input u.
  static double value_at_stop(const FmuSpec& spec, double u, double h, bool back = false) {
    const auto unit = make(spec);
    Signal input(1);
    input.set_degree(0);
    input.component(0)[0] = u;
    double y[2] = {0, 0};
    const int steps = static_cast<int>(std::lround((spec.stop - spec.start) / h));
    for (int k = 0; k < steps; ++k) {
      const Step step{.t = spec.start + k * h, .h = h, .end = spec.start + (k + 1) * h};
      if (back) {
        unit->save();
        unit->step(step, input.view(), y, nullptr);
        unit->restore();
      }
      unit->step(step, input.view(), y, nullptr);
    }
    return y[0];
  }
  /// The solution: from 1, with p and a constant input.
  static double solution(double t, double u, double p = 2) { return p * u + (1 - p * u) * std::exp(-t); }
};

}  // namespace accordo::fmi
