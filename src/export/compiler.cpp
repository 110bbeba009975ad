#include "export/compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/error.hpp"

namespace accordo::exporter {
namespace {

[[noreturn]] void cannot_start(const std::string& compiler, int reason) {
  throw Error(Exit::usage, "no-compiler",
              fmt::format("cannot run the C compiler '{}': {}", compiler, std::strerror(reason)),
              "install one (Debian: apt install gcc libc6-dev): an FMU is compiled C code");
}

/// Runs a program with its messages going to a file, and returns how it ended.
int run(std::vector<std::string> words, const std::filesystem::path& messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) cannot_start(words.front(), failure);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

void compile_library(const std::string& compiler, const std::filesystem::path& source,
                     const std::filesystem::path& library, const std::vector<std::string>& definitions) {
  // -ffp-contract=off: the same bits as the equations give inside Accordo.
  std::vector<std::string> words{compiler,  "-std=c99",           "-O2", "-ffp-contract=off", "-fPIC",
                                 "-shared", "-fvisibility=hidden"};
  for (const std::string& name : definitions) words.push_back("-D" + name);
  words.insert(words.end(), {"-o", library.string(), source.string(), "-lm"});
  const std::filesystem::path messages = source.parent_path() / "messages.txt";
  const int status = run(words, messages);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  std::ifstream file(messages);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  throw Error(Exit::usage, "compiler-failed",
              fmt::format("the C compiler '{}' could not make the FMU's library:\n{}", compiler, text));
}

}  // namespace accordo::exporter
