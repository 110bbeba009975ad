#include "execute/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "execute/perform.hpp"

namespace accordo {
namespace {

enum class Word : int { request, end };

}  // namespace

RankExecutor::RankExecutor(Communicator& mpi, std::vector<int> rank_of, std::span<const UnitInfo> infos,
                           const Layout& layout)
    : mpi_(mpi),
      rank_of_(std::move(rank_of)),
      infos_(infos.begin(), infos.end()),
      packing_(layout, infos_),
      units_(static_cast<std::size_t>(mpi.size())),
      parcels_(units_.size()),
      seconds_(infos_.size()) {}

RankExecutor::~RankExecutor() {
  for (Parcel& parcel : parcels_) {
    parcel.clear();
    parcel.put(Word::end);
  }
  mpi_.scatter(parcels_, mine_);
}

void RankExecutor::run(const Request& request, Reply& reply) {
  reply.troubles.clear();
  for (auto& list : units_) list.clear();
  for (const int k : request.units) units_[static_cast<std::size_t>(rank_of_[index(k)])].push_back(k);
  for (std::size_t r = 0; r < units_.size(); ++r) {
    parcels_[r].clear();
    parcels_[r].put(Word::request);
    if (!units_[r].empty()) packing_.pack_request(request, units_[r], parcels_[r]);
  }
  const auto begin = std::chrono::steady_clock::now();
  mpi_.scatter(parcels_, mine_);
  mine_.clear();
  mpi_.gather(mine_, parcels_);
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (std::size_t r = 1; r < units_.size(); ++r) {
    if (units_[r].empty()) continue;
    packing_.unpack_reply(parcels_[r], request, units_[r], reply);
    for (const int k : units_[r]) seconds_[index(k)] += took / static_cast<double>(units_[r].size());
  }
  std::stable_sort(reply.troubles.begin(), reply.troubles.end(),
                   [](const Trouble& a, const Trouble& b) { return a.unit < b.unit; });
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
  Workshop workshop(std::move(units), layout);
  Unpacking unpacking(layout, infos);
  Parcel parcel;
  std::vector<Parcel> nobody;
  Reply reply;
  for (;;) {
    mpi.scatter({}, parcel);
    if (parcel.get<Word>() == Word::end) return;
    const bool asked = !parcel.at_end();
    if (asked) {
      const Request& request = unpacking.unpack_request(parcel);
      reply.troubles.clear();
      workshop.perform(request, request.units, reply);
      unpacking.pack_reply(reply, parcel);
    } else {
      parcel.clear();
    }
    mpi.gather(parcel, nobody);
  }
}

bool all_ready(Communicator& mpi, const std::string& failure) {
  Parcel mine;
  mine.put_text(failure);
  std::vector<Parcel> all;
  mpi.gather(mine, all);
  std::string first;
  for (std::size_t r = 0; r < all.size() && first.empty(); ++r) {
    const std::string text = all[r].get_text();
    if (!text.empty()) first = r == 0 ? text : fmt::format("rank {}: {}", r, text);
  }
  std::vector<Parcel> verdicts(all.size());
  for (Parcel& verdict : verdicts) verdict.put(first.empty());
  mpi.scatter(verdicts, mine);
  const bool ready = mine.get<bool>();
  if (mpi.rank() == 0 && !ready && failure.empty()) throw Error(Exit::unit_failed, "rank-failed", first);
  return ready;
}

std::vector<int> deal_out(std::span<const std::optional<int>> wanted, int size) {
  std::vector<int> rank_of(wanted.size());
  std::vector<int> load(static_cast<std::size_t>(size));
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (!wanted[k]) continue;
    rank_of[k] = *wanted[k];
    ++load[static_cast<std::size_t>(*wanted[k])];
  }
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (wanted[k]) continue;
    const auto least = std::min_element(load.begin() + 1, load.end());
    rank_of[k] = static_cast<int>(least - load.begin());
    ++*least;
  }
  return rank_of;
}

}  // namespace accordo
