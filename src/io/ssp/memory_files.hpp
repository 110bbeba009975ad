// For tests and fuzzing: the files of an SSP in memory.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "io/ssp/files.hpp"
#include "unit/fmi/description/description_reader.hpp"

namespace accordo::ssp {

/// An FMU with an input u (m), an output y (m), one in degC, parameters of all types, and an output and an
/// input of each discrete one.
constexpr const char* kPlainFmu = R"(<fmiModelDescription fmiVersion="2.0" modelName="m" guid="g">
<CoSimulation modelIdentifier="m"/>
<UnitDefinitions>
<Unit name="m"><BaseUnit m="1"/></Unit>
<Unit name="K"><BaseUnit K="1"/></Unit>
<Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>
</UnitDefinitions>
<TypeDefinitions><SimpleType name="Mode"><Enumeration><Item name="off" value="1"/><Item name="full speed" value="5"/>
</Enumeration></SimpleType></TypeDefinitions>
<ModelVariables>
<ScalarVariable name="u" valueReference="1" causality="input"><Real start="0" unit="m"/></ScalarVariable>
<ScalarVariable name="w" valueReference="2" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="3" causality="output"><Real unit="m"/></ScalarVariable>
<ScalarVariable name="z" valueReference="4" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="T" valueReference="5" causality="output"><Real unit="degC"/></ScalarVariable>
<ScalarVariable name="T_in" valueReference="6" causality="input"><Real start="0" unit="K"/></ScalarVariable>
<ScalarVariable name="k" valueReference="7" causality="parameter" variability="fixed"><Real start="1" unit="m"/></ScalarVariable>
<ScalarVariable name="q" valueReference="8" causality="parameter" variability="fixed"><Real start="1"/></ScalarVariable>
<ScalarVariable name="n" valueReference="9" causality="parameter" variability="fixed"><Integer start="1"/></ScalarVariable>
<ScalarVariable name="on" valueReference="10" causality="parameter" variability="fixed"><Boolean start="true"/></ScalarVariable>
<ScalarVariable name="text" valueReference="11" causality="parameter" variability="fixed"><String start=""/></ScalarVariable>
<ScalarVariable name="mode" valueReference="12" causality="parameter" variability="fixed"><Enumeration declaredType="Mode" start="1"/></ScalarVariable>
<ScalarVariable name="count" valueReference="13" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="alarm" valueReference="14" causality="output" variability="discrete"><Boolean/></ScalarVariable>
<ScalarVariable name="speed" valueReference="15" causality="output" variability="discrete"><Enumeration declaredType="Mode"/></ScalarVariable>
<ScalarVariable name="count_in" valueReference="16" causality="input" variability="discrete"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="alarm_in" valueReference="17" causality="input" variability="discrete"><Boolean start="false"/></ScalarVariable>
<ScalarVariable name="speed_in" valueReference="18" causality="input" variability="discrete"><Enumeration declaredType="Mode" start="1"/></ScalarVariable>
</ModelVariables>
<ModelStructure><Outputs><Unknown index="3"/><Unknown index="4"/><Unknown index="5"/><Unknown index="13"/><Unknown index="14"/>
<Unknown index="15"/></Outputs>
</ModelStructure></fmiModelDescription>)";

/// Every .fmu is there, `kPlainFmu` unless it is given another description.
class MemoryFiles : public Files {
 public:
  explicit MemoryFiles(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  bool exists(const std::filesystem::path& file) override {
    return texts_.count(file.string()) > 0 || file.extension() == ".fmu";
  }
  std::string text(const std::filesystem::path& file) override {
    const auto found = texts_.find(file.string());
    if (found == texts_.end()) throw Error(Exit::usage, "ssp-unreadable", "there is no such file");
    return found->second;
  }
  std::filesystem::path open_package(const std::filesystem::path&) override {
    throw Error(Exit::usage, "ssp-not-zip", "this is not a zip archive");
  }
  std::shared_ptr<const Variables> variables(const std::filesystem::path& fmu) override {
    const auto found = texts_.find(fmu.string());
    if (found == texts_.end()) {
      static const auto plain = read(kPlainFmu);
      return plain;
    }
    return read(found->second);
  }
  std::string shown(const std::filesystem::path& file) override { return file.string(); }

 private:
  static std::shared_ptr<const Variables> read(std::string_view text) {
    return std::make_shared<const Variables>(fmi::read_model_description(text, "modelDescription.xml"));
  }

  std::map<std::string, std::string> texts_;
};

}  // namespace accordo::ssp
