// For tests: good model descriptions to be spoiled, and what reading them says.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "unit/fmi/description/description_reader.hpp"

namespace accordo::fmi {

inline const std::string kGoodFmi2 = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Spring" guid="{abc-1}" generationTool="by hand" version="1.2"
  variableNamingConvention="structured" numberOfEventIndicators="2">
  <ModelExchange modelIdentifier="spring" providesDirectionalDerivative="true"/>
  <CoSimulation modelIdentifier="spring_cs" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true"
    canInterpolateInputs="1" maxOutputDerivativeOrder="1" canRunAsynchronuously="true" future="?"/>
  <UnitDefinitions>
    <Unit name="degC"><BaseUnit K="1" offset="273.15"/><DisplayUnit name="degF" factor="1.8" offset="32"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Temperature"><Real unit="degC" min="-273.15" nominal="300" quantity="T"/></SimpleType>
    <SimpleType name="Mode"><Enumeration><Item name="off" value="1"/><Item name="on" value="5"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <LogCategories><Category name="logAll" description="everything"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="2.5" tolerance="1e-6" stepSize="0.01"/>
  <ModelVariables>
    <ScalarVariable name="time" valueReference="0" causality="independent"><Real/></ScalarVariable>
    <ScalarVariable name="x" valueReference="1" causality="output" initial="exact"><Real start="-1" unit="m"/></ScalarVariable>
    <ScalarVariable name="v" valueReference="2" initial="exact"><Real start="0" derivative="2"/></ScalarVariable>
    <ScalarVariable name="der(x)" valueReference="2"><Real derivative="2"/></ScalarVariable>
    <ScalarVariable name="der(v)" valueReference="3"><Real derivative="3"/></ScalarVariable>
    <ScalarVariable name="f" valueReference="4" causality="input"><Real start="+1.5"/></ScalarVariable>
    <ScalarVariable name="m" valueReference="5" causality="parameter" variability="tunable"><Real start="5" min="0" max="9"/></ScalarVariable>
    <ScalarVariable name="T" valueReference="6" causality="input"><Real declaredType="Temperature" start="20" max="100"/></ScalarVariable>
    <ScalarVariable name="n" valueReference="0" causality="parameter" variability="fixed"><Integer start="3"/></ScalarVariable>
    <ScalarVariable name="on" valueReference="0" causality="input" variability="discrete"><Boolean start="true"/></ScalarVariable>
    <ScalarVariable name="file" valueReference="0" causality="parameter" variability="fixed"><String start="a b.txt"/></ScalarVariable>
    <ScalarVariable name="mode" valueReference="1" variability="discrete"><Enumeration declaredType="Mode" start="5"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="2" dependencies="3 6" dependenciesKind="dependent constant"/></Outputs>
    <Derivatives><Unknown index="4" dependencies="3"/><Unknown index="5"/></Derivatives>
    <InitialUnknowns><Unknown index="5" dependencies=""/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
)xml";

inline const std::string kGoodFmi3 = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Arrays" instantiationToken="{tok}">
  <ModelExchange modelIdentifier="arrays" needsCompletedIntegratorStep="true"/>
  <CoSimulation modelIdentifier="arrays" canGetAndSetFMUState="true" providesDirectionalDerivatives="true"
    providesAdjointDerivatives="true" hasEventMode="true" providesIntermediateUpdate="true" fixedInternalStepSize="0.1"
    recommendedIntermediateInputSmoothness="2" maxOutputDerivativeOrder="3" canGetAndSetFMUstate="false"/>
  <ScheduledExecution modelIdentifier="arrays"/>
  <TypeDefinitions>
    <Float64Type name="Length" unit="m"/>
    <EnumerationType name="Mode"><Item name="a" value="-7"/></EnumerationType>
  </TypeDefinitions>
  <ModelVariables>
    <Float64 name="time" valueReference="7" causality="independent"/>
    <UInt64 name="n" valueReference="10" causality="structuralParameter" start="3"/>
    <Float64 name="A" valueReference="11" causality="parameter" start="1 2 3 4 5 6"><Dimension start="2"/><Dimension valueReference="10"/></Float64>
    <Float64 name="x" valueReference="12" declaredType="Length" initial="exact" start="0.5"><Dimension valueReference="10"/><Alias name="position"/></Float64>
    <Float64 name="der(x)" valueReference="13" derivative="12"><Dimension valueReference="10"/></Float64>
    <Float64 name="u" valueReference="14" causality="input" start="0" intermediateUpdate="true"/>
    <Float64 name="y" valueReference="15" causality="output"/>
    <Float64 name="z" valueReference="16"><Dimension start="4"/></Float64>
    <UInt64 name="big" valueReference="20" causality="parameter" start="18446744073709551615"/>
    <Int8 name="small" valueReference="21" causality="input" start="-128"/>
    <Boolean name="flags" valueReference="22" causality="input" start="true 0"><Dimension start="2"/></Boolean>
    <String name="s" valueReference="23" causality="parameter"><Start value="one"/></String>
    <Binary name="b" valueReference="24" causality="input" mimeType="application/x-can" maxSize="8"><Start value="00fFa0"/></Binary>
    <Enumeration name="e" valueReference="25" causality="input" declaredType="Mode" start="-7"/>
    <Clock name="tick" valueReference="30" causality="input" intervalVariability="constant" intervalDecimal="0.1"/>
    <Float32 name="sampled" valueReference="31" variability="discrete" clocks="30" previous="32"/>
    <Float32 name="before" valueReference="32" variability="discrete"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="15" dependencies="12 14"/>
    <ContinuousStateDerivative valueReference="13"/>
    <ClockedState valueReference="31"/>
    <InitialUnknown valueReference="15"/>
    <EventIndicator valueReference="16"/>
  </ModelStructure>
</fmiModelDescription>
)xml";

/// `text` with the first occurrence of `from`, which there must be, replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

inline ModelDescription read(const std::string& text) {
  return read_model_description(text, "m.fmu/modelDescription.xml");
}

/// The ids of problems as one text.
inline std::string ids(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) {
    EXPECT_EQ(p.place.file, "m.fmu/modelDescription.xml");
    text += (text.empty() ? "" : " ") + p.id;
  }
  return text;
}

/// The ids of what makes a description unusable; empty when it is usable.
inline std::string errors(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    return ids(error.problems());
  }
  return {};
}

/// The ids of what is tolerated.
inline std::string warnings(const std::string& text) {
  return ids(read(text).warnings);
}

/// The variable of this name, which there must be.
inline const Variable& variable(const ModelDescription& d, const std::string& name) {
  const auto found =
      std::find_if(d.variables.begin(), d.variables.end(), [&](const Variable& v) { return v.name == name; });
  if (found == d.variables.end()) throw std::runtime_error("no variable " + name);
  return *found;
}

}  // namespace accordo::fmi
