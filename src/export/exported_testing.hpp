// For tests: exported FMUs at work, the two versions of FMI behind one face, and the native units they come
// from.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "archive/fmu_testing.hpp"
#include "export/export_fmu.hpp"
#include "signal/signal.hpp"
#include "unit/fmi/binding/library.hpp"
#include "unit/fmi/description/description_reader.hpp"
#include "unit/ode/build.hpp"

namespace accordo::exporter {

using References = std::vector<unsigned>;
using Numbers = std::vector<double>;

enum class Use { co_simulation, model_exchange };

/// An instance of an exported FMU, in the mode in which it runs. Functions return FMI's status.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual int get(const References& r, Numbers& values) = 0;
  virtual int set(const References& r, const Numbers& values) = 0;
  /// One co-simulation step under polynomial inputs: input derivatives or intermediate update.
  virtual int step(const Step& step, SignalView u) = 0;
  virtual int save(void*& state) = 0;
  virtual int restore(void* state) = 0;
  virtual int release(void*& state) = 0;
  virtual int serialize(void* state, std::vector<char>& bytes) = 0;
  virtual int deserialize(const std::vector<char>& bytes, void*& state) = 0;
  virtual int directional(const References& unknowns, const References& knowns, const Numbers& seed,
                          Numbers& result) = 0;
  /// FMI 3 only.
  virtual int adjoint(const References& unknowns, const References& knowns, const Numbers& seed,
                      Numbers& result) = 0;
  virtual int output_slopes(const References& r, Numbers& values) = 0;
  virtual int set_states(double t, const Numbers& x) = 0;
  virtual int derivatives(Numbers& dx) = 0;

  Numbers values(const References& r) {
    Numbers list(r.size());
    EXPECT_EQ(get(r, list), 0) << log;
    return list;
  }
  std::string log;  ///< all messages
};

/// How an instance starts.
struct Start {
  References references = {};  ///< set before initialization
  Numbers values = {};
  double time = 0;
};

/// An FMU made from a unit and loaded.
class Exported {
 public:
  Exported(const UnitSpec& unit, const Options& options, const std::filesystem::path& file);

  /// In step mode or continuous-time mode; null when it cannot be instantiated.
  std::unique_ptr<Subject> start(Use use, const Start& start = {}) const;

  const fmi::Package& package() const { return package_; }
  const fmi::ModelDescription& description() const { return description_; }
  References inputs, outputs, states, derivatives;

  unsigned reference(const std::string& name) const;
  std::vector<std::string> names(const References& references) const;

 private:
  fmi::Package package_;
  fmi::ModelDescription description_;
  fmi::Library library_;
};

/// The units of a scenario.
Scenario read_text(const std::string& yaml);
const UnitSpec& find_unit(const Scenario& scenario, const std::string& name);
/// A native unit, integrated finely.
std::unique_ptr<Unit> native(const UnitSpec& unit);

}  // namespace accordo::exporter
