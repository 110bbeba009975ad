#include "archive/zip_extract.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <vector>

#include "archive/entry_name.hpp"
#include "base/error.hpp"

namespace accordo::archive {
namespace {

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using EntryFile = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

constexpr int kMostArchiveProblems = 20;
std::string bad_archive(const FileKind& kind) {
  return fmt::format("get the {} again, or pack it again", kind.noun);
}
std::string hostile(const FileKind& kind) {
  return fmt::format("do not use this {} unless you trust its origin; pack it again", kind.noun);
}

struct Entry {
  zip_uint64_t index = 0;
  std::string path;
  std::uint64_t compressed = 0;
  bool executable = false;
};

[[noreturn]] void fail(const std::filesystem::path& archive, std::string id, std::string what,
                       std::string remedy) {
  throw Error(Exit::usage, {{std::move(id), {archive.string(), 0, 0}, std::move(what), std::move(remedy)}});
}

Archive open_archive(const std::filesystem::path& path, const FileKind& kind) {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code), &zip_discard);
  if (archive) return archive;
  std::string start(4, '\0');
  std::ifstream(path, std::ios::binary).read(start.data(), 4);
  if (code == ZIP_ER_NOZIP && start != "PK\x03\x04") {
    fail(path, kind.id("not-zip"), fmt::format("this is not a zip archive, so it is not an {}", kind.noun),
         bad_archive(kind));
  }
  if (code == ZIP_ER_NOZIP)
    fail(path, kind.id("damaged"), "the archive is truncated or damaged", bad_archive(kind));
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string what = fmt::format("cannot open the archive: {}", zip_error_strerror(&error));
  zip_error_fini(&error);
  fail(path, kind.id("damaged"), std::move(what), bad_archive(kind));
}

/// Reads and vets the table of contents: nothing is extracted from an archive that tries to deceive.
class TableOfContents {
 public:
  TableOfContents(zip_t* archive, const std::filesystem::path& path, const ArchiveKind& what)
      : archive_(archive), path_(path), what_(what) {}

  void read(const PackageLimits& limits) {
    const auto n = static_cast<std::uint64_t>(std::max<zip_int64_t>(zip_get_num_entries(archive_, 0), 0));
    if (n > limits.entries) {
      fail(path_, what_.kind.id("too-large"),
           fmt::format("the archive has {} entries, more than {}", n, limits.entries), hostile(what_.kind));
    }
    for (zip_uint64_t i = 0; i < n; ++i) read_entry(i);
    std::string folder_that_is_file;
    for (const auto& [name, position] : files_) {
      for (std::size_t slash = name.find('/'); slash != std::string::npos;
           slash = name.find('/', slash + 1)) {
        if (files_.count(name.substr(0, slash)) > 0) folder_that_is_file = name.substr(0, slash);
      }
    }
    if (!folder_that_is_file.empty()) {
      add("duplicate-entry", fmt::format("{} is both a file and a folder", printable(folder_that_is_file)));
    }
    if (files_.count(what_.description) == 0) add_missing_description();
    problems_.throw_if_any();
  }

  const std::vector<Entry>& wanted() const { return wanted_; }

 private:
  void add(const char* id, std::string what, std::string remedy = {}) {
    if (static_cast<int>(problems_.list().size()) >= kMostArchiveProblems) return;
    problems_.add(what_.kind.id(id), {path_.string(), 0, 0}, std::move(what),
                  remedy.empty() ? hostile(what_.kind) : std::move(remedy));
  }

  void add_missing_description() {
    add("no-description",
        fmt::format("the archive has no {}, so it is not an {}", what_.description, what_.kind.noun),
        nested_description_.empty() ? bad_archive(what_.kind)
                                    : "pack what is in the folder, not the folder itself");
  }

  void read_entry(zip_uint64_t i) {
    zip_stat_t status;
    zip_stat_init(&status);
    if (zip_stat_index(archive_, i, 0, &status) != 0 || (status.valid & ZIP_STAT_NAME) == 0) {
      return add("damaged", fmt::format("entry {} of the archive is damaged", i + 1),
                 bad_archive(what_.kind));
    }
    const std::string_view name = status.name;
    const std::optional<std::string> path = entry_path(name);
    if (!path) {
      return add("unsafe-path",
                 fmt::format(
                     "entry {} of the archive would be written outside its folder, or has an impossible name",
                     printable(name)));
    }
    if (path->empty()) return;  // ./ stands for the whole
    const bool folder = name.back() == '/' || name.back() == '\\';
    if (what_.seen) what_.seen(folder ? *path + '/' : *path);
    if (folder) return;
    if (path->ends_with("/" + what_.description)) nested_description_ = *path;
    if (!what_.wanted(*path)) return;
    if (!files_.emplace(*path, i).second) {
      return add("duplicate-entry", fmt::format("the archive has {} twice", printable(*path)));
    }
    const mode_t mode = unix_mode(i);
    if (const mode_t type = mode & S_IFMT; type != 0 && type != S_IFREG) {
      return add("unsafe-entry", fmt::format("{} is a {}, not a file", printable(*path),
                                             S_ISLNK(mode) ? "link" : "special file"));
    }
    if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE) {
      return add("encrypted", fmt::format("{} is encrypted", printable(*path)),
                 fmt::format("pack the {} without a password", what_.kind.noun));
    }
    wanted_.push_back({i, *path, status.comp_size, (mode & S_IXUSR) != 0});
  }

  mode_t unix_mode(zip_uint64_t i) const {
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    if (zip_file_get_external_attributes(archive_, i, 0, &system, &attributes) != 0) return 0;
    const bool has_mode = system == ZIP_OPSYS_UNIX || system == ZIP_OPSYS_OS_X;
    return has_mode ? static_cast<mode_t>(attributes >> 16) : 0;
  }

  zip_t* archive_;
  const std::filesystem::path& path_;
  const ArchiveKind& what_;
  Problems problems_;
  std::map<std::string, zip_uint64_t, std::less<>> files_;
  std::vector<Entry> wanted_;
  std::string nested_description_;
};

