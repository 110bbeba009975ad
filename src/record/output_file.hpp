// A file that rows are written to: through a large buffer that reaches the disk at least once a second.
#pragma once

#include <atomic>
#include <filesystem>
#include <string_view>
#include <vector>

namespace accordo {

/// Throws Error(Exit::output) when it cannot be written.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);
  /// Writes to what is already open, and closes it in the end; `name` is for messages.
  OutputFile(std::filesystem::path name, int descriptor);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Room for so many characters after what is there; `written` tells where they end.
  char* room(std::size_t size);
  /// `more`: to be followed by more at once, without which nothing need go to the disk.
  void written(const char* end, bool more = false);
  void write(std::string_view text);
  /// Whether what is there should reach the disk: a second has passed.
  bool is_due() const;
  /// Everything to the disk, and closed; further calls do nothing.
  void finish();

  /// Writes what all open files still hold in memory. Async-signal-safe: for the handler of a crash, after
  /// which they must not be used any more.
  static void rescue_all() noexcept;
  /// Writes what an owner of the file still holds, after what the file does. Async-signal-safe, too.
  using Rescue = void (*)(const void* owner, int descriptor) noexcept;
  void also_rescue(const void* owner, Rescue rescue) { owner_ = owner, rescue_ = rescue; }

 private:
  void flush();

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  long flushed_at_ = 0;            ///< seconds
  std::atomic<bool> busy_{false};  ///< the buffer is being written or moved: nobody may rescue it
  const void* owner_ = nullptr;
  Rescue rescue_ = nullptr;
};

/// Returns 0, or the reason why not everything could be written. Async-signal-safe.
int write_all(int descriptor, const char* data, std::size_t size) noexcept;

/// Writes a whole text file; throws Error(Exit::output) when it cannot.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace accordo
