#include "execute/mailbox.hpp"

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
#include "execute/relax.hpp"

namespace accordo {
namespace {

constexpr int kLooks = 4000;
constexpr long kNapNanoseconds = 20'000'000;

// Between processes, so without the flag for private ones.
void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  const timespec nap{0, kNapNanoseconds};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &nap, nullptr, 0);
}
void wake(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

bool Mailbox::wait_until(bool empty, const StillThere& still_there) {
  const auto there = [&](std::uint32_t state) { return (state == kEmpty) == empty; };
  for (int look = 0; look < kLooks; ++look) {
    if (there(state_.load(std::memory_order_acquire))) return true;
    relax();
  }
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    sleepers_.fetch_add(1);
    const std::uint32_t state = state_.load();
    if (!there(state)) sleep_while(state_, state);
    sleepers_.fetch_sub(1);
    if (there(state_.load(std::memory_order_acquire))) return true;
    const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!still_there(waited)) return there(state_.load(std::memory_order_acquire));
  }
}

void Mailbox::set(State state) {
  state_.store(state);  // in one order with `sleepers_`: else a sleeper could be missed
  if (sleepers_.load() != 0) wake(state_);
}

bool Mailbox::send(const Parcel& parcel, const StillThere& still_there) {
  const std::vector<char>& bytes = parcel.bytes();
  for (std::size_t at = 0;;) {
    if (!wait_until(true, still_there)) return false;
    size_ = static_cast<std::uint32_t>(std::min<std::size_t>(kCapacity, bytes.size() - at));
    std::memcpy(data_, bytes.data() + at, size_);
    at += size_;
    const bool last = at == bytes.size();
    set(last ? kLast : kPart);
    if (last) return true;
  }
}

bool Mailbox::receive(Parcel& parcel, const StillThere& still_there) {
  std::vector<char>& bytes = parcel.received();
  bytes.clear();
  for (;;) {
    if (!wait_until(false, still_there)) return false;
    const bool last = state_.load(std::memory_order_acquire) == kLast;
    bytes.insert(bytes.end(), data_, data_ + size_);
    set(kEmpty);
    if (last) return true;
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
