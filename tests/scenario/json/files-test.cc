// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Files that get their names when they are complete, and what stands in their places.

#include "scenario/test-util.h"

#include "ns3/esa-atomic-file.h"

#include <csignal>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/stat.h>

namespace ns3::esa::test
{
namespace
{

/// A limit of the size of files, as `ulimit -f` sets it. Files then behave as on a full disk.
class FileLimit
{
  public:
    explicit FileLimit(rlim_t bytes)
    {
        getrlimit(RLIMIT_FSIZE, &m_former);
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, m_former.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }

    ~FileLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_former);
    }

  private:
    rlimit m_former{}; ///< the limit before
};

/// @return number of files in a directory, hidden ones included
std::size_t
CountFiles(const TemporaryDirectory& directory)
{
    const std::filesystem::directory_iterator files(directory.Path(""));
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

} // namespace

TEST(AtomicFile, GetsItsNameWhenItIsComplete)
{
    const TemporaryDirectory directory;
    {
        AtomicFile file(directory.Path("a"), false);
        file.Stream() << "one\n";
        EXPECT_FALSE(std::filesystem::exists(directory.Path("a")));
        file.Commit();
    }
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "one\n");
    EXPECT_EQ(CountFiles(directory), 1u);
    AtomicFile(directory.Path("b")).Stream() << "two\n";
    EXPECT_EQ(CountFiles(directory), 1u) << "it was not completed";
}

TEST(AtomicFile, ReplacesOnlyWhatItMay)
{
    const TemporaryDirectory directory;
    for (const bool replace : {false, true})
    {
        directory.Write("a", "mine");
        AtomicFile file(directory.Path("a"), replace);
        file.Stream() << "new";
        if (replace)
        {
            file.Commit();
        }
        else
        {
            EXPECT_THROW(file.Commit(), std::runtime_error);
        }
        EXPECT_EQ(ReadTextFile(directory.Path("a")), replace ? "new" : "mine");
    }
}

TEST(AtomicFile, ReplacesRegularFilesOnly)
{
    const TemporaryDirectory directory;
    directory.Write("target", "mine");
    std::filesystem::create_symlink("target", directory.Path("link"));
    std::filesystem::create_symlink("nowhere", directory.Path("dangling"));
    std::filesystem::create_directory(directory.Path("folder"));
    mkfifo(directory.Path("fifo").c_str(), 0600);
    for (const std::string name : {"link", "dangling", "folder", "fifo"})
    {
        const std::string path = directory.Path(name);
        EXPECT_THROW(CheckOutputFile("--out", path, true), ScenarioError) << name;
        AtomicFile file(path);
        file.Stream() << "new";
        EXPECT_THROW(file.Commit(), std::runtime_error) << name;
        EXPECT_FALSE(std::filesystem::is_regular_file(std::filesystem::symlink_status(path)));
    }
    EXPECT_EQ(ReadTextFile(directory.Path("target")), "mine");
    EXPECT_EQ(CountFiles(directory), 5u);
}

TEST(AtomicFile, MayHaveTheLongestName)
{
    const TemporaryDirectory directory;
    const std::string longest(255, 'a');
    AtomicFile file(directory.Path(longest));
    file.Stream() << "new";
    file.Commit();
    EXPECT_EQ(ReadTextFile(directory.Path(longest)), "new");
    EXPECT_THROW(CheckOutputFile("--out", directory.Path(longest + "a"), true), ScenarioError);
}

TEST(AtomicFile, FreesTheDiskWhenItIsFull)
{
    const TemporaryDirectory directory;
    const FileLimit limit(100000);
    AtomicFile file(directory.Path("a"));
    for (int i = 0; i < 20000; ++i)
    {
        file.Stream() << "0123456789\n";
    }
    for (const auto& entry : std::filesystem::directory_iterator(directory.Path("")))
    {
        EXPECT_EQ(entry.file_size(), 0u) << "half a file takes no space";
    }
    EXPECT_THROW(file.Commit(), std::runtime_error);
    EXPECT_FALSE(std::filesystem::exists(directory.Path("a")));
}

TEST(AtomicFile, HoldsEveryByte)
{
    const TemporaryDirectory directory;
    std::string all;
    AtomicFile file(directory.Path("a"), false);
    for (int i = 0; i < 30000; ++i)
    {
        const std::string part(static_cast<std::size_t>(i % 7), static_cast<char>('a' + i % 26));
        file.Stream() << part;
        all += part;
    }
    file.Commit();
    EXPECT_EQ(ReadTextFile(directory.Path("a")), all);
}

TEST(CsvCell, IsQuotedWhereItMustBe)
{
    const std::vector<std::pair<std::string, std::string>> cells{
        {"esa", "esa"},
        {"", ""},
        {"=1+1", "=1+1"},
        {"\r=1", "\"\r=1\""},
        {"a,b", "\"a,b\""},
        {"a\nb", "\"a\nb\""},
        {"say \"a\"", "\"say \"\"a\"\"\""},
    };
    for (const auto& [text, cell] : cells)
    {
        EXPECT_EQ(CsvCell(text), cell);
    }
}

} // namespace ns3::esa::test
