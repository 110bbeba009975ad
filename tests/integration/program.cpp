#include "tests/integration/program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <system_error>
#include <thread>

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace accordo::testing {
namespace {

void check(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

/// What posix_spawn is to do with folder and descriptors before the program starts.
class Actions {
 public:
  Actions() { check(posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init"); }
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  void enter(const std::filesystem::path& folder) {
    check(posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str()), "chdir");
  }
  void open(int descriptor, const std::string& file, int flags) {
    check(posix_spawn_file_actions_addopen(&actions_, descriptor, file.c_str(), flags, 0666), "open");
  }
  void redirect(int descriptor, std::FILE* file) {
    check(posix_spawn_file_actions_adddup2(&actions_, fileno(file), descriptor), "dup2");
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "accordo-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream out(path_ / name, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + name);
}

std::string Folder::read(const std::string& name) const {
  std::ifstream in(path_ / name, std::ios::binary);
  if (!in) throw std::runtime_error("there is no " + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::ostream& operator<<(std::ostream& out, const Result& result) {
  return out << "exit code " << result.code << "\n--- stdout\n" << result.out << "--- stderr\n" << result.err;
}

Program::Program(const Folder& folder, const std::vector<std::string>& arguments,
                 const std::string& stdout_to)
    : out_(std::tmpfile(), &std::fclose), err_(std::tmpfile(), &std::fclose) {
  if (!out_ || !err_) throw std::runtime_error("no temporary files");
  Actions actions;
  actions.enter(folder.path());
  actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  if (stdout_to.empty()) {
    actions.redirect(STDOUT_FILENO, out_.get());
  } else {
    actions.open(STDOUT_FILENO, stdout_to, O_WRONLY | O_CREAT | O_APPEND);
  }
  actions.redirect(STDERR_FILENO, err_.get());

  std::vector<std::string> words{ACCORDO_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  check(posix_spawn(&pid_, ACCORDO_PROGRAM, actions.get(), nullptr, argv.data(), environ), ACCORDO_PROGRAM);
}

Program::~Program() {
  if (ended_ || pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, &status_, 0);
}

void Program::interrupt() const {
  kill(pid_, SIGINT);
}

bool Program::running() {
  if (!ended_) ended_ = waitpid(pid_, &status_, WNOHANG) == pid_;
  return !ended_;
}

Result Program::wait() {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::minutes(4);
  while (running()) {
    if (Clock::now() > deadline) kill(pid_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  return {code, content(out_.get()), content(err_.get())};
}

Result accordo(const Folder& folder, const std::vector<std::string>& arguments) {
  return Program(folder, arguments).wait();
}

std::string pair_scenario(const std::string& experiment) {
  return R"(units:
  a:
    equations:
      parameters: {k: 1}
      states: {x: 1}
      inputs: {u: 0}
      der: {x: -k*x + u}
      outputs: {y: x}
  b:
    equations:
      states: {z: 0}
      inputs: {u: 0}
      der: {z: u - z}
      outputs: {y: z}
connections:
  - a.y -> b.u
  - b.y -> a.u
experiment: )" +
         experiment + "\n";
}

}  // namespace accordo::testing
