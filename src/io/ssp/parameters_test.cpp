// Parameter sets, mappings and bindings.
#include "io/ssp/ssp_testing.hpp"

namespace accordo::ssp {
namespace {

std::string set(const std::string& parameters, const std::string& rest = "") {
  return "<ssv:ParameterSet version='1.0' name='v'><ssv:Parameters>" + parameters + "</ssv:Parameters>" +
         rest + "</ssv:ParameterSet>";
}

std::string real(const std::string& name, const std::string& value, const std::string& more = "") {
  return "<ssv:Parameter name='" + name + "'><ssv:Real value='" + value + "' " + more + "/></ssv:Parameter>";
}

std::string binding(const std::string& parameters, const std::string& attributes = "",
                    const std::string& mapping = "") {
  return "<ParameterBinding " + attributes + "><ParameterValues>" + set(parameters) + "</ParameterValues>" +
         mapping + "</ParameterBinding>";
}

std::string bindings(const std::string& list) {
  return "<ParameterBindings>" + list + "</ParameterBindings>";
}

std::string mapping(const std::string& entries) {
  return "<ParameterMapping><ssm:ParameterMapping version='1.0'>" + entries +
         "</ssm:ParameterMapping></ParameterMapping>";
}

std::string entry(const std::string& source, const std::string& target, const std::string& inside = "",
                  const std::string& attributes = "") {
  return "<ssm:MappingEntry source='" + source + "' target='" + target + "' " + attributes + ">" + inside +
         "</ssm:MappingEntry>";
}

/// A component `a` with bindings.
std::string component(const std::string& list) {
  return "<Elements><Component name='a' source='a.fmu'>" + bindings(list) + "</Component></Elements>";
}

/// The values of unit `a`.
std::string values(const std::string& contents, const std::string& rest = "") {
  const Reading result = read(ssd(contents, rest));
  EXPECT_TRUE(result.problems.empty()) << result.said();
  return result.scenario ? result.values("a") : "";
}

TEST(Parameters, OfAllTypesAreGivenByName) {
  EXPECT_EQ(
      values(component(binding(real("k", "2.5") +
                               "<ssv:Parameter name='n'><ssv:Integer value='3'/></ssv:Parameter>"
                               "<ssv:Parameter name='on'><ssv:Boolean value='false'/></ssv:Parameter>"
                               "<ssv:Parameter name='text'><ssv:String value='two words'/></ssv:Parameter>"
                               "<ssv:Parameter name='u'><ssv:Float64 value='7'/></ssv:Parameter>"))),
      "k=2.5 n=3 on=false text=two words u=7");
}

TEST(Parameters, ItemsOfEnumerationsBecomeTheirNumbers) {
  const std::string mode = "<ssv:Parameter name='mode'><ssv:Enumeration value='full speed'/></ssv:Parameter>";
  EXPECT_EQ(values(component(binding(mode))), "mode=5") << "by the FMU's own type";
  const std::string n =
      "<ssv:Parameter name='n'><ssv:Enumeration value='high' name='Level'/></ssv:Parameter>";
  EXPECT_EQ(values(component(binding(n)),
                   "<Enumerations><ssc:Enumeration name='Level'><ssc:Item name='high' value='9'/>"
                   "</ssc:Enumeration></Enumerations>"),
            "n=9");
}

TEST(Parameters, StandInFilesOfTheirOwn) {
  const std::string ns = " xmlns:ssv='http://ssp-standard.org/SSP1/SystemStructureParameterValues' ";
  const std::string ssv = "<ssv:ParameterSet" + ns + "version='1.0' name='v'><ssv:Parameters>" +
                          real("x", "2") + "</ssv:Parameters></ssv:ParameterSet>";
  const std::string ssm =
      "<m:ParameterMapping xmlns:m='http://ssp-standard.org/SSP1/SystemStructureParameterMapping' "
      "xmlns:c='http://ssp-standard.org/SSP1/SystemStructureCommon' version='1.0'><m:MappingEntry source='x' "
      "target='q'>"
      "<c:LinearTransformation factor='10' offset='1'/></m:MappingEntry></m:ParameterMapping>";
  const Reading result = read(
      {{"SystemStructure.ssd", ssd(component("<ParameterBinding source='resources/v.ssv'><ParameterMapping "
                                             "source='m.ssm'/></ParameterBinding>"))},
       {"resources/v.ssv", ssv},
       {"m.ssm", ssm}});
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.values("a"), "q=21");
}

TEST(Parameters, LaterBindingsAndOuterLevelsWin) {
  const std::string inner = component(binding(real("k", "1")) + binding(real("k", "2") + real("q", "2")));
  EXPECT_EQ(values(inner), "k=2 q=2");
  EXPECT_EQ(values(bindings(binding(real("a.k", "3"))) + inner), "k=3 q=2");
  const Reading nested =
      read(ssd(bindings(binding(real("s.a.k", "4"))) + "<Elements><System name='s'>" +
               bindings(binding(real("a.k", "3") + real("a.q", "3"))) + inner + "</System></Elements>"));
  EXPECT_EQ(nested.values("s/a"), "k=4 q=3");
}

TEST(Parameters, PrefixStandsBeforeAllNames) {
  EXPECT_EQ(values(bindings(binding(real("k", "3"), "prefix='a.'")) + component("")), "k=3");
}

TEST(Parameters, AMappingTakesOnlyWhatItNamesAndTransformsIt) {
  const std::string given = real("one", "2") + real("k", "5") +
                            "<ssv:Parameter name='flag'><ssv:Boolean value='1'/></ssv:Parameter>"
                            "<ssv:Parameter name='level'><ssv:Integer value='2'/></ssv:Parameter>"
                            "<ssv:Parameter name='name'><ssv:Enumeration value='slow'/></ssv:Parameter>";
  const std::string map =
      mapping(entry("one", "q", "<ssc:LinearTransformation factor='3' offset='-1'/>") +
              entry("flag", "on",
                    "<ssc:BooleanMappingTransformation><ssc:MapEntry source='true' "
                    "target='false'/></ssc:BooleanMappingTransformation>") +
              entry("level", "n",
                    "<ssc:IntegerMappingTransformation><ssc:MapEntry source='1' target='10'/><ssc:MapEntry "
                    "source='2' target='20'/></ssc:IntegerMappingTransformation>") +
              entry("name", "mode",
                    "<ssc:EnumerationMappingTransformation><ssc:MapEntry source='slow' "
                    "target='off'/></ssc:EnumerationMappingTransformation>"));
  EXPECT_EQ(values(component(binding(given, "", map))), "q=5 on=false n=20 mode=1") << "k is not mapped";
}

TEST(Parameters, EntriesWithoutASourceAreIgnoredWithOneWarning) {
  const std::string set =
      "<ParameterBinding><ParameterValues><ssv:ParameterSet version='1.0' name='s'><ssv:Parameters>"
      "<ssv:Parameter name='x'><ssv:Real value='3'/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>"
      "</ParameterValues>";
  const Reading result = read(ssd(
      component(set + mapping(entry("", "q") + entry("x", "k") + entry("", "n")) + "</ParameterBinding>")));
  EXPECT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.values("a"), "k=3");
  const auto said = [](const Problem& p) { return p.id == "ssp-no-source"; };
  ASSERT_EQ(std::count_if(result.warnings.begin(), result.warnings.end(), said), 1) << result.said();
  EXPECT_NE(result.said().find("2 of the mapping's entries"), std::string::npos) << result.said();
}

