// F3ORNITS (Éguillon, Lacabanne, Tromeur-Dervout 2022), after its description: every input runs from where it
// ended, with its slope there, to where a polynomial through its latest values leads,
//
//   u(s) = H(v₁, h w₁, v₂, h w₂),   (v₂, h w₂) = the end of the polynomial of order q through the latest
//   values
//
// q ∈ {0, 1, 2}, per input the order that would have foreseen its latest value best. Nothing is asked of
// units but to step. After a jump an input starts anew with order 0.

#include "coupling/f3ornits.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "coupling/implicit.hpp"
#include "coupling/interface_error.hpp"
#include "signal/history.hpp"

namespace accordo {
namespace {

constexpr int kMostOrder = 2;

struct F3ornitsState final : CouplingState {
  explicit F3ornitsState(Ensemble& e)
      : interface(e, Shape::hermite, false),
        error(interface),
        past(e.u().size()),
        order(interface.links().size()),
        z(interface.size()),
        difference(z.size()),
        reached(z.size()),
        du(e.u().size()),
        dy(e.y().size()) {}
  Interface interface;
  InterfaceError error;
  History past;  ///< of all inputs
  std::vector<int> order;
  std::vector<double> z, difference;
  std::vector<double> reached;  ///< values alone: what the inputs turned out to be, or may turn out to be
  std::vector<double> du, dy;   ///< the units' slopes at the latest restart, NaN where they give none
  double post = 0;
};

class F3ornits final : public Coupling {
 public:
  explicit F3ornits(int most) : most_(most) {}

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    return std::make_unique<F3ornitsState>(e);
  }

  void propose(Ensemble& e, const Step& step, CouplingState& state, int, Proposal& proposal) const override {
    auto& s = static_cast<F3ornitsState&>(state);
    s.interface.open(e.u(), step.h);
    s.error.open(step, proposal);
    const auto links = s.interface.links();
    const std::size_t n = links.size();
    double largest = 0;
    proposal.error_order = 1;
    for (std::size_t l = 0; l < n; ++l) {
      const auto input = index(links[l].input);
      extrapolate_to(s, step.h, l);
      // The error of an order: by how much the next one, or the one below, ends elsewhere.
      const int known = s.past.size() - 1, high = std::min({s.order[l] + 1, kMostOrder, known});
      const int low = std::min(s.order[l], high - 1);
      if (high < 1) continue;
      s.reached[l] = extrapolated_end(s.past, step.h, high, input);
      const double off = s.reached[l] - extrapolated_end(s.past, step.h, low, input);
      const double relative = std::abs(off) / s.error.size_of(l, s.reached.data(), e.amplitude());
      const int used = std::min(s.order[l], high);
      const double error = low < used ? raised(relative, low + 1, used + 1) : relative;
      if (error >= largest) largest = error, proposal.error_order = used + 1;
    }
    // With fixed steps nobody asks beforehand, and how far the inputs were off is known better afterwards.
    if (proposal.tolerance <= 0) largest = 0;
    proposal.error = s.past.size() > 1 || proposal.tolerance <= 0 ? std::optional(largest) : std::nullopt;
    proposal.sample = false;
    s.interface.signal(s.z.data(), proposal.inputs);
  }

  void accepted(const Ensemble& e, const Step& step, CouplingState& state) const override {
    auto& s = static_cast<F3ornitsState&>(state);
    const auto links = s.interface.links();
    const std::size_t n = links.size();
    std::fill(s.difference.begin(), s.difference.end(), 0.0);
    for (std::size_t l = 0; l < n; ++l) {
      const auto input = index(links[l].input);
      s.reached[l] = e.u()[input];
      s.difference[l] = s.reached[l] - s.z[l];
      choose_order(s, step.h, l, e.u()[input]);
    }
    // Relative to what the inputs turned out to be: one that starts from zero was foreseen to stay there.
    s.post = s.error.norm(s.difference.data(), s.reached.data(), e.amplitude());
    s.error.interpolation(s.z.data(), step.h, e.amplitude());
    s.interface.accept(s.z.data());
    s.error.accepted(s.reached.data());
    if (s.post > kJump) {
      std::fill(s.du.begin(), s.du.end(), 0.0);
      return start_anew(e, step.end, s);
    }
    s.past.push(step.end, e.u());
  }

