// An iteration improves the iterate of a search; everything else about solving is shared (search.hpp,
// chain.hpp).
#pragma once

#include <memory>

#include "solve/inverse_jacobian.hpp"
#include "solve/search.hpp"
#include "solve/solver.hpp"

namespace accordo {

class Iteration {
 public:
  using End = Solution::End;

  virtual ~Iteration() = default;
  virtual const char* name() const = 0;
  /// Iterates from where the search stands, which has been evaluated and is not good enough yet.
  virtual End iterate(Search& search) = 0;
  /// False: another method has to work first.
  virtual bool ready(const Search& /*search*/) { return true; }
  virtual void forget() {}
  virtual void save() {}
  virtual void restore() {}
};

std::unique_ptr<Iteration> make_picard(int size, double mixing);
std::unique_ptr<Iteration> make_aitken(int size, double mixing);
std::unique_ptr<Iteration> make_anderson(int size, int memory, double mixing);
/// `taught`, where there is one, learns the Jacobian from the products that newton needs anyway.
std::unique_ptr<Iteration> make_newton(int size, std::shared_ptr<InverseJacobian> taught = nullptr);
/// Ready as soon as `inverse` knows something: from newton, from an earlier solve, or from the problem
/// itself.
std::unique_ptr<Iteration> make_broyden(int size, std::shared_ptr<InverseJacobian> inverse);
std::unique_ptr<Iteration> make_estimator_newton(int size);

}  // namespace accordo
