// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Whether the recorded traces have executed all of the P4 program.

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
    std::ifstream main("contrib/esa/p4/esa-v1model.p4");
    ASSERT_TRUE(main) << "tests run at the top of the repository";
    std::size_t actions = 0;
    for (const char* file : {"add.p4",
                             "aggregator-table.p4",
                             "allocate.p4",
                             "collide.p4",
                             "complete.p4",
                             "decode.p4",
                             "dispatch.p4",
                             "encode.p4",
                             "fetch.p4",
                             "gradient-sum.p4.in",
                             "group-table.p4",
                             "on-gradient.p4",
                             "job-forwarding.p4",
                             "system.p4",
                             "repeat.p4",
                             "return-result.p4",
                             "reuse-slot.p4",
                             "send-sum.p4",
                             "swap.p4",
                             "switch.p4",
                             "v1model.p4"})
    {
        const auto names = ActionsIn("contrib/esa/p4/esa-" + std::string(file));
        EXPECT_FALSE(names.empty()) << file;
        for (const std::string& name : names)
        {
            ++actions;
            EXPECT_EQ(executed.count(name), 1U) << name << " of esa-" << file;
        }
    }
    EXPECT_GE(actions, 75U);
}

} // namespace
} // namespace ns3::esa
