#include "base/row.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace accordo {
namespace {

/// Tells how many of it live; can be neither copied nor moved.
class alignas(64) Resident {
 public:
  explicit Resident(std::string name, bool fails = false) : name_(std::move(name)) {
    if (fails) throw std::runtime_error("no");
    ++living;
  }
  ~Resident() { --living; }
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;
  const std::string& name() const { return name_; }

  static int living;

 private:
  std::string name_;
};
int Resident::living = 0;

TEST(Row, PlacesLieSideBySideAsTheTypeAsks) {
  Row<Resident> row(5);
  for (std::size_t k = 0; k < 5; ++k) row.emplace(k, std::to_string(k));
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(row[k].name(), std::to_string(k));
    EXPECT_EQ(&row[k], &row[0] + k);
    EXPECT_EQ(row.memory(k), &row[k]);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&row[k]) % alignof(Resident), 0);
  }
}

TEST(Row, EveryResidentIsDestroyedOnce) {
  {
    Row<Resident> row(4);
    EXPECT_EQ(Resident::living, 0);  // places are empty
    row.emplace(1, "first");
    row.emplace(3, "other");
    row.emplace(1, "second");  // takes the place
    EXPECT_EQ(Resident::living, 2);
    EXPECT_EQ(row[1].name(), "second");
    EXPECT_TRUE(row.holds(1));
    EXPECT_FALSE(row.holds(2));
  }
  EXPECT_EQ(Resident::living, 0);
}

TEST(Row, APlaceWhoseResidentCouldNotBeMadeIsEmpty) {
  Row<Resident> row(1);
  row.emplace(0, "first");
  EXPECT_THROW(row.emplace(0, "second", true), std::runtime_error);
  EXPECT_FALSE(row.holds(0));
  EXPECT_EQ(Resident::living, 0);
}

}  // namespace
}  // namespace accordo
