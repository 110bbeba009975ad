// Runs some units in processes of their own, the others here.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/executor.hpp"
#include "execute/output_relay.hpp"
#include "execute/perform.hpp"
#include "execute/worker.hpp"

namespace accordo {

class ProcessExecutor final : public Executor {
 public:
  /// Units with a mark are made in processes of their own. Throws what a maker throws.
  ProcessExecutor(std::vector<Worker::Make> makers, const std::vector<bool>& isolated,
                  std::span<const UnitInfo> infos, const Layout& layout, const WorkerSettings& settings);
  ~ProcessExecutor() override;

  void run(const Request& request, Reply& reply) override;
  Unit* local(int unit) override { return host_->unit(unit); }
  double unit_seconds(int unit) const override { return seconds_[static_cast<std::size_t>(unit)]; }

 private:
  std::vector<Worker::Make> makers_;  ///< with them the files go that units at work may need
  std::vector<UnitInfo> infos_;
  const Layout& layout_;
  Packing packing_;
  std::vector<std::unique_ptr<Worker>> workers_;  ///< per unit; null where it lives here
  std::optional<OutputRelay> relay_;
  std::optional<UnitHost> host_;
  std::vector<double> seconds_;
  int until_sample_ = 0;
  std::vector<int> here_;
  std::vector<Parcel> parcels_;
};

}  // namespace accordo
