#include "report/payload.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/base64.hpp"
#include "report/json_text.hpp"
#include "report/result_testing.hpp"

namespace accordo {
namespace {

using testing_support::Folder;

std::string id_of(const ReportSpec& spec) {
  try {
    report_payload(spec);
  } catch (const Error& error) {
    return error.problems().front().id;
  }
  return "";
}

bool warns(const Payload& payload, const std::string& part) {
  for (const Problem& p : payload.warnings.list()) {
    if (p.what.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST(Payload, NumbersAreBytesInBase64) {
  EXPECT_EQ(base64({}), "");
  const double one[] = {1.0};
  EXPECT_EQ(base64(one), "AAAAAAAA8D8=");  // 00 00 00 00 00 00 f0 3f
  const double three[] = {0.0, -0.0, 1.0};
  EXPECT_EQ(base64(three), "AAAAAAAAAAAAAAAAAAAAgAAAAAAAAPA/");
}

TEST(Payload, IsJsonWithTheSidecarInside) {
  const Folder folder;
  const auto csv = folder.write("run.csv", "time,a.x\n0,1\n1,2\n");
  folder.write("run.json", "{\n \"accordo\": 1,\n \"method\": \"jacobi\"\n}\n");
  const Payload payload = report_payload({.results = {csv}});
  Problems problems;
  const auto json = check_json(payload.json, "payload", problems);
  ASSERT_TRUE(json) << (problems.empty() ? "" : problems.list()[0].what);
  EXPECT_EQ(json->keys, (std::vector<std::string>{"kind", "runs"}));
  EXPECT_NE(json->text.find("\"sidecar\":{\"accordo\":1,\"method\":\"jacobi\"}"), std::string::npos);
  EXPECT_NE(json->text.find(fmt::format("\"values\":\"{}\"", base64(std::vector<double>{1, 2}))),
            std::string::npos);
  EXPECT_TRUE(payload.warnings.empty());
}

TEST(Payload, WithoutASidecarOrWithAForeignOneThereAreSignalsAndARemark) {
  const Folder folder;
  const auto csv = folder.write("run.csv", "time,a.x\n0,1\n");
  EXPECT_TRUE(warns(report_payload({.results = {csv}}), "there is no run.json"));
  folder.write("run.json", "{\"other\": true}");
  const Payload foreign = report_payload({.results = {csv}});
  EXPECT_TRUE(warns(foreign, "was not written by accordo run"));
  EXPECT_NE(foreign.json.find("\"sidecar\": null"), std::string::npos);
  folder.write("run.json", "{\"accordo\": ");
  EXPECT_EQ(id_of({.results = {csv}}), "bad-sidecar");
}

TEST(Payload, DifferencesAreThoseOfAllRows) {
  const Folder folder;
  std::string coarse = "time,a.x,a.y\n", fine = "time,b.z,a.x\n";
  for (int i = 0; i <= 10; ++i) coarse += fmt::format("{},{},1\n", i, i == 7 ? 0.5 : 3.0);
  for (int i = 0; i <= 20; ++i) fine += fmt::format("{},9,2\n", 0.5 * i);
  const auto a = folder.write("coarse.csv", coarse), b = folder.write("fine.csv", fine);
  const Payload payload = report_payload({.results = {a}, .reference = b});
  EXPECT_EQ(payload.runs, 2u);
  // Ten times 1 and once -1.5, against eleven times 2.
  EXPECT_NE(payload.json.find("\"largest_difference\": 1.5,"), std::string::npos);
  EXPECT_NE(payload.json.find(fmt::format("\"difference_percent\": {}", 100 * std::sqrt(12.25 / 44))),
            std::string::npos);
  EXPECT_TRUE(warns(payload, "1 of its signals are not in the reference"));
}

TEST(Payload, VeryManySignalsAreLimitedUntilSomeAreChosen) {
  const Folder folder;
  std::string header = "time", row = "0";
  for (int i = 0; i < 500; ++i) {
    header += fmt::format(",u{}.x", i);
    row += ",1";
  }
  const auto csv = folder.write("run.csv", header + "\n" + row + "\n");
  const Payload limited = report_payload({.results = {csv}});
  EXPECT_EQ(limited.signals, 200u);
  EXPECT_TRUE(warns(limited, "the first 200 of 500 signals"));
  EXPECT_EQ(report_payload({.results = {csv}, .signals = {"u49*.x"}}).signals, 11u);
  EXPECT_EQ(id_of({.results = {csv}, .signals = {"u77.y"}}), "unknown-signal");
}

/// Whether the payload has these members one after the other, all of them text, and then `end`.
bool has(const Payload& payload, const std::vector<std::pair<std::string, std::string>>& members,
         const std::string& end) {
  Problems problems;
  const auto json = check_json(payload.json, "payload", problems);
  std::string wanted;
  for (const auto& [name, text] : members) wanted += fmt::format(R"("{}":"{}",)", name, text);
  wanted.pop_back();
  return json && json->text.find(wanted + end) != std::string::npos;
}

TEST(Payload, ErrorsBelongToTheirSignals) {
  const Folder folder;
  // In any order; the last one is of no signal here, and so one of its own.
  const auto csv = folder.write("run.csv",
                                "time,error(a.y),a.x,a.y,error(a.x),a.z,error(b.x)\n"
                                "0,1,2,3,4,5,6\n1,7,8,9,10,11,12\n");
  const auto bytes = [](double a, double b) { return base64(std::vector<double>{a, b}); };
  const Payload payload = report_payload({.results = {csv}});
  EXPECT_EQ(payload.signals, 4u);
  EXPECT_TRUE(has(payload, {{"name", "a.x"}, {"values", bytes(2, 8)}, {"error", bytes(4, 10)}}, "}"));
  EXPECT_TRUE(has(payload, {{"name", "a.y"}, {"values", bytes(3, 9)}, {"error", bytes(1, 7)}}, "}"));
  EXPECT_TRUE(has(payload, {{"name", "a.z"}, {"values", bytes(5, 11)}}, "}"));
  EXPECT_TRUE(has(payload, {{"name", "error(b.x)"}, {"values", bytes(6, 12)}}, "}"));
  const Payload one = report_payload({.results = {csv}, .signals = {"a.y"}});
  EXPECT_EQ(one.signals, 1u);
  EXPECT_TRUE(has(one, {{"name", "a.y"}, {"values", bytes(3, 9)}, {"error", bytes(1, 7)}}, "}"))
      << "chosen with its signal";
  EXPECT_EQ(id_of({.results = {csv}, .signals = {"error(a.y)"}}), "unknown-signal");
}

TEST(Payload, DifferencesStandBesideErrors) {
  const Folder folder;
  const auto run = folder.write("run.csv", "time,a.w,a.x,error(a.x)\n0,0,3,5\n1,0,3,5\n");
  const auto reference = folder.write("fine.csv", "time,a.x,error(a.x)\n0,1,7\n1,1,7\n");
  const Payload payload = report_payload({.results = {run}, .reference = reference});
  const auto bytes = [](double a) { return base64(std::vector<double>{a, a}); };
  EXPECT_TRUE(
      has(payload, {{"values", bytes(3)}, {"error", bytes(5)}, {"difference", bytes(2)}}, ",\"largest"));
  EXPECT_TRUE(warns(payload, "1 of its signals are not in the reference"));
}

TEST(Payload, ErrorsDoNotCountAsSignals) {
  const Folder folder;
  std::string header = "time", row = "0", errors;
  for (int i = 0; i < 150; ++i) {
    header += fmt::format(",u{}.x", i);
    errors += fmt::format(",error(u{}.x)", i);
    row += ",1,0";
  }
  const auto csv = folder.write("run.csv", header + errors + "\n" + row + "\n");
  const Payload payload = report_payload({.results = {csv}});
  EXPECT_EQ(payload.signals, 150u);
  EXPECT_FALSE(warns(payload, "the first"));
}

}  // namespace
}  // namespace accordo
