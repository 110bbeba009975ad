#include "unit/fmi/selftest/verified_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "archive/sha256.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::fmi {
namespace fs = std::filesystem;
namespace {

/// To be raised when the test or the format changes: older results are then not found.
constexpr int kFormat = 10;

fs::path user_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "accordo" / "fmu";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache" / "accordo" / "fmu";
  return {};
}

std::string day_of(time_t seconds) {
  struct tm day {};
  if (gmtime_r(&seconds, &day) == nullptr) return {};
  return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

/// The day when a file was written.
std::string date_of(const fs::path& file) {
  struct stat about {};
  return stat(file.c_str(), &about) == 0 ? day_of(about.st_mtime) : std::string();
}

std::string checksum(const std::string& text) {
  archive::Sha256 hash;
  hash.add(text);
  return hash.finish();
}

std::string one_line(std::string text) {
  for (char& c : text) c = c == '\n' || c == '\r' ? ' ' : c;
  return text;
}

/// One line per value or list.
std::string written(const Verified& v) {
  std::string text = fmt::format("{:d} {:d} {:d} {:d} {:d} {:d} {:d} {} {:d} {:d} {:d} {:d} {:d}\n", v.states,
                                 v.rollback, v.variable_step, v.directional_derivatives, v.output_derivatives,
                                 v.intermediate_update, v.event_mode, v.input_order, v.wants_stop_time,
                                 v.restarts, v.clock_leads, v.feed_through_known, v.one_known);
  text += fmt::format("{} {} {} {} {} {} {}", v.noise, v.clock, v.latency, v.inner_step, v.inner_error,
                      v.step_error, v.feed_through.size());
  for (const double d : v.feed_through) text += fmt::format(" {}", d);
  text += fmt::format("\n{}", v.late_outputs.size());
  for (const int i : v.late_outputs) text += fmt::format(" {}", i);
  text += fmt::format("\n{}\n", v.not_kept.size());
  for (const std::string& lost : v.not_kept) text += one_line(lost) + '\n';
  for (const Verified::Finding& f : v.findings)
    text += fmt::format("{} {} {}\n", f.capability, int(f.declared), one_line(f.what));
  return text;
}

std::optional<Verified> read(const std::string& text) {
  std::istringstream in(text);
  Verified v;
  std::size_t entries = 0, lost = 0;
  in >> v.states >> v.rollback >> v.variable_step >> v.directional_derivatives >> v.output_derivatives >>
      v.intermediate_update >> v.event_mode >> v.input_order >> v.wants_stop_time >> v.restarts >>
      v.clock_leads >> v.feed_through_known >> v.one_known >> v.noise >> v.clock >> v.latency >>
      v.inner_step >> v.inner_error >> v.step_error >> entries;
  constexpr std::size_t most = 1'000'000;
  if (!in || entries > most) return std::nullopt;
  v.feed_through.resize(entries);
  for (double& d : v.feed_through) in >> d;
  std::size_t late = 0;
  in >> late;
  if (!in || late > most) return std::nullopt;
  v.late_outputs.resize(late);
  for (int& i : v.late_outputs) in >> i;
  in >> lost >> std::ws;
  if (!in || lost > most) return std::nullopt;
  v.not_kept.resize(lost);
  for (std::string& name : v.not_kept) std::getline(in, name);
  Verified::Finding f;
  while (in >> f.capability >> f.declared && std::getline(in >> std::ws, f.what)) v.findings.push_back(f);
  v.tested = v.from_cache = true;
  return v;
}

}  // namespace

std::string today() {
  return day_of(time(nullptr));
}

VerifiedCache::VerifiedCache() : folder_(user_folder()) {}

std::string key_of(const std::string& content_hash, const FmuSpec& spec) {
  std::string text = fmt::format("{}\n{} {} {} {}\n", content_hash, spec.start, spec.stop, spec.tolerance,
                                 spec.step.value_or(0));
  for (const Definition& d : spec.parameters)
    text += fmt::format("{}:{} {}:{}\n", d.name.text.size(), d.name.text, d.value.text.size(), d.value.text);
  return checksum(text);
}

fs::path VerifiedCache::file_of(const std::string& key, const std::string& about) const {
  // A home folder may be shared between machines of different kinds.
  return folder_ / fmt::format("{}-{}-{}-{}", key, about, kPlatforms.front(), kFormat);
}

std::optional<Verified> VerifiedCache::find(const std::string& key, Kind kind) const {
  const char* const about = kind == Kind::co_simulation ? "cs" : "me";
  const auto text = find_text(key, about);
  std::optional<Verified> found = text ? read(*text) : std::nullopt;
  if (found) found->date = date_of(file_of(key, about));
  return found;
}

void VerifiedCache::keep(const std::string& key, Kind kind, const Verified& verified) const {
  keep_text(key, kind == Kind::co_simulation ? "cs" : "me", written(verified));
}

/// The checksum comes last.
std::optional<std::string> VerifiedCache::find_text(const std::string& key, const std::string& about) const {
  constexpr std::size_t digits = 64;
  if (folder_.empty()) return std::nullopt;
  std::ifstream in(file_of(key, about), std::ios::binary);
  if (!in) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad() || text.size() < digits + 1) return std::nullopt;
  std::string body = text.substr(0, text.size() - digits - 1);
  if (checksum(body) + '\n' != text.substr(body.size())) return std::nullopt;
  return body;
}

void VerifiedCache::keep_text(const std::string& key, const std::string& about,
                              const std::string& body) const {
  if (folder_.empty()) return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  std::string draft = (folder_ / "draft-XXXXXX").string();
  const int descriptor = mkstemp(draft.data());
  if (descriptor < 0) return;
  const std::string text = body + checksum(body) + '\n';
  const bool whole = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool closed = ::close(descriptor) == 0;
  if (whole && closed) fs::rename(draft, file_of(key, about), ignored);
  if (!whole || !closed || ignored) fs::remove(draft, ignored);
}

}  // namespace accordo::fmi
