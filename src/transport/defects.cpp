#include "transport/defects.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "core/agreement.hpp"

namespace accordo {
namespace {

/// −ΦᵀD, per link, from D row by row per unit.
std::vector<LinkSystem::Entry> feed_entries(const Wiring& wiring) {
  const Layout& layout = wiring.layout;
  const std::vector<std::size_t> feed = feed_offsets(layout);
  std::vector<LinkSystem::Entry> entries;
  for (std::size_t l = 0; l < wiring.links.size(); ++l) {
    const Link& link = wiring.links[l];
    const int unit = wiring.unit_of_output[index(link.output)], inputs = layout.input_count(unit);
    const int row = link.output - layout.first_output(unit);
    for (int j = 0; j < inputs; ++j) {
      const int source = wiring.link_of_input[index(layout.first_input(unit) + j)];
      if (source < 0) continue;
      entries.push_back({static_cast<int>(l), source,
                         feed[index(unit)] + index(row) * index(inputs) + index(j), -link.gain});
    }
  }
  return entries;
}

}  // namespace

Defects::Loop::Loop(const Wiring& wiring) : system(wiring.links.size(), feed_entries(wiring), {}) {}

Defects::Defects(const Wiring& wiring)
    : wiring_(wiring),
      start_(std::make_unique<Loop>(wiring)),
      end_(std::make_unique<Loop>(wiring)),
      v1_(wiring.links.size()),
      w1_(v1_),
      v2_(v1_),
      w2_(v1_),
      m0_(v1_),
      m1_(v1_),
      third_(v1_),
      third_before_(v1_) {}

bool Defects::update(Loop& loop, std::span<const double> D) {
  if (std::equal(D.begin(), D.end(), loop.D.begin(), loop.D.end())) return loop.sound;
  loop.D.assign(D.begin(), D.end());
  const auto entries = loop.system.entries();
  loop.identity =
      std::all_of(entries.begin(), entries.end(), [&](const auto& entry) { return D[entry.source] == 0; });
  return loop.sound = loop.identity || loop.system.update(D);
}

void Defects::agree(Loop& loop, std::span<double> r) {
  if (!loop.identity) loop.system.apply_inverse(r.data());
}

bool Defects::start(std::span<const double> D) {
  h_before_ = 0;
  return update(*end_, D);
}

bool Defects::arrive(std::span<const double> D) {
  std::swap(start_, end_);
  return update(*end_, D);
}

/// The coefficient of s²(1 − s)² that a fourth derivative of ū makes.
double Defects::bend(std::size_t link, double h, double third) {
  third_[link] = third;
  if (h_before_ == 0) return 0;
  const double fourth = (third - third_before_[link]) / ((h + h_before_) / 2);
  return fourth * h * h * h * h / 24;
}

void Defects::find(double h, const SignalView& used, const Ends& ends, std::span<const OutputShape> shapes,
                   std::span<double> d) {
  for (std::size_t l = 0; l < v1_.size(); ++l) {
    const Link& link = wiring_.links[l];
    const auto output = index(link.output);
    const double g = link.gain;
    v1_[l] = g * ends.start.value[output] + link.offset - used.value(link.input, 0);
    w1_[l] = g * ends.start.slope[output] - used.slope(link.input, 0);
    v2_[l] = g * ends.end.value[output] + link.offset - used.value(link.input, 1);
    w2_[l] = g * ends.end.slope[output] - used.slope(link.input, 1);
    const auto y = hermite(g * ends.start.value[output], g * ends.start.slope[output],
                           g * ends.end.value[output], g * ends.end.slope[output]);
    const double guess = bend(l, h, 6 * y[3] / (h * h * h));
    const bool shown = !shapes.empty() && std::isfinite(shapes[output].most);
    m0_[l] = shown ? g * shapes[output].m0 : guess / 30;
    m1_[l] = shown ? g * shapes[output].m1 : guess / 60;
  }
  third_.swap(third_before_);
  h_before_ = h;
  for (std::vector<double>* start : {&v1_, &w1_}) agree(*start_, *start);
  for (std::vector<double>* end : {&v2_, &w2_, &m0_, &m1_}) agree(*end_, *end);
  std::fill(d.begin(), d.end(), 0.0);
  for (std::size_t l = 0; l < v1_.size(); ++l) {
    double* to = &d[index(wiring_.links[l].input) * static_cast<std::size_t>(kDefectCoefficients)];
    const auto cubic = hermite(v1_[l], w1_[l], v2_[l], w2_[l]);
    std::copy(cubic.begin(), cubic.end(), to);
    // s²(1 − s)²(α + β s) has these moments.
    const double alpha = 240 * m0_[l] - 420 * m1_[l], beta = 840 * m1_[l] - 420 * m0_[l];
    to[2] += alpha;
    to[3] += beta - 2 * alpha;
    to[4] += alpha - 2 * beta;
    to[5] += beta;
  }
}

}  // namespace accordo
