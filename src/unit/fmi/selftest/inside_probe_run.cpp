// The part of the probe run that finds out what runs inside: parameters that are kept, clocks, feed-through,
// the number of integrations per step, and what a whole run makes of saved and restored states.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.hpp"
#include "unit/fmi/selftest/probe_run.hpp"

namespace accordo::fmi::probe {
namespace {

/// The scalars of a variable as numbers; empty for texts.
std::vector<double> values_of(Instance& instance, const StartValue& like) {
  const std::size_t count = std::visit(
      [](const auto& list) -> std::size_t {
        if constexpr (requires { list.size(); }) return list.size();
        return 0;
      },
      like.values);
  std::vector<double> numbers(count);
  if (count == 0 || like.type == Type::string || like.type == Type::binary) return {};
  const References references{{like.reference}, count};
  if (like.type == Type::float64) {
    instance.get(references, numbers.data());
    return numbers;
  }
  std::vector<Token> tokens(count);
  instance.get_batch({like.type, references, 0}, tokens.data());
  for (std::size_t i = 0; i < count; ++i) numbers[i] = number_of(tokens[i]);
  return numbers;
}

}  // namespace

double moved_in(int k) {
  constexpr double turn = 0.9;
  return std::sin(turn * (k + 1));
}

void parameters(const Subject& subject, Notebook& notes) {
  ProbeRun r(subject);
  const auto read = [&] {
    for (const StartValue& value : r.plan().start) notes.add(values_of(r.instance(), value));
  };
  read();
  r.set_inputs(0);
  r.leave_initialization();
  read();
  r.abandon();
}

void whole_run(const Subject& subject, const WholeRun& whole_run, Notebook& notes) {
  ProbeRun r = running(subject);
  std::vector<double> along, by_inputs;
  for (int k = 0; k < whole_run.steps; ++k) {
    if (whole_run.derivatives) r.directional(along, by_inputs);
    if (whole_run.back) {
      r.save();
      if (whole_run.restores_first) r.restore();
      r.step(whole_run.h, moved_in(k));
      r.restore();
    }
    for (int i = 0; i < whole_run.parts; ++i) r.step(whole_run.h / whole_run.parts, moved_in(k));
    notes.add(look(r, whole_run.states));
  }
  r.abandon();
}

void three_neighbors(const Subject& subject, bool states, Notebook& notes) {
  ProbeRun r = running(subject);
  constexpr double little = 1e-3;
  r.step(subject.h, 0);
  r.save();
  for (int k = 0; k < 3; ++k) {
    r.restore();
    r.step(subject.h, 1 + k * little);
    notes.add(look(r, states));
  }
  r.abandon();
}

void ticks(const Subject& subject, double h, int steps, Notebook& notes) {
  ProbeRun r = running(subject);
  constexpr double far = 10;  // a tenth of the inputs' size
  notes.add(r.outputs());
  for (int k = 0; k < steps; ++k) {
    r.step(h, far * moved_in(k));
    notes.add(r.outputs());
  }
  r.abandon();
}

namespace {

/// Makes steps to given times, inputs moving, and sees whether outputs change in them.
class Watch {
 public:
  explicit Watch(const Subject& subject) : r_(running(subject)), start_(r_.time()), y_(r_.outputs()) {}

  bool changes_until(double t) {
    constexpr double far = 10;
    if (start_ + t <= r_.time()) return false;
    r_.step(start_ + t - r_.time(), far * moved_in(steps_++));
    const std::vector<double> y = r_.outputs();
    const bool changed = y != y_;
    y_ = y;
    return changed;
  }
  void abandon() { r_.abandon(); }

 private:
  ProbeRun r_;
  double start_;
  std::vector<double> y_;
  int steps_ = 0;
};

/// When ticks were seen, and what follows from that for their distance. They may all be early or late by the
/// same: FMUs allow for rounding.
class TickTimes {
 public:
  explicit TickTimes(const Bounds& about) : low_(about.low), high_(about.high) {}

