// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Whatever a file or a name holds, it is read completely or refused, and a message stays a line.

#include "scenario/test-util.h"

#include "ns3/esa-model-file.h"
#include "ns3/esa-scenario-expand.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace ns3::esa::test
{
namespace
{

/// @return the only error of reading a file
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
    for (const std::string& path : {fifo, directory.Path(""), std::string("/dev/zero")})
    {
        EXPECT_TRUE(
            BeginsWith(ErrorOfFile(path), path + ": cannot be read: ")); // and did not block
    }
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

TEST(JsonTexts, KeysThatAreGivenTwiceDeepNestingAndHugeNumbersHaveAPlace)
{
    const auto errorOf = [](const std::string& text) {
        return Joined(ErrorsWhile([&] { ParseJsonText(text, "FILE"); }));
    };
    EXPECT_TRUE(BeginsWith(errorOf(R"({"a": 1, "a": 2})"), "FILE:1:12: /a: is given twice"));
    EXPECT_TRUE(BeginsWith(errorOf("{\"a\": [1, {},\n{\"b\": {}, \"c\": [], \"b\": 1}]}"),
                           "FILE:2:22: /a/2/b: is given twice"));
    EXPECT_TRUE(HasText(errorOf(std::string(65, '[')), "nested more than 64 deep"));
    EXPECT_EQ(errorOf(R"({"a": [1, {"b": [2], "c": -1e999}]})"),
              "FILE:1:32: /a/1/c: -1e999 is not allowed: must be a number of at most 1.797e308\n");
    EXPECT_TRUE(BeginsWith(errorOf("{\"a\": [[1, 2], 1e400]}"), "FILE:1:20: /a/1: 1e400 is not"));
    EXPECT_TRUE(BeginsWith(errorOf("1e400"), "FILE:1:5: 1e400 is not allowed"));
    const std::string text = R"({"a":[1,[],{"b":{"c":[null,true,-2,0.5,"x"]},"d":5}]})";
    EXPECT_EQ(ParseJsonText(text, "FILE").dump(), text);
    EXPECT_EQ(ParseJsonText("[5e6, -2.0, 1e300]", "FILE").dump(), "[5000000,-2,1e+300]");
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

TEST(Messages, AreAtMost20)
{
    const std::vector<std::string> twenty(20, "an error");
    EXPECT_EQ(ScenarioError(twenty).Lines(), twenty);
    EXPECT_EQ(ScenarioError(std::vector<std::string>(100'000, "an error")).Lines().size(), 21U);
    EXPECT_EQ(ScenarioError(std::vector<std::string>(21, "an error")).Lines().back(), "and more");
}

} // namespace
} // namespace ns3::esa::test
