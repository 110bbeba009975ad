// For tests: units made from the FMUs in testing_libraries.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "archive/fmu_testing.hpp"
#include "base/failure.hpp"
#include "unit/fmi/description/platform.hpp"
#include "unit/fmi/fmu_builder.hpp"

namespace accordo::fmi {

enum class Model { oscillator, ball };

inline const std::string kAllFmi2 =
    R"(canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true" canInterpolateInputs="true"
       maxOutputDerivativeOrder="1" providesDirectionalDerivative="true")";
inline const std::string kAllFmi3 =
    R"(canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true" providesIntermediateUpdate="true"
       maxOutputDerivativeOrder="1" providesDirectionalDerivatives="true")";

inline const std::string kEventMode = R"( hasEventMode="true" mightReturnEarlyFromDoStep="true")";

/// The description of the test model in FMI 2; `flags`: what it declares for either kind.
inline std::string fmi2_description(Model model, const std::string& flags,
                                    const std::string& guid = "{test}") {
  const bool ball = model == Model::ball;
  const auto real = [](int reference, const std::string& name, const std::string& attributes,
                       const std::string& of_real) {
    return "<ScalarVariable name=\"" + name + "\" valueReference=\"" + std::to_string(reference) + "\" " +
           attributes + "><Real " + of_real + "/></ScalarVariable>\n";
  };
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="test" guid=")" +
         guid + "\" numberOfEventIndicators=\"" + (ball ? "1" : "0") +
         "\">\n<ModelExchange modelIdentifier=\"test\" " + flags +
         "/>\n<CoSimulation modelIdentifier=\"test\" " + flags + "/>\n<ModelVariables>\n" +
         real(0, "time", "causality=\"independent\"", "") +
         real(1, "x", "causality=\"local\" initial=\"exact\"", "start=\"1\"") +
         real(2, "v", "causality=\"local\" initial=\"exact\"", "start=\"0\"") +
         real(3, "der(x)", "causality=\"local\"", "derivative=\"2\"") +
         real(4, "der(v)", "causality=\"local\"", "derivative=\"3\"") +
         real(5, "f", "causality=\"input\"", "start=\"0\"") +
         real(6, "position", "causality=\"output\"", "") +
         real(7, "force", std::string("causality=\"output\"") + (ball ? " variability=\"discrete\"" : ""),
              "") +
         real(8, "k", "causality=\"parameter\" variability=\"fixed\"", "start=\"4\"") +
         real(9, "d", "causality=\"parameter\" variability=\"fixed\"", "start=\"0.3\"") +
         real(10, "fault", "causality=\"parameter\" variability=\"fixed\"", "start=\"0\"") +
         R"(</ModelVariables>
<ModelStructure>
<Outputs><Unknown index="7" dependencies="2"/><Unknown index="8" dependencies=")" +
         (ball ? "" : "1 2 3 6") + R"("/></Outputs>
<Derivatives><Unknown index="4" dependencies="3"/><Unknown index="5" dependencies=")" +
         (ball ? "6" : "2 3 6") + R"("/></Derivatives>
</ModelStructure>
</fmiModelDescription>
)";
}

/// The same in FMI 3.
inline std::string fmi3_description(Model model, const std::string& flags) {
  const bool ball = model == Model::ball;
  const auto real = [](int reference, const std::string& name, const std::string& attributes) {
    return "<Float64 name=\"" + name + "\" valueReference=\"" + std::to_string(reference) + "\" " +
           attributes + "/>\n";
  };
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="test" instantiationToken="{test}">
<ModelExchange modelIdentifier="test" )" +
         flags + "/>\n<CoSimulation modelIdentifier=\"test\" " + flags + "/>\n<ModelVariables>\n" +
         real(0, "time", "causality=\"independent\"") + real(1, "x", "initial=\"exact\" start=\"1\"") +
         real(2, "v", "initial=\"exact\" start=\"0\"") + real(3, "der(x)", "derivative=\"1\"") +
         real(4, "der(v)", "derivative=\"2\"") +
         real(5, "f", "causality=\"input\" start=\"0\" intermediateUpdate=\"true\"") +
         real(6, "position", "causality=\"output\"") +
         real(7, "force", std::string("causality=\"output\"") + (ball ? " variability=\"discrete\"" : "")) +
         real(8, "k", "causality=\"parameter\" variability=\"fixed\" start=\"4\"") +
         real(9, "d", "causality=\"parameter\" variability=\"fixed\" start=\"0.3\"") +
         real(10, "fault", "causality=\"parameter\" variability=\"fixed\" start=\"0\"") +
         (ball ? real(11, "z", "") : "") + R"(</ModelVariables>
<ModelStructure>
<Output valueReference="6" dependencies="1"/><Output valueReference="7" dependencies=")" +
         (ball ? "" : "0 1 2 5") + R"("/>
