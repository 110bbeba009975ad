#include "process/error_parcel.hpp"

namespace accordo {

void put_problems(const std::vector<Problem>& problems, Parcel& parcel) {
  parcel.put(problems.size());
  for (const Problem& p : problems) {
    for (const std::string* text : {&p.id, &p.place.file, &p.what, &p.remedy}) parcel.put_text(*text);
    parcel.put(p.place.line);
    parcel.put(p.place.column);
  }
}

std::vector<Problem> get_problems(Parcel& parcel) {
  std::vector<Problem> problems(parcel.get<std::size_t>());
  for (Problem& p : problems) {
    for (std::string* text : {&p.id, &p.place.file, &p.what, &p.remedy}) *text = parcel.get_text();
    p.place.line = parcel.get<int>();
    p.place.column = parcel.get<int>();
  }
  return problems;
}

void put_error(const Error& error, Parcel& parcel) {
  parcel.put(error.code());
  put_problems(error.problems(), parcel);
}

Error get_error(Parcel& parcel) {
  const auto code = parcel.get<Exit>();
  return {code, get_problems(parcel)};
}

}  // namespace accordo
