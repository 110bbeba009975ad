#include "cli/progress.hpp"

#include <fmt/format.h>

namespace accordo::cli {

void Progress::show(double t) {
  const auto now = Clock::now();
  if (now - drawn_ < std::chrono::milliseconds(200)) return;
  drawn_ = now;
  visible_ = true;
  const double part = (t - start_) / (stop_ - start_);
  const double elapsed = std::chrono::duration<double>(now - begun_).count();
  const double left = part > 0 ? elapsed * (1 - part) / part : 0;
  fmt::print(stderr, "\r\033[K{:5.1f} %  t = {:.6g}  about {:.0f} s left", 100 * part, t, left);
  std::fflush(stderr);
}

void Progress::clear() {
  if (visible_) fmt::print(stderr, "\r\033[K");
  visible_ = false;
}

}  // namespace accordo::cli
