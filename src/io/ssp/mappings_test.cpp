// Connections that map booleans, integers and items of enumerations.
#include "io/ssp/ssp_testing.hpp"

namespace accordo::ssp {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

std::string mapping(const std::string& kind, const Entries& entries) {
  std::string text;
  for (const auto& [source, target] : entries)
    text += "<ssc:MapEntry source='" + source + "' target='" + target + "'/>";
  return "<ssc:" + kind + "MappingTransformation>" + text + "</ssc:" + kind + "MappingTransformation>";
}

std::string connection(const std::string& start, const std::string& end, const std::string& inside) {
  const auto attributes = [](const std::string& which, const std::string& name) {
    const std::size_t dot = name.find('.');
    const std::string element = name.substr(0, dot);
    return (element.empty() ? "" : " " + which + "Element='" + element + "'") + " " + which + "Connector='" +
           name.substr(dot + 1) + "'";
  };
  return "<Connection" + attributes("start", start) + attributes("end", end) + ">" + inside + "</Connection>";
}

std::string connections(const std::string& contents, const std::string& rest = "") {
  const Reading result = read(ssd(contents, rest));
  EXPECT_TRUE(result.problems.empty()) << result.said();
  return result.problems.empty() ? result.connections() : "";
}

TEST(Mappings, BecomeTablesOfWholeNumbers) {
  EXPECT_EQ(connections(
                pair(connection("a.count", "b.count_in", mapping("Integer", {{"1", "10"}, {"-2", "+20"}})))),
            "a.count{1:10,-2:20}->b.count_in");
  EXPECT_EQ(connections(pair(
                connection("a.alarm", "b.alarm_in", mapping("Boolean", {{"true", "0"}, {"0", "true"}})))),
            "a.alarm{1:0,0:1}->b.alarm_in");
}

TEST(Mappings, FollowTheDataWhicheverEndIsWrittenFirst) {
  EXPECT_EQ(connections(pair(connection("b.count_in", "a.count", mapping("Integer", {{"1", "10"}})))),
            "a.count{1:10}->b.count_in");
}

TEST(Mappings, ItemsAreThoseOfTheFmus) {
  EXPECT_EQ(connections(pair(connection("a.speed", "b.speed_in",
                                        mapping("Enumeration", {{"off", "full speed"}, {"5", "1"}})))),
            "a.speed{1:5,5:1}->b.speed_in");
}

/// b.count_in is an integer of the FMU, which the description calls an enumeration.
std::string declared(const std::string& enumeration) {
  return "<Elements><Component name='a' source='a.fmu'/><Component name='b' source='b.fmu'><Connectors>"
         "<Connector name='count_in' kind='input'><ssc:Enumeration name='" +
         enumeration + "'/></Connector></Connectors></Component></Elements><Connections>" +
         connection("a.speed", "b.count_in",
                    mapping("Enumeration", {{"off", "park"}, {"full speed", "drive"}})) +
         "</Connections>";
}
const std::string kGears =
    "<Enumerations><ssc:Enumeration name='Gear'><ssc:Item name='park' value='-1'/><ssc:Item name='drive' "
    "value='4'/></ssc:Enumeration></Enumerations>";

TEST(Mappings, ItemsMayBeThoseOfTheDescription) {
  EXPECT_EQ(connections(declared("Gear"), kGears), "a.speed{1:-1,5:4}->b.count_in");
  const Reading unknown = read(ssd(declared("Gears"), kGears));
  ASSERT_EQ(unknown.problems.list().size(), 1u) << unknown.said();
  EXPECT_NE(unknown.said().find("'park' is not a known item of 'count_in'"), std::string::npos)
      << unknown.said();
}

/// From a through the connector `in` of a system to c inside.
std::string nested(const std::string& outside, const std::string& inside) {
  return "<Elements><Component name='a' source='a.fmu'/><System name='s'><Connectors><Connector name='in' "
         "kind='input'/></Connectors><Elements><Component name='c' source='c.fmu'/></Elements><Connections>" +
         connection(".in", "c.count_in", inside) + "</Connections></System></Elements><Connections>" +
         connection("a.count", "s.in", outside) + "</Connections>";
}

TEST(Mappings, AlongTheLevelsAreComposed) {
  const std::string first = mapping("Integer", {{"1", "10"}, {"2", "20"}, {"3", "10"}});
  EXPECT_EQ(connections(nested(first, mapping("Integer", {{"30", "7"}, {"10", "5"}}))),
            "a.count{1:5,3:5}->s/c.count_in");
  EXPECT_EQ(connections(nested(first, "")), "a.count{1:10,2:20,3:10}->s/c.count_in");
  EXPECT_EQ(connections(nested("", first)), "a.count{1:10,2:20,3:10}->s/c.count_in");
}

TEST(Mappings, ThatCannotBeComposedAreRefused) {
  const std::string map = mapping("Integer", {{"1", "10"}}), twice = "<ssc:LinearTransformation factor='2'/>";
  for (const std::string& contents : {nested(map, twice), nested(twice, map)}) {
    const Reading result = read(ssd(contents));
    ASSERT_EQ(result.problems.list().size(), 1u) << result.said();
    EXPECT_EQ(result.problems.list().front().id, "ssp-unsupported") << result.said();
  }
  const Reading apart = read(ssd(nested(map, map)));
  ASSERT_EQ(apart.problems.list().size(), 1u) << apart.said();
  EXPECT_NE(apart.said().find("none of these values"), std::string::npos) << apart.said();
}

TEST(Mappings, OfAValueFromABindingNeedNoNumbers) {
  const Reading result = read(ssd(
      "<Connectors><Connector name='P' kind='parameter'/></Connectors><ParameterBindings><ParameterBinding>"
      "<ParameterValues><ssv:ParameterSet version='1.0' name='p'><ssv:Parameters><ssv:Parameter name='P'>"
      "<ssv:Enumeration value='slow'/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet></ParameterValues>"
      "</ParameterBinding></ParameterBindings><Elements><Component name='a' source='a.fmu'/></Elements>"
      "<Connections>" +
      connection(".P", "a.mode", mapping("Enumeration", {{"slow", "off"}})) + "</Connections>"));
  EXPECT_TRUE(result.problems.empty()) << result.said();
  EXPECT_EQ(result.values("a"), "mode=1");
}

TEST(Mappings, ScalesThatCancelStillDoNotGoAroundAMapping) {
  const std::string half = "<ssc:LinearTransformation factor='0.5'/>",
                    twice = "<ssc:LinearTransformation factor='2'/>";
  EXPECT_EQ(connections(nested(twice, half)), "a.count->s/c.count_in");
  const std::string inner = nested(mapping("Integer", {{"1", "10"}}), half);
  EXPECT_FALSE(read(ssd(inner)).problems.empty());
}

}  // namespace
}  // namespace accordo::ssp
