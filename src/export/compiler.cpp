#include "export/compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "archive/private_folder.hpp"
#include "base/error.hpp"

namespace accordo::exporter {
namespace {

constexpr double kSeconds = 600;

[[noreturn]] void cannot_start(const std::string& compiler, int reason) {
  throw Error(Exit::usage, "no-compiler",
              fmt::format("cannot run the C compiler '{}': {}", compiler, std::strerror(reason)),
              "install one (Debian: apt install gcc libc6-dev): an FMU is compiled C code");
}

/// Starts a program with its messages going to a file.
pid_t start(std::vector<std::string>& words, const std::filesystem::path& messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // with all it starts, to be killed together
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) cannot_start(words.front(), failure);
  return child;
}

/// How it ended; nothing when it had to be killed.
std::optional<int> wait(pid_t child, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    if (Clock::now() > end) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status;
}

/// The first lines: what follows from the first errors helps nobody.
std::string beginning(const std::string& text) {
  constexpr int most = 20;
  std::size_t end = 0;
  for (int i = 0; i < most && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end) + (end < text.size() ? "…\n" : "");
}

}  // namespace

std::string run_compiler(std::vector<std::string> words, double seconds) {
  const archive::PrivateFolder folder;
  const std::filesystem::path messages = folder.path() / "messages.txt";
  const std::string compiler = words.front();
  const std::optional<int> status = wait(start(words, messages), seconds);
  std::ifstream file(messages);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!status)
    throw Error(Exit::usage, "compiler-failed",
                fmt::format("the C compiler '{}' was not done after {} s, and was ended", compiler, seconds));
  if (WIFEXITED(*status) && WEXITSTATUS(*status) == 0) return text;
  throw Error(
      Exit::usage, "compiler-failed",
      fmt::format("the C compiler '{}' could not make the FMU's library:\n{}", compiler, beginning(text)));
}

void compile_library(const std::string& compiler, const std::filesystem::path& source,
                     const std::filesystem::path& library, const std::vector<std::string>& definitions) {
  // -ffp-contract=off: the same bits as the equations give inside Accordo.
  std::vector<std::string> words{compiler,  "-std=c99",           "-O2", "-ffp-contract=off", "-fPIC",
                                 "-shared", "-fvisibility=hidden"};
  for (const std::string& name : definitions) words.push_back("-D" + name);
  words.insert(words.end(), {"-o", library.string(), source.string(), "-lm"});
  run_compiler(std::move(words), kSeconds);
}

}  // namespace accordo::exporter
