// Runs all units one after the other on the calling thread.
#pragma once

#include <memory>
#include <vector>

#include "core/executor.hpp"
#include "execute/perform.hpp"
#include "model/wiring.hpp"

namespace accordo {

class SerialExecutor final : public Executor {
 public:
  SerialExecutor(std::vector<std::unique_ptr<Unit>> units, const Layout& layout);

  void run(const Request& request, Reply& reply) override;
  Unit* local(int unit) override { return units_[static_cast<std::size_t>(unit)].get(); }
  double unit_seconds(int unit) const override;

 private:
  void run_measured(const Request& request, Reply& reply);

  std::vector<std::unique_ptr<Unit>> units_;
  const Layout& layout_;
  std::vector<std::size_t> feed_;
  std::vector<PerformScratch>
      scratch_;  ///< per unit: their sizes differ, and nothing may be allocated in a run
  std::vector<double> sampled_seconds_;  ///< per unit, over the sampled requests only
  long long requests_ = 0, sampled_ = 0;
};

}  // namespace accordo
