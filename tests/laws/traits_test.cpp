// What methods say of themselves is true, for every method of the catalogue and every option that changes it:
// a verdict that takes a method for better than it is calls wrong results trustworthy.

#include <gtest/gtest.h>

#include <cmath>

#include "coupling/catalogue.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// Nonlinear in states and inputs, in f and in g, so that no term of an error vanishes by chance.
constexpr const char* kNonlinear = R"(units:
  a:
    equations:
      states: {x: 0.8, v: 0.1}
      inputs: {u: 0}
      der: {x: v + 0.3*sin(u), v: -sin(x) - 0.4*v + tanh(u)*(1 + 0.2*x)}
      outputs: {y: tanh(x) + 0.3*v}
    integrator_tolerance: 1e-13
  b:
    equations:
      states: {z: -0.4}
      inputs: {w: 0}
      der: {z: sin(w) - 0.7*z + 0.2*tanh(z*w)}
      outputs: {q: sin(z) + 0.25*z*z}
    integrator_tolerance: 1e-13
connections: [a.y -> b.w, b.q -> a.u]
experiment: {stop: 4}
)";

/// A method with one option set, or none.
struct Variant {
  const Method* method = nullptr;
  std::vector<std::string> options = {};

  std::unique_ptr<Session> open(double step, const std::string& yaml = kNonlinear) const {
    Settings settings;
    settings.method = method->name;
    settings.step = step;
    settings.options = options;
    settings.record = {"*.state(*)"};
    // Neither the iteration nor matrices of earlier steps must show beside the error of the inputs. When
    // those are renewed depends on sizes, offsets included.
    for (const OptionInfo& o : method->options) {
      if (o.name == "coupling_tolerance") settings.options.emplace_back("coupling_tolerance=1e-13");
      if (o.name == "refresh") settings.options.emplace_back("refresh=0");
    }
    return open_text(yaml, settings);
  }
  friend std::ostream& operator<<(std::ostream& out, const Variant& v) {
    out << v.method->name;
    for (const std::string& o : v.options) out << " " << o;
    return out;
  }
};

/// All values of an option that can be listed.
std::vector<std::string> values_of(const OptionInfo& option) {
  if (option.kind == OptionInfo::Kind::choice) return option.choices;
  if (option.kind == OptionInfo::Kind::flag) return {"true", "false"};
  std::vector<std::string> list;
  constexpr double few = 5;
  if (option.kind == OptionInfo::Kind::integer && option.most > option.least &&
      option.most - option.least < few) {
    for (double v = option.least; v <= option.most; ++v) list.push_back(std::to_string(static_cast<int>(v)));
  }
  return list;
}

/// Every method that couples, with its defaults and with each option that changes its traits.
std::vector<Variant> variants() {
  std::vector<Variant> list;
  for (const Method& method : methods()) {
    const Traits standard = Variant{&method}.open(0.1)->traits();
    if (!standard.couples()) continue;
    list.push_back({&method});
    for (const OptionInfo& option : method.options) {
      for (const std::string& value : values_of(option)) {
        const Variant variant{&method, {option.name + "=" + value}};
        if (variant.open(0.1)->traits().order != standard.order) list.push_back(variant);
      }
    }
  }
  return list;
}

double error_of(const Variant& variant, double step) {
  const Trajectory found = run_session(*variant.open(step));
  return relative_error(found, run_session(*Variant{&reference_method()}.open(step)));
}

class DeclaredOrder : public ::testing::TestWithParam<Variant> {};

/// From both sides: this system attains the order, so that it cannot be declared too low, either.
TEST_P(DeclaredOrder, IsTheOneObserved) {
  const Variant& variant = GetParam();
  const Traits traits = variant.open(0.1)->traits();
  const int order = traits.order;
  const double step = traits.from_past() || order < 3 ? 0.0125 : 0.05;
  const double observed = std::log2(error_of(variant, step) / error_of(variant, step / 2));
  EXPECT_NEAR(observed, order, 0.15) << variant;
}

class ScaledConnection : public ::testing::TestWithParam<Variant> {};

/// A gain and an offset in a connection, and the same in the unit's output.
TEST_P(ScaledConnection, EqualsAScaledOutput) {
  std::string in_connection = kNonlinear, in_unit = kNonlinear;
  const auto replace = [](std::string& text, const std::string& a, const std::string& b) {
    const std::size_t at = text.find(a);
    ASSERT_NE(at, std::string::npos) << a;
    text.replace(at, a.size(), b);
  };
  replace(in_connection, "b.q -> a.u", "b.q * 0.5 + 0.125 -> a.u");
  replace(in_connection, "a.y -> b.w", "a.y * -2 + 0.25 -> b.w");
  replace(in_unit, "q: sin(z) + 0.25*z*z", "q: (sin(z) + 0.25*z*z)*0.5 + 0.125");
  replace(in_unit, "y: tanh(x) + 0.3*v", "y: (tanh(x) + 0.3*v)*(-2) + 0.25");
  for (const double step : {0.1, 0.05}) {
    const Trajectory one = run_session(*GetParam().open(step, in_connection));
    const Trajectory other = run_session(*GetParam().open(step, in_unit));
    EXPECT_LE(relative_error(one, other), 1e-11) << GetParam() << " at " << step;
  }
}

std::string title(const ::testing::TestParamInfo<Variant>& info) {
  std::string text = info.param.method->name;
  for (const std::string& o : info.param.options) text += "_" + o;
  for (char& c : text) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return text;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, DeclaredOrder, ::testing::ValuesIn(variants()), title);
INSTANTIATE_TEST_SUITE_P(Catalogue, ScaledConnection, ::testing::ValuesIn(variants()), title);

}  // namespace
}  // namespace accordo::testing
