#include "transport/error_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/index.hpp"
#include "core/agreement.hpp"
#include "core/failures.hpp"
#include "coupling/global_system.hpp"

namespace accordo {
namespace {

constexpr int kMostStates = 200;  // of a unit: exponentials of larger ones cost more than all the rest

std::vector<std::size_t> response_offsets(const Layout& layout) {
  std::vector<std::size_t> offsets{0};
  for (int k = 0; k < layout.units(); ++k)
    offsets.push_back(offsets.back() + 4 * index(layout.output_count(k)) * index(layout.input_count(k)));
  return offsets;
}

}  // namespace

std::string ErrorTransport::hindrance(std::span<const UnitInfo> units) {
  for (const UnitInfo& unit : units) {
    if (!unit.can.linearization) return fmt::format("unit '{}' gives no linearization", unit.name);
    if (!unit.can.states && unit.ports.state_count() > 0)
      return fmt::format("unit '{}' does not give its states", unit.name);
    if (unit.ports.state_count() > kMostStates)
      return fmt::format("unit '{}' has more than {} states", unit.name, kMostStates);
  }
  return {};
}

ErrorTransport::ErrorTransport(Ensemble& ensemble)
    : e_(ensemble),
      wiring_(ensemble.wiring()),
      all_(ensemble.units().size()),
      feed_(feed_offsets(wiring_.layout)),
      K_offsets_(response_offsets(wiring_.layout)),
      defects_(wiring_),
      system_(2 * wiring_.links.size(), response_entries(wiring_, wiring_.links, K_offsets_), {}),
      ends_{Sample(index(wiring_.layout.outputs())), Sample(index(wiring_.layout.outputs()))},
      D_(feed_.back()),
      CB_(D_),
      K_(K_offsets_.back()),
      d_(index(wiring_.layout.inputs()) * static_cast<std::size_t>(kDefectCoefficients)),
      free_(ends_.start),
      b_(ends_.start),
      w_(index(wiring_.layout.inputs())),
      hw_(w_),
      z_(2 * wiring_.links.size()),
      link_(wiring_.links.size()),
      rounding_(index(wiring_.layout.outputs())),
      input_rounding_(w_),
      dy_(rounding_),
      dx_(index(wiring_.layout.states())),
      du_(w_),
      shifts_(ensemble.units().size()) {
  std::iota(all_.begin(), all_.end(), 0);
}

/// What fails here is no failure of the run.
template <class Work>
void ErrorTransport::attempt(double t, Work work) {
  if (!lost_.empty()) return;
  try {
    work();
    const auto finite = [](const std::vector<double>& v) {
      return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
    };
    if (!finite(dx_) || !finite(w_)) lost_ = fmt::format("errors grow without bounds at t = {:.6g}", t);
  } catch (const Error& error) {
    lost_ = fmt::format("{} (at t = {:.6g})", error.problems().front().what, t);
  }
}

void ErrorTransport::run(const Request& request) {
  if (request.units.empty()) return;
  e_.executor().run(request, reply_);
  throw_unit_error(reply_, e_.units());
}

void ErrorTransport::find_present() {
  present_.clear();
  for (const int k : all_) {
    if (!e_.is_ahead(k)) present_.push_back(k);
  }
}

/// Readers of units that were led ahead follow these as closely as these can be known.
void ErrorTransport::fill_absent(const SignalView& used) {
  if (present_.size() == all_.size()) return;
  for (const Link& link : wiring_.links) {
    if (!e_.is_ahead(wiring_.unit_of_output[index(link.output)]) || link.gain == 0) continue;
    const auto output = index(link.output);
    ends_.start.value[output] = (used.value(link.input, 0) - link.offset) / link.gain;
    ends_.start.slope[output] = used.slope(link.input, 0) / link.gain;
    ends_.end.value[output] = (used.value(link.input, 1) - link.offset) / link.gain;
    ends_.end.slope[output] = used.slope(link.input, 1) / link.gain;
  }
}

void ErrorTransport::start(const Instant& at, std::span<const double> u) {
  lost_.clear();
  started_ = true;
  attempt(at.t, [&] {
    std::fill(dx_.begin(), dx_.end(), 0.0);
    Request request{.operation = Operation::start_errors, .at = at, .u = u.data()};
    request.shifts = shifts_.data();
    begin(at, request);
  });
}

void ErrorTransport::restart(const Instant& at, std::span<const double> u) {
  attempt(at.t, [&] {
    Request request{.operation = Operation::restart_errors, .at = at, .u = u.data()};
    request.shift = shift_of_event(at);
    request.shifts = shifts_.data();
    request.x = dx_.data();
    std::fill(shifts_.begin(), shifts_.end(), 1.0);
    begin(at, request);
    const auto lost = std::find(shifts_.begin(), shifts_.end(), 0.0);
    if (lost == shifts_.end()) return;
    const UnitInfo& unit = e_.units()[index(static_cast<int>(lost - shifts_.begin()))];
    lost_ = fmt::format("what the event at t = {:.6g} made of the error of unit '{}' is not known", at.t,
                        unit.name);
  });
}

/// NaN where a unit cannot tell.
double ErrorTransport::shift_of_event(const Instant& at) {
  find_present();
  std::fill(shifts_.begin(), shifts_.end(), 0.0);
  Request request{
      .operation = Operation::event_shifts, .units = present_, .at = at, .u = w_.data(), .du = du_.data()};
  request.shifts = shifts_.data();
  run(request);
  double shift = 0;
  for (const double s : shifts_) {
    if (std::isnan(s)) return s;
    if (std::abs(s) > std::abs(shift)) shift = s;
  }
  return shift;
}

void ErrorTransport::begin(const Instant& at, Request& request) {
  find_present();
  request.units = present_;
  request.y = free_.value.data();
  request.dy = free_.slope.data();
  request.D = D_.data();
  request.CB = CB_.data();
  request.rounding = rounding_.data();
  run(request);
  if (defects_.start(D_)) return agree_here();
  lost_ = fmt::format("inputs and outputs determine each other only up to a multiple at t = {:.6g}", at.t);
}

/// w_ ← (I − ΦᵀD)⁻¹ ΦᵀC e, and what follows for the outputs.
void ErrorTransport::agree_here() {
  for (std::size_t l = 0; l < link_.size(); ++l)
    link_[l] = wiring_.links[l].gain * free_.value[index(wiring_.links[l].output)];
  defects_.agree(link_);
  std::fill(w_.begin(), w_.end(), 0.0);
  for (std::size_t l = 0; l < link_.size(); ++l) {
    const Link& link = wiring_.links[l];
    w_[index(link.input)] = link_[l];
    input_rounding_[index(link.input)] = std::abs(link.gain) * rounding_[index(link.output)] +
                                         std::numeric_limits<double>::epsilon() * std::abs(link.offset);
  }
  const Layout& layout = wiring_.layout;
  for (const int k : all_) {
    const int inputs = layout.input_count(k), first = layout.first_input(k);
    const double* D = D_.data() + feed_[index(k)];
    for (int i = layout.first_output(k); i < layout.first_output(k) + layout.output_count(k); ++i) {
      double sum = free_.value[index(i)];
      for (int j = 0; j < inputs; ++j) sum += *D++ * w_[index(first + j)];
      dy_[index(i)] = sum;
    }
  }
}

/// hw_ ← h (I − ΦᵀD)⁻¹ Φᵀ (C A e + C B (w − d)), at the start of a step with these defects.
void ErrorTransport::start_slopes(double h) {
  const Layout& layout = wiring_.layout;
  for (std::size_t l = 0; l < link_.size(); ++l) {
    const Link& link = wiring_.links[l];
    const int k = wiring_.unit_of_output[index(link.output)];
    const int inputs = layout.input_count(k), first = layout.first_input(k);
    const double* CB =
        CB_.data() + feed_[index(k)] + index(link.output - layout.first_output(k)) * index(inputs);
    double sum = free_.slope[index(link.output)];
    for (int j = 0; j < inputs; ++j) {
      const std::size_t input = index(first + j);
      sum += CB[j] * (w_[input] - d_[input * static_cast<std::size_t>(kDefectCoefficients)]);
    }
    link_[l] = h * link.gain * sum;
  }
}

void ErrorTransport::accepted(const Step& step, const SignalView& used, std::span<const double> u,
                              std::span<const OutputShape> shapes) {
  attempt(step.end, [&] {
    find_present();
    Request request{.operation = Operation::arrive_errors, .units = present_, .step = step, .inputs = used};
    request.at = step.end_instant();
    request.u = u.data();
    request.y = ends_.start.value.data();
    request.dy = ends_.start.slope.data();
    request.y_low = ends_.end.value.data();
    request.dy_low = ends_.end.slope.data();
    request.D = D_.data();
    run(request);
    fill_absent(used);
    if (!defects_.arrive(D_)) {
      lost_ = fmt::format("inputs and outputs determine each other only up to a multiple at t = {:.6g}",
                          step.end);
      return;
    }
    defects_.find(step.h, used, ends_, shapes, d_);
    find_input_slopes(step.h, used);
    start_slopes(step.h);
    defects_.agree_at_start(link_);
    std::fill(hw_.begin(), hw_.end(), 0.0);
    for (std::size_t l = 0; l < link_.size(); ++l) hw_[index(wiring_.links[l].input)] = link_[l];
    solve(step.h);
    finish(step);
  });
}

void ErrorTransport::find_input_slopes(double h, const SignalView& used) {
  for (std::size_t j = 0; j < du_.size(); ++j) {
    double slope = used.slope(static_cast<int>(j), 1);
    const double* d = &d_[j * static_cast<std::size_t>(kDefectCoefficients)];
    for (int q = 1; q < kDefectCoefficients; ++q) slope += q * d[q];
    du_[j] = slope / h;
  }
}

/// z_ ← (w, h w') at the end, per link.
void ErrorTransport::solve(double h) {
  Request request{.operation = Operation::carry_errors, .units = present_};
  request.step.h = h;
  request.u = w_.data();
  request.du = hw_.data();
  request.defects = d_.data();
  request.y = b_.value.data();
  request.dy = b_.slope.data();
  request.K = K_.data();
  request.K_offsets = K_offsets_.data();
  run(request);
  const std::size_t n = link_.size();
  for (std::size_t l = 0; l < n; ++l) {
    const Link& link = wiring_.links[l];
    z_[l] = link.gain * b_.value[index(link.output)];
    z_[n + l] = link.gain * b_.slope[index(link.output)];
  }
  const bool changed = !system_.updated() || K_ != K_before_;
  if (changed && !system_.update(K_))
    throw Error(Exit::no_agreement, "singular-coupling", "the linearized coupling has no unique solution",
                "");
  K_before_ = K_;
  system_.apply_inverse(z_.data());
}

void ErrorTransport::finish(const Step& step) {
  const std::size_t n = link_.size();
  std::fill(w_.begin(), w_.end(), 0.0);
  std::fill(hw_.begin(), hw_.end(), 0.0);
  for (std::size_t l = 0; l < n; ++l) {
    w_[index(wiring_.links[l].input)] = z_[l];
    hw_[index(wiring_.links[l].input)] = z_[n + l];
  }
  Request request{.operation = Operation::finish_errors, .units = present_, .at = step.end_instant()};
  request.u = w_.data();
  request.du = hw_.data();
  request.y = free_.value.data();
  request.dy = free_.slope.data();
  request.D = D_.data();
  request.CB = CB_.data();
  request.rounding = rounding_.data();
  request.x = dx_.data();
  request.shifts = shifts_.data();
  request.shift = e_.tolerance();
  request.step = step;
  run(request);
  growth_ = *std::max_element(shifts_.begin(), shifts_.end());
  agree_here();
}

}  // namespace accordo
