// Standard output and standard error, kept from FMUs that print there or close them.
#pragma once

#include <string>

namespace accordo::cli {

/// Puts /dev/null where a shell has started the program without one of its three standard descriptors: else
/// the next file opened would take its number, and what is printed would end up there.
void fill_standard_descriptors();

/// While it lasts, what FMUs print on standard output goes to standard error: standard output is ours. Can be
/// nested.
class StandardStreams {
 public:
  StandardStreams();
  ~StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  /// For output of ours; opens again what has been closed meanwhile.
  void restore() const;
  /// For code of FMUs, as at the beginning.
  void divert() const;
  /// Output of ours, between code of FMUs.
  void print(const std::string& text) const;
  /// A new descriptor for standard output as it was.
  int copy_of_output() const;

 private:
  int out_, err_;
};

}  // namespace accordo::cli
