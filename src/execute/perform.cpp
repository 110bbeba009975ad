#include "execute/perform.hpp"

#include <algorithm>
#include <limits>

#include "unit/failure.hpp"

namespace accordo {
namespace {

std::size_t index_of(int i) {
  return static_cast<std::size_t>(i);
}

template <class T>
T* from(T* base, int offset) {
  return base == nullptr ? nullptr : base + offset;
}

void feed_through(Unit& unit, const Request& request, int input, double* D, PerformScratch& scratch) {
  const Ports& ports = unit.info().ports;
  scratch.x.resize(ports.states.size());
  unit.states(scratch.x.data());
  unit.linearize(request.at, scratch.x.data(), from(request.u, input), scratch.linear);
  for (int i = 0; i < ports.output_count(); ++i) {
    for (int j = 0; j < ports.input_count(); ++j) *D++ = scratch.linear.D(i, j);
  }
}

void derivatives(Unit& unit, const Request& request, int input, double* dx, PerformScratch& scratch) {
  const std::size_t n = unit.info().ports.states.size();
  if (!unit.info().can.evaluation) {
    std::fill_n(dx, n, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  scratch.x.resize(n);
  unit.states(scratch.x.data());
  unit.evaluate(request.at, scratch.x.data(), from(request.u, input), dx, nullptr);
}

/// Outputs; their slopes are NaN where the unit has none to give.
void outputs(Unit& unit, const Request& request, int input, double* y, double* dy) {
  if (dy == nullptr || unit.info().can.slopes) {
    return unit.outputs(request.at, from(request.u, input), from(request.du, input), y, dy);
  }
  unit.outputs(request.at, from(request.u, input), nullptr, y, nullptr);
  std::fill_n(dy, unit.info().ports.outputs.size(), std::numeric_limits<double>::quiet_NaN());
}

void dispatch(Unit& unit, int k, const Request& r, const Layout& layout, std::span<const std::size_t> feed,
              PerformScratch& scratch) {
  const int input = layout.first_input(k), output = layout.first_output(k);
  switch (r.operation) {
    case Operation::step: {
      const SignalView u{r.inputs.a + static_cast<std::ptrdiff_t>(input) * kCoefficients,
                         layout.input_count(k), r.inputs.degree};
      return unit.step(r.step, u, r.y + output, from(r.dy, output));
    }
    case Operation::outputs:
      return outputs(unit, r, input, r.y + output, from(r.dy, output));
    case Operation::save:
      return unit.save();
    case Operation::restore:
      return unit.restore();
    case Operation::states:
      return unit.states(r.x + layout.first_state(k));
    case Operation::place:
      return unit.place(r.x + layout.first_state(k));
    case Operation::derivatives:
      return derivatives(unit, r, input, r.x + layout.first_state(k), scratch);
    case Operation::feed_through:
      return feed_through(unit, r, input, r.D + feed[index_of(k)], scratch);
  }
}

}  // namespace

std::optional<Trouble> perform(Unit& unit, int k, const Request& request, const Layout& layout,
                               std::span<const std::size_t> feed, PerformScratch& scratch) {
  const double t = request.operation == Operation::step ? request.step.t : request.at.t;
  try {
    dispatch(unit, k, request, layout, feed, scratch);
    return std::nullopt;
  } catch (const NonFinite& e) {
    return Trouble{k, Trouble::Kind::non_finite, e.variable(), e.t()};
  } catch (const UnitFailure& e) {
    return Trouble{k, Trouble::Kind::failed, e.what(), t};
  } catch (const std::exception& e) {
    return Trouble{k, Trouble::Kind::bug, e.what(), t};
  }
}

}  // namespace accordo
