// Expressions: what parses prints and parses to the same again, can be differentiated, compiled, evaluated
// and written as C.
#include <array>

#include "expr/derive.hpp"
#include "expr/emit_c.hpp"
#include "expr/parse.hpp"
#include "expr/print.hpp"
#include "expr/program.hpp"
#include "fuzz/fuzz.hpp"

using namespace accordo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 4096;
  if (size > longest) return 0;
  const expr::SymbolTable symbols{"p", "x", "v", "u"};
  const std::array<double, 4> values{0.5, -2, 1e3, 0};
  const std::array<int, 4> all{0, 1, 2, 3};
  expr::Graph graph;
  const std::string text = fuzz::text_of(data, size);
  const expr::Parsed parsed = expr::parse(graph, text, symbols);
  if (!parsed) {
    expr::line_column(text, parsed.problem().offset);
    fuzz::require(!parsed.problem().id.empty(), "every problem has an id");
    return 0;
  }
  const std::string printed = expr::print(graph, *parsed, symbols.names());
  const expr::Parsed again = expr::parse(graph, printed, symbols);
  fuzz::require(bool(again) && *again == *parsed, "what is printed parses to the same node", printed);

  std::vector<expr::Node> roots{*parsed, expr::derive_time(graph, *parsed)};
  const std::array<expr::Node, 1> root{*parsed};
  for (const expr::Partial& partial : expr::jacobian(graph, root, all)) roots.push_back(partial.value);
  const expr::Program program(graph, roots, 1);
  std::vector<double> work = program.make_work(), results(roots.size());
  for (const double t : {0.0, 1.5, -1e300})
    program.evaluate(t, t, values.data(), work.data(), results.data());
  return 0;
}
