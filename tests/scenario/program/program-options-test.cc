/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-program-options.h"
#include "ns3/esa-scenario-error.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

OptionGroup
ThreeOptions()
{
    OptionGroup group("Options", 60);
    group.Add("force", "overwrite files");
    group.Add("out", {"DIR", "here"}, "where files are written");
    group.Add("set", OptionValue{"FIELD=VALUE", "", true}, "set a field, one\nor more");
    return group;
}

GivenOptions
Read(const std::vector<std::string>& arguments)
{
    return GivenOptions(arguments, {ThreeOptions()});
}

std::string
ErrorOf(const std::vector<std::string>& arguments)
{
    try
    {
        Read(arguments);
    }
    catch (const ScenarioError& error)
    {
        return error.what();
    }
    return "";
}

TEST(ProgramOptions, AValueFollowsOrIsAttached)
{
    EXPECT_EQ(Read({"--out", "x"}).TextOf("out"), "x");
    EXPECT_EQ(Read({"--out=x=y"}).TextOf("out"), "x=y");
    EXPECT_EQ(Read({"--out", "-x"}).TextOf("out"), "-x");
    EXPECT_EQ(Read({"--set", "a=--force"}).TextOf("set"), "a=--force");
    EXPECT_EQ(Read({"--out="}).TextOf("out"), "");
}

TEST(ProgramOptions, AnOptionThatIsNotGivenHasItsDefault)
{
    const GivenOptions given = Read({"file"});
    EXPECT_FALSE(given.Has("out"));
    EXPECT_EQ(given.TextOf("out"), "here");
    EXPECT_FALSE(given.Has("force"));
    EXPECT_TRUE(given.AllOf("set").empty());
    EXPECT_EQ(given.Others(), std::vector<std::string>{"file"});
    EXPECT_TRUE(Read({"--force"}).Has("force"));
}

TEST(ProgramOptions, OneThatMayBeRepeatedKeepsAllValues)
{
    const std::vector<std::string> all{"a=1", "b=2"};
    EXPECT_EQ(Read({"--set", "a=1", "--set=b=2"}).AllOf("set"), all);
}

TEST(ProgramOptions, AWrongOptionIsNamed)
{
    EXPECT_NE(ErrorOf({"--otu", "x"}).find("'--otu'; did you mean --out?"), std::string::npos);
    EXPECT_NE(ErrorOf({"--o"}).find("'--o'"), std::string::npos); // no abbreviations
    EXPECT_NE(ErrorOf({"--out"}).find("'--out' needs a value"), std::string::npos);
    EXPECT_NE(ErrorOf({"--out", "--force"}).find("'--out' needs a value"), std::string::npos);
    EXPECT_NE(ErrorOf({"--force=1"}).find("'--force' does not take"), std::string::npos);
    EXPECT_NE(ErrorOf({"--out=1", "--out=1"}).find("'--out' is given more than"),
              std::string::npos);
}

TEST(ProgramOptions, TheHelpTextHasColumns)
{
    std::ostringstream text;
    text << ThreeOptions();
    EXPECT_EQ(text.str(),
              "Options:\n"
              "  --force               overwrite files\n"
              "  --out DIR (=here)     where files are written\n"
              "  --set FIELD=VALUE     set a field, one\n"
              "                        or more\n");
}

} // namespace
} // namespace ns3::esa
