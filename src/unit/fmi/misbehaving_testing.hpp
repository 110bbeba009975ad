// For tests: FMUs made from testing_libraries/misbehaving.c.
#pragma once

#include <string>
#include <vector>

#include "archive/fmu_testing.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::fmi {

inline const std::string kEverything =
    R"(canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true" canInterpolateInputs="true"
       maxOutputDerivativeOrder="1" providesDirectionalDerivative="true")";

/// Of an FMU that does what `mode` says; see the source. `more`: further variables.
inline std::string misbehaving_description(const std::string& mode, const std::string& flags = kEverything,
                                           const std::string& more = {}) {
  return R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="misbehaving" guid="mode:)xml" +
         mode + R"xml(">
<CoSimulation modelIdentifier="misbehaving" )xml" +
         flags + R"xml(/>
<DefaultExperiment startTime="0" stopTime="1"/>
<ModelVariables>
<ScalarVariable name="x" valueReference="0" causality="local" initial="exact"><Real start="1"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="1" causality="local"><Real derivative="1"/></ScalarVariable>
<ScalarVariable name="u" valueReference="2" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="3" causality="output"><Real/></ScalarVariable>
)xml" + more +
         R"xml(</ModelVariables>
<ModelStructure>
<Outputs><Unknown index="4" dependencies="1"/></Outputs>
<Derivatives><Unknown index="2" dependencies="1 3"/></Derivatives>
</ModelStructure>
</fmiModelDescription>
)xml";
}

/// The entries of such an FMU's archive.
inline std::vector<TestEntry> misbehaving_entries(const std::string& description,
                                                  const std::string& library = "misbehaving.so",
                                                  const std::string& from = ACCORDO_TEST_MISBEHAVING) {
  return {{"modelDescription.xml", description},
          {"binaries/" + std::string(kPlatforms.back()) + "/" + library, read_file(from)}};
}

}  // namespace accordo::fmi
