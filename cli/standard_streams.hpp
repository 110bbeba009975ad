// Standard output and standard error, kept from FMUs that close them.
#pragma once

namespace accordo::cli {

/// Puts /dev/null where a shell has started the program without one of its three standard descriptors: else
/// the next file opened would take its number, and what is printed would end up there.
void fill_standard_descriptors();

/// Copies of standard output and standard error.
class StandardStreams {
 public:
  StandardStreams();
  ~StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  /// Opens again what has been closed meanwhile.
  void restore() const;

 private:
  int out_, err_;
};

}  // namespace accordo::cli
