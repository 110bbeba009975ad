// One row per attempted macro-step: how long it was, what it took, how it ended.
#pragma once

#include "core/driver.hpp"
#include "record/output_file.hpp"

namespace accordo {

/// Columns: time, h, iterations, evaluations, residual, contraction, rejected, solver.
class TraceFile final : public StepObserver {
 public:
  explicit TraceFile(const std::filesystem::path& file);
  void attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) override;
  void finish() { file_.finish(); }

 private:
  OutputFile file_;
};

}  // namespace accordo
