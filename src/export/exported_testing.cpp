#include "export/exported_testing.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "io/scenario/scenario_reader.hpp"
#include "unit/fmi/binding/fmi2_api.hpp"
#include "unit/fmi/binding/fmi3_api.hpp"

namespace accordo::exporter {
namespace {

/// Of input j in time, not scaled: order! a / h^order.
double input_derivative(SignalView u, int j, int order, double h) {
  double value = u.component(j)[order];
  for (int k = 1; k <= order; ++k) value *= k / h;
  return value;
}

class Subject2 final : public Subject {
 public:
  Subject2(const fmi::Library& library, const fmi::ModelDescription& d, Use use, References inputs)
      : f_(fmi2::bind(library, use == Use::co_simulation ? fmi2::co_simulation : fmi2::model_exchange)),
        use_(use),
        inputs_(std::move(inputs)),
        takes_derivatives_(d.co_simulation && d.co_simulation->interpolates_inputs) {
    callbacks_ = {write_log, nullptr, nullptr, nullptr, this};
    c_ = f_.instantiate("subject", use == Use::co_simulation ? fmi2::co_simulation : fmi2::model_exchange,
                        d.token.c_str(), "", &callbacks_, 0, 0);
  }
  ~Subject2() override {
    if (c_ != nullptr) f_.free_instance(c_);
  }
  bool usable() const { return c_ != nullptr; }

  void begin(const Start& start) {
    EXPECT_EQ(set(start.references, start.values), 0) << log;
    EXPECT_EQ(f_.setup_experiment(c_, 0, 0, start.time, 0, 0), 0) << log;
    EXPECT_EQ(f_.enter_initialization_mode(c_), 0) << log;
    EXPECT_EQ(f_.exit_initialization_mode(c_), 0) << log;
    if (use_ == Use::co_simulation) return;
    fmi2::EventInfo info{};
    EXPECT_EQ(f_.new_discrete_states(c_, &info), 0) << log;
    EXPECT_EQ(f_.enter_continuous_time_mode(c_), 0) << log;
  }

  int get(const References& r, Numbers& v) override { return f_.get_real(c_, r.data(), r.size(), v.data()); }
  int set(const References& r, const Numbers& v) override {
    return f_.set_real(c_, r.data(), r.size(), v.data());
  }
  int step(const Step& step, SignalView u) override {
    Numbers start(inputs_.size());
    u.values(0, start.data());
    int status = set(inputs_, start);
    for (int order = 1; order <= u.degree && takes_derivatives_; ++order) {
      const std::vector<int> orders(inputs_.size(), order);
      Numbers values;
      for (int j = 0; j < u.size; ++j) values.push_back(input_derivative(u, j, order, step.h));
      status = std::max<int>(status, f_.set_real_input_derivatives(c_, inputs_.data(), inputs_.size(),
                                                                   orders.data(), values.data()));
    }
    return status != 0 ? status : f_.do_step(c_, step.t, step.h, 0);
  }
  int save(void*& state) override { return f_.get_state(c_, &state); }
  int restore(void* state) override { return f_.set_state(c_, state); }
  int release(void*& state) override { return f_.free_state(c_, &state); }
  int serialize(void* state, std::vector<char>& bytes) override {
    std::size_t size = 0;
    if (const int status = f_.serialized_state_size(c_, state, &size); status != 0) return status;
    bytes.resize(size);
    return f_.serialize_state(c_, state, bytes.data(), size);
  }
  int deserialize(const std::vector<char>& bytes, void*& state) override {
    return f_.deserialize_state(c_, bytes.data(), bytes.size(), &state);
  }
  int directional(const References& unknowns, const References& knowns, const Numbers& seed,
                  Numbers& result) override {
    return f_.get_directional_derivative(c_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                                         seed.data(), result.data());
  }
  int adjoint(const References&, const References&, const Numbers&, Numbers&) override { return fmi2::error; }
  int output_slopes(const References& r, Numbers& values) override {
    const std::vector<int> orders(r.size(), 1);
    return f_.get_real_output_derivatives(c_, r.data(), r.size(), orders.data(), values.data());
  }
  int set_states(double t, const Numbers& x) override {
    return std::max<int>(f_.set_time(c_, t), f_.set_continuous_states(c_, x.data(), x.size()));
  }
  int derivatives(Numbers& dx) override { return f_.get_derivatives(c_, dx.data(), dx.size()); }

