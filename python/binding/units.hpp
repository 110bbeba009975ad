// Units that are Python code.
#pragma once

#include <accordo/unit.hpp>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "binding/values.hpp"

namespace accordo_python {

/// While it exists, a KeyboardInterrupt in a unit that this thread works for ends the run.
class Interruptible {
 public:
  explicit Interruptible(std::atomic<bool>& flag);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  std::atomic<bool>* outer_;
};

/// The latest exception of a unit's code, for whoever tells of the failure. With the lock only.
class Trouble {
 public:
  /// Takes the pending exception and throws it as the unit's words.
  [[noreturn]] void raise();
  /// The exception with these words, or None.
  py::object find(const std::string& words) const;
  /// To be called after each use: the exception's traceback leads back to whoever holds this, and no garbage
  /// collector sees that circle.
  void forget() { exception_.set({}); }

 private:
  Shared exception_;
  std::string words_;
};

/// What Python knows of a unit, before it belongs to a system.
class Blueprint {
 public:
  virtual ~Blueprint() = default;
  virtual std::unique_ptr<accordo::Unit> make() const = 0;
  py::object exception(const std::string& words) const { return trouble_->find(words); }
  void forget() const { trouble_->forget(); }

 protected:
  std::shared_ptr<Trouble> trouble_ = std::make_shared<Trouble>();
};

/// A function of t, x, u and, where there are any, parameters, that gives derivatives and outputs.
struct FunctionSpec {
  py::object function, x_type, u_type, parameters, jac;  ///< the last two may be None
  accordo::Description description;
};
std::unique_ptr<Blueprint> function_blueprint(FunctionSpec spec);

/// An object that steps.
struct ObjectSpec {
  py::object object;  ///< an accordo._units.Steps
  py::object u_type;
  accordo::Description description;
  bool computes_outputs = false;  ///< at any instant; else they are those of the latest step
};
std::unique_ptr<Blueprint> object_blueprint(ObjectSpec spec);

}  // namespace accordo_python
