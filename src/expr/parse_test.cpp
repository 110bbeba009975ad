// Precedence, numbers, and every kind of complaint with its position.
#include "expr/parse.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <limits>
#include <numbers>
#include <ostream>

#include "expr/print.hpp"
#include "expr/program.hpp"
#include "expr/random_expression.hpp"

namespace accordo::expr {
namespace {

const std::vector<std::string> names{"x", "y", "speed"};

double value(std::string_view text, double x = 0, double y = 0, double t = 0) {
  Graph g;
  const Parsed parsed = parse(g, text, names);
  EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.problem().what);
  if (!parsed) return std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> symbols{x, y, 0};
  return evaluate_once(g, *parsed, t, symbols);
}

/// Whether two texts mean the same.
bool same(std::string_view a, std::string_view b) {
  Graph g;
  const Parsed first = parse(g, a, names), second = parse(g, b, names);
  EXPECT_TRUE(first && second) << a << " / " << b;
  return first && second && *first == *second;
}

TEST(Parse, Precedence) {
  EXPECT_TRUE(same("x+y*t", "x+(y*t)"));
  EXPECT_TRUE(same("x-y-t", "(x-y)-t"));
  EXPECT_TRUE(same("x/y/t", "(x/y)/t"));
  EXPECT_TRUE(same("x^y^t", "x^(y^t)"));
  EXPECT_TRUE(same("-x^2", "-(x^2)"));
  EXPECT_TRUE(same("x^-y*t", "(x^(-y))*t"));
  EXPECT_TRUE(same("x^-y^2", "x^(-(y^2))"));
  EXPECT_TRUE(same("x*-y", "x*(-y)"));
  EXPECT_TRUE(same("pow(x, y)", "x^y"));
  EXPECT_TRUE(same("x < y + 1", "x < (y+1)"));
  EXPECT_TRUE(same("not x < y and t", "(not (x<y)) and t"));
  EXPECT_TRUE(same("x or y and t", "x or (y and t)"));
  EXPECT_TRUE(same("x and not y", "x and (not y)"));
  EXPECT_TRUE(same("x\n  + y", "x+y"));
  EXPECT_FALSE(same("x-(y-t)", "x-y-t"));
  EXPECT_FALSE(same("(x^y)^t", "x^y^t"));
}

TEST(Parse, Numbers) {
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // if it is there, a point must stay a point
  EXPECT_EQ(value("1"), 1);
  EXPECT_EQ(value("1.5"), 1.5);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("1e-3"), 1e-3);
  EXPECT_EQ(value("2.5E+3"), 2500);
  EXPECT_EQ(value("2^-3"), 0.125);
  EXPECT_EQ(value("+2"), 2);
  EXPECT_EQ(value("pi"), std::numbers::pi);
  EXPECT_EQ(value("5e-324"), 5e-324);
  std::setlocale(LC_ALL, "C");
}

TEST(Parse, Values) {
  EXPECT_EQ(value("if(x < y, 10, 20)", 1, 2), 10);
  EXPECT_EQ(value("if(x < y, 10, 20)", 2, 1), 20);
  EXPECT_EQ(value("(x == 1) + (x != 1)*10 + (x >= 1)*100", 1), 101);
  EXPECT_EQ(value("x and y", 0.1, -3), 1);
  EXPECT_EQ(value("x or y", 0, 0), 0);
  EXPECT_EQ(value("not x", 0), 1);
  EXPECT_EQ(value("min(x, y) + 10*max(x, y)", 1, 2), 21);
  EXPECT_EQ(value("floor(x) + ceil(x) + sign(-x) + abs(-x)", 1.5), 1 + 2 - 1 + 1.5);
  EXPECT_EQ(value("2*t", 0, 0, 4), 8);
}

struct Complaint {
  std::string text;
  int offset;
  std::string id;
  std::string what;    ///< a part of it
  std::string remedy;  ///< a part of it
};

void PrintTo(const Complaint& c, std::ostream* out) {
  *out << '"' << c.text << '"';
}

class ParseComplaint : public ::testing::TestWithParam<Complaint> {};

