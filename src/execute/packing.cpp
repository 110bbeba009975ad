#include "execute/packing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/agreement.hpp"
#include "execute/token_parcel.hpp"
#include "unit/estimated/error_carrier.hpp"

namespace accordo {
namespace {

/// What a request is besides vectors. It is small, so that all of a small request moves to another processor
/// in one line of memory.
struct Header {
  Operation operation = Operation::step;
  std::uint8_t degree = 0;
  bool y : 1 = false, dy : 1 = false, du : 1 = false, low : 1 = false, silent : 1 = false, knobs : 1 = false;
  bool after_event : 1 = false, before_event : 1 = false, watched : 1 = false, news : 1 = false;
  bool followed : 1 = false;
  int units = 0;
};
static_assert(std::is_trivially_copyable_v<Header> && sizeof(Header) == 8);

/// Of a step, what the header does not tell.
using Times = std::array<double, 3>;

bool takes_step(Operation o) {
  return o == Operation::step || o == Operation::affine || o == Operation::correct ||
         o == Operation::estimate || o == Operation::arrive_errors || o == Operation::carry_errors ||
         o == Operation::finish_errors;
}
bool takes_instant(Operation o) {
  return o != Operation::step;
}
bool takes_signal(Operation o) {
  return o == Operation::step || o == Operation::correct || o == Operation::estimate ||
         o == Operation::arrive_errors;
}
/// Of errors that are carried along.
bool about_errors(Operation o) {
  return o == Operation::start_errors || o == Operation::arrive_errors || o == Operation::carry_errors ||
         o == Operation::finish_errors || o == Operation::restart_errors || o == Operation::event_shifts;
}
bool takes_inputs(Operation o) {
  return o == Operation::outputs || o == Operation::derivatives || o == Operation::feed_through ||
         o == Operation::observe_point || o == Operation::affine || o == Operation::correct ||
         o == Operation::discrete_outputs || o == Operation::set_discrete_inputs ||
         o == Operation::leave_initialization || o == Operation::observe || o == Operation::settle ||
         about_errors(o);
}
bool gives_outputs(Operation o) {
  return o == Operation::step || o == Operation::outputs || o == Operation::estimate ||
         o == Operation::affine || o == Operation::course || about_errors(o);
}
bool gives_states(Operation o) {
  return o == Operation::states || o == Operation::derivatives || o == Operation::course ||
         o == Operation::finish_errors || o == Operation::restart_errors;
}

/// Calls visit(first, count) for each slice of unit k that a request carries.
template <class Visit>
void visit_question(const Request& r, int k, const Layout& layout, Visit visit) {
  const auto inputs = index(layout.input_count(k));
  const int input = layout.first_input(k);
  if (takes_signal(r.operation)) {
    const auto coefficients = index(r.inputs.degree) + 1;
    for (int j = 0; j < layout.input_count(k); ++j) visit(r.inputs.component(input + j), coefficients);
  }
  if (takes_inputs(r.operation)) visit(r.u + input, inputs);
  if (takes_inputs(r.operation) && r.du != nullptr) visit(r.du + input, inputs);
  if (r.operation == Operation::carry_errors)
    visit(r.defects + static_cast<std::ptrdiff_t>(kDefectCoefficients) * input,
          static_cast<std::size_t>(kDefectCoefficients) * inputs);
  if (r.operation == Operation::set_states) visit(r.x + layout.first_state(k), index(layout.state_count(k)));
}

/// The same for what an answer carries, except for K.
template <class Visit>
void visit_answer(const Request& r, int k, const Shapes& shapes, Visit visit) {
  const Layout& layout = shapes.layout;
  const auto outputs = index(layout.output_count(k));
  const int output = layout.first_output(k);
  if (gives_outputs(r.operation)) {
    const bool silent = r.without_outputs != nullptr && r.without_outputs[k] != 0;
    if (r.y != nullptr && !silent) visit(r.y + output, outputs);
    const bool slopes = r.operation != Operation::step || shapes.slopes[index(k)] != 0;
    if (r.dy != nullptr && slopes && !silent) visit(r.dy + output, outputs);
    if (r.y_low != nullptr) visit(r.y_low + output, outputs);
    if (r.y_low != nullptr) visit(r.dy_low + output, outputs);
  }
  if (gives_states(r.operation)) visit(r.x + layout.first_state(k), index(layout.state_count(k)));
  if (r.operation == Operation::observe)
    visit(r.x + layout.first_observed(k), index(layout.observed_count(k)));
  const auto& feed = shapes.feed;
  const std::size_t entries = feed[index(k) + 1] - feed[index(k)];
  const bool point = r.operation == Operation::start_errors || r.operation == Operation::restart_errors ||
                     r.operation == Operation::finish_errors;
  if (r.operation == Operation::event_shifts || point) visit(r.shifts + k, 1);
  if (r.operation == Operation::feed_through || r.operation == Operation::arrive_errors || point)
    visit(r.D + feed[index(k)], entries);
  if (point) visit(r.CB + feed[index(k)], entries);
  if (point) visit(r.rounding + output, outputs);
  if (r.operation == Operation::carry_errors)
    visit(r.K + r.K_offsets[k], 4 * outputs * index(layout.input_count(k)));
}

/// The discrete values of unit k that a request carries, or an answer.
std::span<Token> tokens_of(const Request& r, int k, const Layout& layout) {
  const bool inputs = r.operation == Operation::set_discrete_inputs;
  const std::vector<int>& first = inputs ? layout.discrete_input : layout.discrete_output;
  return {r.tokens + first[index(k)], r.tokens + first[index(k) + 1]};
}

void put_messages(const UnitMessages& messages, Parcel& parcel) {
  parcel.put(messages.serious);
  parcel.put(messages.kept.size());
  for (const UnitMessage& m : messages.kept) {
    parcel.put(m.status);
    parcel.put_text(m.category);
    parcel.put_text(m.text);
  }
}

void get_messages(Parcel& parcel, UnitMessages& messages) {
  messages.serious = parcel.get<long long>();
  messages.kept.resize(parcel.get<std::size_t>());
  for (UnitMessage& m : messages.kept) {
    m.status = parcel.get<int>();
    m.category = parcel.get_text();
    m.text = parcel.get_text();
  }
}

std::size_t size_of_K(const Layout& layout, int k) {
  return 4 * index(layout.output_count(k)) * index(layout.input_count(k));
}

}  // namespace

Shapes::Shapes(const Layout& of, std::span<const UnitInfo> units) : layout(of), feed(feed_offsets(of)) {
  for (const UnitInfo& unit : units) slopes.push_back(unit.can.slopes ? 1 : 0);
}

Packing::Packing(const Layout& layout, std::span<const UnitInfo> units) : shapes_(layout, units) {}

void Packing::pack_request(const Request& r, std::span<const int> units, Parcel& parcel) const {
  const Header header{.operation = r.operation,
                      .degree = static_cast<std::uint8_t>(r.inputs.degree),
                      .y = r.y != nullptr,
                      .dy = r.dy != nullptr,
                      .du = r.du != nullptr,
                      .low = r.y_low != nullptr,
                      .silent = r.without_outputs != nullptr,
                      .knobs = r.knobs != nullptr,
                      .after_event = r.step.after_event,
                      .before_event = r.step.before_event,
                      .watched = r.step.watched,
                      .news = r.news != nullptr,
                      .followed = r.step.followed,
                      .units = static_cast<int>(units.size())};
  parcel.put(header);
  if (takes_step(r.operation)) parcel.put(Times{r.step.t, r.step.h, r.step.end});
  if (takes_instant(r.operation)) parcel.put(r.at);
  if (header.knobs) parcel.put(*r.knobs);
  if (r.operation == Operation::restart_errors || r.operation == Operation::finish_errors)
    parcel.put(r.shift);
  parcel.put_many(units.data(), units.size());
  for (const int k : units) {
    visit_question(r, k, shapes_.layout,
                   [&](const double* first, std::size_t n) { parcel.put_many(first, n); });
    if (r.operation == Operation::affine) parcel.put(r.versions[k]);
    if (r.operation == Operation::set_discrete_inputs) put_tokens(tokens_of(r, k, shapes_.layout), parcel);
    if (header.silent) parcel.put(r.without_outputs[k]);
  }
}

void Packing::unpack_reply(Parcel& parcel, const Request& r, std::span<const int> units, Reply& reply) const {
  const auto unit_errors = parcel.get<std::size_t>();
  for (std::size_t i = 0; i < unit_errors; ++i) {
    UnitError unit_error;
    unit_error.unit = parcel.get<int>();
    unit_error.kind = parcel.get<UnitError::Kind>();
    unit_error.t = parcel.get<double>();
    unit_error.what = parcel.get_text();
    reply.unit_errors.push_back(std::move(unit_error));
  }
  for (const int k : units) {
    visit_answer(r, k, shapes_, [&](double* first, std::size_t n) { parcel.get_many(first, n); });
    if (r.operation == Operation::discrete_outputs) get_tokens(parcel, tokens_of(r, k, shapes_.layout));
    if (r.news != nullptr) r.news[k] = parcel.get<EventNews>();
    if (r.operation == Operation::step_news) r.step_news[k] = parcel.get<StepNews>();
    if (r.operation == Operation::messages) get_messages(parcel, r.messages[k]);
    if (r.operation == Operation::shapes)
      parcel.get_many(r.shapes + shapes_.layout.first_output(k), index(shapes_.layout.output_count(k)));
    if (r.operation == Operation::estimator_counts) parcel.get_many(r.versions + 2 * index(k), 2);
    if (r.operation != Operation::affine) continue;
    const auto version = parcel.get<long long>();
    if (!parcel.get<bool>()) continue;
    r.versions[k] = version;
    parcel.get_many(r.K + r.K_offsets[k], size_of_K(shapes_.layout, k));
    *r.changed = true;
  }
}

Unpacking::Unpacking(const Layout& layout, std::span<const UnitInfo> units)
    : shapes_(layout, units),
      K_offsets_{0},
      signal_(index(layout.inputs()) * kCoefficients),
      u_(index(layout.inputs())),
      du_(u_),
      y_(index(layout.outputs())),
      dy_(y_),
      y_low_(y_),
      rounding_(y_),
      dy_low_(y_),
      x_(index(std::max(layout.states(), layout.all_observed()))),
      D_(shapes_.feed.back()),
      CB_(D_),
      defects_(index(layout.inputs()) * static_cast<std::size_t>(kDefectCoefficients)),
      discrete_inputs_(index(layout.discrete_inputs())),
      discrete_outputs_(index(layout.discrete_outputs())),
      shifts_(index(layout.units())),
      news_(index(layout.units())),
      step_news_(index(layout.units())),
      messages_(index(layout.units())),
      output_shapes_(index(layout.outputs())),
      versions_(2 * index(layout.units())),
      known_(index(layout.units())),
      without_outputs_(index(layout.units())) {
  for (int k = 0; k < layout.units(); ++k) K_offsets_.push_back(K_offsets_.back() + size_of_K(layout, k));
  K_.resize(K_offsets_.back());
}

const Request& Unpacking::unpack_request(Parcel& parcel) {
  const auto header = parcel.get<Header>();
  request_ = {.operation = header.operation};
  if (takes_step(header.operation)) {
    const auto [t, h, end] = parcel.get<Times>();
    request_.step = {t, h, end, header.after_event, header.before_event, header.watched, header.followed};
  }
  if (takes_instant(header.operation)) request_.at = parcel.get<Instant>();
  if (header.knobs) knobs_ = parcel.get<EstimatorKnobs>();
  if (header.operation == Operation::restart_errors || header.operation == Operation::finish_errors)
    request_.shift = parcel.get<double>();
  units_.resize(index(header.units));
  parcel.get_many(units_.data(), units_.size());
  changed_ = false;
  Request& r = request_;
  r.units = units_;
  r.inputs = {signal_.data(), shapes_.layout.inputs(), header.degree};
  r.u = u_.data();
  r.du = header.du ? du_.data() : nullptr;
  r.y = header.y ? y_.data() : nullptr;
  r.dy = header.dy ? dy_.data() : nullptr;
  r.y_low = header.low ? y_low_.data() : nullptr;
  r.dy_low = header.low ? dy_low_.data() : nullptr;
  r.x = x_.data();
  r.D = D_.data();
  r.CB = CB_.data();
  r.rounding = rounding_.data();
  r.defects = defects_.data();
  r.shifts = shifts_.data();
  r.K = K_.data();
  r.K_offsets = K_offsets_.data();
  r.versions = versions_.data();
  r.changed = &changed_;
  r.knobs = &knobs_;
  const bool sets = header.operation == Operation::set_discrete_inputs;
  r.tokens = (sets ? discrete_inputs_ : discrete_outputs_).data();
  r.without_outputs = header.silent ? without_outputs_.data() : nullptr;
  r.step_news = step_news_.data();
  r.messages = messages_.data();
  r.shapes = output_shapes_.data();
  r.news = header.news ? news_.data() : nullptr;
  for (const int k : units_) {
    // The slices lie in our own vectors.
    visit_question(r, k, shapes_.layout, [&](const double* first, std::size_t n) {
      parcel.get_many(const_cast<double*>(first), n);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    });
    if (sets) get_tokens(parcel, tokens_of(r, k, shapes_.layout));
    if (r.operation == Operation::affine) known_[index(k)] = versions_[index(k)] = parcel.get<long long>();
    if (header.silent) without_outputs_[index(k)] = parcel.get<unsigned char>();
  }
  return request_;
}

void Unpacking::pack_reply(const Reply& reply, Parcel& parcel) {
  parcel.clear();
  parcel.put(reply.unit_errors.size());
  for (const UnitError& unit_error : reply.unit_errors) {
    parcel.put(unit_error.unit);
    parcel.put(unit_error.kind);
    parcel.put(unit_error.t);
    parcel.put_text(unit_error.what);
  }
  const Request& r = request_;
  for (const int k : units_) {
    visit_answer(r, k, shapes_, [&](const double* first, std::size_t n) { parcel.put_many(first, n); });
    if (r.operation == Operation::discrete_outputs) put_tokens(tokens_of(r, k, shapes_.layout), parcel);
    if (r.news != nullptr) parcel.put(r.news[k]);
    if (r.operation == Operation::step_news) parcel.put(r.step_news[k]);
    if (r.operation == Operation::messages) put_messages(r.messages[k], parcel);
    if (r.operation == Operation::shapes)
      parcel.put_many(r.shapes + shapes_.layout.first_output(k), index(shapes_.layout.output_count(k)));
    if (r.operation == Operation::estimator_counts) parcel.put_many(r.versions + 2 * index(k), 2);
    if (r.operation != Operation::affine) continue;
    const bool changed = versions_[index(k)] != known_[index(k)];
    parcel.put(versions_[index(k)]);
    parcel.put(changed);
    if (changed) parcel.put_many(K_.data() + K_offsets_[index(k)], size_of_K(shapes_.layout, k));
  }
}

}  // namespace accordo
