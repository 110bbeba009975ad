#include "integrate/event_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "signal/signal.hpp"

namespace accordo {
namespace {

constexpr int kMostEvents = 100'000;    // in one macro-step
constexpr int kMostEventsAtOnce = 100;  // without progress in time

/// The integrator's own step where switches are looked for, without leaving a sliver; events in time are not
/// crossed.
double end_of_piece(const OdeSystem& system, const Integrator& integrator, const EventSource& events,
                    const Step& step, double t) {
  const double next = events.next_event();
  const double target = event_reached(step.end, next) ? std::min(step.end, next) : step.end;
  if (!events.has_switches()) return target;
  // Without states all follows from inputs, which bend twice in a macro-step at most.
  const double guess = system.size() == 0 ? step.h / 2 : step.h / 20;
  // Where time has no finer steps, pieces cannot, either.
  const double wanted = std::max(integrator.next_step_size() > 0 ? integrator.next_step_size() : guess,
                                 2 * one_sided_offset(t));
  const double left = target - t;
  if (left <= 1.01 * wanted) return target;
  return left < 2 * wanted ? t + left / 2 : t + wanted;
}

}  // namespace

/// A part of the macro-step, integrated from x_left_ at t to x at `end`.
struct EventSearch::Piece {
  OdeSystem& system;
  Integrator& integrator;
  EventSource& events;
  double t = 0, end = 0;
  double* x = nullptr;
  bool switched = false;  ///< it ends after a switch

  void integrate(double from, double to, bool continuous) const {
    if (system.size() > 0) integrator.advance(system, {.t = from, .h = to - from, .end = to}, continuous, x);
  }
};

EventSearch::EventSearch(int states)
    : x_left_(static_cast<std::size_t>(states)),
      x_right_(x_left_.size()),
      f_left_(x_left_.size()),
      f_right_(x_left_.size()) {}

bool EventSearch::advance(OdeSystem& system, Integrator& integrator, EventSource& events, const Step& step,
                          bool continuous, double* x) {
  Piece piece{system, integrator, events, step.t, step.t, x};
  int count = 0, here = 0;
  while (piece.t < step.end) {
    const bool event = integrate_piece(piece, step, continuous);
    continuous = !event;
    if (event && step.before_event && piece.end >= step.end) return false;
    if (event) {
      if (piece.switched) here = piece.end - piece.t <= 4 * one_sided_offset(piece.t) ? here + 1 : 0;
      events.handle(piece.end, x);
      integrator.forget();
    }
    if (event && (++count > kMostEvents || here > kMostEventsAtOnce)) {
      throw UnitFailure(fmt::format("its events follow each other without end at t = {}", piece.end));
    }
    piece.t = piece.end;
  }
  return continuous;
}

double EventSearch::watch(OdeSystem& system, Integrator& integrator, EventSource& events, const Step& step,
                          bool continuous, double* x) {
  Piece piece{system, integrator, events, step.t, step.t, x};
  if (!next_event_piece(piece, step, continuous)) return std::numeric_limits<double>::infinity();
  integrator.forget();
  const double first = piece.t;
  try {
    if (first < step.end) piece.integrate(first, step.end, false);
  } catch (const std::runtime_error&) {
    // Beyond the event the equations need not hold: x stays. The step will be repeated up to the event.
    integrator.forget();
  }
  return first;
}

double EventSearch::advance_to_event(OdeSystem& system, Integrator& integrator, EventSource& events,
                                     const Step& step, bool continuous, double* x) {
  Piece piece{system, integrator, events, step.t, step.t, x};
  if (next_event_piece(piece, step, continuous)) integrator.forget();
  return piece.t;
}

/// From piece to piece, up to the first event or to the end of the step; whether there is an event.
bool EventSearch::next_event_piece(Piece& piece, const Step& step, bool continuous) {
  bool event = false;
  while (piece.t < step.end && !event) {
    event = integrate_piece(piece, step, continuous);
    continuous = true;
    piece.t = piece.end;
  }
  return event;
}

/// Integrates the next piece; whether it ends at an event.
bool EventSearch::integrate_piece(Piece& piece, const Step& step, bool continuous) {
  piece.end = end_of_piece(piece.system, piece.integrator, piece.events, step, piece.t);
  std::copy_n(piece.x, x_left_.size(), x_left_.begin());
  piece.integrate(piece.t, piece.end, continuous);
  piece.switched = piece.events.has_switches() && find_switch(piece);
  return piece.switched || event_reached(piece.end, piece.events.next_event()) ||
         piece.events.completed(piece.end, piece.x);
}

/// Looks for a switch in a piece. If there is one, the piece then ends right after it.
bool EventSearch::find_switch(Piece& piece) {
  const double seen = first_crossing(piece);
  if (seen > piece.end) return false;
  if (seen < piece.end) {  // on the interpolated solution: is it on the integrated one?
    piece.end = seen;
    std::copy(x_left_.begin(), x_left_.end(), piece.x);
    piece.integrator.forget();
    piece.integrate(piece.t, piece.end, false);
    if (!piece.events.crossed(piece.end, piece.x)) return false;
  }
  locate(piece);
  return true;
}

/// The first of a few instants in a piece at which something is found on its other side; infinite if there is
/// none. The end alone would not do: an indicator that is left and reached again in between, such as the
/// height of a ball that starts on the ground, looks the same there.
double EventSearch::first_crossing(Piece& piece) {
  constexpr int parts = 4;
  const double h = piece.end - piece.t;
  if (!x_left_.empty()) {
    piece.system.rhs(piece.t, x_left_.data(), f_left_.data());
    piece.system.rhs(piece.end, piece.x, f_right_.data());
  }
  for (int k = 1; k < parts; ++k) {
    const double s = double(k) / parts;
    for (std::size_t i = 0; i < x_right_.size(); ++i) {
      const auto a = hermite(x_left_[i], h * f_left_[i], piece.x[i], h * f_right_[i]);
      x_right_[i] = a[0] + s * (a[1] + s * (a[2] + s * a[3]));
    }
    if (piece.events.crossed(piece.t + s * h, x_right_.data())) return piece.t + s * h;
  }
  return piece.events.crossed(piece.end, piece.x) ? piece.end : std::numeric_limits<double>::infinity();
}

/// Between the start of the piece and its end something leaves its side. Makes the piece end at the first
/// instant known to lie after the crossing.
void EventSearch::locate(Piece& piece) {
  double from = piece.t, to = piece.end;
  const double resolution = std::max(one_sided_offset(to), 1e-13 * (to - from));
  std::copy_n(piece.x, x_right_.size(), x_right_.begin());
  while (to - from > resolution) {
    const double middle = from + (to - from) / 2;
    std::copy(x_left_.begin(), x_left_.end(), piece.x);
    piece.integrator.forget();
    piece.integrate(from, middle, false);
    if (piece.events.crossed(middle, piece.x)) {
      to = middle;
      std::copy_n(piece.x, x_right_.size(), x_right_.begin());
    } else {
      from = middle;
      std::copy_n(piece.x, x_left_.size(), x_left_.begin());
    }
  }
  std::copy(x_right_.begin(), x_right_.end(), piece.x);
  piece.end = to;
}

}  // namespace accordo
