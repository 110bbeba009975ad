#include "unit/fmi/binding/gather_facts.hpp"

#include "base/error.hpp"
#include "unit/fmi/binding/elf_symbols.hpp"

namespace accordo::fmi {
namespace {

void add_library(const LoadedFmu& fmu, Kind kind, FmuFacts& facts) {
  try {
    const ElfSymbols symbols(
        find_library(fmu.package(), fmu.description(), fmu.interface_of(kind)->model_identifier));
    facts.library = symbols.file().lexically_relative(fmu.package().folder()).string();
    facts.functions.assign(symbols.names().begin(), symbols.names().end());
    facts.needs = symbols.needed();
  } catch (const Error&) {  // whoever wants to use it is told why
    facts.library.clear();
  }
}

}  // namespace

FmuFacts gather_facts(const LoadedFmu& fmu, Kind kind) {
  const ModelDescription& d = fmu.description();
  FmuFacts facts{.file = fmu.package().source().string(),
                 .hash = fmu.package().content_hash(),
                 .fmi_version = d.fmi_version,
                 .tool = d.generation_tool};
  for (const Kind k : {Kind::model_exchange, Kind::co_simulation}) {
    if (fmu.interface_of(k) != nullptr) facts.kinds.emplace_back(name_of(k));
  }
  facts.platforms.assign(fmu.package().contents().platforms.begin(),
                         fmu.package().contents().platforms.end());
  facts.sources = fmu.package().contents().sources;
  add_library(fmu, kind, facts);
  return facts;
}

}  // namespace accordo::fmi