  std::optional<double> post_error(const CouplingState& state) const override {
    return static_cast<const F3ornitsState&>(state).post;
  }

  void restart(Ensemble& e, double t, CouplingState& state) const override {
    auto& s = static_cast<F3ornitsState&>(state);
    s.error.restart(t);
    e.slopes(Instant::right_of(t), s.du, s.dy);
    std::replace_if(
        s.du.begin(), s.du.end(), [](double v) { return !std::isfinite(v); }, 0.0);
    start_anew(e, t, s);
  }

 private:
  static constexpr double kJump = 0.5;  // of an input's size: nothing smooth does that in one step

  /// An error ∝ h^to from one ∝ h^from, of an input that changes as a whole, within one and the same time.
  static double raised(double error, int from, int to) {
    constexpr double factor = 30;  // keeps relaxation oscillations at a few times their tolerance
    return factor * std::pow(error, double(to) / from);
  }

  static void start_anew(const Ensemble& e, double t, F3ornitsState& s) {
    s.interface.restart(e.u(), s.du);
    s.past.clear();
    s.past.push(t, e.u());
    std::fill(s.order.begin(), s.order.end(), 0);
  }

  /// z of this link ← where the polynomial of its order ends, with its slope there.
  static void extrapolate_to(F3ornitsState& s, double h, std::size_t link) {
    const auto input = index(s.interface.links()[link].input);
    const int order = std::min(s.order[link], s.past.size() - 1);
    // A hold on the first step would cost an order for good (an error of h² once stays): units' slopes help
    // there.
    if (s.past.size() == 1) {
      s.z[link] = s.past.value(0)[input] + h * s.du[input];
      s.z[s.interface.links().size() + link] = h * s.du[input];
      return;
    }
    // The slope of a parabola in the middle of two steps is its mean slope over them.
    const double end = extrapolated_end(s.past, h, order, input);
    const double farther = extrapolated_end(s.past, 2 * h, order, input);
    s.z[link] = end;
    s.z[s.interface.links().size() + link] = (farther - s.past.value(0)[input]) / 2;
  }

  /// The order that would have foreseen this value best, had it been used over the step just made.
  void choose_order(F3ornitsState& s, double h, std::size_t link, double value) const {
    const auto input = index(s.interface.links()[link].input);
    double best = std::abs(value - extrapolated_end(s.past, h, 0, input));
    s.order[link] = 0;
    for (int order = 1; order <= std::min(most_, s.past.size() - 1); ++order) {
      const double off = std::abs(value - extrapolated_end(s.past, h, order, input));
      if (off < best) best = off, s.order[link] = order;
    }
    // With one point more there is one order more to try, of which nothing is known yet: go up where going up
    // helped.
    if (s.order[link] == s.past.size() - 1 && s.order[link] < most_) ++s.order[link];
  }

  int most_;
};

}  // namespace

Method f3ornits_method() {
  return {
      .name = "f3ornits",
      .summary = "smooth extrapolated inputs of flexible order, no iteration: for units that can only step",
      .order = "up to 3",
      .needs = {},
      .options = {{.name = "order",
                   .kind = OptionInfo::Kind::integer,
                   .standard = "2",
                   .help = "highest order of extrapolation",
                   .choices = {},
                   .least = 0,
                   .most = kMostOrder}},
      .traits =
          [](const Options& o, std::span<const UnitInfo>) {
            return Traits{.order = o.integer("order") + 1, .inputs = Inputs::extrapolated};
          },
      .make = [](const MethodSetup& setup) -> std::unique_ptr<Coupling> {
        return std::make_unique<F3ornits>(setup.options.integer("order"));
      }};
}

}  // namespace accordo
