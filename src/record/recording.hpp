// Turns communication points into rows of chosen signals.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/recorder.hpp"
#include "model/record_plan.hpp"
#include "record/point_course.hpp"
#include "record/row_sink.hpp"

namespace accordo {

/// The value of each column in a frame; NaN where the frame does not have it.
void gather_values(std::span<const RecordColumn> columns, const Frame& frame, std::span<double> values);
/// The slope in time of each column, likewise; NaN for discrete ones.
void gather_slopes(std::span<const RecordColumn> columns, const Frame& frame, std::span<double> slopes);

/// One row per communication point; two at an event where a recorded value jumps. With an interval: one row
/// per multiple of it counted from the start; with given points, one for each. Between communication points
/// what units show; where they do not, what the points tell. Discrete values stay.
class Recording final : public Recorder {
 public:
  /// `interval` 0 and no `points`: every communication point. Points increase.
  Recording(std::vector<RecordColumn> columns, RowSink& sink, double interval = 0,
            std::vector<double> points = {});

  bool wants_states() const override { return wants_states_; }
  bool wants_slopes() const override { return chooses(); }
  bool wants_course() const override { return chooses(); }
  bool wants_discrete() const override { return wants_discrete_; }
  void point(const Frame& frame) override;
  bool needs_slopes_before(double t) const override { return next_row() < t - rounding(t); }
  void slopes(const Frame& frame) override {
    gather_slopes(columns_, frame, now_.slope);
    course_.set_slopes(now_.slope);
  }
  void finish() override { sink_.finish(); }
  /// How far rows between communication points may be off that no unit has shown, relative to half of the
  /// range of their column, and which column that is; 0: there are none.
  double row_error() const { return course_.error(); }
  std::size_t worst_column() const { return course_.worst(); }
  /// The next point is one of this time, which may be earlier than the latest.
  void go_to(double t);

 private:
  void gather(const Frame& frame, Knot& knot) const;
  /// Whether rows are at chosen instants, not at all communication points.
  bool chooses() const { return interval_ > 0 || !points_.empty(); }
  double next_row() const {
    if (points_.empty()) return start_ + static_cast<double>(next_) * interval_;
    const auto n = static_cast<std::size_t>(next_);
    return n < points_.size() ? points_[n] : std::numeric_limits<double>::infinity();
  }
  double rounding(double t) const;
  void every_point(const Frame& frame);
  void chosen(const Frame& frame);
  void emit_between(double t, StepCourse* course);

  std::vector<RecordColumn> columns_;
  RowSink& sink_;
  double interval_;
  std::vector<double> points_;
  bool wants_states_ = false, wants_discrete_ = false;
  bool started_ = false;
  bool on_grid_ = false;  ///< the latest communication point has a row
  double start_ = 0;
  double at_ = 0;       ///< the time of that row
  long long next_ = 0;  ///< multiple of the interval, or point, to come
  Knot before_, now_;
  std::vector<double> row_;
  PointCourse course_;
};

}  // namespace accordo