  double low() const { return low_; }
  double high() const { return high_; }
  /// The next one lies between these times.
  std::pair<double, double> next() const {
    double from = 0, to = list_.empty() ? high_ : std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < list_.size(); ++j) {
      const auto apart = static_cast<double>(list_.size() - j);
      from = std::max(from, list_[j].first + apart * low_),
      to = std::min(to, list_[j].second + apart * high_);
    }
    return {from, to};
  }
  void add(double from, double to) {
    for (std::size_t j = 0; j < list_.size(); ++j) {
      const auto apart = static_cast<double>(list_.size() - j);
      low_ = std::max(low_, (from - list_[j].second) / apart);
      high_ = std::min(high_, (to - list_[j].first) / apart);
    }
    list_.emplace_back(from, to);
  }

 private:
  double low_, high_;
  std::vector<std::pair<double, double>> list_;
};

}  // namespace

/// Between the times where the next tick must be, steps go near their middle until one has seen it. Not to
/// the middle itself: where steps end on a tick, rounding decides.
void clock_length(const Subject& subject, const Bounds& about, Notebook& notes) {
  constexpr int most_ticks = 60, halvings = 4;
  constexpr double fine = 1e-6, rounding = 1e-9, part = 0.4837;
  Watch watch(subject);
  TickTimes ticks(about);
  const double span = subject.spec.stop - subject.spec.start, margin = rounding * about.low;
  for (int k = 0; k < most_ticks && ticks.high() - ticks.low() > fine * ticks.low(); ++k) {
    auto [from, to] = ticks.next();
    if (to + margin >= span) break;
    if (watch.changes_until(from - margin)) return;
    bool seen = false;
    for (int i = 0; i < halvings && !seen; ++i) {
      const double t = from + part * (to - from);
      seen = watch.changes_until(t);
      (seen ? to : from) = t;
    }
    if (!seen && !watch.changes_until(to + margin)) return;
    ticks.add(from - margin, to + margin);
  }
  const std::array<double, 2> bounds{ticks.low(), ticks.high()};
  notes.add(bounds.data(), bounds.size());
  watch.abandon();
}

void response(const Subject& subject, double last, std::size_t j, double q, Notebook& notes) {
  ProbeRun r = running(subject);
  constexpr int before = 3;
  for (int i = 0; i < before; ++i) r.step(subject.h, 0);
  r.step_with_one(last, j, q);
  notes.add(r.outputs());
  notes.add(r.moves());
  r.abandon();
}

void first_outputs(const Subject& subject, std::size_t j, double q, Notebook& notes) {
  ProbeRun r(subject);
  r.set_one_input(j, q);
  r.leave_initialization();
  notes.add(r.outputs());
  notes.add(r.moves());
  r.abandon();
}

void first_steps(const Subject& subject, double first, double h, Notebook& notes) {
  ProbeRun r = running(subject);
  notes.add(r.outputs());
  for (const double length : {first, h, h}) {
    r.step(length, 0);
    notes.add(r.outputs());
  }
  r.abandon();
}

/// Points lie beside the ticks: on them rounding decides which step a tick belongs to.
void tick_response(const Subject& subject, const Ticking& clock, std::size_t j, double q, Notebook& notes) {
  ProbeRun r = running(subject);
  constexpr int before = 3, after = 4;
  constexpr double beside = 1e-6;
  double h = clock.tick * (clock.leads ? 1 - beside : 1 + beside);
  for (int i = 0; i < before; ++i, h = clock.tick) r.step(h, 0);
  notes.add(r.outputs());
  for (int i = 0; i < after; ++i) {
    r.step_with_one(h, j, q);
    notes.add(r.outputs());
  }
  notes.add(r.moves());
  r.abandon();
}

void in_parts(const Subject& subject, double h, int parts, bool states, Notebook& notes) {
  ProbeRun r = running(subject);
  r.step(h, 1);  // the first step of a solver that adapts itself is no example
  for (int i = 0; i < parts; ++i) r.step(h / parts, 1);
  notes.add(look(r, states));
  r.abandon();
}

}  // namespace accordo::fmi::probe
