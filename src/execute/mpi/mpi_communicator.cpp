// The module with MPI: loaded only when the program was started by mpirun.

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "execute/communicator.hpp"

namespace accordo {
namespace {

/// A rank that hangs would keep all others in MPI's start or end for ever.
constexpr unsigned kMostSeconds = 60;

void give_up(int) {
  constexpr std::string_view text =
      "error: the ranks of the job do not all start or end within 60 s [rank-failed]\n";
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(3);
  _exit(3);  // mpirun ends the others
}

void limit_time() {
  signal(SIGALRM, &give_up);
  alarm(kMostSeconds);
}

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    int provided = 0;
    limit_time();
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    alarm(0);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    blocks_.resize(rank_ == 0 ? static_cast<std::size_t>(size_) * kBlock : 0);
    own_.resize(kBlock);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  /// Every rank gets, and gives, one block of a size that all know: plain collectives, as the orchestrator of
  /// the IFOSMONDI-JFM paper has them. What does not fit follows in a message of its own.
  void scatter(std::span<const Parcel> parcels, Parcel& mine) override {
    if (rank_ == 0) {
      for (std::size_t i = 0; i < parcels.size(); ++i) put(parcels[i].bytes(), block(i));
    }
    MPI_Scatter(blocks_.data(), kBlock, MPI_BYTE, own_.data(), kBlock, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank_ == 0) {
      for (std::size_t i = 1; i < parcels.size(); ++i) send_rest(parcels[i].bytes(), static_cast<int>(i));
      mine.received() = parcels[0].bytes();
    } else {
      get(own_.data(), 0, mine.received());
    }
  }

  void gather(const Parcel& mine, std::vector<Parcel>& parcels) override {
    put(mine.bytes(), own_.data());
    MPI_Gather(own_.data(), kBlock, MPI_BYTE, blocks_.data(), kBlock, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank_ != 0) return send_rest(mine.bytes(), 0);
    parcels.resize(static_cast<std::size_t>(size_));
    parcels[0].received() = mine.bytes();
    for (std::size_t i = 1; i < parcels.size(); ++i)
      get(block(i), static_cast<int>(i), parcels[i].received());
  }

  void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  /// Enough for the signals of some dozen units, and small enough to be sent at once.
  static constexpr int kBlock = 2048;
  static constexpr std::size_t kRoom = kBlock - sizeof(std::size_t);

  char* block(std::size_t rank) { return blocks_.data() + rank * kBlock; }

  /// The size, and of the bytes as many as there is room for.
  static void put(const std::vector<char>& bytes, char* to) {
    const std::size_t size = bytes.size();
    std::memcpy(to, &size, sizeof size);
    std::copy_n(bytes.data(), std::min(size, kRoom), to + sizeof size);
  }
  static void send_rest(const std::vector<char>& bytes, int to) {
    for (std::size_t at = kRoom; at < bytes.size(); at += kLongest)
      MPI_Send(bytes.data() + at, part(bytes.size() - at), MPI_BYTE, to, 0, MPI_COMM_WORLD);
  }
  static void get(const char* from, int sender, std::vector<char>& bytes) {
    std::size_t size = 0;
    std::memcpy(&size, from, sizeof size);
    bytes.resize(size);
    std::copy_n(from + sizeof size, std::min(size, kRoom), bytes.data());
    for (std::size_t at = kRoom; at < size; at += kLongest)
      MPI_Recv(bytes.data() + at, part(size - at), MPI_BYTE, sender, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  static constexpr std::size_t kLongest = std::size_t{1} << 30;  // MPI counts in int
  static int part(std::size_t left) { return static_cast<int>(std::min(left, kLongest)); }

  int rank_ = 0, size_ = 1;
  std::vector<char> blocks_, own_;  ///< of all ranks, on rank 0; of this one
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Communicator* accordo_open_mpi_1() {
  // Never ended before the process: others, such as PETSc, may use MPI, too.
  static MpiCommunicator* const communicator = [] {
    auto* made = new MpiCommunicator;
    std::atexit([] {
      int over = 0;
      MPI_Finalized(&over);
      limit_time();
      if (over == 0) MPI_Finalize();
    });
    return made;
  }();
  return communicator;
}

}  // namespace accordo
