// Components, systems and connections of a system structure.
#include "io/ssp/ssp_testing.hpp"
#include "kinds/fmu/fmu_body.hpp"

namespace accordo::ssp {
namespace {

constexpr const char* kForth =
    "<Connection startElement='a' startConnector='z' endElement='b' endConnector='w'/>";
constexpr const char* kBack =
    "<Connection startElement='b' startConnector='w' endElement='a' endConnector='z'/>";

TEST(Structure, DirectionFollowsFromKindsNotFromStartAndEnd) {
  const Reading forth = read(ssd(pair(kForth))), back = read(ssd(pair(kBack)));
  ASSERT_TRUE(forth.problems.empty()) << forth.said();
  ASSERT_TRUE(back.problems.empty()) << back.said();
  EXPECT_EQ(forth.units(), "a b");
  EXPECT_EQ(forth.connections(), "a.z->b.w");
  EXPECT_EQ(back.connections(), "a.z->b.w");
}

TEST(Structure, PrefixesOfNamespacesDoNotMatter) {
  const std::string ns = "http://ssp-standard.org/SSP1/SystemStructure";
  const Reading other =
      read("<x:SystemStructureDescription xmlns:x='" + ns + "Description' xmlns:q='" + ns +
           "Common' version='2.0' name='s'><x:System name='r'><x:Elements>"
           "<x:Component name='a' source='a.fmu'/><x:Component name='b' source='b.fmu'/></x:Elements>"
           "<x:Connections><x:Connection startElement='a' startConnector='z' endElement='b' "
           "endConnector='w'><q:LinearTransformation factor='3'/></x:Connection></x:Connections>"
           "</x:System></x:SystemStructureDescription>");
  ASSERT_TRUE(other.problems.empty()) << other.said();
  EXPECT_EQ(other.connections(), "a.z*3->b.w");
  EXPECT_FALSE(other.warns("ssp-unknown-element")) << other.said();
}

/// `in` and `out` of a system around an element, each with a transformation.
std::string around(const std::string& name, const std::string& element, const std::string& inner,
                   const std::string& in, const std::string& out) {
  return "<System name='" + name +
         "'><Connectors><Connector name='in' kind='input'/>"
         "<Connector name='out' kind='output'/></Connectors><Elements>" +
         inner +
         "</Elements><Connections>"
         "<Connection startConnector='in' endElement='" +
         element + "' endConnector='" + (element == "c" ? "w" : "in") + "'>" + in +
         "</Connection><Connection startConnector='out' endElement='" + element + "' endConnector='" +
         (element == "c" ? "z" : "out") + "'>" + out + "</Connection></Connections></System>";
}

std::string linear(const char* factor, const char* offset) {
  return std::string("<ssc:LinearTransformation factor='") + factor + "' offset='" + offset + "'/>";
}

TEST(Structure, TransformationsAlongTheLevelsAreComposed) {
  const std::string inner =
      around("inner", "c", "<Component name='c' source='c.fmu'/>", linear("2", "1"), linear("5", "0"));
  const std::string outer = around("outer", "inner", inner, linear("3", "10"), linear("1", "7"));
  const Reading result =
      read(ssd("<Elements><Component name='a' source='a.fmu'/>" + outer +
               "</Elements><Connections>"
               "<Connection startElement='a' startConnector='z' endElement='outer' endConnector='in'>" +
               linear("4", "100") +
               "</Connection>"
               "<Connection startElement='outer' startConnector='out' endElement='a' "
               "endConnector='w'/></Connections>"));
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.units(), "a outer/inner/c");
  // In: 2 (3 (4 z + 100) + 10) + 1. Out: 5 z + 7.
  EXPECT_EQ(result.connections(), "a.z*24+621->outer/inner/c.w; outer/inner/c.z*5+7->a.w");
}

TEST(Structure, OneSourceMayFeedManyAndInputsOfTheWholeSystemKeepTheirStart) {
  const Reading result =
      read(ssd("<Connectors><Connector name='free' kind='input'/></Connectors>" +
               pair("<Connection startElement='a' startConnector='z' endElement='b' endConnector='w'/>"
                    "<Connection startElement='a' startConnector='z' endElement='b' endConnector='T_in' "
                    "suppressUnitConversion='true'/>"
                    "<Connection startConnector='free' endElement='a' endConnector='w'/>")));
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.connections(), "a.z->b.w; a.z->b.T_in");
}

