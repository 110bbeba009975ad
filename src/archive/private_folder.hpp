// Folders for extracted files that nobody else can enter and that do not outlive us: removed with their
// object, at exit, or, after a crash, by the next run.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace accordo::archive {

/// An empty folder of mode 0700. All those of a process lie in one folder, which the process keeps locked
/// (flock): a folder that can be locked has lost its process. A forked child never removes what its parent
/// made.
class PrivateFolder {
 public:
  /// Also removes what crashed processes of the same user left behind. Throws Error(Exit::usage).
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(PrivateFolder&& other) noexcept;
  PrivateFolder& operator=(PrivateFolder&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }

 private:
  void remove() noexcept;

  std::filesystem::path path_;  ///< empty when moved from
  pid_t owner_ = 0;
};

/// Removes every private folder of this process. Async-signal-safe, for the handler of a crash; needs
/// about 1.5 kB of stack per level of nested folders.
void remove_private_folders() noexcept;

}  // namespace accordo::archive
