// Rows of two-mass in a CSV file as one would write them by hand: to_chars and a large buffer.
#pragma once

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <filesystem>

namespace accordo::bench {

/// A file name of its own, removed in the end.
struct ScratchFile {
  explicit ScratchFile(const std::string& suffix = ".csv")
      : path(std::filesystem::temp_directory_path() /
             ("accordo-bench-" + std::to_string(getpid()) + "-" + std::to_string(count++) + suffix)) {}
  ~ScratchFile() { std::filesystem::remove(path); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  static inline int count = 0;
  std::filesystem::path path;
};

class BareCsv {
 public:
  explicit BareCsv(const std::filesystem::path& file) : out_(std::fopen(file.c_str(), "w")) {
    std::setvbuf(out_, nullptr, _IOFBF, 1 << 18);
    std::fputs("time,S1.x,S1.v,S2.F\n", out_);
  }
  ~BareCsv() { std::fclose(out_); }
  BareCsv(const BareCsv&) = delete;
  BareCsv& operator=(const BareCsv&) = delete;

  void row(double t, const double* xv, double F) {
    char line[160];
    char* p = line;
    for (const double v : {t, xv[0], xv[1], F}) {
      p = std::to_chars(p, line + sizeof line, v).ptr;
      *p++ = ',';
    }
    p[-1] = '\n';
    std::fwrite(line, 1, static_cast<std::size_t>(p - line), out_);
  }

 private:
  std::FILE* out_;
};

}  // namespace accordo::bench
