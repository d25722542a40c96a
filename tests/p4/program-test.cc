// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Whether the recorded traces have executed all of the P4 program.

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @return the names of the actions in a file of the P4 program
std::vector<std::string>
ActionsIn(const std::string& path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    const std::string content = text.str();
    const std::regex action(R"(\n    action (\w+)\()");
    std::vector<std::string> names;
    for (std::sregex_iterator i(content.begin(), content.end(), action), end; i != end; ++i)
    {
        names.push_back((*i)[1]);
    }
    return names;
}

TEST(P4Traces, ExecutedEveryActionOfTheProgram)
{
    std::set<std::string> executed;
    std::ifstream list("tests/p4/recordings/ACTIONS");
    for (std::string path; std::getline(list, path);)
    {
        executed.insert(path.substr(path.rfind('.') + 1));
    }
    std::size_t actions = 0;
    for (const auto& file : std::filesystem::directory_iterator("contrib/esa/p4"))
    {
        const std::string source = file.path().filename();
        if (source.rfind("esa-tna", 0) == 0)
        {
            continue; // the other program
        }
        for (const std::string& name : ActionsIn(file.path()))
        {
            ++actions;
            EXPECT_EQ(executed.count(name), 1U) << name << " of " << source;
        }
    }
    EXPECT_GE(actions, 75U);
}

} // namespace
} // namespace ns3::esa
