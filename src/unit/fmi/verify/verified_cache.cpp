#include "unit/fmi/verify/verified_cache.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "unit/fmi/platform.hpp"
#include "unit/fmi/sha256.hpp"

namespace accordo::fmi {
namespace fs = std::filesystem;
namespace {

/// To be raised when the test or the format changes: older results are then not found.
constexpr int kFormat = 2;

fs::path user_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "accordo" / "fmu";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache" / "accordo" / "fmu";
  return {};
}

std::string checksum(const std::string& text) {
  Sha256 hash;
  hash.add(text);
  return hash.finish();
}

/// One line per value, the checksum last.
std::string written(const Verified& v) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {}\n", int(v.states), int(v.rollback), int(v.variable_step),
                  int(v.directional_derivatives), int(v.output_derivatives), int(v.intermediate_update),
                  int(v.event_mode), v.input_order);
  for (const Verified::Finding& f : v.findings) {
    std::string what = f.what;
    for (char& c : what) c = c == '\n' || c == '\r' ? ' ' : c;
    text += fmt::format("{} {} {}\n", f.capability, int(f.declared), what);
  }
  return text + checksum(text) + '\n';
}

std::optional<Verified> read(const std::string& text) {
  constexpr std::size_t digits = 64;
  if (text.size() < digits + 1) return std::nullopt;
  const std::string body = text.substr(0, text.size() - digits - 1);
  if (checksum(body) + '\n' != text.substr(body.size())) return std::nullopt;
  std::istringstream in(body);
  Verified v;
  in >> v.states >> v.rollback >> v.variable_step >> v.directional_derivatives >> v.output_derivatives >>
      v.intermediate_update >> v.event_mode >> v.input_order;
  if (!in) return std::nullopt;
  Verified::Finding f;
  while (in >> f.capability >> f.declared && std::getline(in >> std::ws, f.what)) v.findings.push_back(f);
  v.tested = v.from_cache = true;
  return v;
}

}  // namespace

VerifiedCache::VerifiedCache() : folder_(user_folder()) {}

fs::path VerifiedCache::file_of(const std::string& hash, Kind kind) const {
  // A home folder may be shared between machines of different kinds.
  const char* const use = kind == Kind::co_simulation ? "cs" : "me";
  return folder_ / fmt::format("{}-{}-{}-{}", hash, use, kPlatforms.front(), kFormat);
}

std::optional<Verified> VerifiedCache::find(const std::string& hash, Kind kind) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream in(file_of(hash, kind), std::ios::binary);
  if (!in) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return in.bad() ? std::nullopt : read(text);
}

void VerifiedCache::keep(const std::string& hash, Kind kind, const Verified& verified) const {
  if (folder_.empty()) return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  std::string draft = (folder_ / "draft-XXXXXX").string();
  const int descriptor = mkstemp(draft.data());
  if (descriptor < 0) return;
  const std::string text = written(verified);
  const bool whole = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool closed = ::close(descriptor) == 0;
  if (whole && closed) fs::rename(draft, file_of(hash, kind), ignored);
  if (!whole || !closed || ignored) fs::remove(draft, ignored);
}

}  // namespace accordo::fmi
