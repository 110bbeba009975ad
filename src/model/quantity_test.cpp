// Units of measurement: conversions as a group, dimensions, and names.
#include "model/quantity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

namespace accordo {
namespace {

/// A unit as an FMU may define it.
Quantity defined(const char* name, std::array<int, 8> exponents, double factor = 1, double offset = 0) {
  return {name, true, exponents, factor, offset};
}

const char* const kTemperatures[] = {"K", "degC", "degF", "mK"};
const char* const kLengths[] = {"m", "mm", "km", "cm", "um"};

Affine conversion(const char* from, const char* to) {
  Affine by;
  EXPECT_EQ(convert(quantity_named(from), quantity_named(to), by), Convertible::yes) << from << " " << to;
  return by;
}

TEST(Quantity, ThereAndBackIsTheIdentity) {
  const auto check = [](const char* a, const char* b) {
    const Affine both = conversion(a, b).then(conversion(b, a));
    EXPECT_NEAR(both.gain, 1, 1e-15) << a << " " << b;
    EXPECT_NEAR(both.offset, 0, 1e-9) << a << " " << b;  // against 273 K, and 1e6 mK
  };
  for (const char* a : kTemperatures) {
    for (const char* b : kTemperatures) check(a, b);
  }
  for (const char* a : kLengths) {
    for (const char* b : kLengths) check(a, b);
  }
}

TEST(Quantity, ADetourChangesNothing) {
  for (const char* a : kTemperatures) {
    for (const char* b : kTemperatures) {
      for (const char* c : kTemperatures) {
        const Affine direct = conversion(a, c), detour = conversion(a, b).then(conversion(b, c));
        EXPECT_NEAR(direct.gain, detour.gain, 1e-15 * std::abs(direct.gain));
        EXPECT_NEAR(direct.offset, detour.offset, 1e-12 * std::abs(direct.offset) + 1e-9);
      }
    }
  }
}

TEST(Quantity, TemperaturesHaveAnOffset) {
  const Affine by = conversion("degC", "K");
  EXPECT_EQ(by.gain, 1);
  EXPECT_EQ(by.offset, 273.15);
  EXPECT_NEAR(conversion("degF", "degC").gain * 212 + conversion("degF", "degC").offset, 100, 1e-12);
}

TEST(Quantity, ADifferenceHasNone) {
  for (const bool source : {true, false}) {
    Quantity from = quantity_named("degC"), to = quantity_named("K");
    (source ? from : to).relative = true;
    Affine by;
    EXPECT_EQ(convert(from, to, by), Convertible::yes);
    EXPECT_TRUE(by.is_identity());
  }
}

TEST(Quantity, RadiansCountAsOne) {
  Affine by;
  for (const auto& [a, b] : {std::pair{"rad", "1"}, {"rad/s", "1/s"}, {"N.m/rad", "N.m"}}) {
    EXPECT_EQ(convert(quantity_named(a), quantity_named(b), by), Convertible::yes) << a;
    EXPECT_TRUE(by.is_identity()) << a;
    EXPECT_EQ(convert(quantity_named(b), quantity_named(a), by), Convertible::yes) << a;
    EXPECT_TRUE(by.is_identity()) << a;
  }
}

TEST(Quantity, OneUnitMayHaveTwoNamesThatNobodyDefines) {
  const auto result = [](const char* a, const char* b) {
    Affine by;
    const Convertible found = convert({.unit = a}, {.unit = b}, by);
    EXPECT_TRUE(by.is_identity());
    return found;
  };
  for (const auto& [a, b] :
       {std::pair{"m/s", "m.s-1"}, {"rad", "1"}, {"-", "1"}, {"N.m", "Nm"}, {"Pa", "N/m2"}})
    EXPECT_EQ(result(a, b), Convertible::yes) << a << b;
  for (const auto& [a, b] : {std::pair{"mm", "m"}, {"degC", "K"}, {"m", "K"}})
    EXPECT_EQ(result(a, b), Convertible::unknown) << a << b << ": nothing is converted by hearsay";
}

TEST(Quantity, CyclesAreToldFromAngles) {
  const auto differ = [](const char* a, const char* b) {
    const Quantity x = quantity_named(a), y = quantity_named(b);
    EXPECT_EQ(cycles_and_angles(x, y), cycles_and_angles(y, x));
    return cycles_and_angles(x, y);
  };
  EXPECT_TRUE(differ("Hz", "rad/s"));
  EXPECT_TRUE(differ("kHz", "rpm"));
  EXPECT_FALSE(differ("Hz", "1/s"));
  EXPECT_FALSE(differ("1/s", "rad/s"));
  EXPECT_FALSE(differ("Hz", "N.rad"));
}

TEST(Quantity, OneDimensionIsNotAnother) {
  const char* const names[] = {"m", "kg", "s", "A", "K", "mol", "cd", "N", "J", "W", "Pa", "V", "Hz"};
  for (const char* a : names) {
    for (const char* b : names) {
      Affine by;
      const Convertible expected = a == b ? Convertible::yes : Convertible::no;
      EXPECT_EQ(convert(quantity_named(a), quantity_named(b), by), expected) << a << " " << b;
      EXPECT_TRUE(by.is_identity());
    }
  }
}

TEST(Quantity, NamesAreComparedWhereNothingIsDefined) {
  Affine by;
  const Quantity known = quantity_named("m"), name{.unit = "furlong"}, other{.unit = "rod"}, none;
  EXPECT_EQ(convert(name, name, by), Convertible::yes);
  EXPECT_EQ(convert(name, other, by), Convertible::unknown);
  EXPECT_EQ(convert(name, known, by), Convertible::unknown);
  EXPECT_EQ(convert(known, name, by), Convertible::unknown);
  for (const Quantity& q : {known, name}) {
    EXPECT_EQ(convert(q, none, by), Convertible::yes);
    EXPECT_EQ(convert(none, q, by), Convertible::yes);
    EXPECT_TRUE(by.is_identity());
  }
}

TEST(Quantity, MoreOrFewerDigitsAreNoGain) {
  Affine by;
  const std::array<int, 8> angle{0, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(convert(defined("deg", angle, 0.0174532925199433), quantity_named("\u00b0"), by),
            Convertible::yes);
  EXPECT_TRUE(by.is_identity());
  EXPECT_EQ(convert(defined("deg", angle, 0.01745), quantity_named("\u00b0"), by), Convertible::yes);
  EXPECT_FALSE(by.is_identity());
}

TEST(UnitNames, MeanTheSameInOtherWords) {
  // Each pair is one unit by the definitions of SI.
  const std::pair<const char*, const char*> same[] = {
      {"N", "kg.m/s2"},       {"Pa", "N/m2"},        {"J", "N.m"},        {"J", "Nm"},
      {"W", "J/s"},           {"V", "W/A"},          {"Ohm", "V/A"},      {"C", "A.s"},
      {"F", "C/V"},           {"H", "Wb/A"},         {"T", "Wb/m2"},      {"S", "1/Ohm"},
      {"Hz", "1/s"},          {"rpm", "rev/min"},    {"kg.m2/s", "J.s"},  {"J/(kg.K)", "J/kg/K"},
      {"m/s2", "m.s-2"},      {"m3", "m^3"},         {"kN", "1/(1/kN)"},  {"l/min", "l.min-1"},
      {"W/(m2.K)", "W/m2/K"}, {"kg.m2", "(kg.m).m"}, {"(m/s)2", "m2/s2"}, {"MPa", "N/mm2"},
      {"kWh", "kW.h"},        {"N*m", "N.m"},        {"%", "cm/m"},       {"t", "Mg"},
  };
  for (const auto& [a, b] : same) {
    const Quantity x = quantity_named(a), y = quantity_named(b);
    ASSERT_TRUE(x.defined && y.defined) << a << " " << b;
    EXPECT_EQ(x.exponents, y.exponents) << a << " " << b;
    EXPECT_NEAR(x.factor / y.factor, 1, 1e-14) << a << " " << b;
    EXPECT_EQ(x.offset, 0) << a;
    EXPECT_EQ(y.offset, 0) << b;
  }
}

TEST(UnitNames, PrefixesAreFactors) {
  const std::tuple<const char*, const char*, double> cases[] = {
      {"mm", "m", 1e-3},
      {"km", "m", 1e3},
      {"ms", "s", 1e-3},
      {"min", "s", 60},
      {"h", "min", 60},
      {"g", "kg", 1e-3},
      {"bar", "Pa", 1e5},
      {"mbar", "hPa", 1},
      {"kW", "W", 1e3},
      {"GPa", "MPa", 1e3},
      {"km/h", "m/s", 1 / 3.6},
      {"rpm", "rad/s", std::numbers::pi / 30},
      {"deg", "rad", std::numbers::pi / 180},
      {"dam", "dm", 100},
      {"uA", "mA", 1e-3},
      {"kOhm", "Ohm", 1e3},
      {"l", "dm3", 1},
      {"cm2", "m2", 1e-4},
      {"kNm", "N.m", 1e3},
  };
  for (const auto& [a, b, factor] : cases) {
    EXPECT_NEAR(conversion(a, b).gain / factor, 1, 1e-14) << a << " " << b;
    EXPECT_EQ(conversion(a, b).offset, 0);
  }
}

TEST(UnitNames, AnOffsetBelongsToAUnitThatStandsAlone) {
  EXPECT_EQ(quantity_named("degC").offset, 273.15);
  for (const char* name : {"W/degC", "degC/s", "degC2", "1/degC"}) {
    EXPECT_TRUE(quantity_named(name).defined) << name;
    EXPECT_EQ(quantity_named(name).offset, 0) << name;
  }
}

TEST(UnitNames, WhatIsNotKnownStaysAName) {
  for (const char* name : {"",
                           "furlong",
                           "kkg",
                           "mmin",
                           "ft",
                           "PS",
                           "m/",
                           "/s",
                           "m..s",
                           "(m",
                           "m)",
                           "m2.5",
                           "m^",
                           "m-",
                           "10/s",
                           "1e3",
                           "m99999999999",
                           "m13",
                           "k",
                           "m s",
                           "N m",
                           "((((((((((((((((((((((m))))))))))))))))))))))",

                           "((((((m12)12)12)12)12)12)12",
                           "kdegC"}) {
    EXPECT_FALSE(quantity_named(name).defined) << name;
    EXPECT_EQ(quantity_named(name).unit, name);
  }
}

}  // namespace
}  // namespace accordo
