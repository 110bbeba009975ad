#include "coupling/interface_map.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace accordo {

InterfaceMap::InterfaceMap(Ensemble& e, StepInterface& interface, InterfaceMapKnobs knobs)
    : e_(e),
      interface_(interface),
      unknowns_(interface.unknowns()),
      knobs_(std::move(knobs)),
      inputs_(e.u().size()),
      latest_(interface.size()),
      answer_(interface.size()) {
  for (const int k : e.all()) (is_predicted(k) ? predicted_ : tried_).push_back(k);
}

void InterfaceMap::open(const Step& step) {
  step_ = step;
  known_ = false;
  unit_error_.reset();
}

bool InterfaceMap::evaluate(const double* z, double* psi) {
  if (std::exchange(known_, false) && std::equal(latest_.begin(), latest_.end(), z)) {
    std::copy(answer_.begin(), answer_.end(), psi);
    return true;
  }
  std::copy(z, z + latest_.size(), latest_.begin());
  const bool done = attempt(psi, [&] {
    if (!knobs_.sequence.empty()) return sweep(z, psi);
    unknowns_.signal(z, inputs_);
    unknowns_.dispatch(answers(), e_.y(), -1, psi);
  });
  if (done) std::copy(psi, psi + answer_.size(), answer_.begin());
  return done;
}

bool InterfaceMap::apply_inverse(double* r) {
  // Found to be singular only where factors take over from iterations.
  return interface_.predicted() && determined([&] { interface_.apply_inverse(r); });
}

bool InterfaceMap::answer_first_iterate(double* z) {
  return attempt(z, [&] {
    unknowns_.first_iterate(inputs_);
    unknowns_.dispatch(answers(), e_.y(), -1, z);
  });
}

bool InterfaceMap::stands_at(std::span<const double> z) const {
  return std::memcmp(latest_.data(), z.data(), z.size() * sizeof(double)) == 0;
}

/// What all units answer to the inputs: those that can go back are tried, the others predicted.
const Sample& InterfaceMap::answers() {
  if (predicted_.empty()) return e_.trial(step_, inputs_, e_.all(), unknowns_.smooth());
  const Sample& sample = e_.predict(step_, inputs_, predicted_);
  return tried_.empty() ? sample : e_.trial(step_, inputs_, tried_, unknowns_.smooth());
}

/// One Gauss-Seidel sweep: each unit sees what those before it have just reached.
void InterfaceMap::sweep(const double* z, double* psi) {
  std::copy(z, z + latest_.size(), psi);
  unknowns_.signal(psi, inputs_);
  for (const int& unit : knobs_.sequence) {
    const Group alone{&unit, 1};
    unknowns_.signal(psi, unit, inputs_);
    const Sample& answer = is_predicted(unit) ? e_.predict(step_, inputs_, alone)
                                              : e_.trial(step_, inputs_, alone, unknowns_.smooth());
    unknowns_.dispatch(answer, e_.y(), unit, psi);
  }
}

/// Whether the trials went well and left finite numbers; what a unit had to say is kept.
template <class Trials>
bool InterfaceMap::attempt(const double* out, Trials trials) {
  try {
    trials();
  } catch (const Error& failure) {
    if (failure.code() != Exit::unit_failed && failure.code() != Exit::no_agreement) throw;
    // The first failure of a unit is the cause; what follows may be that it cannot be called any more.
    if (!unit_error_ || unit_error_->code() != Exit::unit_failed) unit_error_ = failure;
    return false;
  }
  return finite({out, answer_.size()});
}

}  // namespace accordo
