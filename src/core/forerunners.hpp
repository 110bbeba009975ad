// Units that nobody drives and that cannot go back. They run ahead, each over every time once; a step of the
// others that ends before them takes their values from their trail.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/trail.hpp"
#include "model/wiring.hpp"
#include "signal/signal.hpp"
#include "unit/unit.hpp"

namespace accordo {

struct Forerunner {
  int unit = 0;
  int outputs = 0, states = 0, observed = 0;  ///< how many of each its trail holds, in this order
  Trail trail{0};
  std::vector<double> slopes;  ///< in time, where it is now; empty: it gives none
  double length = 0;           ///< of its steps, as the tolerance asks; 0: not known yet

  /// Whether it is at a later time: what it gives then is not what others may see.
  bool beyond(double t) const { return trail.front() > t; }
};

class Forerunners {
 public:
  bool empty() const { return list_.empty(); }
  std::span<Forerunner> all() { return list_; }
  /// Null where a unit is none.
  Forerunner* find(int unit) {
    if (list_.empty() || place_[static_cast<std::size_t>(unit)] < 0) return nullptr;
    return &list_[static_cast<std::size_t>(place_[static_cast<std::size_t>(unit)])];
  }
  /// What its trail is to hold besides outputs.
  struct Wanted {
    bool states = false, observed = false;
  };
  void add(int unit, const UnitInfo& info, const Layout& layout, const Wanted& wanted);

  /// Those of a group that are not at a later time: they can be asked themselves.
  std::span<const int> present(std::span<const int> group, double t);
  /// In how many parts it steps over the rest of a macro-step.
  static int parts(const Forerunner& f, double t, double rest, double tolerance);
  /// It has made a step of this length.
  static void adapt(Forerunner& f, double h, double tolerance);

 private:
  std::vector<Forerunner> list_;
  std::vector<int> place_;    ///< per unit: in the list, or -1
  std::vector<int> present_;  ///< scratch
};

}  // namespace accordo