 private:
  static void write_log(void* self, const char*, fmi2::Status, const char*, const char* message, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, message);
    std::vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    static_cast<Subject2*>(self)->log += std::string(text) + "\n";
  }

  fmi2::Functions f_;
  Use use_;
  References inputs_;
  bool takes_derivatives_;
  fmi2::CallbackFunctions callbacks_{};
  fmi2::Component c_ = nullptr;
};

class Subject3 final : public Subject {
 public:
  Subject3(const fmi::Library& library, const fmi::ModelDescription& d, Use use, References inputs)
      : f_(fmi3::bind(library, use == Use::co_simulation ? fmi3::co_simulation : fmi3::model_exchange)),
        use_(use),
        inputs_(std::move(inputs)) {
    const bool updates = d.co_simulation && d.co_simulation->intermediate_update;
    c_ = use == Use::co_simulation
             ? f_.instantiate_co_simulation("subject", d.token.c_str(), nullptr, false, false, false, false,
                                            inputs_.data(), updates ? inputs_.size() : 0, this, write_log,
                                            updates ? update : nullptr)
             : f_.instantiate_model_exchange("subject", d.token.c_str(), nullptr, false, false, this,
                                             write_log);
  }
  ~Subject3() override {
    if (c_ != nullptr) f_.free_instance(c_);
  }
  bool usable() const { return c_ != nullptr; }

  void begin(const Start& start) {
    EXPECT_EQ(set(start.references, start.values), 0) << log;
    EXPECT_EQ(f_.enter_initialization_mode(c_, false, 0, start.time, false, 0), 0) << log;
    EXPECT_EQ(f_.exit_initialization_mode(c_), 0) << log;
    if (use_ == Use::co_simulation) return;
    bool b = false;
    double t = 0;
    EXPECT_EQ(f_.update_discrete_states(c_, &b, &b, &b, &b, &b, &t), 0) << log;
    EXPECT_EQ(f_.enter_continuous_time_mode(c_), 0) << log;
  }

  int get(const References& r, Numbers& v) override {
    return f_.get_float64(c_, r.data(), r.size(), v.data(), v.size());
  }
  int set(const References& r, const Numbers& v) override {
    return f_.set_float64(c_, r.data(), r.size(), v.data(), v.size());
  }
  int step(const Step& step, SignalView u) override {
    step_ = step;
    u_ = u;
    Numbers start(inputs_.size());
    u.values(0, start.data());
    if (const int status = set(inputs_, start); status != 0) return status;
    bool event = false, terminate = false, early = false;
    double last = 0;
    const int status = f_.do_step(c_, step.t, step.h, false, &event, &terminate, &early, &last);
    EXPECT_EQ(last, status == 0 ? step.t + step.h : step.t);
    return status;
  }
  int save(void*& state) override { return f_.get_state(c_, &state); }
  int restore(void* state) override { return f_.set_state(c_, state); }
  int release(void*& state) override { return f_.free_state(c_, &state); }
  int serialize(void* state, std::vector<char>& bytes) override {
    std::size_t size = 0;
    if (const int status = f_.serialized_state_size(c_, state, &size); status != 0) return status;
    bytes.resize(size);
    return f_.serialize_state(c_, state, reinterpret_cast<fmi3::Byte*>(bytes.data()), size);
  }
  int deserialize(const std::vector<char>& bytes, void*& state) override {
    return f_.deserialize_state(c_, reinterpret_cast<const fmi3::Byte*>(bytes.data()), bytes.size(), &state);
  }
  int directional(const References& unknowns, const References& knowns, const Numbers& seed,
                  Numbers& result) override {
    return f_.get_directional_derivative(c_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                                         seed.data(), seed.size(), result.data(), result.size());
  }
  int adjoint(const References& unknowns, const References& knowns, const Numbers& seed,
              Numbers& result) override {
    return f_.get_adjoint_derivative(c_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                                     seed.data(), seed.size(), result.data(), result.size());
  }
  int output_slopes(const References& r, Numbers& values) override {
    const std::vector<std::int32_t> orders(r.size(), 1);
    return f_.get_output_derivatives(c_, r.data(), r.size(), orders.data(), values.data(), values.size());
  }
  int set_states(double t, const Numbers& x) override {
    return std::max<int>(f_.set_time(c_, t), f_.set_continuous_states(c_, x.data(), x.size()));
  }
  int derivatives(Numbers& dx) override { return f_.get_derivatives(c_, dx.data(), dx.size()); }

