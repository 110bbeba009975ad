// A run repeated with other steps, to see how far it can be trusted.
#pragma once

#include <atomic>
#include <memory>

#include "compare/isolated_run.hpp"
#include "session/verification.hpp"

namespace accordo {

/// Made before the run itself: its process waits from then on, free of what units leave behind.
class VerificationRun {
 public:
  /// `interrupt` ends the verification run cleanly.
  VerificationRun(const Opener& open, const Settings& settings, const std::atomic<bool>& interrupt);
  ~VerificationRun();
  VerificationRun(const VerificationRun&) = delete;
  VerificationRun& operator=(const VerificationRun&) = delete;

  /// Repeats the session's run at half its step or a tenth of its tolerance, with macro-steps that end
  /// elsewhere, and compares at the rows of the result. Where units take no half of the step, or go on as
  /// before with it, at twice the step.
  Verification verify(const Session& session, const Result& result);

 private:
  const std::atomic<bool>& interrupt_;
  int go_ = -1;  ///< the end of a pipe that starts it
  std::unique_ptr<Child> child_;
};

}  // namespace accordo
