#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iostream>

#include "base/names.hpp"
#include "cli/commands.hpp"
#include "cli/standard_streams.hpp"
#include "record/csv.hpp"
#include "session/unit_words.hpp"

namespace accordo::cli {
namespace {

/// Everything a user could have meant at the top level or in the chosen sub-command.
std::vector<std::string> known_words(const CLI::App& app) {
  std::vector<std::string> words{"--help", "--version"};
  for (const CLI::App* sub : app.get_subcommands({})) words.push_back(sub->get_name());
  for (const CLI::App* sub : app.get_subcommands()) {
    for (const CLI::Option* option : sub->get_options()) {
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    }
  }
  return words;
}

/// What the library says of it, or, of words that nothing takes, who does not take them.
std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error) {
  const std::string_view what = error.what(), words = "not expected: ";
  const auto extra = what.find(words);
  const auto chosen = app.get_subcommands();
  if (extra == std::string_view::npos || chosen.empty()) return error.what();
  return fmt::format("accordo {} does not take '{}'", chosen.front()->get_name(),
                     what.substr(extra + words.size()));
}

/// The first number with a decimal comma.
void print_number_hint(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const char* equals = std::strchr(argv[i], '=');
    const std::string hint = decimal_point_hint(equals == nullptr ? argv[i] : equals + 1);
    if (!hint.empty()) return fmt::print(stderr, "    {}\n", hint);
  }
}

/// Names that are nearly right.
void print_name_hints(const std::vector<std::string>& words, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word(argv[i], std::strcspn(argv[i], "="));
    const bool exact = std::find(words.begin(), words.end(), word) != words.end();
    if (exact || (i > 1 && word.rfind("--", 0) != 0)) continue;
    if (const std::string guess = closest(word, words); !guess.empty()) {
      fmt::print(stderr, "    {}: did you mean '{}'?\n", word, guess);
    }
  }
}

}  // namespace

void explain_usage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const std::vector<std::string> words = known_words(app);
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
  const auto known = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (argc > 1 && !known(argv[1]) && (chosen.empty() || std::strcmp(argv[1], "help") == 0)) {
    fmt::print(stderr, "error: there is no {} '{}' [usage]\n", argv[1][0] == '-' ? "option" : "command",
               argv[1]);
    const std::string hint = std::strcmp(argv[1], "help") == 0 ? "" : did_you_mean(argv[1], words);
    if (!hint.empty()) fmt::print(stderr, "    {}\n", hint);
  } else {
    fmt::print(stderr, "error: {} [usage]\n", what_is_wrong(app, error));
    if (error.get_name() == "ConversionError") print_number_hint(argc, argv);
    print_name_hints(words, argc, argv);
  }
  fmt::print(stderr, "    see: accordo {}--help\n", command);
}

std::unique_ptr<Session> open_session(const std::filesystem::path& file, const Settings& settings,
                                      Problems& problems,
                                      const std::function<void(const Scenario&)>& before) {
  std::optional<LoadedScenario> loaded = read_any(file, problems, settings.ignore_units);
  if (!loaded) return nullptr;
  apply(settings, loaded->scenario, problems);
  if (before && problems.empty()) before(loaded->scenario);
  const StandardStreams streams;  // code of FMUs may run from here on
  const Fmus fmus = settings.described ? Fmus::described : settings.trust ? Fmus::trusted : Fmus::tested;
  std::unique_ptr<Session> session =
      Session::open(std::move(loaded->scenario), problems,
                    {.fmus = fmus, .purpose = settings.look ? Purpose::look : Purpose::run});
  if (session) session->keep(loaded->warnings, loaded->files);
  return session;
}

void print_warnings(const Session& session) {
  for (const Problem& warning : session.warnings()) fmt::print(stderr, "{}\n", describe(warning, "warning"));
}

std::string why_kind(const UnitInfo& unit) {
  const bool steps = unit.kind.ends_with("co-simulation");
  return fmt::format("{}; it also has {}", unit.why_kind, steps ? "model exchange" : "co-simulation");
}

void print_words(const Session& session, const Result& result, bool all) {
  if (all) {
    for (const std::string& line : words_of(session, result)) fmt::print(stderr, "{}\n", line);
  } else if (const std::optional<Problem> complaint = complaint_of(session, result)) {
    fmt::print(stderr, "{}\n", describe(*complaint, "warning"));
  }
}

void write_or_print(const std::string& file, const std::string& text) {
  if (file.empty() || file == "-") {
    std::cout << text << std::flush;
    if (!std::cout) throw Error(Exit::output, "cannot-write", "cannot write to standard output");
  } else {
    write_file(file, text);
  }
}

}  // namespace accordo::cli
