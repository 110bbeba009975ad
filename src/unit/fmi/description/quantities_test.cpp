// Units of measurement as FMUs declare them.
#include "unit/fmi/description/quantities.hpp"

#include "unit/fmi/description/description_testing.hpp"

namespace accordo::fmi {
namespace {

/// Variables of an FMU of either version, with units of their own or from a type.
std::string description(Version version) {
  const std::string units = R"(<UnitDefinitions>
<Unit name="mm"><BaseUnit m="1" factor="0.001"/><DisplayUnit name="inch" factor="0.03937"/></Unit>
<Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>
<Unit name="N.m/rad"><BaseUnit kg="1" m="2" s="-2" rad="-1"/></Unit>
<Unit name="bare"/>
<Unit name="nothing"><BaseUnit m="1" factor="0"/></Unit>
</UnitDefinitions>
)";
  struct Line {
    const char *name, *attributes;
  };
  const Line lines[] = {{"own", "unit='mm'"},
                        {"typed", "declaredType='Temperature'"},
                        {"other", "declaredType='Temperature' unit='mm'"},
                        {"step", "unit='degC' relativeQuantity='true'"},
                        {"stiff", "unit='N.m/rad'"},
                        {"bare", "unit='bare'"},
                        {"zero", "unit='nothing'"},
                        {"foreign", "unit='furlong'"},
                        {"shown", "displayUnit='inch'"},
                        {"none", ""}};
  const bool fmi2 = version == Version::fmi2;
  std::string text =
      fmi2 ? "<fmiModelDescription fmiVersion='2.0' modelName='m' guid='g'><CoSimulation "
             "modelIdentifier='m'/>" +
                 units + "<TypeDefinitions><SimpleType name='Temperature'><Real unit='degC'/></SimpleType>"
           : "<fmiModelDescription fmiVersion='3.0' modelName='m' instantiationToken='g'><CoSimulation "
             "modelIdentifier='m'/>" +
                 units + "<TypeDefinitions><Float64Type name='Temperature' unit='degC'/>";
  text += "</TypeDefinitions><ModelVariables>";
  int reference = 0;
  for (const Line& line : lines) {
    const std::string common = std::string(" name='") + line.name + "' valueReference='" +
                               std::to_string(++reference) + "' causality='input'";
    text += fmi2 ? "<ScalarVariable" + common + "><Real start='0' " + line.attributes + "/></ScalarVariable>"
                 : "<Float64" + common + " start='0' " + line.attributes + "/>";
  }
  return text + "</ModelVariables><ModelStructure/></fmiModelDescription>";
}

TEST(FmuQuantities, AreTheVariablesOwnOrThoseOfItsType) {
  for (const Version version : {Version::fmi2, Version::fmi3}) {
    const ModelDescription d = read(description(version));
    const auto of = [&](const char* name) { return quantity_of(d, variable(d, name)); };
    EXPECT_EQ(of("own").unit, "mm");
    EXPECT_EQ(of("own").factor, 1e-3);
    EXPECT_EQ(of("own").exponents, (std::array<int, 8>{0, 1}));
    EXPECT_EQ(of("typed").unit, "degC");
    EXPECT_EQ(of("typed").offset, 273.15);
    EXPECT_FALSE(of("typed").relative);
    EXPECT_EQ(of("other").unit, "mm") << "its own comes first";
    EXPECT_TRUE(of("step").relative);
    EXPECT_EQ(of("stiff").exponents, (std::array<int, 8>{1, 2, -2, 0, 0, 0, 0, -1}));
    for (const char* name : {"own", "typed", "other", "step", "stiff"}) EXPECT_TRUE(of(name).defined) << name;
    for (const char* name : {"bare", "zero", "foreign"}) {
      EXPECT_FALSE(of(name).defined) << name;
      EXPECT_FALSE(of(name).unit.empty()) << name;
    }
    for (const char* name : {"shown", "none"}) EXPECT_EQ(of(name).unit, "") << name;
  }
}

TEST(FmuQuantities, AnArrayHasOneForAllItsElements) {
  const ModelDescription d = read(with(kGoodFmi3, "name=\"u\"", "name=\"u\" unit=\"m\""));
  const auto position = [&](const char* name) {
    return static_cast<std::size_t>(&variable(d, name) - d.variables.data());
  };
  ValueList list;
  list.add(d, position("y"), {});
  EXPECT_TRUE(quantities(d, list).empty()) << "none has a unit";
  list.add(d, position("x"), {});
  list.add(d, position("u"), {});
  std::vector<std::string> units;
  for (const Quantity& q : quantities(d, list)) units.push_back(q.unit);
  EXPECT_EQ(units, (std::vector<std::string>{"", "m", "m", "m", "m"}));
}

}  // namespace
}  // namespace accordo::fmi
