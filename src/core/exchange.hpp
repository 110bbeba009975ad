// The table of discrete values of the whole system: read from units and passed on at accepted communication
// points. A value that a unit has at the end of a macro-step is what others get for the next one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "core/driven_inputs.hpp"
#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

class Exchange {
 public:
  /// Both must outlive it.
  Exchange(const Wiring& wiring, std::span<const UnitInfo> units);

  /// From here on every discrete output that is a number is read.
  void watch();
  /// These inputs are fed by nobody and follow functions of time.
  void follow(std::vector<DrivenToken> driven) { driven_ = std::move(driven); }

  std::span<const Token> outputs() const { return outputs_; }
  std::span<const Token> inputs() const { return inputs_; }
  /// The value of the k-th real input that a discrete output feeds.
  double held(std::size_t k) const { return held_[k]; }

  /// The units to be asked for their discrete outputs, and where these go.
  std::span<const int> readers() const { return readers_; }
  Token* table() { return outputs_.data(); }

  /// Brings the inputs that follow functions of time to this instant; whether any changed. changed_units()
  /// are theirs.
  bool follow(const Instant& at);

  /// Inputs from the outputs just read and from the real ones y. Returns whether any changed. Throws
  /// Error(Exit::unit_failed) when a value does not fit into the input's type, or has no entry in a map;
  /// while values settle, only when nothing changes any more, since the output may only wait for its own
  /// inputs.
  bool route(std::span<const double> y, double t, bool settling = false);
  /// Units whose discrete inputs route() has changed, and where the values are.
  std::span<const int> changed_units() const { return changed_; }
  Token* input_table() { return inputs_.data(); }

  /// Whether the latest route() passed on a discrete output that had changed.
  bool passed() const { return passed_; }
  /// The largest change that it made to a real input, relative to the largest value there so far.
  double jump() const { return jump_; }
  /// Whether an output in use of these units is another one in `outputs` than in the table.
  bool differs(std::span<const Token> outputs, std::span<const int> units) const;
  /// Outputs that differ now count no longer.
  void ignore(std::span<const Token> outputs, std::span<const int> units);

  /// Whether the latest changes, those by time included, make something jump that is known here: a real
  /// input, or equations that a unit exposes.
  bool jumped() const { return jumped_; }

 private:
  bool differs(const Link& link, std::span<const Token> outputs, std::span<const int> units) const;
  void put(const Link& link, const Token& value, double t);
  void take(int input, Token value);
  void put_mapped(const DiscreteLink& link, const Token& value, double t);
  void refuse(const char* id, const Link& link, const std::string& why, double t, const char* remedy);

  const Wiring& wiring_;
  std::span<const UnitInfo> units_;
  std::vector<Token> outputs_, inputs_;
  std::vector<int> unit_of_input_, unit_of_output_;
  std::vector<TokenType> type_of_input_;
  std::vector<double> held_, held_size_;
  double jump_ = 0;
  std::vector<DrivenToken> driven_;
  std::vector<int> readers_, changed_;
  bool jumped_ = false, followed_ = false, passed_ = false;
  std::vector<unsigned char> ignored_;  ///< per output
  std::optional<Error> refusal_;        // the first one of the latest route()
};

}  // namespace accordo
