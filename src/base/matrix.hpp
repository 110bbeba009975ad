// Vectors and matrices of numbers.
#pragma once

#include <Eigen/Core>

namespace accordo {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

}  // namespace accordo
