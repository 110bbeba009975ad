#include "archive/private_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "archive/fmu_testing.hpp"

namespace accordo::archive {

using namespace fmi;  // of fmu_testing.hpp
namespace {

namespace fs = std::filesystem;

using PrivateFolderTest = FmuTest;

/// Runs `action` in a child process and returns how it ended.
template <class Action>
int in_child(Action action) {
  const pid_t child = fork();
  if (child == 0) {
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST_F(PrivateFolderTest, IsOursAloneAndGoesWithItsObject) {
  fs::path first;
  {
    const PrivateFolder a;
    PrivateFolder b;
    first = a.path();
    EXPECT_NE(a.path(), b.path());
    struct stat status {};
    for (const fs::path& path : {a.path(), a.path().parent_path()}) {
      ASSERT_EQ(stat(path.c_str(), &status), 0);
      EXPECT_EQ(status.st_mode & 07777, 0700u);
    }
    write_file(b.path() / "deep/er/file", "x");
    fs::permissions(b.path() / "deep/er", fs::perms::owner_read);  // an FMU may do this
    const fs::path gone = b.path();
    b = PrivateFolder();
    EXPECT_FALSE(fs::exists(gone));
    EXPECT_TRUE(fs::exists(a.path()));
  }
  EXPECT_FALSE(fs::exists(first));
}

TEST_F(PrivateFolderTest, RemovalDoesNotFollowLinks) {
  write_file(root() / "precious/file", "x");
  {
    const PrivateFolder a;
    fs::create_directory_symlink(root() / "precious", a.path() / "link");
    fs::create_symlink(root() / "precious/file", a.path() / "file");
  }
  EXPECT_EQ(read_file(root() / "precious/file"), "x");
}

TEST_F(PrivateFolderTest, RemovesHundredsOfFiles) {
  const PrivateFolder a;
  for (int i = 0; i < 700; ++i) write_file(a.path() / ("some_rather_long_name_" + std::to_string(i)), "x");
}

TEST_F(PrivateFolderTest, WhatACrashLeftIsRemovedByTheNextRun) {
  const int status = in_child([] {
    const PrivateFolder a;
    write_file(a.path() / "file", "x");
    kill(getpid(), SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_FALSE(fs::is_empty(temporary()));
  const PrivateFolder next;
  std::size_t n = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(temporary())) ++n;
  EXPECT_EQ(n, 1u) << "only our own";
}

TEST_F(PrivateFolderTest, ALivingProcessKeepsItsFolder) {
  const PrivateFolder ours;
  write_file(ours.path() / "file", "x");
  const int status = in_child([&] {
    const PrivateFolder child;  // looks for left-overs
    if (!fs::exists(ours.path() / "file") || child.path().parent_path() == ours.path().parent_path())
      _exit(1);
    std::exit(0);  // runs the handlers that remove at exit
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(ours.path() / "file"), "x");
}

TEST_F(PrivateFolderTest, AForkedChildRemovesNothingOfItsParent) {
  PrivateFolder ours;
  write_file(ours.path() / "file", "x");
  const auto child_ends = [&](auto how) {
    EXPECT_EQ(in_child(how), 0);
    EXPECT_EQ(read_file(ours.path() / "file"), "x");
  };
  child_ends([&] { const PrivateFolder inherited = std::move(ours); });
  child_ends([] { std::exit(0); });  // runs the handlers that remove at exit
  child_ends([] { remove_private_folders(); });
}

TEST_F(PrivateFolderTest, OnlyUnlockedFoldersOfOurNameAreLeftOvers) {
  fs::create_directory(temporary() / "accordo-fmu-living");
  fs::create_directory(temporary() / "accordo-fmu-dead12");
  fs::create_directory(temporary() / "accordo-fmu-other-name");
  fs::create_directory(root() / "elsewhere");
  fs::create_directory_symlink(root() / "elsewhere", temporary() / "accordo-fmu-linked");
  const int lock = open((temporary() / "accordo-fmu-living").c_str(), O_RDONLY);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  { const PrivateFolder a; }
  EXPECT_TRUE(fs::exists(temporary() / "accordo-fmu-living"));
  EXPECT_TRUE(fs::exists(temporary() / "accordo-fmu-other-name"));
  EXPECT_TRUE(fs::exists(root() / "elsewhere"));
  EXPECT_FALSE(fs::exists(temporary() / "accordo-fmu-dead12"));
  close(lock);
  fs::remove_all(temporary());
  fs::create_directory(temporary());
}

TEST_F(PrivateFolderTest, ExitRemovesWhatIsStillThere) {
  const int status = in_child([] {
    static auto* const kept = new PrivateFolder;  // never destroyed
    write_file(kept->path() / "file", "x");
    std::exit(0);
  });
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(fs::is_empty(temporary()));
}

TEST_F(PrivateFolderTest, ACrashHandlerCanRemove) {
  const int status = in_child([] {
    const PrivateFolder a;
    write_file(a.path() / "deep/er/file", "x");
    signal(SIGUSR1, [](int) {
      remove_private_folders();
      _exit(7);
    });
    raise(SIGUSR1);
  });
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_TRUE(fs::is_empty(temporary()));
}

TEST_F(PrivateFolderTest, ManyProcessesAtOnceNeverTakeEachOthers) {
  std::vector<pid_t> children;
  for (int i = 0; i < 16; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      for (int k = 0; k < 200; ++k) {
        const PrivateFolder a;
        write_file(a.path() / "file", "x");
        if (read_file(a.path() / "file") != "x") _exit(1);
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(PrivateFolderTest, NoPlaceIsAClearError) {
  setenv("TMPDIR", (root() / "missing").c_str(), 1);
  const auto problems = problems_in([] { const PrivateFolder a; });
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].id, "fmu-temporary-folder");
}

}  // namespace
}  // namespace accordo::archive
