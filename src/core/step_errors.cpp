#include "core/step_errors.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {

/// What units do within the step replaces what the method makes of how this step differs from the one
/// before: where nothing hides from a look, nothing need be guessed.
void StepErrors::look_inside(const Step& step, Proposal& proposal, bool repeatable) {
  const bool look = proposal.converged && proposal.inputs != nullptr && ensemble_.looks() &&
                    ensemble_.looks_first() && repeatable &&
                    (follows_error_ || proposal.agreed);  // else nobody would repeat the step
  if (look) inside_ = ensemble_.look_inside(step, *proposal.inputs, proposal.smooth);
  if (inside_ && inside_->all && proposal.smooth) {
    proposal.error = std::max(proposal.error.value_or(0), inside_->worst);
    if (proposal.agreed) proposal.embedded = 0;  // how well the solution was guessed is no error of it
  } else if (proposal.interpolation) {
    proposal.error = std::max(proposal.error.value_or(0), *proposal.interpolation);
  }
  if (inside_ && inside_->worst > proposal.error.value_or(0)) proposal.error = inside_->worst;
}

void StepErrors::look_late(const Step& step, const Proposal& proposal) {
  inside_ = ensemble_.look_back(step, *proposal.inputs, proposal.smooth);
  if (run_.observer != nullptr) run_.observer->looked_back(inside_->worst);
}

void StepErrors::assess(const Step& step, const Proposal& proposal, std::optional<double> post) {
  const double noise = ensemble_.noise_floor().reached(), held = ensemble_.held_error();
  if (inside_ && inside_->worst > 0) post = std::max(post.value_or(0), inside_->worst);
  const double worst = std::max({proposal.error.value_or(0), proposal.embedded, post.value_or(0),
                                 ensemble_.interpolation_error(), noise, held});
  if (noise > 0) note_floor(noise);
  // What was taken for a jump is not an error: everything starts again after it.
  if (proposal.error && !control_.jumped()) {
    estimated_ = true;
    other_error_ = std::max({other_error_, ensemble_.interpolation_error(), held});
    ensemble_.keep_errors(inside_ && inside_->all && proposal.smooth);
    outcome_.error_time += worst * step.h;
  }
  control_.on_accepted(step, proposal, steering(step, post, held, proposal.error_order));
}

/// What steers the next step: an error that shrinks with the square of the step counts as one of the
/// proposal's order, where it is above its share; one that does not shrink is none of the step's.
std::optional<double> StepErrors::steering(const Step& step, std::optional<double> post, double held,
                                           int order) {
  constexpr double share = 0.3;  // of the tolerance: errors of one sign add up
  const double limit = share * control_.tolerance();
  // Where answers scatter, so does what pieces are compared by: shorter steps would not help.
  if (ensemble_.noise_floor().largest() > 0) return post;
  if (held <= limit || limit == 0) {
    held_ = {};
    return held > 0 ? std::max(post.value_or(0), held) : post;
  }
  constexpr double shorter = 0.9;
  if (step.h < shorter * held_.h && held >= held_.error) return post;
  held_ = {step.h, held};
  return std::max(post.value_or(0), control_.tolerance() * std::pow(held / limit, order / 2.0));
}

void StepErrors::note_floor(double noise) {
  FloorUse& floor = outcome_.floor;
  ++floor.steps;
  if (noise <= floor.reached) return;
  floor.reached = noise;
  floor.input = ensemble_.noise_floor().input();
}

void StepErrors::note() {
  if (!estimated_) return;
  const double of_variation = ensemble_.error_of_variation();
  outcome_.error_estimate =
      std::max({of_variation, other_error_, outcome_.late.effect / (run_.stop - run_.start)});
  outcome_.floor.reached = std::min(outcome_.floor.reached, of_variation);
  if (of_variation == 0) outcome_.floor = {};  // nothing has moved
}

}  // namespace accordo
