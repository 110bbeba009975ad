// Requests and replies as parcels: of every vector only the slices of the units concerned.
#pragma once

#include <vector>

#include "core/request.hpp"
#include "model/wiring.hpp"
#include "process/parcel.hpp"

namespace accordo {

/// How large the slices of each unit are.
struct Shapes {
  Shapes(const Layout& of, std::span<const UnitInfo> units);
  const Layout& layout;
  std::vector<std::size_t> feed;      ///< where each unit's ∂g/∂u starts
  std::vector<unsigned char> slopes;  ///< per unit: whether its steps give slopes of outputs
};

/// Puts requests for some units into parcels, and takes the answers out.
class Packing {
 public:
  Packing(const Layout& layout, std::span<const UnitInfo> units);

  /// Adds to the parcel.
  void pack_request(const Request& request, std::span<const int> units, Parcel& parcel) const;
  /// Writes where the request points to, and adds errors.
  void unpack_reply(Parcel& parcel, const Request& request, std::span<const int> units, Reply& reply) const;

 private:
  Shapes shapes_;
};

/// The other end: the vectors of the whole system, of which only the slices of some units are ever touched.
class Unpacking {
 public:
  Unpacking(const Layout& layout, std::span<const UnitInfo> units);

  /// The request in the parcel; it points into this object.
  const Request& unpack_request(Parcel& parcel);
  void pack_reply(const Reply& reply, Parcel& parcel);

 private:
  Shapes shapes_;
  std::vector<std::size_t> K_offsets_;
  std::vector<int> units_;
  std::vector<double> signal_, u_, du_, y_, dy_, y_low_, rounding_, dy_low_, x_, D_, CB_, defects_, K_;
  std::vector<Token> discrete_inputs_, discrete_outputs_;
  std::vector<double> shifts_;
  std::vector<EventNews> news_;
  std::vector<StepNews> step_news_;
  std::vector<UnitMessages> messages_;
  std::vector<OutputShape> output_shapes_;
  std::vector<long long> versions_, known_;
  std::vector<unsigned char> without_outputs_;
  EstimatorKnobs knobs_;
  bool changed_ = false;
  Request request_;
};

}  // namespace accordo