TEST(Parameters, ThePrefixComesBeforeTheMapping) {
  const std::string map = mapping(entry("a.k", "a.q"));
  EXPECT_EQ(values(bindings(binding(real("k", "3"), "prefix='a.'", map)) + component("")), "q=3");
}

TEST(Parameters, UnitsAreConvertedBeforeTheTransformation) {
  const std::string units =
      "<Units><ssc:Unit name='cm'><ssc:BaseUnit m='1' factor='0.01'/></ssc:Unit></Units>";
  const std::string given = real("x", "250", "unit='cm'");
  const std::string twice = "<ssc:LinearTransformation factor='2'/>";
  EXPECT_EQ(values(component(binding(real("k", "250", "unit='cm'"))), units), "k=2.5") << "k is in m";
  EXPECT_EQ(values(component(binding(real("q", "250", "unit='cm'"))), units), "q=250") << "q has no unit";
  EXPECT_EQ(values(component(binding(given, "", mapping(entry("x", "k", twice)))), units), "k=5");
  EXPECT_EQ(
      values(component(binding(given, "", mapping(entry("x", "k", twice, "suppressUnitConversion='true'")))),
             units),
      "k=500");
}

TEST(Parameters, OfASystemGoThroughItsConnectors) {
  const std::string system =
      "<Connectors><Connector name='P' kind='parameter'/><Connector name='I' kind='input'/></Connectors>" +
      bindings(binding(real("P", "3") + real("I", "8"))) + component("") +
      "<Connections><Connection startConnector='P' endElement='a' endConnector='q'>"
      "<ssc:LinearTransformation factor='2' offset='1'/></Connection>"
      "<Connection startElement='a' startConnector='w' endConnector='I'/></Connections>";
  EXPECT_EQ(values(system), "q=7 w=8");
}

TEST(Parameters, ANameThatMeansTwoVariablesSetsBoth) {
  const Reading result =
      read(ssd(bindings(binding(real("s.a.k", "3"))) + "<Elements><System name='s'>" + component("") +
               "</System><Component name='s.a' source='a.fmu'/></Elements>"));
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.values("s/a"), "k=3");
  EXPECT_EQ(result.values("s_a"), "k=3");
}

TEST(Parameters, BindingsOfAComponentThatIsASystemComeAfterItsOwn) {
  const std::string inner = ssd(bindings(binding(real("a.k", "1") + real("a.q", "1"))) + component(""));
  const auto outer = [&](const std::string& top) {
    const Reading result =
        read({{"SystemStructure.ssd",
               ssd(top + "<Elements><Component name='s' type='application/x-ssp-definition' source='s.ssd'>" +
                   bindings(binding(real("a.k", "2"))) + "</Component></Elements>")},
              {"s.ssd", inner}});
    EXPECT_TRUE(result.problems.empty()) << result.said();
    return result.values("s/a");
  };
  EXPECT_EQ(outer(""), "k=2 q=1");
  EXPECT_EQ(outer(bindings(binding(real("s.a.k", "9")))), "k=9 q=1");
}

TEST(Parameters, WhatFitsNothingIsSaid) {
  const Reading result = read(ssd(component(binding(real("kk", "1")))));
  EXPECT_TRUE(result.problems.empty());
  ASSERT_TRUE(result.warns("ssp-unused-parameter")) << result.said();
  EXPECT_NE(result.said().find("did you mean 'k'"), std::string::npos) << result.said();
}

}  // namespace
}  // namespace accordo::ssp
