// Model descriptions of FMUs: any text is read, or refused with problems.
#include "base/error.hpp"
#include "fuzz/fuzz.hpp"
#include "unit/fmi/description/array_elements.hpp"
#include "unit/fmi/description/description_reader.hpp"

using namespace accordo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const fmi::ModelDescription d = fmi::read_model_description(fuzz::text_of(data, size), "fuzz.xml");
    const std::size_t n = d.variables.size();
    const auto check = [&](const std::vector<fmi::Unknown>& unknowns) {
      for (const fmi::Unknown& unknown : unknowns) {
        fuzz::require(unknown.variable < n, "unknowns are variables");
        if (!unknown.dependencies) continue;
        for (const fmi::Dependency& known : *unknown.dependencies)
          fuzz::require(known.variable < n, "dependencies are variables");
      }
    };
    check(d.structure.outputs);
    check(d.structure.derivatives);
    check(d.structure.initial_unknowns);
    fuzz::require(d.structure.states.size() == d.structure.derivatives.size(),
                  "each derivative has its state");
    constexpr std::uint64_t most = 10'000;
    for (std::size_t i = 0; i < n; ++i) {
      if (fmi::element_count(d.variables[i]) <= most) fmi::elements(d, i);
    }
  } catch (const Error& error) {
    fuzz::require(!error.problems().empty(), "an error has problems");
  }
  return 0;
}
