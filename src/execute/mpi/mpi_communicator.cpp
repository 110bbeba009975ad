// The module with MPI: loaded only when the program was started by mpirun.

#include <mpi.h>

#include <climits>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

#include "execute/communicator.hpp"

namespace accordo {
namespace {

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    counts_.resize(static_cast<std::size_t>(size_));
    offsets_ = counts_;
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  /// Sizes first, then bytes: both plain collectives, as the IFOSMONDI-JFM paper's orchestrator does it.
  void scatter(std::span<const Parcel> parcels, Parcel& mine) override {
    all_.clear();
    if (rank_ == 0) {
      for (std::size_t i = 0; i < parcels.size(); ++i) {
        counts_[i] = length(parcels[i].bytes().size());
        all_.insert(all_.end(), parcels[i].bytes().begin(), parcels[i].bytes().end());
      }
      set_offsets();
    }
    int size = 0;
    MPI_Scatter(counts_.data(), 1, MPI_INT, &size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::vector<char>& bytes = mine.received();
    bytes.resize(static_cast<std::size_t>(size));
    MPI_Scatterv(all_.data(), counts_.data(), offsets_.data(), MPI_BYTE, bytes.data(), size, MPI_BYTE, 0,
                 MPI_COMM_WORLD);
  }

  void gather(const Parcel& mine, std::vector<Parcel>& parcels) override {
    const int size = length(mine.bytes().size());
    MPI_Gather(&size, 1, MPI_INT, counts_.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank_ == 0) {
      set_offsets();
      all_.resize(static_cast<std::size_t>(offsets_.back()) + static_cast<std::size_t>(counts_.back()));
    }
    MPI_Gatherv(mine.bytes().data(), size, MPI_BYTE, all_.data(), counts_.data(), offsets_.data(), MPI_BYTE,
                0, MPI_COMM_WORLD);
    if (rank_ != 0) return;
    parcels.resize(counts_.size());
    for (std::size_t i = 0; i < parcels.size(); ++i) {
      const char* first = all_.data() + offsets_[i];
      parcels[i].received().assign(first, first + counts_[i]);
    }
  }

  void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  static int length(std::size_t size) {
    if (size > INT_MAX) throw std::length_error("a message is too long for MPI");
    return static_cast<int>(size);
  }
  void set_offsets() { std::exclusive_scan(counts_.begin(), counts_.end(), offsets_.begin(), 0); }

  int rank_ = 0, size_ = 1;
  std::vector<int> counts_, offsets_;
  std::vector<char> all_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Communicator* accordo_open_mpi_1() {
  // Never ended before the process: others, such as PETSc, may use MPI, too.
  static MpiCommunicator* const communicator = [] {
    auto* made = new MpiCommunicator;
    std::atexit([] {
      int over = 0;
      MPI_Finalized(&over);
      if (over == 0) MPI_Finalize();
    });
    return made;
  }();
  return communicator;
}

}  // namespace accordo
