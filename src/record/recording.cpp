#include "record/recording.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "signal/signal.hpp"

namespace accordo {
namespace {

/// A column's element of the vector it belongs to.
double pick(const RecordColumn& c, const double* u, const double* y, const double* x,
            const double* observed = nullptr) {
  const double* from = c.kind == RecordColumn::Kind::output  ? y
                       : c.kind == RecordColumn::Kind::input ? u
                       : c.kind == RecordColumn::Kind::state ? x
                                                             : observed;
  return from == nullptr ? std::numeric_limits<double>::quiet_NaN() : from[c.index];
}

}  // namespace

void gather_values(std::span<const RecordColumn> columns, const Frame& frame, std::span<double> values) {
  const auto discrete = [&](const RecordColumn& c) {
    const bool output = c.kind == RecordColumn::Kind::discrete_output;
    return number_of((output ? frame.discrete_outputs : frame.discrete_inputs)[c.index]);
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const RecordColumn& c = columns[i];
    values[i] = c.error        ? pick(c, frame.error_u, frame.error_y, frame.error_x)
                : c.discrete() ? discrete(c)
                               : pick(c, frame.u, frame.y, frame.x, frame.observed);
  }
}

void gather_slopes(std::span<const RecordColumn> columns, const Frame& frame, std::span<double> slopes) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const RecordColumn& c = columns[i];
    slopes[i] = c.discrete() || c.error ? std::numeric_limits<double>::quiet_NaN()
                                        : pick(c, frame.du, frame.dy, frame.dx);
  }
}

Recording::Recording(std::vector<RecordColumn> columns, RowSink& sink, double interval,
                     std::vector<double> points)
    : columns_(std::move(columns)),
      sink_(sink),
      interval_(interval),
      points_(std::move(points)),
      row_(columns_.size()),
      course_(chooses() ? columns_.size() : 0) {
  std::vector<std::string> names;
  for (const RecordColumn& column : columns_) {
    names.push_back(column.name);
    wants_states_ = wants_states_ || column.kind == RecordColumn::Kind::state;
    wants_discrete_ = wants_discrete_ || column.discrete();
  }
  for (Knot* knot : {&before_, &now_}) {
    knot->value.resize(columns_.size());
    if (chooses()) knot->slope.resize(columns_.size());
  }
  sink_.header(names);
}

void Recording::gather(const Frame& frame, Knot& knot) const {
  knot.t = frame.t;
  gather_values(columns_, frame, knot.value);
  if (chooses()) gather_slopes(columns_, frame, knot.slope);
}

void Recording::point(const Frame& frame) {
  if (chooses()) {
    chosen(frame);
  } else {
    every_point(frame);
  }
  started_ = true;
}

void Recording::go_to(double t) {
  if (!started_) return;
  if (!points_.empty()) {
    next_ = std::upper_bound(points_.begin(), points_.end(), t + rounding(t)) - points_.begin();
  } else if (interval_ > 0) {
    next_ = std::llround(std::floor((t - start_ + rounding(t)) / interval_)) + 1;
  }
}

void Recording::every_point(const Frame& frame) {
  if (frame.after_event) std::swap(before_, now_);
  gather(frame, now_);
  if (frame.after_event && now_.value == before_.value) return;
  sink_.row(now_.t, now_.value);
}

void Recording::chosen(const Frame& frame) {
  if (!started_) start_ = frame.t;
  std::swap(before_, now_);
  gather(frame, now_);
  if (frame.after_event) {
    course_.restart(now_);
    // The left limit was written if the event stands on the grid; the right one follows where something
    // jumped.
    if (on_grid_ && now_.value != before_.value) sink_.row(at_, now_.value);
    return;
  }
  if (started_) {
    course_.add(now_);
  } else {
    course_.restart(now_);
  }
  for (; needs_slopes_before(frame.t); ++next_) emit_between(next_row(), frame.course);
  on_grid_ = false;
  for (; next_row() <= frame.t + rounding(frame.t); ++next_) {
    on_grid_ = true;
    at_ = points_.empty() ? frame.t : next_row();  // what was asked for, to the bit
    sink_.row(at_, now_.value);
  }
}

/// An instant within this of a communication point is the communication point.
double Recording::rounding(double t) const {
  return 8 * std::numeric_limits<double>::epsilon() * std::max({std::abs(t), std::abs(start_), interval_});
}

void Recording::emit_between(double t, StepCourse* course) {
  const Frame shown = course != nullptr ? course->at(t) : Frame{};
  const double s = (t - before_.t) / (now_.t - before_.t);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    const RecordColumn& column = columns_[i];
    if (column.stays()) {
      row_[i] = before_.value[i];
    } else if (column.error) {  // small, and nobody asks how wrong it is
      row_[i] = before_.value[i] + s * (now_.value[i] - before_.value[i]);
    } else {
      const double known = pick(column, shown.u, shown.y, shown.x, shown.observed);
      row_[i] = std::isfinite(known) ? known : course_.at(i, t);
    }
  }
  sink_.row(t, row_);
}

}  // namespace accordo
