#include "execute/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "base/error.hpp"
#include "execute/operation_text.hpp"
#include "execute/perform.hpp"
#include "execute/unit_errors.hpp"

namespace accordo {
namespace {

enum class Message : int { request, end };

/// What a rank tells of itself.
struct Identity {
  std::array<char, 64> host{};
  pid_t process = 0;
};

Identity own_identity() {
  Identity identity;
  gethostname(identity.host.data(), identity.host.size() - 1);
  identity.process = getpid();
  return identity;
}

std::string units_on(int rank, std::span<const int> rank_of, std::span<const UnitInfo> infos) {
  constexpr int most = 3;
  int count = 0;
  std::string text;
  for (std::size_t k = 0; k < infos.size(); ++k) {
    if (rank_of[k] != rank || ++count > most) continue;
    text += fmt::format("{}'{}'", count == 1 ? "" : ", ", infos[k].name);
  }
  if (count > most) text += fmt::format(", … ({} in all)", count);
  return count == 0 ? "" : fmt::format("unit{} {}", count == 1 ? "" : "s", text);
}

}  // namespace

RankExecutor::RankExecutor(Communicator& mpi, std::vector<int> rank_of, std::span<const UnitInfo> infos,
                           const Layout& layout, const RankSettings& settings)
    : mpi_(mpi),
      rank_of_(std::move(rank_of)),
      infos_(infos.begin(), infos.end()),
      packing_(layout, infos_),
      units_(static_cast<std::size_t>(mpi.size())),
      parcels_(units_.size()),
      seconds_(infos_.size()),
      watch_(settings) {
  std::vector<Peer> peers;
  watch_.begin("the start of the ranks", 0);
  all_ready(mpi_, {}, &peers);
  watch_.end();
  for (Peer& peer : peers) peer.units = units_on(peer.rank, rank_of_, infos_);
  watch_.set_peers(std::move(peers));
}

RankExecutor::~RankExecutor() {
  for (Parcel& parcel : parcels_) {
    parcel.clear();
    parcel.put(Message::end);
  }
  mpi_.scatter(parcels_, mine_);
}

void RankExecutor::run(const Request& request, Reply& reply) {
  reply.unit_errors.clear();
  for (auto& list : units_) list.clear();
  for (const int k : request.units) units_[static_cast<std::size_t>(rank_of_[index(k)])].push_back(k);
  for (std::size_t r = 0; r < units_.size(); ++r) {
    parcels_[r].clear();
    parcels_[r].put(Message::request);
    if (!units_[r].empty()) packing_.pack_request(request, units_[r], parcels_[r]);
  }
  const auto begin = std::chrono::steady_clock::now();
  watch_.begin(for_people(request.operation), time_of(request));
  mpi_.scatter(parcels_, mine_);
  mine_.clear();
  mpi_.gather(mine_, parcels_);
  watch_.end();
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (std::size_t r = 1; r < units_.size(); ++r) {
    if (units_[r].empty()) continue;
    packing_.unpack_reply(parcels_[r], request, units_[r], reply);
    for (const int k : units_[r]) seconds_[index(k)] += took / static_cast<double>(units_[r].size());
  }
  std::stable_sort(reply.unit_errors.begin(), reply.unit_errors.end(),
                   [](const UnitError& a, const UnitError& b) { return a.unit < b.unit; });
}

void serve_rank(Communicator& mpi, std::span<const int> rank_of, const std::vector<Worker::Make>& makers,
                std::span<const UnitInfo> infos, const Layout& layout) {
  std::vector<std::unique_ptr<Unit>> units(makers.size());
  std::string failure;
  try {
    for (std::size_t k = 0; k < makers.size(); ++k) {
      if (rank_of[k] == mpi.rank()) units[k] = makers[k]();
    }
  } catch (const std::exception& e) {
    failure = e.what();
  }
  if (!all_ready(mpi, failure)) return;
  UnitHost host(std::move(units), layout);
  Unpacking unpacking(layout, infos);
  Parcel parcel;
  std::vector<Parcel> nobody;
  Reply reply;
  for (;;) {
    mpi.scatter({}, parcel);
    if (parcel.get<Message>() == Message::end) return;
    const bool asked = !parcel.at_end();
    if (asked) {
      const Request& request = unpacking.unpack_request(parcel);
      reply.unit_errors.clear();
      host.perform(request, request.units, reply);
      unpacking.pack_reply(reply, parcel);
    } else {
      parcel.clear();
    }
    mpi.gather(parcel, nobody);
  }
}

bool all_ready(Communicator& mpi, const std::string& failure, std::vector<Peer>* peers) {
  Parcel mine;
  const Identity self = own_identity();
  mine.put_text(failure);
  mine.put(self);
  std::vector<Parcel> all;
  mpi.gather(mine, all);
  std::string first;
  for (std::size_t r = 0; r < all.size() && first.empty(); ++r) {
    const std::string text = all[r].get_text();
    if (!text.empty()) first = r == 0 ? text : fmt::format("rank {}: {}", r, text);
    const auto other = all[r].get<Identity>();
    if (peers != nullptr && r > 0)
      peers->push_back({static_cast<int>(r), other.host == self.host ? other.process : 0, {}});
  }
  std::vector<Parcel> verdicts(all.size());
  for (Parcel& verdict : verdicts) verdict.put(first.empty());
  mpi.scatter(verdicts, mine);
  const bool ready = mine.get<bool>();
  if (mpi.rank() == 0 && !ready && failure.empty()) throw Error(Exit::unit_failed, "rank-failed", first);
  return ready;
}

std::vector<int> deal_out(std::span<const std::optional<int>> wanted, std::span<const int> apart, int size) {
  std::vector<int> rank_of(wanted.size());
  std::vector<int> load(static_cast<std::size_t>(size));
  std::set<std::pair<int, int>> taken;  // number, rank
  const auto place = [&](std::size_t k, int rank) {
    rank_of[k] = rank;
    ++load[index(rank)];
    if (apart[k] >= 0) taken.insert({apart[k], rank});
  };
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (wanted[k]) place(k, *wanted[k]);
  }
  // Those that are not free to go everywhere come first.
  for (const bool free : {false, true}) {
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      if (wanted[k] || free != (apart[k] < 0)) continue;
      int best = 1;
      const auto cost = [&](int rank) {
        return std::pair(apart[k] >= 0 && taken.count({apart[k], rank}) > 0, load[index(rank)]);
      };
      for (int rank = 2; rank < size; ++rank) {
        if (cost(rank) < cost(best)) best = rank;
      }
      place(k, best);
    }
  }
  return rank_of;
}

}  // namespace accordo
