#include "tests/support/relay.hpp"

#include <fstream>

#include "unit/fmi/description/platform.hpp"

namespace accordo::testing {
namespace {

constexpr const char* kFmi2 = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="relay" guid="{relay}" numberOfEventIndicators="0">
<ModelExchange modelIdentifier="relay" canGetAndSetFMUstate="true"/>
<CoSimulation modelIdentifier="relay" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true"/>
<TypeDefinitions><SimpleType name="Mode"><Enumeration>
<Item name="off" value="1"/><Item name="on" value="2"/></Enumeration></SimpleType></TypeDefinitions>
<ModelVariables>
<ScalarVariable name="time" valueReference="0" causality="independent"><Real/></ScalarVariable>
<ScalarVariable name="x" valueReference="1" initial="exact"><Real start="0"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="2"><Real derivative="2"/></ScalarVariable>
<ScalarVariable name="u" valueReference="3" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="4" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="n" valueReference="0" causality="input" variability="discrete"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="mode" valueReference="1" causality="input" variability="discrete">
<Enumeration declaredType="Mode" start="1"/></ScalarVariable>
<ScalarVariable name="n_out" valueReference="2" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="mode_out" valueReference="3" causality="output" variability="discrete">
<Enumeration declaredType="Mode"/></ScalarVariable>
<ScalarVariable name="steps" valueReference="4" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="flag" valueReference="0" causality="input" variability="discrete"><Boolean start="false"/></ScalarVariable>
<ScalarVariable name="flag_out" valueReference="1" causality="output" variability="discrete"><Boolean/></ScalarVariable>
<ScalarVariable name="text" valueReference="0" causality="input" variability="discrete"><String start=""/></ScalarVariable>
<ScalarVariable name="text_out" valueReference="1" causality="output" variability="discrete"><String/></ScalarVariable>
<ScalarVariable name="k" valueReference="5" causality="parameter" variability="tunable"><Real start="1"/></ScalarVariable>
<ScalarVariable name="copy" valueReference="2" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="note" valueReference="1" variability="discrete"><String/></ScalarVariable>
</ModelVariables>
<ModelStructure>
<Outputs><Unknown index="5" dependencies="2"/><Unknown index="8"/><Unknown index="9"/><Unknown index="10"/>
<Unknown index="12"/><Unknown index="14"/></Outputs>
<Derivatives><Unknown index="3" dependencies=""/></Derivatives>
</ModelStructure>
</fmiModelDescription>
)xml";

constexpr const char* kFmi3 = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="relay" instantiationToken="{relay}">
<ModelExchange modelIdentifier="relay" canGetAndSetFMUState="true"/>
<CoSimulation modelIdentifier="relay" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true"
 hasEventMode="true"/>
<TypeDefinitions><EnumerationType name="Mode"><Item name="off" value="1"/><Item name="on" value="2"/></EnumerationType>
</TypeDefinitions>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent"/>
<Float64 name="x" valueReference="1" initial="exact" start="0"/>
<Float64 name="der(x)" valueReference="2" derivative="1"/>
<Float64 name="u" valueReference="3" causality="input" start="0"/>
<Float64 name="y" valueReference="4" causality="output"/>
<Float64 name="k" valueReference="5" causality="parameter" variability="tunable" start="1"/>
<Int32 name="n" valueReference="10" causality="input" start="0"/>
<Boolean name="flag" valueReference="11" causality="input" start="false"/>
<Enumeration name="mode" valueReference="12" declaredType="Mode" causality="input" start="1"/>
<Int8 name="small" valueReference="13" causality="input" start="0"/>
<UInt64 name="big" valueReference="14" causality="input" start="0"/>
<Int32 name="list" valueReference="15" causality="input" start="0 0"><Dimension start="2"/></Int32>
<Float32 name="single" valueReference="17" causality="input" variability="discrete" start="0"/>
<String name="text" valueReference="18" causality="input"><Start value=""/></String>
<Binary name="bytes" valueReference="19" causality="input"><Start value=""/></Binary>
<Int32 name="n_out" valueReference="30" causality="output"/>
<Boolean name="flag_out" valueReference="31" causality="output"/>
<Enumeration name="mode_out" valueReference="32" declaredType="Mode" causality="output"/>
<Int8 name="small_out" valueReference="33" causality="output"/>
<UInt64 name="big_out" valueReference="34" causality="output"/>
<Int32 name="list_out" valueReference="35" causality="output"><Dimension start="2"/></Int32>
<Float32 name="single_out" valueReference="37" causality="output" variability="discrete"/>
<String name="text_out" valueReference="38" causality="output"/>
<Binary name="bytes_out" valueReference="39" causality="output"/>
<Int64 name="steps" valueReference="50" causality="output"/>
</ModelVariables>
<ModelStructure>
<Output valueReference="4" dependencies="1"/>
<Output valueReference="30"/><Output valueReference="31"/><Output valueReference="32"/><Output valueReference="33"/>
<Output valueReference="34"/><Output valueReference="35"/><Output valueReference="37"/><Output valueReference="38"/>
<Output valueReference="39"/><Output valueReference="50"/>
<ContinuousStateDerivative valueReference="2" dependencies=""/>
</ModelStructure>
</fmiModelDescription>
)xml";

}  // namespace

std::filesystem::path relay(fmi::Version version) {
  static const archive::PrivateFolder folder;
  const bool two = version == fmi::Version::fmi2;
  std::filesystem::path fmu = folder.path() / (two ? "relay2" : "relay3");
  if (std::filesystem::exists(fmu)) return fmu;
  const std::filesystem::path binaries = fmu / "binaries" / fmi::kPlatforms.front();
  std::filesystem::create_directories(binaries);
  std::ofstream(fmu / "modelDescription.xml") << (two ? kFmi2 : kFmi3);
  std::filesystem::copy_file(two ? ACCORDO_TEST_FMI2_RELAY : ACCORDO_TEST_FMI3_RELAY, binaries / "relay.so");
  return fmu;
}

}  // namespace accordo::testing
