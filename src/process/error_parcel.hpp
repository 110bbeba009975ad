// Errors on their way from one process to another.
#pragma once

#include "base/error.hpp"
#include "process/parcel.hpp"

namespace accordo {

void put_problems(const std::vector<Problem>& problems, Parcel& parcel);
std::vector<Problem> get_problems(Parcel& parcel);

void put_error(const Error& error, Parcel& parcel);
Error get_error(Parcel& parcel);

}  // namespace accordo