/// Writes wanted entries, counting bytes as they come: the sizes that an archive declares may be lies.
class Extraction {
 public:
  Extraction(zip_t* archive, const std::filesystem::path& path, const ArchiveKind& what,
             const PackageLimits& limits)
      : archive_(archive), path_(path), what_(what), limits_(limits), buffer_(std::size_t{1} << 17, '\0') {}

  void extract(const Entry& entry, const std::filesystem::path& into) {
    const std::filesystem::path target = into / entry.path;
    std::error_code error;
    std::filesystem::create_directories(target.parent_path(), error);
    if (error) cannot_write(entry, error.value());
    const EntryFile in(zip_fopen_index(archive_, entry.index, 0), &zip_fclose);
    if (!in) damaged(entry, zip_strerror(archive_));
    const mode_t mode = S_IRUSR | S_IWUSR | (entry.executable ? S_IXUSR : 0U);
    const int out = open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (out < 0) cannot_write(entry, errno);
    try {
      copy(entry, in.get(), out);
    } catch (...) {
      close(out);
      throw;
    }
    if (close(out) != 0) cannot_write(entry, errno);
  }

 private:
  void copy(const Entry& entry, zip_file_t* in, int out) {
    std::uint64_t size = 0;
    for (;;) {
      const zip_int64_t n = zip_fread(in, buffer_.data(), buffer_.size());
      if (n < 0) damaged(entry, zip_file_strerror(in));
      if (n == 0) return;
      size += static_cast<std::uint64_t>(n);
      total_ += static_cast<std::uint64_t>(n);
      check_size(entry, size);
      for (zip_int64_t written = 0; written < n;) {
        const ssize_t w = write(out, buffer_.data() + written, static_cast<std::size_t>(n - written));
        if (w < 0 && errno != EINTR) cannot_write(entry, errno);
        if (w > 0) written += w;
      }
    }
  }

  void check_size(const Entry& entry, std::uint64_t size) const {
    const bool description = entry.path == what_.description;
    const double ratio =
        static_cast<double>(size) / static_cast<double>(std::max<std::uint64_t>(entry.compressed, 1));
    std::string why;
    if (total_ > limits_.total_bytes)
      why = fmt::format("the files have more than {} bytes", limits_.total_bytes);
    if (description && size > limits_.description_bytes) {
      why = fmt::format("{} has more than {} bytes", what_.description, limits_.description_bytes);
    }
    if (size > limits_.ratio_from && ratio > limits_.ratio) {
      why =
          fmt::format("{} has more than {} times its compressed size", printable(entry.path), limits_.ratio);
    }
    if (!why.empty())
      fail(path_, what_.kind.id("too-large"), fmt::format("too large when extracted: {}", why),
           hostile(what_.kind));
  }

  [[noreturn]] void damaged(const Entry& entry, const char* why) const {
    fail(path_, what_.kind.id("damaged"), fmt::format("cannot extract {}: {}", printable(entry.path), why),
         bad_archive(what_.kind));
  }

  [[noreturn]] void cannot_write(const Entry& entry, int error) const {
    fail(path_, what_.kind.id("temporary-folder"),
         fmt::format("cannot write {} to a temporary folder: {}", printable(entry.path),
                     std::generic_category().message(error)),
         "set TMPDIR to a folder with enough space");
  }

  zip_t* archive_;
  const std::filesystem::path& path_;
  const ArchiveKind& what_;
  const PackageLimits& limits_;
  std::string buffer_;
  std::uint64_t total_ = 0;
};

}  // namespace

void extract_zip(const std::filesystem::path& archive, const std::filesystem::path& into,
                 const PackageLimits& limits, const ArchiveKind& what) {
  const Archive zip = open_archive(archive, what.kind);
  TableOfContents table(zip.get(), archive, what);
  table.read(limits);
  Extraction extraction(zip.get(), archive, what, limits);
  for (const Entry& entry : table.wanted()) extraction.extract(entry, into);
}

}  // namespace accordo::archive
