// The loops here run every step. Each sum is taken in a fixed order, so that results depend neither on the
// alignment of buffers nor on which loop served the size.
#include "unit/ode/linear_system.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "base/index.hpp"
#include "integrate/phi.hpp"

namespace accordo {
namespace {

/// sum += M z with a fixed number of rows: the sums stay in registers. M holds `columns` columns.
template <int rows>
void add_product_fixed(const double* M, int columns, const double* z, double* sum) {
  std::array<double, rows> s;
  for (std::size_t i = 0; i < rows; ++i) s[i] = sum[i];
  for (int c = 0; c < columns; ++c, M += rows) {
    for (std::size_t i = 0; i < rows; ++i) s[i] += M[i] * z[c];
  }
  for (std::size_t i = 0; i < rows; ++i) sum[i] = s[i];
}

/// sum += M z. The loop over rows is innermost: it vectorizes without changing the order of any sum.
void add_product(int rows, const double* M, int columns, const double* z, double* __restrict sum) {
  switch (rows) {
    case 1:
      return add_product_fixed<1>(M, columns, z, sum);
    case 2:
      return add_product_fixed<2>(M, columns, z, sum);
    case 3:
      return add_product_fixed<3>(M, columns, z, sum);
    case 4:
      return add_product_fixed<4>(M, columns, z, sum);
    default:
      break;
  }
  for (int c = 0; c < columns; ++c, M += rows) {
    const double zc = z[c];
    for (int i = 0; i < rows; ++i) sum[i] += M[i] * zc;
  }
}

/// out ← constant + P x + Q u for M = [constant P Q].
void affine(const double* M, int rows, int states, const double* x, int inputs, const double* u,
            double* out) {
  for (int i = 0; i < rows; ++i) out[i] = M[i];
  M += rows;
  add_product(rows, M, states, x, out);
  add_product(rows, M + static_cast<std::ptrdiff_t>(rows) * states, inputs, u, out);
}

struct Sizes {
  int outputs, states, inputs;
};

/// dy ← h (C f0 + C A x + C B u) + D du for M = [C f0, C A, C B, D].
void slope_of(const double* M, const Sizes& n, const double* x, const double* u, const double* du, double h,
              double* dy) {
  affine(M, n.outputs, n.states, x, n.inputs, u, dy);
  for (int i = 0; i < n.outputs; ++i) dy[i] *= h;
  add_product(n.outputs, M + static_cast<std::ptrdiff_t>(n.outputs) * (1 + n.states + n.inputs), n.inputs, du,
              dy);
}

void append(std::vector<double>& data, const Matrix& m) {
  data.insert(data.end(), m.data(), m.data() + m.size());
}

void check_sizes(const LinearModel& m) {
  const auto n = m.A.rows();
  const auto inputs = m.B.cols();
  const auto outputs = m.C.rows();
  const bool fits = m.A.cols() == n && m.B.rows() == n && m.f0.size() == n && m.C.cols() == n &&
                    m.D.rows() == outputs && m.D.cols() == inputs && m.g0.size() == outputs;
  if (!fits) throw std::invalid_argument("the matrices A, B, C, D, f0, g0 do not fit together");
}

/// FNV-1a over the bits of the numbers, word by word.
std::uint64_t mix(std::uint64_t hash, const std::vector<double>& data) {
  for (const double v : data) hash = (hash ^ std::bit_cast<std::uint64_t>(v)) * 0x100000001b3U;
  return hash ^ (hash >> 32U);
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

Propagator::Propagator(const LinearSystem& system, double h)
    : states_(system.states()), inputs_(system.inputs()), outputs_(system.outputs()), h_(h) {
  const LinearModel& model = system.model();
  const PhiOperators op = phi_operators(model.A, h, kCoefficients - 1);
  data_.reserve(index(states_ * (1 + states_ + inputs_ * kCoefficients)) + system.output_.size() +
                system.slope_.size());
  append(data_, op.Psi[0] * model.f0);
  append(data_, op.E);
  for (int j = 0; j < inputs_; ++j) {
    for (const Matrix& psi : op.Psi) append(data_, psi * model.B.col(j));
  }
  first_output_ = static_cast<int>(data_.size());
  data_.insert(data_.end(), system.output_.begin(), system.output_.end());
  data_.insert(data_.end(), system.slope_.begin(), system.slope_.end());
}

void Propagator::output(const double* x, const double* u, double* y) const {
  affine(data_.data() + first_output_, outputs_, states_, x, inputs_, u, y);
}

void Propagator::output_slope(const double* x, const double* u, const double* du, double* dy) const {
  const int first = first_output_ + outputs_ * (1 + states_ + inputs_);
  slope_of(data_.data() + first, {outputs_, states_, inputs_}, x, u, du, h_, dy);
}

void Propagator::step(const double* x, SignalView u, double* x_end) const {
  const double* M = data_.data();
  for (int i = 0; i < states_; ++i) x_end[i] = M[i];
  M += states_;
  add_product(states_, M, states_, x, x_end);
  M += static_cast<std::ptrdiff_t>(states_) * states_;
  if (u.degree == kCoefficients - 1) {
    add_product(states_, M, inputs_ * kCoefficients, u.a, x_end);
    return;
  }
  for (int j = 0; j < inputs_; ++j, M += static_cast<std::ptrdiff_t>(states_) * kCoefficients) {
    add_product(states_, M, u.degree + 1, u.a + static_cast<std::ptrdiff_t>(j) * kCoefficients, x_end);
  }
}

/// The latest propagators, the oldest replaced first. A run alternates between few step lengths.
struct LinearSystem::Cache {
  std::mutex mutex;
  std::array<std::shared_ptr<const Propagator>, 8> recent;
  std::size_t next = 0;
};

LinearSystem::LinearSystem(LinearModel model) : model_(std::move(model)), cache_(std::make_unique<Cache>()) {
  check_sizes(model_);
  states_ = static_cast<int>(model_.A.rows());
  inputs_ = static_cast<int>(model_.B.cols());
  outputs_ = static_cast<int>(model_.C.rows());
  for (const Matrix& m : {Matrix(model_.f0), model_.A, model_.B}) append(derivative_, m);
  for (const Matrix& m : {Matrix(model_.g0), model_.C, model_.D}) append(output_, m);
  // y' through C A and C B instead of C times x': as many products as outputs need, not as states have.
  const Matrix Cf0 = model_.C * model_.f0;
  const Matrix CA = model_.C * model_.A;
  const Matrix CB = model_.C * model_.B;
  for (const Matrix& m : {Cf0, CA, CB, model_.D}) append(slope_, m);

  const std::vector<double> sizes = {double(states_), double(inputs_), double(outputs_)};
  hash_ = mix(mix(mix(0xcbf29ce484222325U, sizes), derivative_), output_);
}

LinearSystem::LinearSystem(LinearSystem&&) noexcept = default;
LinearSystem::~LinearSystem() = default;

void LinearSystem::derivative(const double* x, const double* u, double* dx) const {
  affine(derivative_.data(), states_, states_, x, inputs_, u, dx);
}

void LinearSystem::output(const double* x, const double* u, double* y) const {
  affine(output_.data(), outputs_, states_, x, inputs_, u, y);
}

void LinearSystem::output_slope(const double* x, const double* u, const double* du, double h,
                                double* dy) const {
  slope_of(slope_.data(), {outputs_, states_, inputs_}, x, u, du, h, dy);
}

std::shared_ptr<const Propagator> LinearSystem::propagator(double h) const {
  const std::lock_guard lock(cache_->mutex);
  for (const auto& known : cache_->recent) {
    if (known && known->h() == h) return known;
  }
  auto made = std::make_shared<const Propagator>(*this, h);
  cache_->recent[cache_->next] = made;
  cache_->next = (cache_->next + 1) % cache_->recent.size();
  return made;
}

bool LinearSystem::same(const LinearSystem& other) const {
  return states_ == other.states_ && inputs_ == other.inputs_ && outputs_ == other.outputs_ &&
         same_bits(derivative_, other.derivative_) && same_bits(output_, other.output_);
}

std::shared_ptr<const LinearSystem> LinearSystems::intern(LinearSystem system) {
  const auto [first, last] = known_.equal_range(system.hash());
  for (auto it = first; it != last; ++it) {
    if (it->second->same(system)) return it->second;
  }
  auto shared = std::make_shared<const LinearSystem>(std::move(system));
  known_.emplace(shared->hash(), shared);
  return shared;
}

}  // namespace accordo
