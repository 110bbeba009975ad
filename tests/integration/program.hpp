// Runs the real program the way a user does: arguments in, exit code, texts and files out.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace accordo::testing {

/// A fresh folder that lives as long as the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }

 private:
  std::filesystem::path path_;
};

/// What the program left behind.
struct Result {
  int code = -1;  ///< exit code; 128 + signal after a signal, as a shell says it
  std::string out, err;
};

std::ostream& operator<<(std::ostream& out, const Result& result);

/// One run of the program in a folder.
class Program {
 public:
  /// Standard output is captured, or appended to a file if one is named.
  Program(const Folder& folder, const std::vector<std::string>& arguments, const std::string& stdout_to = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// What Ctrl-C does.
  void interrupt() const;
  bool running();
  pid_t pid() const { return pid_; }
  /// Waits for the end; a program that hangs for minutes is killed.
  Result wait();

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  File out_, err_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

/// Runs the program to its end.
Result accordo(const Folder& folder, const std::vector<std::string>& arguments);

/// A scenario of two units that feed each other, a: x' = -k*x + u and b: z' = u - z, each with the output y.
std::string pair_scenario(const std::string& experiment = "{stop: 1, method: jacobi, step: 0.1}");

}  // namespace accordo::testing
