#include "coupling/implicit_state.hpp"

#include <algorithm>
#include <cmath>

#include "solve/criterion.hpp"

namespace accordo {
namespace {

// Of what agreed values differ from foreseen ones: they are much better than those, but where linear models
// are poor this keeps steps in check.
constexpr double kMissed = 0.2;

/// Whether the linear prediction is to be used, and can be.
bool foresees(const Ensemble& e, const ImplicitKnobs& knobs) {
  return knobs.shape == Shape::hermite && knobs.guess == ImplicitKnobs::Guess::estimators &&
         e.estimators().units().size() == e.units().size();
}

bool finite(const double* z, std::size_t size) {
  return std::all_of(z, z + size, [](double v) { return std::isfinite(v); });
}

}  // namespace

ImplicitState::ImplicitState(Ensemble& ensemble, const ImplicitKnobs& knobs)
    : e(ensemble),
      interface(e, knobs.shape, knobs.difference_slopes),
      notes(e, interface),
      error(interface),
      solver(knobs.solver->make(static_cast<int>(interface.size()), knobs.solver_knobs)),
      inputs(e.u().size()),
      z(interface.size()),
      psi(z.size()),
      amplitude(z.size()),
      latest(z.size()),
      answer(z.size()),
      sequence_(knobs.sequence),
      estimated_(knobs.estimated) {
  for (const int k : e.all()) (is_predicted(k) ? predicted_ : tried_units_).push_back(k);
  if (foresees(e, knobs)) prediction.emplace(e, interface, notes, knobs.linear_solver);
}

void ImplicitState::open(const Step& next, const Proposal& proposal) {
  step = next;
  trouble.reset();
  tried_ = false;
  solver->save();
  interface.open(e.u(), step.h);
  error.open(step, proposal);
  error.sizes(amplitude);
}

void ImplicitState::propose_as_is(Proposal& proposal) {
  interface.signal(z.data(), inputs);
  proposal.inputs = inputs;
  solution = {.end = Solution::End::converged};
  proposal.converged = true;
  proposal.iterations = proposal.evaluations = 0;
  proposal.residual = proposal.contraction = proposal.embedded = 0;
  proposal.solver = {};
  proposal.sample = false;
  proposal.error = 0;
}

bool ImplicitState::apply_inverse(double* r) {
  if (!foreseen) return false;
  try {
    prediction->apply_inverse(r);
  } catch (const Error& singular) {  // found out only where factors take over from iterations
    if (singular.code() != Exit::no_agreement) throw;
    return false;
  }
  return true;
}

bool ImplicitState::note() {
  try {
    notes.note(step.t);
  } catch (const Error& no_number) {
    if (no_number.code() != Exit::no_agreement || predicts()) throw;
    notes.restart();
    return false;
  }
  return true;
}

bool ImplicitState::foresee() {
  foreseen = false;
  if (!prediction || !note()) return false;
  try {
    prediction->predict(step, z.data());
  } catch (const Error& singular) {
    if (singular.code() != Exit::no_agreement) throw;
    return false;
  }
  foreseen = finite(z.data(), z.size());
  guess = z;
  return foreseen;
}

/// Whether the trials went well and left finite numbers; what a unit had to say is kept.
template <class Trials>
bool ImplicitState::attempt(const double* out, Trials trials) {
  try {
    trials();
  } catch (const Error& failure) {
    if (failure.code() != Exit::unit_failed && failure.code() != Exit::no_agreement) throw;
    // The first failure of a unit is the cause; what follows may be that it cannot be called any more.
    if (!trouble || trouble->code() != Exit::unit_failed) trouble = failure;
    return false;
  }
  return finite(out, z.size());
}

bool ImplicitState::evaluate(const double* at, double* out) {
  if (tried_ && std::equal(latest.begin(), latest.end(), at)) {  // the units stand there already
    tried_ = false;
    std::copy(answer.begin(), answer.end(), out);
    return true;
  }
  tried_ = false;
  std::copy(at, at + z.size(), latest.begin());
  const bool done = attempt(out, [&] {
    if (!sequence_.empty()) return sweep(at, out);
    interface.signal(at, inputs);
    interface.dispatch(answers(), e.y(), -1, out);
  });
  if (done) std::copy(out, out + z.size(), answer.begin());
  return done;
}

bool ImplicitState::ask_for_guess() {
  return attempt(z.data(), [&] {
    interface.first_iterate(inputs);
    interface.dispatch(answers(), e.y(), -1, z.data());
  });
}

/// One Gauss-Seidel sweep: each unit sees what those before it have just reached.
void ImplicitState::sweep(const double* at, double* out) {
  std::copy(at, at + z.size(), out);
  interface.signal(out, inputs);
  for (const int& unit : sequence_) {
    interface.signal(out, unit, inputs);
    const Group alone{&unit, 1};
    const Sample& sample = is_predicted(unit) ? e.predict(step, inputs, alone)
                                              : e.trial(step, inputs, alone, interface.smooth());
    interface.dispatch(sample, e.y(), unit, out);
  }
}

/// What all units answer to the inputs: those that can go back are tried, the others predicted.
const Sample& ImplicitState::answers() {
  if (predicted_.empty()) return e.trial(step, inputs, e.all(), interface.smooth());
  const Sample& sample = e.predict(step, inputs, predicted_);
  return tried_units_.empty() ? sample : e.trial(step, inputs, tried_units_, interface.smooth());
}

bool ImplicitState::hopeless(Proposal& proposal) {
  // Very short steps are made whatever their error: there is a jump.
  if (!foreseen || proposal.tolerance <= 0 || step.h <= proposal.horizon) return false;
  const double most = 2 * proposal.tolerance;
  proposal.error = error.interpolation(z.data(), step.h, e.amplitude());
  proposal.embedded = 0;
  proposal.evaluations = 0;
  if (proposal.error.value_or(0) < most) {
    if (predicts() || !evaluate(z.data(), psi.data())) return false;
    tried_ = true;
    ++proposal.evaluations;
    // Newton's first correction is nearly all of the way from the prediction to what will be agreed on.
    for (std::size_t i = 0; i < z.size(); ++i) psi[i] -= z[i];
    prediction->apply_inverse(psi.data());
    proposal.embedded = kMissed * error.norm(psi.data(), z.data(), e.amplitude());
    if (proposal.embedded < most) return false;
  }
  proposal.converged = true;
  proposal.iterations = 0;
  proposal.residual = proposal.contraction = 0;
  return true;
}

double ImplicitState::embedded() {
  if (!predicts()) {
    for (std::size_t i = 0; i < z.size(); ++i) psi[i] = z[i] - guess[i];
    return kMissed * error.norm(psi.data(), z.data(), e.amplitude());
  }
  return notes.count() > 1 ? error.norm(prediction->change_low().data(), z.data(), e.amplitude()) : 0;
}

double ImplicitState::surprise(double left) {
  if (!interface.extrapolate(psi.data())) return 0;
  // Over equal steps this is 64 times the interpolation error of a smooth input, and of the same order. A
  // tenth keeps relaxation oscillations at a few times their tolerance.
  constexpr double share = 0.1;
  const Criterion criterion{.tolerance = left, .amplitude = amplitude};
  const double amplified = std::pow(1 + interface.growth(), 3);  // residuals by a cubic that goes on
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double noise = amplified * left * size_of_unknown(criterion, z, static_cast<int>(i));
    psi[i] = std::max(0.0, std::abs(psi[i] - z[i]) - noise);
  }
  return share * error.norm(psi.data(), z.data(), e.amplitude());
}

}  // namespace accordo
