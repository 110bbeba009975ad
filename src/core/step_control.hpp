// Decides how long macro-steps are and which are accepted.
#pragma once

#include "base/time.hpp"
#include "core/coupling.hpp"

namespace accordo {

class StepControl {
 public:
  virtual ~StepControl() = default;
  /// Length wished for the next step; the clock shortens it at events and at the end.
  virtual double wish() const = 0;
  /// Whether to commit this proposal. Called before anything irreversible happens.
  virtual bool accept(const Step& step, const Proposal& proposal) = 0;
  /// A shorter wish after a rejection; false when there is none.
  virtual bool shorten(const Step& step) = 0;
};

}  // namespace accordo