TEST(Structure, UnitsAreConvertedBeforeTheTransformation) {
  const std::string units =
      "<Units><ssc:Unit name='cm'><ssc:BaseUnit m='1' factor='0.01'/></ssc:Unit></Units>";
  const auto connect = [&](const std::string& attributes, const std::string& inside) {
    return read(
        ssd("<Elements><Component name='a' source='a.fmu'><Connectors><Connector name='z' kind='output'>"
            "<ssc:Real unit='cm'/></Connector></Connectors></Component><Component name='b' source='b.fmu'/>"
            "</Elements><Connections><Connection startElement='a' startConnector='z' endElement='b' "
            "endConnector='u' " +
                attributes + ">" + inside + "</Connection></Connections>",
            units));
  };
  EXPECT_EQ(connect("", "").connections(), "a.z*0.01->b.u") << "b.u is in m, as its FMU says";
  EXPECT_EQ(connect("", linear("3", "1")).connections(), "a.z*0.03+1->b.u");
  EXPECT_EQ(connect("suppressUnitConversion='true'", linear("3", "1")).connections(), "a.z*3+1->b.u");
}

TEST(Structure, ConnectionsHaveDealtWithUnits) {
  for (const char* attribute : {"", "suppressUnitConversion='true'"}) {
    const Reading result = read(ssd(pair(std::string("<Connection startElement='a' startConnector='y' "
                                                     "endElement='b' endConnector='u' ") +
                                         attribute + "/>")));
    ASSERT_TRUE(result.problems.empty()) << result.said();
    EXPECT_EQ(result.scenario->connections[0].scale, ScaleOrigin::settled) << "never converted again";
  }
}

TEST(Structure, UnitsCanBeIgnored) {
  const std::string text =
      ssd(pair("<Connection startElement='a' startConnector='T' endElement='b' endConnector='T_in'/>"
               "<Connection startElement='a' startConnector='y' endElement='b' endConnector='w'/>"));
  for (const UnitConversion conversion : {UnitConversion::standard, UnitConversion::none}) {
    Problems problems;
    const auto files =
        std::make_shared<MemoryFiles>(std::map<std::string, std::string>{{"SystemStructure.ssd", text}});
    const auto loaded = read_ssp("SystemStructure.ssd", "SystemStructure.ssd", files, problems, conversion);
    ASSERT_TRUE(loaded && problems.empty());
    EXPECT_EQ(loaded->scenario.connections[0].offset, conversion == UnitConversion::none ? 0 : 273.15);
  }
}

TEST(Structure, UnitsOfTheFmusAreConvertedWithTheirOffsets) {
  const Reading result =
      read(ssd(pair("<Connection startElement='a' startConnector='T' endElement='b' endConnector='T_in'/>")));
  EXPECT_EQ(result.connections(), "a.T+273.15->b.T_in");
}

TEST(Structure, ArraysAreConnectedElementByElement) {
  const std::string fmu =
      "<fmiModelDescription fmiVersion='3.0' modelName='m' instantiationToken='g'><CoSimulation "
      "modelIdentifier='m'/>"
      "<ModelVariables><Float64 name='time' valueReference='0' causality='independent'/>"
      "<Float64 name='v' valueReference='1' causality='input' start='0'><Dimension start='2'/></Float64>"
      "<Float64 name='o' valueReference='2' causality='output'><Dimension "
      "start='2'/></Float64></ModelVariables>"
      "<ModelStructure><Output valueReference='2'/></ModelStructure></fmiModelDescription>";
  const Reading result =
      read({{"SystemStructure.ssd",
             ssd("<Connectors><Connector name='x' kind='output'><ssc:Real/><Dimension size='2'/>"
                 "</Connector></Connectors>" +
                 pair("<Connection startElement='a' startConnector='o' endElement='b' endConnector='v'/>"
                      "<Connection startElement='b' startConnector='o' endConnector='x'/>"))},
            {"a.fmu", fmu},
            {"b.fmu", fmu}});
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.connections(), "a.o[1]->b.v[1]; a.o[2]->b.v[2]");
}

TEST(Structure, TypesAreLeftToTheWiring) {
  const Reading result = read(
      ssd(pair("<Connection startElement='a' startConnector='count' endElement='b' endConnector='w'/>")));
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.connections(), "a.count->b.w");
}

