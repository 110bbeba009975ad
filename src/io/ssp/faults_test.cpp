// What is wrong with a system structure is said with its id, element and line; all of it at once.
#include "io/ssp/ssp_testing.hpp"

namespace accordo::ssp {
namespace {

struct Fault {
  const char* name;
  std::string text;
  const char* id;
  int line;
  const char* words;
};

void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

class Faults : public testing::TestWithParam<Fault> {};

TEST_P(Faults, AreErrorsWithTheirPlace) {
  const Reading result = read(GetParam().text);
  ASSERT_EQ(result.problems.list().size(), 1u) << result.said();
  const Problem& p = result.problems.list().front();
  EXPECT_EQ(p.id, GetParam().id);
  EXPECT_EQ(p.place.file, "SystemStructure.ssd");
  EXPECT_EQ(p.place.line, GetParam().line) << describe(p);
  EXPECT_NE(describe(p).find(GetParam().words), std::string::npos) << describe(p);
  const bool of_structure = p.id.starts_with("ssp-");  // else everything is there, and can be checked further
  EXPECT_TRUE(!result.scenario || result.scenario->unparsed.structure == of_structure || p.id == "no-units");
}

std::string one(const std::string& component) {
  return ssd("<Elements>\n" + component + "</Elements>");
}
std::string connect(const std::string& attributes, const std::string& inside = "") {
  return ssd(pair("\n<Connection " + attributes + ">" + inside + "</Connection>"));
}
std::string mapping(const std::string& kind, const std::string& source, const std::string& target) {
  return "<ssc:" + kind + "MappingTransformation><ssc:MapEntry source='" + source + "' target='" + target +
         "'/></ssc:" + kind + "MappingTransformation>";
}
const std::string kGood = "startElement='a' startConnector='z' endElement='b' endConnector='w'";
const std::string kFmu = "<Component name='a' source='a.fmu'/>";

INSTANTIATE_TEST_SUITE_P(
    Ssd, Faults,
    testing::Values(
        Fault{"Empty", "", "ssp-bad-xml", 1, "not XML"},
        Fault{"Truncated", ssd(pair("")).substr(0, 400), "ssp-bad-xml", 2, "truncated"},
        Fault{"Doctype", "<!DOCTYPE x>" + ssd(pair("")), "ssp-bad-xml", 1, "document type"},
        Fault{"Root", "<x/>", "ssp-bad-structure", 1, "SystemStructureDescription"},
        Fault{"NoSystem", "<SystemStructureDescription version='1.0' name='a'/>", "ssp-bad-structure", 1,
              "no System"},
        Fault{"NoComponents", ssd(""), "no-units", 1, "no components"},
        Fault{"NoName", one("<Component source='a.fmu'/>"), "ssp-missing-attribute", 3, "'name'"},
        Fault{"SameName", one(kFmu + kFmu), "ssp-duplicate-name", 3, "two elements 'a'"},
        Fault{"NoSource", one("<Component name='a'/>"), "ssp-unsupported", 3, "placeholder"},
        Fault{"Modelica", one("<Component name='a' type='text/x-modelica' source='a.mo'/>"),
              "ssp-unsupported", 3, "x-modelica"},
        Fault{"Scheduled", one("<Component name='a' source='a.fmu' implementation='ScheduledExecution'/>"),
              "ssp-unsupported", 3, "ScheduledExecution"},
        Fault{"MissingFile", one("<Component name='a' type='application/x-ssp-definition' source='b.ssd'/>"),
              "ssp-missing-file", 3, "b.ssd"},
        Fault{"LeadsOut", one("<Component name='a' source='../a.fmu'/>"), "ssp-bad-source", 3, "leads out"},
        Fault{"LeadsOutEncoded", one("<Component name='a' source='x/%2e%2e/%2E%2E/a.fmu'/>"),
              "ssp-bad-source", 3, "leads out"},
        Fault{"Absolute", one("<Component name='a' source='/a.fmu'/>"), "ssp-bad-source", 3, "leads out"},
        Fault{"Web", one("<Component name='a' source='http://x/a.fmu'/>"), "ssp-bad-source", 3, "absolute"},
        Fault{"BadPercent", one("<Component name='a' source='a%2.fmu'/>"), "ssp-bad-source", 3,
              "hexadecimal"},
        Fault{"Itself",
              one("<Component name='a' type='application/x-ssp-definition' source='SystemStructure.ssd'/>"),
              "ssp-cycle", 3, "contains itself"},
        Fault{"BadKind",
              one("<Component name='a' source='a.fmu'><Connectors><Connector name='u' "
                  "kind='inputt'/></Connectors></Component>"),
              "ssp-bad-value", 3, "did you mean 'input'"},
        Fault{"TwoConnectors",
              one("<Component name='a' source='a.fmu'><Connectors><Connector name='u' "
                  "kind='input'/><Connector name='u' kind='input'/></Connectors></Component>"),
              "ssp-duplicate-name", 3, "two connectors"},
        Fault{"Dictionary",
              ssd("<Elements>" + kFmu +
                  "</Elements>\n<SignalDictionaries><SignalDictionary name='d'/></SignalDictionaries>"),
              "ssp-unsupported", 3, "dictionaries"},
        Fault{"DictionaryReference", one(kFmu + "<SignalDictionaryReference name='d' dictionary='d'/>"),
              "ssp-unsupported", 3, "dictionaries"},
        Fault{"UnknownElement",
              connect("startElement='aa' startConnector='z' endElement='b' endConnector='w'"),
              "ssp-unknown-element-name", 3, "did you mean 'a'"},
        Fault{"UnknownConnector",
              connect("startElement='a' startConnector='z' endElement='b' endConnector='T_inn'"),
              "ssp-unknown-connector", 3, "did you mean 'T_in'"},
        Fault{"TwoOutputs", connect("startElement='a' startConnector='z' endElement='b' endConnector='z'"),
              "ssp-bad-connection", 3, "output"},
        Fault{"TwoInputs", connect("startElement='a' startConnector='w' endElement='b' endConnector='w'"),
              "ssp-bad-connection", 3, "input"},
        Fault{"TwoSources",
              ssd(pair(
                  "<Connection " + kGood +
                  "/>\n<Connection startElement='a' startConnector='z' endElement='b' endConnector='w'/>")),
              "ssp-two-sources", 3, "line 2"},
        Fault{"Units", connect("startElement='a' startConnector='T' endElement='b' endConnector='u'"),
              "ssp-units", 3, "different quantities"},
        Fault{"EmptyMapping", connect(kGood, "<ssc:IntegerMappingTransformation/>"), "ssp-bad-structure", 3,
              "no MapEntry"},
        Fault{"MappingOfWords", connect(kGood, mapping("Integer", "one", "2")), "ssp-bad-value", 3,
              "'one' is not a whole number"},
        Fault{"MappingOfNumbers", connect(kGood, mapping("Boolean", "true", "2")), "ssp-bad-value", 3,
              "'2' is not a boolean"},
        Fault{"MappingOfUnknownItems", connect(kGood, mapping("Enumeration", "off", "1")), "ssp-bad-value", 3,
              "'off' is not a known item of 'z'"},
        Fault{"MappedTwice",
              connect(kGood, mapping("Boolean", "1", "0' /><ssc:MapEntry source='true' target='0")),
              "ssp-bad-value", 3, "'true' is mapped twice"},
        Fault{"MappedAndConverted",
              connect("startElement='a' startConnector='T' endElement='b' endConnector='T_in'",
                      mapping("Integer", "1", "2")),
              "ssp-unsupported", 3, "suppressUnitConversion"},
        Fault{"ToParameter", connect("startElement='a' startConnector='z' endElement='b' endConnector='q'"),
              "ssp-unsupported", 3, "parameter"},
        Fault{"Indices", connect(kGood + " startIndices='1'"), "ssp-unsupported", 3, "startIndices"},
        Fault{"Factor", connect(kGood, "<ssc:LinearTransformation factor='two'/>"), "ssp-bad-value", 3,
              "factor='two'"},
        Fault{"Circle",
              ssd("<Elements>" + kFmu +
                  "<System name='s'><Connectors><Connector name='i' kind='input'/><Connector name='o' "
                  "kind='output'/></Connectors><Connections><Connection startConnector='i' "
                  "endConnector='o'/></Connections></System></Elements><Connections><Connection "
                  "startElement='s' startConnector='o' endElement='s' endConnector='i'/>\n<Connection "
                  "startElement='s' startConnector='o' endElement='a' endConnector='w'/></Connections>"),
              "ssp-cycle", 3, "circle"},
        Fault{"NoParameters",
              ssd("<Elements>" + kFmu +
                  "</Elements><ParameterBindings>\n<ParameterBinding/></ParameterBindings>"),
              "ssp-bad-structure", 3, "neither a source nor values"},
        Fault{"SourceBase",
              ssd("<Elements>" + kFmu +
                  "</Elements><ParameterBindings>\n<ParameterBinding source='a.ssv' "
                  "sourceBase='component'/></ParameterBindings>"),
              "ssp-unsupported", 3, "component"},
        Fault{"ValueUnits",
              ssd("<Elements>" + kFmu +
                  "</Elements><ParameterBindings><ParameterBinding><ParameterValues><ssv:ParameterSet "
                  "version='1.0' name='v'><ssv:Parameters>\n<ssv:Parameter name='a.k'><ssv:Real value='1' "
                  "unit='s'/></ssv:Parameter></ssv:Parameters><ssv:Units><ssc:Unit name='s'><ssc:BaseUnit "
                  "s='1'/></ssc:Unit></ssv:Units></ssv:ParameterSet></ParameterValues></ParameterBinding></"
                  "ParameterBindings>"),
              "ssp-units", 3, "'s'"},
        Fault{"Annotation",
              ssd("<Elements>" + kFmu + "</Elements>",
                  "<Annotations><ssc:Annotation type='org.accordo.experiment'>\nexperiment: {metod: "
                  "jacobi}\n</ssc:Annotation></Annotations>"),
              "unknown-key", 3, "did you mean 'method'"},
        Fault{"AnnotatedUnit",
              ssd("<Elements>" + kFmu + "</Elements>",
                  "<Annotations><ssc:Annotation type='org.accordo.experiment'>\nunits: {b: {substeps: "
                  "2}}\n</ssc:Annotation></Annotations>"),
              "unknown-unit", 3, "'b'"},
        Fault{"StopTime", ssd("<Elements>" + kFmu + "</Elements>", "<DefaultExperiment stopTime='soon'/>"),
              "ssp-bad-value", 2, "soon"}),
    [](const auto& fault) { return std::string(fault.param.name); });

TEST(AllFaults, AreSaidAtOnce) {
  const Reading result =
      read(ssd("<Elements><Component name='a' source='../a.fmu'/><Component name='b'/></Elements>"
               "<Connections><Connection startElement='c' startConnector='x' endElement='b' "
               "endConnector='y'/></Connections>"));
  EXPECT_GE(result.problems.list().size(), 3u) << result.said();
}

TEST(AllFaults, WhatIsNotKnownIsSaidAndIgnored) {
  const Reading result =
      read(ssd("<Elements><Component name='a' source='a.fmu' colour='red'><Wheel/></Component></Elements>"
               "<x:Foreign xmlns:x='urn:x'/><ElementGeometry x1='0'/>"));
  EXPECT_TRUE(result.problems.empty()) << result.said();
  EXPECT_TRUE(result.warns("ssp-unknown-attribute"));
  EXPECT_TRUE(result.warns("ssp-unknown-element"));
  const std::string said = result.said();
  EXPECT_NE(said.find("'colour'"), std::string::npos) << said;
  EXPECT_NE(said.find("'Wheel'"), std::string::npos) << said;
  EXPECT_NE(said.find("'x:Foreign'"), std::string::npos) << said;
  EXPECT_EQ(said.find("Geometry"), std::string::npos) << said;
}

TEST(AllFaults, UnitsThatAreNotDefinedAreSaid) {
  const Reading result =
      read(ssd("<Elements><Component name='a' source='a.fmu'><Connectors><Connector name='z' kind='output'>"
               "<ssc:Real unit='furlong'/></Connector></Connectors></Component><Component name='b' "
               "source='b.fmu'/></Elements>"
               "<Connections><Connection startElement='a' startConnector='z' endElement='b' "
               "endConnector='u'/></Connections>"));
  EXPECT_TRUE(result.warns("ssp-unknown-unit")) << result.said();
  EXPECT_EQ(result.connections(), "a.z->b.u");
}

TEST(AllFaults, DescriptionsThatMultiplyAreBounded) {
  std::map<std::string, std::string> files;
  constexpr int levels = 40;
  for (int i = 0; i < levels; ++i) {
    const std::string next = "<Component name='NAME' type='application/x-ssp-definition' source='" +
                             std::to_string(i + 1) + ".ssd'/>";
    std::string two = next + next;
    two.replace(two.find("NAME"), 4, "l");
    two.replace(two.find("NAME"), 4, "r");
    files[i == 0 ? "SystemStructure.ssd" : std::to_string(i) + ".ssd"] =
        ssd("<Elements>" + two + "</Elements>");
  }
  files[std::to_string(levels) + ".ssd"] = ssd("<Elements>" + kFmu + "</Elements>");
  const Reading result = read(files);  // 2^40 components, were it not for the bound
  EXPECT_NE(result.said().find("ssp-too-large"), std::string::npos) << result.said();
}

TEST(AllFaults, DeepNestingIsBounded) {
  std::string open, close;
  for (int i = 0; i < 5000; ++i) {
    open += "<System name='s'><Elements>";
    close += "</Elements></System>";
  }
  const Reading result = read(ssd("<Elements>" + open + close + "</Elements>"));
  EXPECT_NE(result.said().find("ssp-too-large"), std::string::npos);
}

}  // namespace
}  // namespace accordo::ssp
