#include "io/yaml_tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "io/text_file.hpp"
#include "io/yaml_mapping.hpp"

namespace accordo {
namespace {

constexpr std::size_t kDeepest = 100;

/// Ends the parse from inside a callback.
struct Rejected {
  YAML::Mark mark;
  std::string what, remedy;
};

/// Builds the tree from yaml-cpp's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, Problems& problems) : file_(file), problems_(problems) {}

  YamlTree take() { return std::move(tree_); }
  /// The scalar read last, or null.
  const YamlNode* last_scalar() const { return last_scalar_; }
  /// The innermost container that is still open, or null.
  const YamlNode* open() const { return stack_.empty() ? nullptr : stack_.back().node; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0)
      throw Rejected{mark, "there is a second document", "keep one document, without ---"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode& n = node(YamlNode::Kind::null, mark, anchor);
    // yaml-cpp finds nothing where the next thing begins, perhaps lines below: the key is the better place.
    if (!stack_.empty() && stack_.back().key != nullptr) {
      n.line = stack_.back().key->line;
      n.column = stack_.back().key->column;
    }
    add(n);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const YamlNode* target = anchors_.at(anchor);
    const bool inside =
        std::any_of(stack_.begin(), stack_.end(), [&](const Open& o) { return o.node == target; });
    if (inside) throw Rejected{mark, "this alias stands inside what it refers to", "remove it"};
    add(*target);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    YamlNode& n = node(YamlNode::Kind::scalar, mark, anchor);
    n.text = value;
    n.quoted = tag == "!";
    last_scalar_ = &n;
    add(n);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    start(YamlNode::Kind::sequence, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    start(YamlNode::Kind::mapping, mark, tag, anchor, style);
  }
  void OnMapEnd() override {
    finish_mapping(*stack_.back().node, file_, problems_);
    end();
  }

 private:
  struct Open {
    YamlNode* node;
    const YamlNode* key;  // of a mapping: waits for its value
  };

  YamlNode& node(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    YamlNode& n = tree_.nodes.emplace_back();
    n.kind = kind;
    n.line = mark.line + 1;
    n.column = mark.column + 1;
    if (anchor != YAML::NullAnchor) anchors_[anchor] = &n;
    return n;
  }

  void start(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
             YAML::EmitterStyle::value style) {
    check_tag(mark, tag);
    if (stack_.size() >= kDeepest) {
      throw Rejected{mark, fmt::format("this is nested more than {} levels deep", kDeepest), ""};
    }
    YamlNode& n = node(kind, mark, anchor);
    n.flow = style == YAML::EmitterStyle::Flow;
    stack_.push_back({&n, nullptr});
  }

  void end() {
    const YamlNode& finished = *stack_.back().node;
    stack_.pop_back();
    add(finished);
  }

  void add(const YamlNode& n) {
    if (stack_.empty()) {
      tree_.root = &n;
      return;
    }
    Open& parent = stack_.back();
    if (parent.node->is_sequence()) {
      parent.node->items.push_back(&n);
    } else if (parent.key == nullptr) {
      parent.key = &n;
    } else {
      parent.node->entries.push_back({parent.key, &n});
      parent.key = nullptr;
    }
  }

  /// Tags of YAML itself change nothing here; any other is an accident, as in `x: !done`.
  static void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!" || tag.starts_with("tag:yaml.org,2002:")) return;
    throw Rejected{mark, fmt::format("the YAML tag '{}' means nothing here", tag),
                   "quote a text that starts with !"};
  }

