// Units that nobody drives. They run ahead, each over every time once; a step of the others that ends before
// them takes their values from their trail. Those that can go back do so only where that is not good enough.
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
  std::vector<double> slopes;        ///< in time, where it is now; empty: it gives none
  double length = 0;                 ///< of its steps, as the tolerance asks; 0: not known yet
  bool returns = false;              ///< it can go back, which a trial of it has shown
  bool saved = false, lost = false;  ///< it can now; it must, as it has failed on the way
  double saved_at = 0;
  bool after_event = false;  ///< that was

  /// Whether it is at a later time: what it gives then is not what others may see.
  bool beyond(double t) const { return trail.size() > 0 && trail.front() > t; }
  /// It stands at some time, with no past.
  void forget() {
    trail.clear();
    saved = lost = after_event = false;
  }
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
  bool has(int unit) const { return !list_.empty() && place_[static_cast<std::size_t>(unit)] >= 0; }
  /// What its trail is to hold besides outputs.
  struct Wanted {
    bool states = false, observed = false;
    bool returns = false;  ///< see Forerunner
  };
  void add(int unit, const UnitInfo& info, const Layout& layout, const Wanted& wanted);

  /// Those of a group that are not at a later time: they can be asked themselves.
  std::span<const int> present(std::span<const int> group, double t);
  /// Whether its trail tells well enough what it gives at this time. Without a tolerance only where it was.
  static bool tells(const Forerunner& f, double t, double tolerance);
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
