// Work that may crash or hang, done in a child process whose findings survive it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace accordo::fmi {

/// Rows of numbers that a child process hands over; each is with the parent as soon as it is added.
class Notebook {
 public:
  struct Page;  ///< what both processes see

  explicit Notebook(Page* page) : page_(page) {}
  /// Of long rows the first values only; rows beyond the room there is are dropped.
  void add(const double* values, std::size_t count);
  void add(const std::vector<double>& values) { add(values.data(), values.size()); }

 private:
  Page* page_;
};

/// How a child ended.
enum class Ending {
  done,
  refused,  ///< an Error: the FMU cannot be loaded or instantiated
  failed,   ///< a UnitFailure, or another exception: a call did not succeed
  crashed,
  hung
};

struct ChildReport {
  Ending ending = Ending::done;
  std::string what;  ///< "fmi2DoStep crashed (segmentation fault)"; empty when done
  std::vector<std::vector<double>> rows;
};

/// Runs `work` in a child process that is killed after so many seconds. What it prints is discarded. The
/// child is a copy of this process, so `work` may use what is here; its changes are not seen. Throws
/// Error(Exit::usage) when there can be no child.
ChildReport run_in_child(double seconds, const std::function<void(Notebook&)>& work);

}  // namespace accordo::fmi
