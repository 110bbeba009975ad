// System structures: the input holds an SSD, then, after lines of four dashes, a parameter set, a mapping
// and another SSD, to which the first may refer as p.ssv, m.ssm and s.ssd. What is read without a problem can
// be written and read again.
#include "fuzz/fuzz.hpp"
#include "io/ssp/memory_files.hpp"
#include "io/ssp/ssd_writer.hpp"
#include "io/ssp/ssp_reader.hpp"

using namespace accordo;

namespace {

/// The parts of the input by the names that stand for them.
std::map<std::string, std::string> split(const std::string& all) {
  std::map<std::string, std::string> texts;
  std::size_t from = 0;
  for (const char* name : {"SystemStructure.ssd", "p.ssv", "m.ssm", "s.ssd"}) {
    constexpr std::string_view line = "\n----\n";
    const std::size_t end = all.find(line, from);
    texts[name] = all.substr(from, end - from);
    if (end == std::string::npos) break;
    from = end + line.size();
  }
  return texts;
}

std::optional<Scenario> read(const std::string& text, Problems& problems) {
  std::optional<LoadedScenario> loaded =
      ssp::read_ssp("SystemStructure.ssd", "SystemStructure.ssd",
                    std::make_shared<ssp::MemoryFiles>(split(text)), problems);
  return loaded ? std::optional(std::move(loaded->scenario)) : std::nullopt;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 32'768;
  if (size > longest) return 0;
  Problems problems;
  const std::optional<Scenario> scenario = read(fuzz::text_of(data, size), problems);
  for (const Problem& p : problems.list())
    fuzz::require(!p.id.empty() && !p.what.empty(), "problems have ids");
  if (!scenario || !problems.empty()) {
    fuzz::require(!problems.empty(), "no scenario without a problem");
    return 0;
  }
  std::vector<ssp::UnitSource> sources;
  for (const UnitSpec& unit : scenario->units) sources.push_back({unit.body->file.string(), nullptr});
  const std::string written = ssp::write_ssd(*scenario, sources).front().text;
  Problems second;
  const std::optional<Scenario> again = read(written, second);
  // Parameter files are not at hand here.
  for (const Problem& p : second.list())
    fuzz::require(p.id == "ssp-missing-file", "what was written can be read", describe(p) + "\n" + written);
  fuzz::require(again && again->units.size() == scenario->units.size() &&
                    again->connections.size() == scenario->connections.size(),
                "writing keeps units and connections", written);
  return 0;
}
