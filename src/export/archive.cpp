#include "export/archive.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <memory>

#include "base/error.hpp"

namespace accordo::exporter {
namespace {

[[noreturn]] void cannot_write(const std::filesystem::path& file, const std::string& why) {
  throw Error(Exit::output, "cannot-write", fmt::format("cannot write {}: {}", file.string(), why));
}

std::string reason(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

void add(zip_t* zip, const std::filesystem::path& file, const ArchiveEntry& entry) {
  zip_source_t* const source = zip_source_buffer(zip, entry.bytes.data(), entry.bytes.size(), 0);
  if (source == nullptr) cannot_write(file, zip_strerror(zip));
  const zip_int64_t position =
      zip_file_add(zip, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8 | ZIP_FL_OVERWRITE);
  if (position < 0) {
    zip_source_free(source);
    cannot_write(file, zip_strerror(zip));
  }
  constexpr zip_uint16_t first_of_january = (1 << 5) | 1;  // 1980, where the time of archives begins
  zip_file_set_dostime(zip, static_cast<zip_uint64_t>(position), 0, first_of_january, 0);
}

void write(const std::filesystem::path& file, int flags, const std::vector<ArchiveEntry>& entries) {
  int code = 0;
  std::unique_ptr<zip_t, void (*)(zip_t*)> zip(zip_open(file.c_str(), flags, &code), zip_discard);
  if (!zip) cannot_write(file, reason(code));
  for (const ArchiveEntry& entry : entries) add(zip.get(), file, entry);
  if (zip_close(zip.get()) != 0) cannot_write(file, zip_strerror(zip.get()));
  [[maybe_unused]] zip_t* const closed = zip.release();  // zip_close has freed it
}

}  // namespace

void write_archive(const std::filesystem::path& file, const std::vector<ArchiveEntry>& entries) {
  write(file, ZIP_CREATE | ZIP_TRUNCATE, entries);
}

void add_to_copy(const std::filesystem::path& archive, const std::filesystem::path& copy,
                 const std::vector<ArchiveEntry>& entries) {
  std::error_code error;
  std::filesystem::copy_file(archive, copy, std::filesystem::copy_options::overwrite_existing, error);
  if (error) cannot_write(copy, error.message());
  try {
    write(copy, 0, entries);
  } catch (...) {  // a copy without them is of no use
    std::filesystem::remove(copy, error);
    throw;
  }
}

}  // namespace accordo::exporter
