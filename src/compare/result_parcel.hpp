// What a run has given, on its way from one process to another.
#pragma once

#include "process/parcel.hpp"
#include "session/run.hpp"

namespace accordo {

/// Statistics, how the run ended, and its rows: what a comparison asks for.
void put_result(const Result& result, Parcel& parcel);
Result get_result(Parcel& parcel);
/// The same without the rows, which may be many.
Result get_figures(Parcel& parcel);

}  // namespace accordo
