// Signals over time, as one run or a file gives them, to compare others with.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/recorder.hpp"
#include "model/record_plan.hpp"
#include "record/row_sink.hpp"

namespace accordo {

/// Rows over times that do not decrease; two rows of one time are the limits at a jump.
struct Trajectory {
  std::vector<std::string> names;
  std::vector<unsigned char> held;  ///< per name: discrete, keeps its value until the next row
  std::vector<double> times;
  std::vector<double> values;  ///< row by row
  std::vector<double> slopes;  ///< likewise, NaN where not known; or empty

  std::size_t rows() const { return times.size(); }
  double at(std::size_t row, std::size_t column) const { return values[row * names.size() + column]; }
};

/// Whether a column tells by how much a signal beside it is off.
bool is_error(const std::string& name, std::span<const std::string> names);

/// Which signals a run records.
Trajectory empty_trajectory(std::span<const RecordColumn> columns);

/// Fills a trajectory with every row that a CSV file would have; `also` sees them first. Names of columns are
/// those of the trajectory, where it has some.
class TrajectorySink final : public RowSink {
 public:
  explicit TrajectorySink(Trajectory& to, RowSink* also = nullptr) : to_(to), also_(also) {}
  void header(std::span<const std::string> columns) override;
  void row(double t, std::span<const double> values) override;
  void finish() override;

 private:
  Trajectory& to_;
  RowSink* also_;
};

/// Fills a trajectory with values and slopes at every communication point.
class SlopesRecorder final : public Recorder {
 public:
  SlopesRecorder(std::vector<RecordColumn> columns, Trajectory& to);
  bool wants_states() const override { return wants_states_; }
  bool wants_slopes() const override { return true; }
  bool wants_discrete() const override { return wants_discrete_; }
  void point(const Frame& frame) override;
  void slopes(const Frame& frame) override;

 private:
  std::vector<RecordColumn> columns_;
  Trajectory& to_;
  bool wants_states_ = false, wants_discrete_ = false;
};

/// An instant among the rows of a trajectory.
struct Spot {
  enum class Kind { on_row, between, outside };
  Kind kind = Kind::outside;
  std::size_t row = 0;  ///< the row, or the one before the instant
  double t = 0;
};

/// `limit`: 0 for the first row of this time, 1 for the one after a jump, where there is one. Times that
/// differ by rounding errors only are the same.
Spot locate(const Trajectory& trajectory, double t, std::size_t limit);

/// The value on a row; between rows on a cubic: through values and slopes where they are known, else through
/// the four nearest rows, all on one side of jumps. Held signals keep their value. Not for spots outside.
double value_at(const Trajectory& trajectory, const Spot& spot, std::size_t column);

}  // namespace accordo
