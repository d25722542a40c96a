/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Files that get their names when they are complete, and what stands in their places.

#include "scenario/test-util.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-file-kind.h"
#include "ns3/esa-new-file.h"

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::esa::test
{
namespace
{

/// A limit of the size of files, as `ulimit -f` sets it. Files then behave as on a full disk.
class FileLimit
{
  public:
    /// @param bytes largest size of a file
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

TEST(NewFile, GetsItsNameWhenPublished)
{
    const TemporaryDirectory directory;
    NewFile file(directory.Path("a"));
    file.Append("one\n");
    EXPECT_FALSE(KindOfFile(directory.Path("a")));
    file.Publish(false);
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "one\n");
    file.Append("two\n");
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "one\ntwo\n");
    EXPECT_EQ(CountFiles(directory), 1u);
}

TEST(NewFile, LeavesNothingBehindIfNotPublished)
{
    const TemporaryDirectory directory;
    NewFile(directory.Path("a")).Append("one\n");
    EXPECT_EQ(CountFiles(directory), 0u);
}

TEST(NewFile, ReplacesOnlyWhatItMay)
{
    const TemporaryDirectory directory;
    directory.Write("a", "mine");
    NewFile file(directory.Path("a"));
    file.Append("new");
    EXPECT_THROW(file.Publish(false), std::runtime_error);
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "mine");
    file.Publish(true);
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "new");
}

TEST(NewFile, ReplacesRegularFilesOnly)
{
    const TemporaryDirectory directory;
    directory.Write("target", "mine");
    std::filesystem::create_symlink("target", directory.Path("link"));
    std::filesystem::create_symlink("nowhere", directory.Path("dangling"));
    std::filesystem::create_directory(directory.Path("folder"));
    mkfifo(directory.Path("fifo").c_str(), 0600);
    const std::vector<std::pair<std::string, std::string>> kinds{
        {"link", "a symbolic link"},
        {"dangling", "a symbolic link"},
        {"folder", "a directory"},
        {"fifo", "a FIFO"},
    };
    for (const auto& [name, kind] : kinds)
    {
        EXPECT_EQ(KindOfFile(directory.Path(name)), kind);
        NewFile file(directory.Path(name));
        file.Append("new");
        try
        {
            file.Publish(true);
            FAIL() << name << " was replaced";
        }
        catch (const std::runtime_error& error)
        {
            EXPECT_TRUE(HasText(error.what(), kind));
        }
        EXPECT_EQ(KindOfFile(directory.Path(name)), kind);
    }
    EXPECT_EQ(ReadTextFile(directory.Path("target")), "mine");
    EXPECT_EQ(KindOfFile("/dev/null"), "a device");
    EXPECT_EQ(CountFiles(directory), 5u);
}

TEST(NewFile, TakesNeitherFilesNorLinksOfOthers)
{
    const TemporaryDirectory directory;
    directory.Write("a.tmp", "mine");
    directory.Write("target", "mine");
    std::filesystem::create_symlink("target", directory.Path("b.tmp"));
    for (const std::string name : {"a", "b"})
    {
        AtomicFile file(directory.Path(name));
        file.Stream() << "new";
        file.Commit();
        EXPECT_EQ(ReadTextFile(directory.Path(name)), "new");
        EXPECT_EQ(ReadTextFile(directory.Path(name + ".tmp")), "mine");
    }
    EXPECT_EQ(CountFiles(directory), 5u);
}

TEST(NewFile, AcceptsTheLongestName)
{
    const TemporaryDirectory directory;
    const std::string longest(255, 'a');
    AtomicFile file(directory.Path(longest));
    file.Stream() << "new";
    file.Commit();
    EXPECT_EQ(ReadTextFile(directory.Path(longest)), "new");
}

TEST(NewFile, AppendsAllOrNothing)
{
    const TemporaryDirectory directory;
    NewFile file(directory.Path("a"));
    file.Append("1234567\n");
    file.Publish(false);
    {
        const FileLimit limit(10);
        EXPECT_THROW(file.Append("890123\n"), std::runtime_error);
        EXPECT_EQ(ReadTextFile(directory.Path("a")), "1234567\n");
    }
    file.Append("890123\n");
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "1234567\n890123\n");
}

TEST(AtomicFile, TellsThatTheDiskIsFullAndFreesIt)
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
    EXPECT_THROW(file.Flush(), std::runtime_error);
    EXPECT_THROW(file.Commit(), std::runtime_error);
    EXPECT_FALSE(KindOfFile(directory.Path("a")));
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

TEST(CsvCell, IsNeverRunBySpreadsheets)
{
    const std::vector<std::pair<std::string, std::string>> cells{
        {"esa", "esa"},
        {"", ""},
        {"0.1;-2", "0.1;-2"},
        {"-1.5e3", "-1.5e3"},
        {"+7", "+7"},
        {"=1+1", "'=1+1"},
        {"+1+1", "'+1+1"},
        {"-1+1", "'-1+1"},
        {"-", "'-"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"\t=1", "'\t=1"},
        {"\r=1", "\"'\r=1\""},
        {"=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""},
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
