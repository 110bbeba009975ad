#include "compare/result_parcel.hpp"

#include "process/error_parcel.hpp"

namespace accordo {
namespace {

template <class T>
void put_all(const std::vector<T>& list, Parcel& parcel) {
  parcel.put(list.size());
  parcel.put_many(list.data(), list.size());
}

template <class T>
void get_all(std::vector<T>& list, Parcel& parcel) {
  list.resize(parcel.get<std::size_t>());
  parcel.get_many(list.data(), list.size());
}

/// Everything but texts and lists, in one place for both directions.
template <class Each>
void for_each_number(Statistics& s, Each each) {
  for (const v0::Counter& c : v0::counters) each(s.*c.member);
  for (double* x :
       {&s.start, &s.stop, &s.reached, &s.max_coupling_residual, &s.startup_seconds, &s.wall_seconds})
    each(*x);
  each(s.error_estimate);
}

template <class Each>
void for_each_number(SignalError& s, Each each) {
  for (double* x : {&s.largest, &s.at, &s.last, &s.rms, &s.range, &s.size, &s.spread}) each(*x);
}

void put_statistics(Statistics s, Parcel& parcel) {
  for (const std::string* text : {&s.method, &s.status, &s.linear_solver}) parcel.put_text(*text);
  for_each_number(s, [&](const auto& number) { parcel.put(number); });
  parcel.put(s.units.size());
  for (const UnitStatistics& u : s.units) {
    for (const std::string* text : {&u.name, &u.kind}) parcel.put_text(*text);
    parcel.put(u.integrations);
    parcel.put(u.wall_seconds);
  }
}

Statistics get_statistics(Parcel& parcel) {
  Statistics s;
  for (std::string* text : {&s.method, &s.status, &s.linear_solver}) *text = parcel.get_text();
  for_each_number(s, [&](auto& number) { parcel.get_many(&number, 1); });
  s.units.resize(parcel.get<std::size_t>());
  for (UnitStatistics& u : s.units) {
    for (std::string* text : {&u.name, &u.kind}) *text = parcel.get_text();
    u.integrations = parcel.get<long long>();
    u.wall_seconds = parcel.get<double>();
  }
  return s;
}

void put_trajectory(const Trajectory& a, Parcel& parcel) {
  parcel.put(a.names.size());
  for (const std::string& name : a.names) parcel.put_text(name);
  put_all(a.held, parcel);
  put_all(a.times, parcel);
  put_all(a.values, parcel);
  put_all(a.slopes, parcel);
}

Trajectory get_trajectory(Parcel& parcel) {
  Trajectory a;
  a.names.resize(parcel.get<std::size_t>());
  for (std::string& name : a.names) name = parcel.get_text();
  get_all(a.held, parcel);
  get_all(a.times, parcel);
  get_all(a.values, parcel);
  get_all(a.slopes, parcel);
  return a;
}

}  // namespace

void put_result(const Result& result, Parcel& parcel) {
  put_statistics(result.statistics, parcel);
  parcel.put(result.interrupted);
  for (const std::optional<Error>* why : {&result.failure, &result.ended}) {
    parcel.put(why->has_value());
    if (*why) put_error(**why, parcel);
  }
  parcel.put(result.errors.carried);
  parcel.put_text(result.errors.lost);
  parcel.put(result.errors.signals.size());
  for (SignalError s : result.errors.signals) {
    parcel.put_text(s.name);
    for_each_number(s, [&](double x) { parcel.put(x); });
  }
  put_trajectory(result.rows, parcel);
}

Result get_figures(Parcel& parcel) {
  Result result;
  result.statistics = get_statistics(parcel);
  result.interrupted = parcel.get<bool>();
  for (std::optional<Error>* why : {&result.failure, &result.ended}) {
    if (parcel.get<bool>()) *why = get_error(parcel);
  }
  result.errors.carried = parcel.get<bool>();
  result.errors.lost = parcel.get_text();
  result.errors.signals.resize(parcel.get<std::size_t>());
  for (SignalError& s : result.errors.signals) {
    s.name = parcel.get_text();
    for_each_number(s, [&](double& x) { x = parcel.get<double>(); });
  }
  return result;
}

Result get_result(Parcel& parcel) {
  Result result = get_figures(parcel);
  result.rows = get_trajectory(parcel);
  return result;
}

}  // namespace accordo
