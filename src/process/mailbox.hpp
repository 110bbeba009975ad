// A place in shared memory through which two processes pass parcels.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "process/parcel.hpp"

namespace accordo {

/// One direction. Parcels alternate with those of the other direction: whoever sends has received the answer
/// to what it sent before, so the box is empty. Parcels larger than the box go in parts. Whoever waits looks
/// at a number for some microseconds, then sleeps, and asks now and then whether there is still somebody to
/// wait for.
class Mailbox {
 public:
  /// Called every few hundredths of a second while waiting; false: give up.
  using StillThere = std::function<bool(double waited_seconds)>;

  /// False when the wait was given up.
  bool send(const Parcel& parcel, const StillThere& still_there);
  bool receive(Parcel& parcel, const StillThere& still_there);

 private:
  static constexpr std::uint32_t kCapacity = 32 * 1024;
  static constexpr std::uint32_t kBeside = 52;  ///< bytes in the same line of memory as their number
  using Word = std::atomic<std::uint32_t>;
  void fill(const char* bytes, std::uint32_t size, bool last);

  /// A line of memory moves to another processor as a whole, and takes its time: what one side writes lies
  /// apart from what the other does, and a small parcel with its number.
  alignas(128) Word sent_{0};  ///< parts so far
  std::uint32_t size_ = 0;
  std::uint32_t last_ = 1;                 ///< whether the part ends its parcel
  char data_[kCapacity];                   // NOLINT(modernize-avoid-c-arrays): a piece of shared memory
  alignas(128) std::uint32_t number_ = 0;  ///< sent_, for the sender alone
  alignas(128) Word taken_{0};
  alignas(128) Word receivers_asleep_{0}, senders_asleep_{0};
};

/// Both directions, in memory that this process shares with those it forks afterwards. It vanishes with the
/// last of them, whatever happens.
class MailboxPair {
 public:
  MailboxPair();
  ~MailboxPair();
  MailboxPair(const MailboxPair&) = delete;
  MailboxPair& operator=(const MailboxPair&) = delete;

  Mailbox& questions() { return boxes_->questions; }
  Mailbox& answers() { return boxes_->answers; }
  /// A text for whoever finds the other process gone; ends with a zero.
  std::array<char, 512>& post_mortem() { return boxes_->post_mortem; }

 private:
  struct Boxes {
    Mailbox questions, answers;
    std::array<char, 512> post_mortem{};
  };
  Boxes* boxes_;
};

}  // namespace accordo
