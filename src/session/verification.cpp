#include "session/verification.hpp"

#include <fmt/format.h>

#include <cmath>

namespace accordo {
namespace {

/// The difference in units of the error estimate; nothing where there is none.
std::optional<double> ratio(const Verification& v, const std::optional<double>& error_estimate) {
  if (!error_estimate || !(*error_estimate > 0)) return std::nullopt;
  return v.difference_percent / (100 * *error_estimate);
}

}  // namespace

std::string describe(const Verification& v, const std::optional<double>& error_estimate) {
  if (!v.failure.empty()) return fmt::format("not possible with {}: {}", v.against, v.failure);
  std::string text = fmt::format("{:.3g} % from a run with {}", v.difference_percent, v.against);
  if (!v.signal.empty()) text += fmt::format(" ({}, most at t = {:.6g})", v.signal, v.time);
  if (v.jump.later != 0)
    text += fmt::format(", a jump of {} near t = {:.6g} {:.2g} {}", v.jump.signal, v.jump.time,
                        std::abs(v.jump.later), v.jump.later > 0 ? "later" : "sooner");
  const std::optional<double> r = ratio(v, error_estimate);
  if (!r) return text;
  if (*r <= 1) return text + ", within the error estimate";
  constexpr double alike = 10;
  if (*r <= alike) return text + fmt::format(", {:.2g} times the error estimate", *r);
  return text +
         fmt::format(", {:.2g} times the error estimate, which does not include what adds up over the steps",
                     *r);
}

void write_verification(JsonWriter& json, const Verification& v,
                        const std::optional<double>& error_estimate) {
  json.key("verification").begin_object();
  json.member("against", v.against);
  if (!v.failure.empty()) {
    json.key("difference_percent").null();
    json.member("failure", v.failure);
    json.end_object();
    return;
  }
  json.member("difference_percent", v.difference_percent);
  json.member("signal", v.signal);
  json.member("time", v.time);
  json.member("jump_displacement", v.jump.later);
  json.key("ratio_to_estimate");
  if (const std::optional<double> r = ratio(v, error_estimate)) {
    json.value(*r);
  } else {
    json.null();
  }
  json.end_object();
}

}  // namespace accordo