TEST_P(ParseComplaint, NamesPlaceAndRemedy) {
  const Complaint& expected = GetParam();
  Graph g;
  const Parsed parsed = parse(g, expected.text, names);
  ASSERT_FALSE(parsed);
  const ParseProblem& problem = parsed.problem();
  EXPECT_EQ(problem.offset, expected.offset) << problem.what;
  EXPECT_EQ(problem.id, expected.id) << problem.what;
  EXPECT_NE(problem.what.find(expected.what), std::string::npos) << problem.what;
  EXPECT_NE(problem.remedy.find(expected.remedy), std::string::npos) << problem.remedy;
}

const std::string syntax = "expression-syntax";

INSTANTIATE_TEST_SUITE_P(
    All, ParseComplaint,
    ::testing::Values(
        Complaint{"", 0, syntax, "empty", ""}, Complaint{" \n ", 0, syntax, "empty", ""},
        Complaint{"2x", 1, syntax, "found 'x'", "write 2*x"},
        Complaint{"2 x", 2, syntax, "found 'x'", "write 2*x"},
        Complaint{"x y", 2, syntax, "expected an operator, found 'y'", "x*y"},
        Complaint{"2(x+1)", 1, syntax, "found '('", "2*("},
        Complaint{"(x)(y)", 3, syntax, "found '('", "multiply"},
        Complaint{"x**2", 1, syntax, "'**'", "use ^"}, Complaint{"x && y", 2, syntax, "'&&'", "use and"},
        Complaint{"x || y", 2, syntax, "'||'", "use or"}, Complaint{"!x", 0, syntax, "'!'", "use not"},
        Complaint{"x = y", 2, syntax, "'='", "use =="}, Complaint{"x <> y", 2, syntax, "'<>'", "use !="},
        Complaint{"x => y", 2, syntax, "'=>'", "use >="},
        Complaint{"x ? 1 : 2", 2, syntax, "'?'", "if(condition, a, b)"},
        Complaint{"x % y", 2, syntax, "'%'", "floor"}, Complaint{"[x]", 0, syntax, "'['", "parentheses"},
        Complaint{"x AND y", 2, syntax, "'AND'", "small letters"},
        Complaint{"x not y", 2, syntax, "'not'", "!="},
        Complaint{"x \xE2\x88\x92 y", 2, syntax, "\xE2\x88\x92", "ASCII hyphen"},
        Complaint{"x\xC2\xB2", 1, syntax, "\xC2\xB2", "^2"},
        Complaint{"\xC3\xA4 + 1", 0, syntax, "'\xC3\xA4'", ""},
        Complaint{"x + \xFF", 4, syntax, "byte 0xff", ""}, Complaint{"x.y", 1, syntax, "'.'", "no dots"},
        Complaint{"x @ y", 2, syntax, "'@'", ""},
        Complaint{"(x + y", 0, syntax, "'(' is never closed", "')'"},
        Complaint{"x*((x + y)", 2, syntax, "'(' is never closed", "')'"},
        Complaint{"sin(x", 3, syntax, "'(' is never closed", "')'"},
        Complaint{"x + y)", 5, syntax, "closes nothing", "'('"},
        Complaint{"x +", 3, syntax, "ends where a value is expected", ""},
        Complaint{"x + * y", 4, syntax, "expected a value, found '*'", ""},
        Complaint{"sin()", 0, "wrong-argument-count", "sin takes 1 argument, 0 given", ""},
        Complaint{"sin(,)", 4, syntax, "expected a value, found ','", ""},
        Complaint{"and x", 0, syntax, "expected a value, found 'and'", ""},
        Complaint{"1,5", 1, syntax, "comma", "1.5"}, Complaint{"(1,5)", 2, syntax, "comma", "1.5"},
        Complaint{"x < y < t", 6, syntax, "chained", "a < b and b < c"},
        Complaint{"x == y >= t", 7, syntax, "chained", "a == b and b >= c"},
        Complaint{"x + not y", 4, syntax, "'not' binds too weakly", "(not a)"},
        Complaint{"1 + sin x", 4, syntax, "'sin' is a function", "sin(x)"},
        Complaint{"1e999", 0, syntax, "1e999", "1.7e308"},
        Complaint{"2 + sped", 4, "unknown-symbol", "'sped'", "did you mean 'speed'"},
        Complaint{"zzzzzz", 0, "unknown-symbol", "'zzzzzz'", "known: x, y, speed, t, pi"},
        Complaint{"Pi", 0, "unknown-symbol", "'Pi'", "did you mean 'pi'"},
        Complaint{"time", 0, "unknown-symbol", "'time'", "called t"},
        Complaint{"x + sine(x)", 4, "unknown-function", "'sine'", "did you mean 'sin'"},
        Complaint{"ln(x)", 0, "unknown-function", "'ln'", "log(x)"},
        Complaint{"quux(x)", 0, "unknown-function", "'quux'", "known: sin"},
        Complaint{"x(1)", 0, "unknown-function", "'x' is not a function", "x*("},
        Complaint{"1 + atan2(x)", 4, "wrong-argument-count", "atan2 takes 2 arguments, 1 given", ""},
        Complaint{"max(x, y, 1)", 0, "wrong-argument-count", "3 given", "max(a, max(b, c))"},
        Complaint{"if(x, 1, 2, 3)", 0, "wrong-argument-count", "if takes 3 arguments, 4 given", ""}));

