// Parcels between the processes of one job, one of which (rank 0) coordinates.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "process/parcel.hpp"

namespace accordo {

/// All ranks call the same functions in the same order.
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// mine ← the parcel for this rank; `parcels`, one per rank, count on rank 0 only.
  virtual void scatter(std::span<const Parcel> parcels, Parcel& mine) = 0;
  /// On rank 0, parcels ← one from each rank.
  virtual void gather(const Parcel& mine, std::vector<Parcel>& parcels) = 0;
  /// Ends the whole job at once.
  virtual void abort(int code) = 0;
};

/// Whether this process was started by mpirun, as one of several.
bool started_by_mpirun();

/// The communicator of this process, by the module with MPI. Throws Error(Exit::usage) where it is missing.
Communicator& open_mpi();

/// What the program and the module agree on.
using OpenMpi = Communicator* (*)();
inline constexpr const char* kMpiModule = "accordo_mpi.so";
inline constexpr const char* kOpenMpi = "accordo_open_mpi_1";

}  // namespace accordo
