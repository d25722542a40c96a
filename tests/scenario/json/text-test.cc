/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Whatever a file or a name holds, it is read completely or refused, and a message stays a line.

#include "scenario/test-util.h"

#include "ns3/esa-job-trace-file.h"
#include "ns3/esa-json-text.h"
#include "ns3/esa-model-file.h"

#include <sys/stat.h>

namespace ns3::esa::test
{
namespace
{

/**
 * @param read reads something
 * @return its errors; empty if there are none
 */
template <typename F>
std::vector<std::string>
ErrorsWhile(F read)
{
    try
    {
        read();
        return {};
    }
    catch (const ScenarioError& error)
    {
        return error.Lines();
    }
}

/**
 * @param path path of a file
 * @return the only error of reading it
 */
std::string
ErrorOfFile(const std::string& path)
{
    return Joined(ErrorsWhile([&] { ReadTextFile(path); }));
}

TEST(TextFiles, AreRegularFiles)
{
    const TemporaryDirectory directory;
    const std::string fifo = directory.Path("fifo");
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_EQ(ErrorOfFile(fifo),
              fifo + ": cannot be read: it is a FIFO, and must be a file\n"); // and did not block
    EXPECT_TRUE(HasText(ErrorOfFile(directory.Path("")), "it is a directory, and must be a file"));
    EXPECT_TRUE(HasText(ErrorOfFile("/dev/zero"), "it is a device, and must be a file"));
    EXPECT_TRUE(HasText(ErrorOfFile("/dev/null"), "it is a device, and must be a file"));
    EXPECT_TRUE(HasText(ErrorOfFile(directory.Path("none")), "No such file or directory"));
    EXPECT_TRUE(HasText(ErrorOfFile(std::string("/etc/passwd\0.csv", 16)), "has a NUL byte"));
    EXPECT_TRUE(HasText(ErrorOfFile(std::string(100'000, 'x')), "File name too long"));
}

TEST(TextFiles, HaveAtMost16MiB)
{
    const TemporaryDirectory directory;
    const std::size_t most = 16 * 1024 * 1024;
    EXPECT_EQ(ReadTextFile(directory.Write("most", std::string(most, ' '))).size(), most);
    EXPECT_TRUE(HasText(ErrorOfFile(directory.Write("more", std::string(most + 1, ' '))),
                        "it is larger than 16 MiB"));
}

TEST(TextFiles, LoseTheirByteOrderMark)
{
    const TemporaryDirectory directory;
    EXPECT_EQ(ReadTextFile(directory.Write("mark", "\xef\xbb\xbf{}")), "{}");
    EXPECT_EQ(ReadTextFile(directory.Write("empty", "")), "");
}

TEST(TextFiles, ANulByteIsRefusedWhereverItStands)
{
    const TemporaryDirectory directory;
    const std::string whole = "{\n \"a\": 1}\n";
    for (std::size_t at = 0; at <= whole.size(); ++at)
    {
        std::string text = whole;
        text.insert(at, 1, '\0');
        const std::string place =
            at < 2 ? ":1:" + std::to_string(at + 1)
                   : (at < whole.size() ? ":2:" + std::to_string(at - 1) : ":3:1");
        const std::string end = place + ": a NUL byte; must be a text in UTF-8\n";
        const std::string path = directory.Write("nul", text);
        EXPECT_EQ(ErrorOfFile(path), path + end) << at;
        EXPECT_EQ(Joined(ErrorsWhile([&] { ParseJsonText(text, "FILE"); })), "FILE" + end);
        EXPECT_EQ(Joined(ErrorsWhile([&] { ParseJsonOrString(text, "FILE"); })), "FILE" + end);
        EXPECT_EQ(Joined(ErrorsWhile([&] { ParseModel(text, "FILE"); })), "FILE" + end);
        EXPECT_EQ(Joined(ErrorsWhile([&] { ParseJobTrace(text, "FILE"); })), "FILE" + end);
    }
}

TEST(JsonTexts, NumbersBeyondDoublesAndTextBeyondUtf8AreRefused)
{
    for (const std::string bad : {"1e400",
                                  "-1e400",
                                  "\"\xff\"",
                                  "\"\\ud800\"",
                                  "\"\\udc00\\ud800\"",
                                  "\"\xed\xa0\x80\"",
                                  "NaN",
                                  "Infinity",
                                  "01",
                                  "+1",
                                  "1.",
                                  "0x10"})
    {
        EXPECT_EQ(ErrorsWhile([&] { ParseJsonText(bad, "FILE"); }).size(), 1U) << bad;
    }
    EXPECT_EQ(ErrorsWhile([&] { ParseJsonText(std::string(5000, '1'), "FILE"); }).size(), 1U);
    EXPECT_EQ(ParseJsonText("-0", "FILE").dump(), "0");
    EXPECT_EQ(ParseJsonText("-0.0", "FILE").dump(), "0");
    EXPECT_EQ(ErrorsWhile([] { ParseJsonOrString("\xff", "--set name=x"); }),
              std::vector<std::string>({"--set name=x: is not allowed: must be a text in UTF-8"}));
}

TEST(Messages, AreOneShortPrintableLine)
{
    EXPECT_EQ(Shown("a\nb\x1b[31m\x7f\xff"), "a\\x0ab\\x1b[31m\\x7f\\xff");
    EXPECT_EQ(Shown(std::string(200, 'x')), std::string(200, 'x'));
    for (const std::size_t length : {0U, 1U, 49U, 50U, 51U, 199U, 200U, 201U, 1'000'000U})
    {
        for (const char c : {'x', '\n', '\xff'})
        {
            EXPECT_LE(Shown(std::string(length, c)).size(), 200U) << length;
        }
    }
    const ScenarioError error(
        {"FILE: a\nesa-scenario: error: forged", std::string(1'000'000, 'x')});
    ASSERT_EQ(error.Lines().size(), 2U);
    EXPECT_EQ(error.Lines()[0], "FILE: a\\x0aesa-scenario: error: forged");
    EXPECT_LE(error.Lines()[1].size(), 2000U);
}

TEST(Messages, AreAtMost20AndTheNumberOfTheOthers)
{
    const std::vector<std::string> twenty(20, "an error");
    EXPECT_EQ(ScenarioError(twenty).Lines(), twenty);
    EXPECT_EQ(ScenarioError(std::vector<std::string>(100'000, "an error")).Lines().size(), 21U);
    const ScenarioError error(std::vector<std::string>(25, "an error"), 3);
    EXPECT_EQ(error.Lines().back(), "and 8 more");
    EXPECT_EQ(error.ShownLines(), twenty);
    EXPECT_EQ(error.With({"another"}).Lines().back(), "and 9 more");
    EXPECT_EQ(ScenarioError({"one"}).With({"two"}).Lines(),
              std::vector<std::string>({"one", "two"}));
}

} // namespace
} // namespace ns3::esa::test