TEST(Parse, PlaceInAFile) {
  Graph g;
  Problems problems;
  const SourceLocation start{"m.yaml", 7, 12};
  EXPECT_TRUE(parse(g, "x + y", start, names, problems));
  EXPECT_TRUE(problems.empty());
  EXPECT_FALSE(parse(g, "x + z", start, names, problems));
  EXPECT_FALSE(parse(g, "x +\n  2y", start, names, problems));
  ASSERT_EQ(problems.list().size(), 2U);
  EXPECT_EQ(problems.list()[0].id, "unknown-symbol");
  EXPECT_EQ(problems.list()[0].place.line, 7);
  EXPECT_EQ(problems.list()[0].place.column, 16);
  EXPECT_EQ(problems.list()[1].place.line, 8);
  EXPECT_EQ(problems.list()[1].place.column, 0) << "the indentation is unknown";
  EXPECT_EQ(line_column("x +\n  2y", 7).line, 2);
  EXPECT_EQ(line_column("x +\n  2y", 7).column, 4);
}

TEST(Parse, AnyTextGivesANodeOrAProblemInsideIt) {
  const std::vector<std::string> pieces{"x",
                                        "y",
                                        "t",
                                        "pi",
                                        "zz",
                                        "1",
                                        ".5",
                                        "2e",
                                        "(",
                                        ")",
                                        ",",
                                        "+",
                                        "-",
                                        "*",
                                        "/",
                                        "^",
                                        "<",
                                        "==",
                                        "!",
                                        "and",
                                        "not",
                                        "or",
                                        "if(",
                                        "sin(",
                                        "max(",
                                        "sin",
                                        " ",
                                        "\n",
                                        "\xE2\x88",
                                        "\xFF",
                                        std::string(1, '\0')};
  testing::Random random(8);
  int accepted = 0;
  for (int i = 0; i < 50000; ++i) {
    std::string text;
    for (int k = random.below(12); k >= 0; --k) {
      text += pieces[static_cast<std::size_t>(random.below(static_cast<int>(pieces.size())))];
    }
    Graph g;
    const Parsed parsed = parse(g, text, names);
    accepted += parsed ? 1 : 0;
    if (parsed) continue;
    const ParseProblem& problem = parsed.problem();
    ASSERT_TRUE(problem.offset >= 0 && problem.offset <= static_cast<int>(text.size())) << text;
    ASSERT_FALSE(problem.what.empty() || problem.id.empty()) << text;
  }
  EXPECT_GT(accepted, 500);
}

std::string repeated(std::string_view part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

TEST(Parse, DeepNestingIsRefusedNotACrash) {
  constexpr int deep = 100000;
  for (const std::string& text : {repeated("(", deep) + "x" + repeated(")", deep), repeated("-", deep) + "x",
                                  repeated("x^", deep) + "x", repeated("not ", deep) + "x",
                                  repeated("sin(", deep) + "x" + repeated(")", deep)}) {
    Graph g;
    const Parsed parsed = parse(g, text, names);
    ASSERT_FALSE(parsed) << text.substr(0, 8);
    EXPECT_NE(parsed.problem().what.find("nested"), std::string::npos);
  }
}

TEST(Parse, NestingWithinTheLimitWorks) {
  Graph g;
  const std::string text = repeated("sin(", max_depth - 1) + "x" + repeated(")", max_depth - 1);
  const Parsed parsed = parse(g, text, names);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(print(g, *parsed, names), text);
}

TEST(Parse, LongSumsWork) {
  constexpr int terms = 100000;
  EXPECT_EQ(value(repeated("x + ", terms - 1) + "x", 1), terms);
}

}  // namespace
}  // namespace accordo::expr
