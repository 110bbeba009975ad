#include "tests/support/switching.hpp"

#include <fstream>

#include "archive/private_folder.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::testing {
namespace {

constexpr const char* kHead = R"xml(
<CoSimulation modelIdentifier="switching" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true"
 canInterpolateInputs="true" maxOutputDerivativeOrder="1"/>
<ModelExchange modelIdentifier="switching" canGetAndSetFMUstate="true" completedIntegratorStepNotNeeded="true"/>
<ModelVariables>
)xml";

/// It wants to hear of completed steps, too.
constexpr const char* kForgetful = R"xml(
<CoSimulation modelIdentifier="switching" canHandleVariableCommunicationStepSize="true" canInterpolateInputs="true"
 maxOutputDerivativeOrder="1"/>
<ModelExchange modelIdentifier="switching"/>
<ModelVariables>
)xml";

constexpr const char* kPlant = R"xml(
<ScalarVariable name="x" valueReference="0" initial="exact"><Real start="0.3"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="1"><Real derivative="1"/></ScalarVariable>
<ScalarVariable name="y" valueReference="3" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="up" valueReference="0" causality="input" variability="discrete"><Boolean start="false"/></ScalarVariable>
</ModelVariables><ModelStructure><Outputs><Unknown index="3" dependencies="1"/></Outputs>
<Derivatives><Unknown index="2" dependencies=""/></Derivatives></ModelStructure>
)xml";

constexpr const char* kThermostat = R"xml(
<ScalarVariable name="u" valueReference="2" causality="input"><Real start="0.3"/></ScalarVariable>
<ScalarVariable name="on" valueReference="1" causality="output" variability="discrete"><Boolean/></ScalarVariable>
</ModelVariables><ModelStructure><Outputs><Unknown index="2" dependencies="1"/></Outputs></ModelStructure>
)xml";

constexpr const char* kTimer = R"xml(
<ScalarVariable name="on" valueReference="1" causality="output" variability="discrete"><Boolean/></ScalarVariable>
</ModelVariables><ModelStructure><Outputs><Unknown index="1"/></Outputs></ModelStructure>
)xml";

/// Of FMI 3.
constexpr const char* kBall = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="test" instantiationToken="{test}">
<CoSimulation modelIdentifier="test" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true"
 maxOutputDerivativeOrder="1" hasEventMode="true" mightReturnEarlyFromDoStep="true"/>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent"/>
<Float64 name="x" valueReference="1" initial="exact" start="1"/>
<Float64 name="v" valueReference="2" initial="exact" start="0"/>
<Float64 name="der(x)" valueReference="3" derivative="1"/>
<Float64 name="der(v)" valueReference="4" derivative="2"/>
<Float64 name="f" valueReference="5" causality="input" start="0"/>
<Float64 name="position" valueReference="6" causality="output"/>
<Float64 name="bounces" valueReference="7" causality="output" variability="discrete"/>
<Float64 name="k" valueReference="8" causality="parameter" variability="fixed" start="4"/>
</ModelVariables>
<ModelStructure>
<Output valueReference="6" dependencies="1"/><Output valueReference="7" dependencies=""/>
<ContinuousStateDerivative valueReference="3" dependencies="2"/>
<ContinuousStateDerivative valueReference="4" dependencies="5"/>
</ModelStructure>
</fmiModelDescription>
)xml";

}  // namespace

std::filesystem::path bouncing_ball(bool derivatives) {
  static const archive::PrivateFolder folder;
  std::filesystem::path fmu = folder.path() / (derivatives ? "linearized_ball" : "ball");
  if (std::filesystem::exists(fmu)) return fmu;
  const std::filesystem::path binaries = fmu / "binaries" / fmi::kPlatforms.front();
  std::filesystem::create_directories(binaries);
  std::string description = kBall;
  const std::string last = "mightReturnEarlyFromDoStep=\"true\"";
  if (derivatives)
    description.insert(description.find(last) + last.size(), " providesDirectionalDerivatives=\"true\"");
  std::ofstream(fmu / "modelDescription.xml") << description;
  std::filesystem::copy_file(ACCORDO_TEST_FMI3_BALL, binaries / "test.so");
  return fmu;
}

std::filesystem::path switching(const std::string& which, bool saves_state) {
  static const archive::PrivateFolder folder;
  std::filesystem::path fmu = folder.path() / (which + (saves_state ? "" : "_forgetful"));
  if (std::filesystem::exists(fmu)) return fmu;
  const std::filesystem::path binaries = fmu / "binaries" / fmi::kPlatforms.front();
  std::filesystem::create_directories(binaries);
  std::ofstream(fmu / "modelDescription.xml")
      << R"(<?xml version="1.0" encoding="UTF-8"?><fmiModelDescription fmiVersion="2.0" modelName="switching" guid=")"
      << which << "\" numberOfEventIndicators=\"" << (which == "thermostat" || which == "lazy" ? 1 : 0)
      << "\">" << (saves_state ? kHead : kForgetful)
      << (which == "plant"   ? kPlant
          : which == "timer" ? kTimer
                             : kThermostat)
      << "</fmiModelDescription>\n";
  std::filesystem::copy_file(ACCORDO_TEST_SWITCHING, binaries / "switching.so");
  return fmu;
}

}  // namespace accordo::testing
