// Runs unit operations somewhere: here, on threads, in other processes. Transport only.
#pragma once

#include "core/request.hpp"
#include "unit/unit.hpp"

namespace accordo {

class Executor {
 public:
  virtual ~Executor() = default;

  /// Carries out the request; does not throw for what units do.
  virtual void run(const Request& request, Reply& reply) = 0;

  /// The unit itself when it lives in this process, else null.
  virtual Unit* local(int unit) = 0;

  /// Wall time spent in the unit so far, as far as it is measured.
  virtual double unit_seconds(int unit) const = 0;
};

}  // namespace accordo
