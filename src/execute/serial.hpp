// Runs all units one after the other on the calling thread.
#pragma once

#include <memory>
#include <vector>

#include "core/executor.hpp"
#include "execute/perform.hpp"

namespace accordo {

class SerialExecutor final : public Executor {
 public:
  SerialExecutor(std::vector<std::unique_ptr<Unit>> units, const Layout& layout);

  void run(const Request& request, Reply& reply) override;
  Unit* local(int unit) override { return host_.unit(unit); }
  double unit_seconds(int unit) const override;

 private:
  [[gnu::noinline]] void run_again(const Request& request, Reply& reply);
  void run_measured(const Request& request, Reply& reply);

  UnitHost host_;
  std::vector<double> sampled_seconds_;  ///< per unit: those measured stand for all up to the next
  int until_sample_ = 0;
  long long requests_ = 0, sampled_ = 0;  ///< sampled: that the measured ones stand for
};

}  // namespace accordo
