// For tests: FMUs made from testing_libraries/peculiar.c, which do what real ones do.
#pragma once

#include <string>

#include "archive/fmu_testing.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::fmi {

inline const std::string kPeculiarFlags =
    R"(canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true")";

struct Peculiar {
  std::string mode;
  std::string flags = kPeculiarFlags;
  bool exchanges = false;     ///< model exchange, too
  bool derivatives = false;   ///< model exchange gives directional derivatives
  bool states = true;         ///< are declared
  bool dependencies = true;   ///< of outputs are declared
  std::string step = "0.01";  ///< that it names; empty: none
  std::string tick = {};      ///< of those that tick; empty: that step
};

/// x' = p u - x, y = x, z: see the source. By default for co-simulation only, up to t = 1, in steps of 0.01.
inline std::string peculiar_description(const Peculiar& is) {
  const std::string kinds =
      (is.exchanges ? std::string("<ModelExchange modelIdentifier=\"test\"") +
                          (is.derivatives ? " providesDirectionalDerivative=\"true\"" : "") + "/>\n"
                    : std::string()) +
      "<CoSimulation modelIdentifier=\"test\" " + is.flags + "/>\n";
  return R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="peculiar" guid="mode:)xml" +
         is.mode + "@" + (is.tick.empty() ? is.step : is.tick) + "\">\n" + kinds +
         "<DefaultExperiment startTime=\"0\" stopTime=\"1\"" +
         (is.step.empty() ? "" : " stepSize=\"" + is.step + "\"") + R"xml(/>
<ModelVariables>
<ScalarVariable name="x" valueReference="0" causality="local" initial="exact"><Real start="1"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="1" causality="local"><Real derivative="1"/></ScalarVariable>
<ScalarVariable name="u" valueReference="2" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="p" valueReference="3" causality="parameter" variability="fixed"><Real start="2"/></ScalarVariable>
<ScalarVariable name="y" valueReference="4" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="z" valueReference="5" causality="output"><Real/></ScalarVariable>
</ModelVariables>
<ModelStructure>
<Outputs><Unknown index="5")xml" +
         (is.dependencies ? " dependencies=\"1\"" : "") + "/><Unknown index=\"6\"" +
         (is.dependencies ? " dependencies=\"\"" : "") + "/></Outputs>\n" +
         (is.states ? "<Derivatives><Unknown index=\"2\" dependencies=\"1 3\"/></Derivatives>\n" : "") +
         "</ModelStructure>\n</fmiModelDescription>\n";
}

}  // namespace accordo::fmi
