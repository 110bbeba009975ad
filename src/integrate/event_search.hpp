// Integration from event to event: events are looked for, located and handled on the way.
#pragma once

#include <vector>

#include "integrate/integrator.hpp"

namespace accordo {

/// What interrupts an integration.
class EventSource {
 public:
  virtual ~EventSource() = default;
  /// The next instant known in advance; infinite when there is none.
  virtual double next_event() const = 0;
  /// Whether crossed() can ever be true.
  virtual bool has_switches() const = 0;
  /// Whether something has left its side of zero at this point.
  virtual bool crossed(double t, const double* x) = 0;
  /// An internal step ends here; whether that is an event.
  virtual bool completed(double t, const double* x) = 0;
  /// Handles the event at this point; x may change.
  virtual void handle(double t, double* x) = 0;
};

/// Whether an event is due by t.
inline bool event_reached(double t, double event) {
  return event <= t + one_sided_offset(t);
}

/// Events in time are hit exactly. A switch is looked for at a few instants of every internal step of the
/// integrator and located by bisection.
class EventSearch {
 public:
  explicit EventSearch(int states);

  /// x from the start of the step to its end. Returns whether the integrator may go on where it stopped:
  /// false after an event at the very end. Throws UnitFailure when events follow each other without end, and
  /// what the integrator throws.
  /// What is due at the very end of a step that ends before an event is left there.
  bool advance(OdeSystem& system, Integrator& integrator, EventSource& events, const Step& step,
               bool continuous, double* x);
  /// The same as if there were no events. Returns when the first one was due; infinite where none was.
  double watch(OdeSystem& system, Integrator& integrator, EventSource& events, const Step& step,
               bool continuous, double* x);
  /// The same up to the first event, which is left to the caller. Returns how far it came.
  double advance_to_event(OdeSystem& system, Integrator& integrator, EventSource& events, const Step& step,
                          bool continuous, double* x);

 private:
  struct Piece;
  bool integrate_piece(Piece& piece, const Step& step, bool continuous);
  bool next_event_piece(Piece& piece, const Step& step, bool continuous);
  bool find_switch(Piece& piece);
  double first_crossing(Piece& piece);
  void locate(Piece& piece);

  std::vector<double> x_left_, x_right_, f_left_, f_right_;
};

}  // namespace accordo
