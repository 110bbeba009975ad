#include "process/mailbox.hpp"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <ctime>
#include <new>

#include "base/error.hpp"
#include "base/relax.hpp"

namespace accordo {
namespace {

constexpr int kLooks = 4000;
constexpr long kNapNanoseconds = 20'000'000;

using Word = std::atomic<std::uint32_t>;

// Between processes, so without the flag for private ones.
void sleep_while(Word& word, std::uint32_t value) {
  const timespec nap{0, kNapNanoseconds};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &nap, nullptr, 0);
}

/// Waits until a word is, or is no longer, a value.
bool wait_until(Word& word, std::uint32_t value, bool equal, Word& asleep,
                const Mailbox::StillThere& still_there) {
  const auto done = [&](std::uint32_t now) { return (now == value) == equal; };
  for (int look = 0; look < kLooks; ++look) {
    if (done(word.load(std::memory_order_acquire))) return true;
    relax();
  }
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    asleep.fetch_add(1);
    const std::uint32_t now = word.load();
    if (!done(now)) sleep_while(word, now);
    asleep.fetch_sub(1);
    if (done(word.load(std::memory_order_acquire))) return true;
    const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!still_there(waited)) return done(word.load(std::memory_order_acquire));
  }
}

void set(Word& word, std::uint32_t value, Word& asleep) {
  word.store(value);  // in one order with `asleep`: else a sleeper could be missed
  if (asleep.load() != 0) syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

/// The line with the number comes last: whoever waits looks at it all the time, and takes it away from us.
void Mailbox::fill(const char* bytes, std::uint32_t size, bool last) {
  if (size > kBeside) std::memcpy(data_ + kBeside, bytes + kBeside, size - kBeside);
  std::memcpy(data_, bytes, std::min(size, kBeside));
  size_ = size;
  last_ = last ? 1 : 0;
}

bool Mailbox::send(const Parcel& parcel, const StillThere& still_there) {
  const std::vector<char>& bytes = parcel.bytes();
  for (std::size_t at = 0;;) {
    if (at > 0 && !wait_until(taken_, number_, true, senders_asleep_, still_there)) return false;
    const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(kCapacity, bytes.size() - at));
    const bool last = at + size == bytes.size();
    fill(bytes.data() + at, size, last);
    set(sent_, ++number_, receivers_asleep_);
    if (last) return true;
    at += size;
  }
}

bool Mailbox::receive(Parcel& parcel, const StillThere& still_there) {
  std::vector<char>& bytes = parcel.received();
  bytes.clear();
  std::uint32_t number = taken_.load(std::memory_order_relaxed);
  for (;;) {
    if (!wait_until(sent_, number, false, receivers_asleep_, still_there)) return false;
    const bool last = last_ != 0;
    bytes.insert(bytes.end(), data_, data_ + size_);
    ++number;
    if (last) {
      taken_.store(number, std::memory_order_release);
      return true;
    }
    set(taken_, number, senders_asleep_);
  }
}

MailboxPair::MailboxPair() {
  void* memory = mmap(nullptr, sizeof(Boxes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error(Exit::usage, "no-shared-memory", "there is no memory to share with a worker process");
  }
  boxes_ = new (memory) Boxes;
}

MailboxPair::~MailboxPair() {
  munmap(boxes_, sizeof(Boxes));
}

}  // namespace accordo
