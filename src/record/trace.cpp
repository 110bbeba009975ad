#include "record/trace.hpp"

#include <fmt/format.h>

#include <iterator>

namespace accordo {

TraceFile::TraceFile(const std::filesystem::path& file) : file_(file) {
  file_.write("time,h,iterations,evaluations,residual,contraction,rejected,solver\n");
}

void TraceFile::attempted(const StepQuestion& question, const Proposal& p, bool accepted) {
  constexpr std::size_t longest = 300;
  char* at = file_.room(longest);
  const auto end =
      fmt::format_to_n(at, longest, "{},{},{},{},{},{},{},{}\n", question.step.t, question.step.h,
                       p.iterations, p.evaluations, p.residual, p.contraction, accepted ? 0 : 1, p.solver);
  file_.written(end.out);
}

}  // namespace accordo
