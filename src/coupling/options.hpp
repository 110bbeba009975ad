// A method's own knobs: declared once, for parsing, help and validation.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// One knob of a method: what users may write, and what it means.
struct OptionInfo {
  enum class Kind { integer, number, choice, flag, names };
  std::string name;
  Kind kind = Kind::integer;
  std::string default_value;  ///< default, as a user would write it
  std::string help;
  std::vector<std::string> choices;  ///< for `choice`; for numbers: words that may stand instead
  double least = 0, most = 0;        ///< for numbers; least == most: no bounds
};

/// Two lists of knobs as one.
std::vector<OptionInfo> joined(std::vector<OptionInfo> a, std::vector<OptionInfo> b);

/// The knobs with the user's values filled in and checked.
class Options {
 public:
  /// Takes the user's settings; problems are reported with their place.
  Options(const std::vector<OptionInfo>& known, const std::vector<Definition>& given,
          const std::string& method, Problems& problems);

  int integer(const std::string& name) const;
  double number(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  bool flag(const std::string& name) const;
  /// Whether the method has this knob at all.
  bool known(const std::string& name) const;
  /// Whether the user has set it.
  bool given(const std::string& name) const;
  /// A list of names, separated by commas; empty when not given.
  std::vector<Text> names(const std::string& name) const;

 private:
  struct Entry {
    OptionInfo info;
    Text value;
    bool given = false;
  };
  const Entry& entry(const std::string& name) const;

  std::vector<Entry> entries_;
};

}  // namespace accordo
