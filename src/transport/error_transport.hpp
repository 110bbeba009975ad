// The error of a run, carried along with it: every unit carries that of its states, and what their inputs are
// off by follows from one linear solve per step, as in MISSILES.
#pragma once

#include <vector>

#include "core/ensemble.hpp"
#include "core/error_bars.hpp"
#include "transport/defects.hpp"

namespace accordo {

/// The computed states obey x' = f(x, ū − d) with inputs ū that agree along them and the defect d (see
/// Defects). So to first order their errors obey
///
///   e' = A e + B (w − d),  w = Φᵀ(C e + D w),
///
/// the linearized coupled system once more, driven by the defect; w, by how much ū is off, is a cubic in
/// every step.
class ErrorTransport final : public ErrorBars {
 public:
  /// Empty where the units can carry errors, else why not.
  static std::string hindrance(std::span<const UnitInfo> units);

  /// It must outlive this.
  explicit ErrorTransport(Ensemble& ensemble);

  void start(const Instant& at, std::span<const double> u) override;
  void restart(const Instant& at, std::span<const double> u) override;
  void accepted(const Step& step, const SignalView& used, std::span<const double> u,
                std::span<const OutputShape> shapes) override;

  std::span<const double> inputs() const override { return known(w_); }
  std::span<const double> outputs() const override { return known(dy_); }
  std::span<const double> states() const override { return known(dx_); }
  std::span<const double> input_rounding() const override { return input_rounding_; }
  std::span<const double> output_rounding() const override { return rounding_; }
  const std::string& lost() const override { return lost_; }
  bool started() const override { return started_; }
  double growth() const override { return lost_.empty() ? growth_ : 0; }

 private:
  std::span<const double> known(const std::vector<double>& errors) const {
    return lost_.empty() ? std::span<const double>(errors) : std::span<const double>();
  }
  template <class Work>
  void attempt(double t, Work work);
  void run(const Request& request);
  void begin(const Instant& at, Request& request);
  double shift_of_event(const Instant& at);
  void agree_here();
  void start_slopes(double h);
  void find_input_slopes(double h, const SignalView& used);
  void solve(double h);
  void finish(const Step& step);

  /// Units that stand at the point; those that were led ahead are driven by nobody, and right.
  void find_present();
  void fill_absent(const SignalView& used);

  Ensemble& e_;
  const Wiring& wiring_;
  std::vector<int> all_, present_;
  std::vector<std::size_t> feed_, K_offsets_;
  Defects defects_;
  LinkSystem system_;
  Defects::Ends ends_;
  std::vector<double> D_, CB_, K_, K_before_;
  std::vector<double> d_;         ///< of the step
  Sample free_;                   ///< at the latest point: outputs by states alone; slopes in time
  Sample b_;                      ///< at the end of the open step, likewise, scaled
  std::vector<double> w_, hw_;    ///< errors of inputs
  std::vector<double> z_, link_;  ///< per link
  std::vector<double> rounding_, input_rounding_;  ///< of outputs, of inputs
  std::vector<double> dy_, dx_;                    ///< errors of outputs and states
  std::vector<double> du_;      ///< slopes in time of inputs that agree, at the end of the latest step
  std::vector<double> shifts_;  ///< per unit
  double growth_ = 0;
  bool started_ = false;
  std::string lost_;
  Reply reply_;
};

}  // namespace accordo