 private:
  static void write_log(void* self, fmi3::Status, const char*, const char* message) {
    static_cast<Subject3*>(self)->log += std::string(message) + "\n";
  }
  static void update(void* environment, double t, bool set_requested, bool, bool, bool, bool*, double*) {
    auto& self = *static_cast<Subject3*>(environment);
    if (!set_requested) return;
    Numbers u(self.inputs_.size());
    self.u_.values((t - self.step_.t) / self.step_.h, u.data());
    EXPECT_EQ(self.set(self.inputs_, u), 0) << self.log;
  }

  fmi3::Functions f_;
  Use use_;
  References inputs_;
  fmi3::Instance c_ = nullptr;
  Step step_;
  SignalView u_;
};

template <class Version>
std::unique_ptr<Subject> begin(std::unique_ptr<Version> subject, const Start& start) {
  if (!subject->usable()) return nullptr;
  subject->begin(start);
  return subject;
}

fmi::Package write_and_open(const UnitSpec& unit, const Options& options, const std::filesystem::path& file) {
  ExperimentSpec experiment;
  experiment.stop = 10;
  experiment.step = 0.1;
  export_fmu(unit, experiment, options, file);
  return fmi::Package(file);
}

std::string identifier_of(const fmi::ModelDescription& d) {
  return d.co_simulation ? d.co_simulation->model_identifier : d.model_exchange->model_identifier;
}

}  // namespace

Exported::Exported(const UnitSpec& unit, const Options& options, const std::filesystem::path& file)
    : package_(write_and_open(unit, options, file)),
      description_(fmi::read_model_description(package_)),
      library_(fmi::find_library(package_, description_, identifier_of(description_))) {
  const auto reference_at = [&](std::size_t i) { return description_.variables[i].reference; };
  for (const fmi::Variable& v : description_.variables) {
    if (v.causality == fmi::Causality::input) inputs.push_back(v.reference);
  }
  for (const fmi::Unknown& u : description_.structure.outputs) outputs.push_back(reference_at(u.variable));
  for (const fmi::Unknown& u : description_.structure.derivatives)
    derivatives.push_back(reference_at(u.variable));
  for (const std::size_t i : description_.structure.states) states.push_back(reference_at(i));
}

std::unique_ptr<Subject> Exported::start(Use use, const Start& start) const {
  if (description_.version == fmi::Version::fmi2)
    return begin(std::make_unique<Subject2>(library_, description_, use, inputs), start);
  return begin(std::make_unique<Subject3>(library_, description_, use, inputs), start);
}

unsigned Exported::reference(const std::string& name) const {
  for (const fmi::Variable& v : description_.variables) {
    if (v.name == name) return v.reference;
  }
  ADD_FAILURE() << "there is no variable " << name;
  return ~0u;
}

std::vector<std::string> Exported::names(const References& references) const {
  std::vector<std::string> list;
  for (const unsigned r : references) {
    for (const fmi::Variable& v : description_.variables) {
      if (v.reference == r) list.push_back(v.name);
    }
  }
  return list;
}

Scenario read_text(const std::string& yaml) {
  Problems problems;
  std::optional<Scenario> scenario = read_scenario_text(yaml, "test.yaml", problems);
  problems.throw_if_any();
  return std::move(*scenario);
}

const UnitSpec& find_unit(const Scenario& scenario, const std::string& name) {
  const auto found = std::find_if(scenario.units.begin(), scenario.units.end(),
                                  [&](const UnitSpec& u) { return u.name.text == name; });
  if (found == scenario.units.end()) throw std::invalid_argument(name);
  return *found;
}

std::unique_ptr<Unit> native(const UnitSpec& unit) {
  Problems problems;
  const BuiltUnit built = UnitBuilder(1e-11).build(unit, problems);
  problems.throw_if_any();
  return built.make();
}

}  // namespace accordo::exporter