<ContinuousStateDerivative valueReference="3" dependencies="2"/>
<ContinuousStateDerivative valueReference="4" dependencies=")" +
         (ball ? "5" : "1 2 5") + "\"/>\n" + (ball ? "<EventIndicator valueReference=\"11\"/>\n" : "") +
         R"(</ModelStructure>
</fmiModelDescription>
)";
}

/// Unpacked FMUs, and units made from them.
class FmuUnitTest : public FmuTest {
 protected:
  /// An FMU in a folder of its own, with this library.
  std::filesystem::path write_fmu(const std::string& description, const std::filesystem::path& library) {
    const std::filesystem::path folder = root() / ("fmu" + std::to_string(count_++));
    write_file(folder / "modelDescription.xml", description);
    const std::filesystem::path binaries = folder / "binaries" / kPlatforms.front();
    std::filesystem::create_directories(binaries);
    std::filesystem::copy_file(library, binaries / "test.so");
    return folder;
  }
  std::filesystem::path fmi2(Model model = Model::oscillator, const std::string& flags = kAllFmi2) {
    return write_fmu(fmi2_description(model, flags),
                     model == Model::ball ? ACCORDO_TEST_FMI2_BALL : ACCORDO_TEST_FMI2_OSCILLATOR);
  }
  std::filesystem::path fmi3(Model model = Model::oscillator, const std::string& flags = kAllFmi3) {
    return write_fmu(fmi3_description(model, flags),
                     model == Model::ball ? ACCORDO_TEST_FMI3_BALL : ACCORDO_TEST_FMI3_OSCILLATOR);
  }

  static FmuSpec spec_of(const std::filesystem::path& file, std::optional<Kind> kind = {}) {
    FmuSpec spec;
    spec.name = {"tank", {}};
    spec.file = file;
    spec.kind = kind;
    spec.tolerance = 1e-9;
    spec.stop = 10;
    spec.trust = true;
    spec.input_order = 3;
    return spec;
  }
  static FmuSpec with_fault(FmuSpec spec, int fault) {
    spec.parameters.push_back({{"fault", {}}, {std::to_string(fault), {}}});
    return spec;
  }
  static FmuSpec without(FmuSpec spec, const std::string& capability) {
    spec.capabilities.push_back({{capability, {}}, false});
    return spec;
  }
  static std::unique_ptr<accordo::Unit> make(const FmuSpec& spec) {
    FmuBuilder builder;
    Problems problems;
    const BuiltUnit built = builder.build(spec, problems);
    problems.throw_if_any();
    return built.make();
  }

 private:
  int count_ = 0;
};

/// A cubic for the one input of the test model.
inline Signal cubic(const std::array<double, 4>& a) {
  Signal signal(1);
  signal.set_degree(3);
  std::copy(a.begin(), a.end(), signal.component(0));
  return signal;
}

/// Where the ball is, by the formulas of free fall: from x = 1 at rest, kicked by 4 at t = 0.25, bouncing
/// with a loss of a fifth of its speed.
struct Flight {
  double x = 1, v = 0, t = 0;
  int bounces = 0;

  void fall(double by) {
    x += v * by - 9.81 / 2 * by * by;
    v -= 9.81 * by;
    t += by;
  }
  void fly(double to) {
    while (true) {
      const double impact = (v + std::sqrt(v * v + 2 * 9.81 * std::max(x, 0.0))) / 9.81;
      if (impact > to - t) return fall(to - t);
      fall(impact);
      x = 0;
      v *= -0.8;
      ++bounces;
    }
  }
};

/// The oscillator with k = 4, d = 0.3 over one step, by many small steps of the classical Runge-Kutta method.
inline std::array<double, 2> oscillate(std::array<double, 2> x, const Step& step, const SignalView& u) {
  constexpr int count = 2000;
  const double ds = 1.0 / count, dt = step.h / count;
  const auto rate = [&](const std::array<double, 2>& y, double s) {
    return std::array<double, 2>{y[1], -4 * y[0] - 0.3 * y[1] + u.value(0, s)};
  };
  const auto moved = [](const std::array<double, 2>& y, double by, const std::array<double, 2>& k) {
    return std::array<double, 2>{y[0] + by * k[0], y[1] + by * k[1]};
  };
  for (int i = 0; i < count; ++i) {
    const double s = i * ds;
    const auto k1 = rate(x, s), k2 = rate(moved(x, dt / 2, k1), s + ds / 2),
               k3 = rate(moved(x, dt / 2, k2), s + ds / 2), k4 = rate(moved(x, dt, k3), s + ds);
    for (std::size_t j = 0; j < 2; ++j) x[j] += dt / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return x;
}

}  // namespace accordo::fmi
