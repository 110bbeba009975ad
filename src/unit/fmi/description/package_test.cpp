#include "unit/fmi/description/package.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <random>

#include "archive/fmu_testing.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::fmi {
namespace {

namespace fs = std::filesystem;

const std::string kBinaries = "binaries/" + std::string(kPlatforms[0]);

std::vector<TestEntry> good_entries() {
  return {{"modelDescription.xml", "<xml/>"},   {kBinaries + "/m.so", "library", 0100755},
          {kBinaries + "/helper.so", "helper"}, {"binaries/win64/m.dll", "dll"},
          {"resources/a/b.txt", "data"},        {"sources/m.c", "int x;"},
          {"documentation/index.html", "doc"},  {"terminalsAndIcons/icon.png", "png"}};
}

class PackageTest : public FmuTest {
 protected:
  fs::path fmu() const { return root() / "m.fmu"; }

  /// The ids of the problems that opening these entries, besides a good description, gives.
  std::string ids_with(const std::vector<TestEntry>& more, const archive::PackageLimits& limits = {}) {
    std::vector<TestEntry> entries = good_entries();
    entries.insert(entries.end(), more.begin(), more.end());
    write_zip(fmu(), entries);
    return ids(limits);
  }

  std::string ids(const archive::PackageLimits& limits = {}) {
    std::string text;
    for (const Problem& p : problems_in([&] { const Package package(fmu(), limits); })) {
      EXPECT_NE(p.place.file.find("m.fmu"), std::string::npos);
      text += (text.empty() ? "" : " ") + p.id;
    }
    EXPECT_FALSE(fs::exists(root() / "escaped"));
    EXPECT_TRUE(fs::is_empty(temporary()));
    return text;
  }
};

TEST_F(PackageTest, ExtractsWhatIsNeededAndNothingElse) {
  write_zip(fmu(), good_entries());
  const Package package(fmu());
  EXPECT_EQ(package.description_text(), "<xml/>");
  EXPECT_EQ(read_file(package.folder() / kBinaries / "m.so"), "library");
  EXPECT_EQ(read_file(package.folder() / kBinaries / "helper.so"), "helper");
  EXPECT_EQ(read_file(package.folder() / "resources/a/b.txt"), "data");
  EXPECT_FALSE(fs::exists(package.folder() / "binaries/win64"));
  EXPECT_FALSE(fs::exists(package.folder() / "sources"));
  EXPECT_FALSE(fs::exists(package.folder() / "documentation"));
  EXPECT_FALSE(fs::exists(package.folder() / "terminalsAndIcons"));
  EXPECT_EQ(package.contents().platforms, (std::set<std::string>{std::string(kPlatforms[0]), "win64"}));
  EXPECT_TRUE(package.contents().sources);
  struct stat status {};
  ASSERT_EQ(stat((package.folder() / kBinaries / "m.so").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
}

TEST_F(PackageTest, ResourcesExistAndAreNamedAsTheStandardsWant) {
  write_zip(fmu(), {{"modelDescription.xml", "<xml/>"}});
  const Package package(fmu());
  EXPECT_TRUE(fs::is_directory(package.resource_path()));
  EXPECT_EQ(package.resource_path(), package.folder().string() + "/resources/");
  EXPECT_EQ(package.resource_uri(), "file://" + package.folder().string() + "/resources");
  const fs::path odd = root() / "a b%ü";
  write_file(odd / "modelDescription.xml", "<xml/>");
  EXPECT_TRUE(Package(odd).resource_uri().ends_with("/a%20b%25%C3%BC/resources"));
}

TEST_F(PackageTest, EntriesMayStartWithADot) {
  write_zip(fmu(), {{"./", "", 0040755},
                    {"./modelDescription.xml", "<xml/>"},
                    {"./resources/", "", 0040755},
                    {"./resources/a.txt", "data"},
                    {"./" + kBinaries + "/m.so", "library"}});
  const Package package(fmu());
  EXPECT_EQ(package.description_text(), "<xml/>");
  EXPECT_EQ(read_file(package.folder() / "resources/a.txt"), "data");
  EXPECT_EQ(read_file(package.folder() / kBinaries / "m.so"), "library");
}

TEST_F(PackageTest, BackslashesAreSeparators) {
  write_zip(fmu(),
            {{"modelDescription.xml", "<xml/>"}, {"resources\\a\\b.txt", "data"}, {"resources\\", ""}});
  EXPECT_EQ(read_file(Package(fmu()).folder() / "resources/a/b.txt"), "data");
}

TEST_F(PackageTest, RefusesEntriesThatLeadOut) {
  EXPECT_EQ(ids_with({{"../escaped", "x"}}), "fmu-unsafe-path");
  EXPECT_EQ(ids_with({{"resources/../../../../escaped", "x"}}), "fmu-unsafe-path");
  EXPECT_EQ(ids_with({{"resources\\..\\..\\..\\escaped", "x"}}), "fmu-unsafe-path");
  EXPECT_EQ(ids_with({{(root() / "escaped").string(), "x"}}), "fmu-unsafe-path");
  EXPECT_EQ(ids_with({{"documentation/../../escaped", "x"}}), "fmu-unsafe-path");
  EXPECT_EQ(ids_with({{"C:\\escaped", "x"}}), "fmu-unsafe-path");
  EXPECT_EQ(ids_with({{"../a", "x"}, {"/b", "x"}}), "fmu-unsafe-path fmu-unsafe-path") << "all at once";
}

TEST_F(PackageTest, RefusesLinksAndSpecialFiles) {
  EXPECT_EQ(ids_with({{"resources/link", "/etc/passwd", 0120777}}), "fmu-unsafe-entry");
  EXPECT_EQ(ids_with({{"resources/pipe", "", 0010644}}), "fmu-unsafe-entry");
  EXPECT_EQ(ids_with({{"documentation/link", "/etc/passwd", 0120777}}), "") << "never extracted";
}

TEST_F(PackageTest, RefusesDuplicates) {
  EXPECT_EQ(ids_with({{"resources/./a/b.txt", "other"}}), "fmu-duplicate-entry");
  EXPECT_EQ(ids_with({{"resources\\a\\b.txt", "other"}}), "fmu-duplicate-entry");
  EXPECT_EQ(ids_with({{"resources/a", "a file, and the folder of b.txt"}}), "fmu-duplicate-entry");
  write_zip(fmu(), {{"modelDescription.xml", "<xml/>"}, {"resources/x1", "1"}, {"resources/x2", "2"}});
  patch_file(fmu(), "resources/x2", "resources/x1");
  EXPECT_EQ(ids(), "fmu-duplicate-entry");
}

TEST_F(PackageTest, RefusesEncryption) {
  EXPECT_EQ(ids_with({{"resources/secret", "x", 0100644, true}}), "fmu-encrypted");
}

TEST_F(PackageTest, RefusesBombs) {
  EXPECT_EQ(ids_with({{"resources/zeros", std::string(70 << 20, '\0')}}), "fmu-too-large");
  EXPECT_EQ(ids_with({{"resources/zeros", std::string(1 << 20, '\0')}}), "")
      << "small files may be as they like";
  EXPECT_EQ(ids_with({{"resources/x", std::string(2000, 'x')}}, {.total_bytes = 1000}), "fmu-too-large");
  EXPECT_EQ(ids_with({}, {.entries = 3}), "fmu-too-large");
  EXPECT_EQ(ids_with({}, {.description_bytes = 3}), "fmu-too-large");
}

TEST_F(PackageTest, DeclaredSizesMayBeLies) {
  write_zip(fmu(), {{"modelDescription.xml", "<xml/>"}, {"resources/x", std::string(100'000, 'x')}});
  const std::string real = {'\xa0', '\x86', '\x01', '\0'};  // 100000, little-endian
  patch_file(fmu(), real, std::string("\x10\0\0\0", 4));
  EXPECT_EQ(ids({.total_bytes = 1000}).empty(), false);
}

TEST_F(PackageTest, WhatIsNoFmu) {
  write_file(fmu(), "this is text");
  EXPECT_EQ(ids(), "fmu-not-zip");
  write_file(fmu(), "");
  EXPECT_NE(ids(), "");
  write_zip(fmu(), {{"resources/x", "x"}});
  EXPECT_EQ(ids(), "fmu-no-description");
  write_zip(fmu(), {{"folder/modelDescription.xml", "x"}});
  const auto problems = problems_in([&] { const Package package(fmu()); });
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].remedy.find("not the folder itself"), std::string::npos);
  fs::remove(fmu());
  EXPECT_EQ(ids(), "fmu-unreadable");
  ASSERT_EQ(mkfifo(fmu().c_str(), 0600), 0);
  EXPECT_EQ(ids(), "fmu-unreadable");
}

TEST_F(PackageTest, AnUnpackedFolderIsUsedInPlaceAndHasTheHashOfItsArchive) {
  const std::vector<TestEntry> entries = good_entries();
  write_zip(fmu(), entries);
  const fs::path folder = root() / "unpacked";
  for (const TestEntry& e : entries) write_file(folder / e.name, e.text);
  const Package packed(fmu());
  const Package unpacked(folder);
  EXPECT_EQ(unpacked.folder(), fs::canonical(folder));
  EXPECT_EQ(unpacked.content_hash(), packed.content_hash());
  EXPECT_EQ(unpacked.content_hash().size(), 64u);
  EXPECT_EQ(unpacked.contents().platforms, packed.contents().platforms);
  EXPECT_TRUE(unpacked.contents().sources);
  EXPECT_EQ(unpacked.place_of("modelDescription.xml"), (folder / "modelDescription.xml").string());
}

TEST_F(PackageTest, TheHashFollowsEveryUsedFile) {
  const fs::path folder = root() / "unpacked";
  for (const TestEntry& e : good_entries()) write_file(folder / e.name, e.text);
  const auto hash = [&] { return Package(folder).content_hash(); };
  const std::string before = hash();
  write_file(folder / "documentation/index.html", "other");
  EXPECT_EQ(hash(), before);
  write_file(folder / "resources/a/b.txt", "datb");
  const std::string content = hash();
  EXPECT_NE(content, before);
  fs::rename(folder / "resources/a/b.txt", folder / "resources/a/c.txt");
  EXPECT_NE(hash(), content);
  write_file(folder / "resources/a/b.txt", "data");
  fs::remove(folder / "resources/a/c.txt");
  EXPECT_EQ(hash(), before);
}

TEST_F(PackageTest, LinksInAFolderMustStayInside) {
  const fs::path folder = root() / "m.fmu";
  for (const TestEntry& e : good_entries()) write_file(folder / e.name, e.text);
  fs::create_symlink("m.so", folder / kBinaries / "alias.so");
  EXPECT_EQ(ids(), "");
  fs::create_symlink("/etc/passwd", folder / "resources/passwd");
  EXPECT_EQ(ids(), "fmu-unsafe-path");
  fs::remove(folder / "resources/passwd");
  fs::create_symlink("missing", folder / "resources/dangling");
  EXPECT_EQ(ids(), "fmu-unsafe-path");
  fs::remove(folder / "resources/dangling");
  ASSERT_EQ(mkfifo((folder / "resources/pipe").c_str(), 0600), 0);
  EXPECT_EQ(ids(), "fmu-unsafe-entry");
  fs::remove_all(folder / "resources");
  fs::remove(folder / "modelDescription.xml");
  EXPECT_EQ(ids(), "fmu-no-description");
}

// Truncated or changed anywhere, an archive opens or is refused; nothing else happens.
TEST_F(PackageTest, AnyDamageIsSurvived) {
  write_zip(fmu(), good_entries());
  const std::string good = read_file(fmu());
  int refused = 0;
  for (std::size_t n = 0; n < good.size(); n += 7) {
    write_file(fmu(), good.substr(0, n));
    if (!ids().empty()) ++refused;
  }
  EXPECT_GT(refused, 0);
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::string bad = good;
    for (unsigned k = 0; k <= random() % 4; ++k) bad[random() % bad.size()] = static_cast<char>(random());
    write_file(fmu(), bad);
    ids();
  }
}

}  // namespace
}  // namespace accordo::fmi