TEST(Structure, NamesThatUnitsCannotHaveAreReplacedAndSaid) {
  const Reading result =
      read(ssd("<Elements><Component name='my unit.1' source='a.fmu'/>"
               "<Component name='my_unit_1' source='a.fmu'/></Elements>"));
  EXPECT_EQ(result.units(), "my_unit_1 my_unit_1_2");
  EXPECT_TRUE(result.warns("ssp-renamed"));
}

TEST(Structure, SourcesArePercentDecoded) {
  const Reading result =
      read(ssd("<Elements><Component name='a' source='./resources/my%20unit.fmu'/></Elements>"));
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.scenario->units[0].body->file, "resources/my unit.fmu");
}

TEST(Structure, ImplementationIsTheKind) {
  const auto kind = [](const std::string& attribute) {
    return read(ssd("<Elements><Component name='a' source='a.fmu' " + attribute + "/></Elements>"))
        .scenario->units[0]
        .as<FmuBody>()
        ->kind;
  };
  EXPECT_EQ(kind(""), FmuBody::Kind::best);
  EXPECT_EQ(kind("implementation='any'"), FmuBody::Kind::best);
  EXPECT_EQ(kind("implementation='CoSimulation'"), FmuBody::Kind::co_simulation);
  EXPECT_EQ(kind("implementation='ModelExchange'"), FmuBody::Kind::model_exchange);
}

TEST(Structure, TimesAndOurAnnotationAreTheExperiment) {
  const std::string rest =
      "<DefaultExperiment startTime='1' stopTime='3'/><Annotations><ssc:Annotation "
      "type='com.other'><x/></ssc:Annotation>"
      "<ssc:Annotation type='org.accordo.experiment'>\nexperiment: {method: jacobi, step: 0.5, options: "
      "{order: 1}}\n"
      "events: [2]\nrecord: [a.y]\nunits:\n  a: {capabilities: {rollback: false}, substeps: 3, inputs: {u: "
      "{file: u.csv}}}\n"
      "</ssc:Annotation></Annotations>";
  const Reading result = read(ssd("<Elements><Component name='a' source='a.fmu'/></Elements>", rest));
  ASSERT_TRUE(result.problems.empty()) << result.said();
  const Scenario& s = *result.scenario;
  EXPECT_EQ(s.experiment.start, 1);
  EXPECT_EQ(s.experiment.stop, 3);
  EXPECT_EQ(s.experiment.method->text, "jacobi");
  EXPECT_EQ(s.experiment.step, 0.5);
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_EQ(s.record.at(0).text, "a.y");
  EXPECT_EQ(s.units[0].as<FmuBody>()->substeps, 3);
  EXPECT_EQ(s.units[0].series.at(0).column.text, "u");
  EXPECT_FALSE(s.units[0].capabilities.at(0).second);
  EXPECT_FALSE(result.warns("ssp-defaults"));
  EXPECT_TRUE(read(ssd("<Elements><Component name='a' source='a.fmu'/></Elements>")).warns("ssp-defaults"));
}

TEST(Structure, StepsOfOtherToolsAreMentioned) {
  const Reading result = read(
      ssd("<Elements><Component name='a' source='a.fmu'/></Elements><Annotations><ssc:Annotation "
          "type='com.other'>"
          "<o:Master xmlns:o='http://other'><o:FixedStepMaster stepSize='0.002'/></o:Master></ssc:Annotation>"
          "</Annotations>"));
  EXPECT_TRUE(result.problems.empty()) << result.said();
  EXPECT_NE(result.said().find("steps of 0.002, which are --step 0.002"), std::string::npos) << result.said();
}

TEST(Structure, AnotherDescriptionStandsForAComponent) {
  const std::string inner =
      ssd("<Connectors><Connector name='in' kind='input'/></Connectors><Elements>"
          "<Component name='c' source='c.fmu'/></Elements><Connections>"
          "<Connection startConnector='in' endElement='c' endConnector='w'/></Connections>");
  const Reading result =
      read({{"SystemStructure.ssd",
             ssd("<Elements><Component name='a' source='a.fmu'/>"
                 "<Component name='s' type='application/x-ssp-definition' source='sub/s.ssd'/></Elements>"
                 "<Connections><Connection startElement='a' startConnector='z' endElement='s' "
                 "endConnector='in'/></Connections>")},
            {"sub/s.ssd", inner}});
  ASSERT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.connections(), "a.z->s/c.w");
  EXPECT_EQ(result.scenario->units[1].body->file, "sub/c.fmu") << "relative to its own description";
}

}  // namespace
}  // namespace accordo::ssp
