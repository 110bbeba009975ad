#include "compare/subject.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "process/child.hpp"
#include "process/error_parcel.hpp"
#include "session/hindrance.hpp"

namespace accordo {
namespace {

void put_texts(const std::vector<std::string>& texts, Parcel& parcel) {
  parcel.put(texts.size());
  for (const std::string& text : texts) parcel.put_text(text);
}

std::vector<std::string> get_texts(Parcel& parcel) {
  std::vector<std::string> texts(parcel.get<std::size_t>());
  for (std::string& text : texts) text = parcel.get_text();
  return texts;
}

/// What the process that opens the scenario tells.
void describe(const Session& session, Parcel& answer) {
  const ExperimentSpec& e = session.scenario().experiment;
  answer.put_text(session.scenario().name);
  answer.put(session.start());
  answer.put(session.stop());
  answer.put(e.step);
  answer.put(e.tolerance);
  answer.put(std::any_of(session.units().begin(), session.units().end(),
                         [](const UnitInfo& u) { return !u.can.variable_step; }));
  answer.put_text(session.method().name);
  std::vector<std::string> possible, signals;
  for (const Method& m : methods()) {
    if (hindrance(m, session).empty()) possible.push_back(m.name);
  }
  put_texts(possible, answer);
  answer.put_text(hindrance(reference_method(), session));
  for (const RecordColumn& column : session.columns()) signals.push_back(column.name);
  put_texts(signals, answer);
  put_problems(session.warnings(), answer);
}

Subject decode(Parcel answer) {
  Subject s;
  s.name = answer.get_text();
  s.start = answer.get<double>();
  s.stop = answer.get<double>();
  s.step = answer.get<std::optional<double>>();
  s.tolerance = answer.get<std::optional<double>>();
  s.fixed_steps = answer.get<bool>();
  s.automatic = answer.get_text();
  s.possible = get_texts(answer);
  s.no_monolithic = answer.get_text();
  s.signals = get_texts(answer);
  s.warnings = get_problems(answer);
  return s;
}

}  // namespace

std::optional<Subject> inspect(const Opener& open, const std::vector<Settings>& trials, Problems& problems) {
  std::optional<Error> first;
  for (const Settings& settings : trials) {
    Child child([&](Parcel& answer) {
      Problems found;
      const std::unique_ptr<Session> session = open(settings, found);
      found.throw_if_any();
      describe(*session, answer);
    });
    child.wait();
    if (!child.failure()) return decode(child.answer());
    if (!first) first = child.failure();
  }
  if (first->code() != Exit::usage) throw Error(*first);
  for (const Problem& p : first->problems()) problems.add(p);
  return std::nullopt;
}

}  // namespace accordo
