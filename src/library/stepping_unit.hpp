// A unit of a user's that steps by itself.
#pragma once

#include <accordo/unit.hpp>
#include <memory>
#include <vector>

#include "unit/unit.hpp"

namespace accordo {

class SteppingUnit final : public Unit {
 public:
  SteppingUnit(std::shared_ptr<const UnitInfo> info, std::shared_ptr<v0::Unit> unit);

  void step(const Step& step, SignalView u, double* y, double* dy) override;
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override;
  void save() override;
  void restore() override;
  void states(double* x) const override;
  void set_states(const double* x) override;

 private:
  std::shared_ptr<v0::Unit> unit_;
  std::vector<double> u_, du_;
  std::vector<double> saved_;  ///< states; empty: the unit remembers by itself
};

}  // namespace accordo
