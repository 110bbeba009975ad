// F3ORNITS (Éguillon, Lacabanne, Tromeur-Dervout 2022), after its description: every input runs from where it
// ended, with its slope there, to where a polynomial through its latest values leads,
//
//   u(s) = H(v₁, h w₁, v₂, h w₂),   (v₂, h w₂) = the end of the polynomial of order q through the latest
//   values
//
// q ∈ {0, 1, 2}, per input the order that would have predicted its latest value best. Nothing is asked of
// units but to step. After a jump an input starts again with order 0.

#include "coupling/f3ornits.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "coupling/input_history.hpp"
#include "coupling/step_interface.hpp"
#include "signal/point_history.hpp"

namespace accordo {
namespace {

constexpr int kMostOrder = 2;
constexpr double kJump = 1.5;  // times an input's size: nothing smooth does that in one step

/// An error ∝ h^to from one ∝ h^from, of an input that changes as a whole, within one and the same time.
double raised(double error, int from, int to) {
  constexpr double factor = 30;  // keeps relaxation oscillations at a few times their tolerance
  return factor * std::pow(error, double(to) / from);
}

class F3ornits final : public CouplingRun {
 public:
  F3ornits(Ensemble& e, int most)
      : e_(e),
        most_(most),
        interface_(e, {.flat_when_unknown = true}),
        links_(interface_.unknowns().links()),
        past_(e.u().size()),
        order_(links_.size()),
        z_(interface_.size()),
        difference_(z_.size()),
        reached_(z_.size()),
        inputs_(e.u().size()) {}

  void restart(const Instant& at) override {
    interface_.restart(at);
    start_anew(at.t);
  }

  Proposal propose(const StepQuestion& question) override {
    const double h = question.step.h;
    interface_.open(question);
    Proposal proposal{.inputs = &inputs_};
    double largest = 0;
    for (std::size_t l = 0; l < links_.size(); ++l) {
      extrapolate_to(h, l);
      const auto [error, order] = error_of(h, l);
      if (order > 0 && error >= largest) largest = error, proposal.error_order = order;
    }
    // With fixed steps nobody asks beforehand, and how far the inputs were off is known better afterwards.
    if (question.tolerance <= 0) {
      proposal.error = 0;
    } else if (past_.size() > 1) {
      proposal.error = largest;
    }
    interface_.unknowns().signal(z_.data(), inputs_);
    return proposal;
  }

  bool wants_sizes() const override { return true; }
  std::optional<double> accepted(const Step& step) override {
    for (std::size_t l = 0; l < links_.size(); ++l) {
      reached_[l] = e_.u()[index(links_[l].input)];
      difference_[l] = reached_[l] - z_[l];  // of slopes nothing is known: they stay 0
      choose_order(step.h, l);
    }
    // Relative to what the inputs turned out to be: one that starts from zero was predicted to stay there.
    interface_.error().note(difference_.data());
    const double post = interface_.error().norm(difference_.data(), reached_.data());
    interface_.accepted(z_);
    if (post > kJump && past_.size() > 1) {
      interface_.restart_flat();
      start_anew(step.end);
    } else {
      past_.push(step.end, e_.u());
    }
    return post;
  }

 private:
  void start_anew(double t) {
    past_.clear();
    past_.push(t, e_.u());
    std::fill(order_.begin(), order_.end(), 0);
  }

  /// Where the polynomial of this order through the latest values of an input ends.
  double end(double h, int order, std::size_t link) const {
    return extrapolated_end(past_, h, order, index(links_[link].input));
  }

  /// z of this link ← where the polynomial of its order ends, with its slope there.
  void extrapolate_to(double h, std::size_t link) {
    const auto input = index(links_[link].input);
    const int order = std::min(order_[link], past_.size() - 1);
    double &v2 = z_[link], &hw2 = z_[links_.size() + link];
    // A hold on the first step would cost an order for good (an error of h² once stays): units' slopes help
    // there.
    if (past_.size() == 1) {
      const double slope = interface_.unknowns().slopes()[input];
      v2 = past_.value(0)[input] + h * slope;
      hw2 = h * slope;
      return;
    }
    // The slope of a parabola in the middle of two steps is its mean slope over them.
    v2 = end(h, order, link);
    hw2 = (end(2 * h, order, link) - past_.value(0)[input]) / 2;
  }

  /// The error of an order, by how much the next one, or the one below, ends elsewhere; and k, where halving
  /// the step divides it by 2^k, 0: not known.
  struct OrderError {
    double error = 0;
    int k = 0;
  };
  OrderError error_of(double h, std::size_t link) {
    const int known = past_.size() - 1, high = std::min({order_[link] + 1, kMostOrder, known});
    const int low = std::min(order_[link], high - 1), used = std::min(order_[link], high);
    if (high < 1) return {};
    reached_[link] = end(h, high, link);
    const double off = reached_[link] - end(h, low, link);
    const double relative =
        e_.above_noise(index(links_[link].input), std::abs(off),
                       interface_.error().size_of(link, reached_.data()), {amplified_noise(past_, h, high)});
    return {low < used ? raised(relative, low + 1, used + 1) : relative, used + 1};
  }

  /// The order that would have predicted the value reached best, had it been used over the step just made.
  void choose_order(double h, std::size_t link) {
    const double value = reached_[link];
    double best = std::abs(value - end(h, 0, link));
    order_[link] = 0;
    for (int order = 1; order <= std::min(most_, past_.size() - 1); ++order) {
      const double off = std::abs(value - end(h, order, link));
      if (off < best) best = off, order_[link] = order;
    }
    // With one point more there is one order more to try, of which nothing is known yet: go up where going up
    // helped.
    if (order_[link] == past_.size() - 1 && order_[link] < most_) ++order_[link];
  }

  Ensemble& e_;
  int most_;
  StepInterface interface_;
  std::span<const Link> links_;
  PointHistory past_;       ///< of all inputs
  std::vector<int> order_;  ///< q, per link
  std::vector<double> z_, difference_;
  std::vector<double> reached_;  ///< values alone: what the inputs turned out to be, or may turn out to be
  Signal inputs_;
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
                   .default_value = "2",
                   .help = "highest order of extrapolation",
                   .choices = {},
                   .least = 0,
                   .most = kMostOrder}},
      .traits =
          [](const Options& o, std::span<const UnitInfo>) {
            return Traits{.order = o.integer("order") + 1, .inputs = Inputs::extrapolated};
          },
      .make = [](const MethodSetup& s) { return coupling_of<F3ornits>(s.options.integer("order")); }};
}

}  // namespace accordo
