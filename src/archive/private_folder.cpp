#include "archive/private_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace accordo::archive {
namespace {

constexpr std::string_view kPrefix = "accordo-fmu-";
constexpr std::size_t kRandomDigits = 6;  // mkdtemp's
constexpr int kDeepestFolder = 256;       // bounds the stack that remove_tree needs

/// What this process has made. The path is plain memory, since a signal handler reads it.
struct ProcessFolder {
  std::array<char, PATH_MAX> path{};
  std::atomic<pid_t> owner{0};  ///< set last: the path is complete
  int lock = -1;
  int made = 0;
  int living = 0;
};

ProcessFolder process_folder;
std::mutex process_mutex;

/// Removes a file or a folder with all it holds; never follows a link. Async-signal-safe.
bool remove_tree(int parent, const char* name, int depth = 0) noexcept {
  if (unlinkat(parent, name, 0) == 0 || errno == ENOENT) return true;
  if (depth > kDeepestFolder) return false;
  struct stat status {};
  if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode)) return false;
  if ((status.st_mode & S_IRWXU) != S_IRWXU && fchmodat(parent, name, S_IRWXU, 0) != 0) return false;
  const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return false;
  // Removing while listing may hide entries: list again until a pass removes nothing.
  for (bool removed = true; removed;) {
    removed = false;
    lseek(folder, 0, SEEK_SET);
    alignas(dirent64) std::array<char, 1024> buffer;
    for (ssize_t n = 0; (n = getdents64(folder, buffer.data(), buffer.size())) > 0;) {
      for (ssize_t i = 0; i < n;) {
        const auto* const entry = reinterpret_cast<const dirent64*>(buffer.data() + i);
        i += entry->d_reclen;
        const char* const child = static_cast<const char*>(entry->d_name);
        if (std::strcmp(child, ".") == 0 || std::strcmp(child, "..") == 0) continue;
        removed = remove_tree(folder, child, depth + 1) || removed;
      }
    }
  }
  close(folder);
  return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

[[noreturn]] void fail(const std::string& where, int error) {
  throw Error(
      Exit::usage, "fmu-temporary-folder",
      fmt::format("cannot make a temporary folder in {}: {}", where, std::generic_category().message(error)),
      "set TMPDIR to a folder that can be written to");
}

/// Removes the folders of processes that are gone: those whose lock nobody holds.
void remove_leftovers(const std::string& where) {
  DIR* const list = opendir(where.c_str());
  if (list == nullptr) return;
  const int parent = dirfd(list);
  while (const dirent* entry = readdir(list)) {
    const std::string name = static_cast<const char*>(entry->d_name);
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + kRandomDigits) continue;
    const int folder = openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) continue;
    struct stat status {};
    const bool ours = fstat(folder, &status) == 0 && status.st_uid == geteuid();
    if (ours && flock(folder, LOCK_EX | LOCK_NB) == 0) remove_tree(parent, name.c_str());
    close(folder);
  }
  closedir(list);
}

/// Makes the process's folder and locks it. Another process may find it before it is locked, and remove it as
/// a left-over: then the lock fails, or the folder is gone once it is held, and we try again.
void make_process_folder(const std::string& where) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string path = fmt::format("{}/{}XXXXXX", where, kPrefix);
    if (path.size() >= process_folder.path.size()) fail(where, ENAMETOOLONG);
    if (mkdtemp(path.data()) == nullptr) fail(where, errno);  // of mode 0700
    const int lock = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0) continue;
    // Where locks are not supported nobody can take one, so nobody removes the folder either.
    const bool taken = flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat status {};
    if (taken || stat(path.c_str(), &status) != 0) {
      close(lock);
      continue;
    }
    process_folder.path.fill('\0');
    path.copy(process_folder.path.data(), path.size());
    process_folder.lock = lock;
    process_folder.made = 0;
    process_folder.living = 0;
    process_folder.owner = getpid();
    return;
  }
  fail(where, EBUSY);
}

}  // namespace

void remove_private_folders() noexcept {
  if (process_folder.owner == getpid()) remove_tree(AT_FDCWD, process_folder.path.data());
}

PrivateFolder::PrivateFolder() : owner_(getpid()) {
  const std::scoped_lock guard(process_mutex);
  if (process_folder.owner != owner_) {  // none yet, or we are a forked child: then the inherited lock stays
    std::error_code error;
    const std::filesystem::path where = std::filesystem::temp_directory_path(error);
    if (error) fail("TMPDIR", error.value());
    remove_leftovers(where.string());
    make_process_folder(std::filesystem::absolute(where).lexically_normal().string());
    static const int registered = std::atexit(remove_private_folders);
    static_cast<void>(registered);
  }
  const std::string root = process_folder.path.data();
  std::string path = fmt::format("{}/{}", root, ++process_folder.made);
  if (mkdir(path.c_str(), S_IRWXU) != 0) fail(root, errno);
  ++process_folder.living;
  path_ = std::move(path);
}

PrivateFolder::~PrivateFolder() {
  remove();
}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), owner_(other.owner_) {}

PrivateFolder& PrivateFolder::operator=(PrivateFolder&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::exchange(other.path_, {});
    owner_ = other.owner_;
  }
  return *this;
}

void PrivateFolder::remove() noexcept {
  if (path_.empty() || owner_ != getpid()) return;
  const std::scoped_lock guard(process_mutex);
  remove_tree(AT_FDCWD, path_.c_str());
  if (--process_folder.living > 0) return;
  remove_tree(AT_FDCWD, process_folder.path.data());
  process_folder.owner = 0;
  close(process_folder.lock);
}

}  // namespace accordo::archive