  const std::string& file_;
  Problems& problems_;
  YamlTree tree_;
  std::vector<Open> stack_;
  const YamlNode* last_scalar_ = nullptr;
  std::unordered_map<YAML::anchor_t, const YamlNode*> anchors_;
  int documents_ = 0;
};

/// What to do about yaml-cpp's terse messages; `rest` is the text from the line they name.
std::string remedy_for(std::string_view message, std::string_view rest) {
  const auto says = [&](std::string_view part) { return message.find(part) != std::string_view::npos; };
  const std::string_view indent = rest.substr(0, std::min(rest.find_first_not_of(" \t"), rest.size()));
  if (indent.find('\t') != std::string_view::npos) return "indent with spaces: YAML does not allow tabs";
  if (says("anchor is not defined") || says("alias"))
    return "quote a text that starts with *, such as \"*.x\"";
  if (says("illegal map value")) return "quote a text that contains a colon followed by a space";
  if (says("flow")) return "close each [ and {, and quote a text that contains brackets, braces or commas";
  if (says("unknown token")) return "quote a text that starts with @, `, % or |";
  if (says("EOF in scalar")) return "close the quotes";
  if (says("end of map not found") || says("end of sequence not found"))
    return "check the indentation and the quotes";
  return {};
}

/// The text from a line on.
std::string_view from_line(std::string_view text, int number) {
  for (int i = 1; i < number && !text.empty(); ++i) {
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return text;
}

/// Whether a scalar starts with a quote that is never closed. yaml-cpp lets it run to the end of the file,
/// silently.
bool is_unclosed(const YamlNode& scalar, std::string_view text) {
  text = from_line(text, scalar.line);
  text.remove_prefix(std::min(static_cast<std::size_t>(scalar.column) - 1, text.size()));
  while (text.starts_with('&') || text.starts_with('!')) {  // an anchor or a tag stands before the quote
    text.remove_prefix(std::min(text.find_first_of(" \n"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
  }
  if (!text.starts_with('"') && !text.starts_with('\'')) return false;
  const char quote = text[0];
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool escape = quote == '"' ? text[i] == '\\' : text.substr(i, 2) == "''";
    if (escape) {
      ++i;
    } else if (text[i] == quote) {
      return false;
    }
  }
  return true;
}

/// yaml-cpp reports an unclosed bracket at the end of the file, or nowhere: add where it was opened.
void report_syntax(const YAML::Exception& e, const YamlNode* open, std::string_view text,
                   const std::string& file, Problems& problems) {
  SourceLocation place{file, e.mark.line + 1, e.mark.column + 1};
  std::string what = fmt::format("this is not YAML: {}", e.msg);
  const bool unclosed = e.msg.starts_with("end of") && open != nullptr && open->flow;
  if (unclosed) {
    what += fmt::format(" (of the '{}' in line {}, column {})", open->is_mapping() ? '{' : '[', open->line,
                        open->column);
    const bool before = place.line < open->line || (place.line == open->line && place.column <= open->column);
    if (before) place = {file, open->line, open->column};
  }
  const std::string remedy = remedy_for(e.msg, from_line(text, place.line));
  problems.add("yaml-syntax", std::move(place), std::move(what), remedy);
}

}  // namespace

std::optional<YamlTree> parse_yaml(const std::string& text, const std::string& file, Problems& problems) {
  if (!check_utf8(text, file, problems)) return std::nullopt;
  const std::string body = text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
  Problems found;  // of mappings: worth telling only when the whole is YAML
  TreeBuilder builder(file, found);
  try {
    std::istringstream in(body);
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Rejected& r) {
    problems.add("yaml-syntax", {file, r.mark.line + 1, r.mark.column + 1}, r.what, r.remedy);
    return std::nullopt;
  } catch (const YAML::Exception& e) {
    report_syntax(e, builder.open(), body, file, problems);
    return std::nullopt;
  }
  if (const YamlNode* last = builder.last_scalar();
      last != nullptr && last->quoted && is_unclosed(*last, body)) {
    problems.add("yaml-syntax", {file, last->line, last->column}, "this quote is never closed",
                 "close the quotes");
    return std::nullopt;
  }
  for (const Problem& problem : found.list()) problems.add(problem);
  YamlTree tree = builder.take();
  if (tree.root == nullptr || tree.root->is_null()) {
    problems.add("empty-scenario", {file, 0, 0}, "this file is empty",
                 "a scenario needs units and an experiment");
    return std::nullopt;
  }
  return tree;
}

}  // namespace accordo
