/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which switches sum: what is refused, and what is allowed.

#include "scenario/test-util.h"

namespace ns3::esa::test
{
namespace
{

TEST(LevelsErrors, ASystemWithoutAPsThatAddsNeedsSeveralLevels)
{
    const std::string racks = R"({"topology": {"hosts": 64, "racks": 2}})";
    const std::string one = "aggregation.levels=one";
    EXPECT_TRUE(
        HasText(Joined(ErrorsOf(racks, {R"(systems=["esa","switchml","hire"])", one})),
                "/aggregation/levels: \"one\" is not allowed: must be \"two\" or \"all\" with "
                "switchml, hire (no PS adds what the switches of several racks send)"));
    EXPECT_TRUE(HasText(
        Joined(ErrorsOf(R"({"topology": {"kind": "fat_tree"}, "jobs": {"count": 1, "workers": 4}})",
                        {R"(systems=["switchml"])", one})),
        "/aggregation/levels: \"one\" is not allowed"));
    for (const std::string levels : {"two", "all"})
    {
        EXPECT_TRUE(ErrorsOf(racks, {"aggregation.levels=" + levels}).empty()) << levels;
    }
    EXPECT_TRUE(
        ErrorsOf(racks, {R"(systems=["esa","atp","panama"])", "aggregation.levels=one"}).empty());
    EXPECT_TRUE(ErrorsOf("{}", {R"(systems=["switchml"])", "aggregation.levels=one"}).empty())
        << "a single rack has one level only";
}

TEST(LevelsErrors, OtherNamesAreRefused)
{
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.levels=3"})),
                        "/aggregation/levels: 3 is not allowed: must be one of \"one\", \"two\", "
                        "\"all\""));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.levels=three"})), "\"all\""));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.level=all"})), "levels"))
        << "the likely meaning";
}

TEST(LevelsErrors, SwitchesNeedMemoryAtEveryLevel)
{
    const std::string scenario =
        R"({"topology": {"kind": "fat_tree", "k": 8}, "jobs": {"count": 2, "workers": 8},
            "systems": ["esa", "switchml"], "aggregation": {"levels": "all"}})";
    EXPECT_TRUE(ErrorsOf(scenario).empty());
    EXPECT_TRUE(
        HasText(Joined(ErrorsOf(scenario, {"switch.memory_bytes=263"})),
                "/switch/memory_bytes: 263 is not allowed: must be at least one aggregator"));
    EXPECT_TRUE(HasText(
        Joined(ErrorsOf(scenario, {"switch.memory_bytes=300", R"(systems=["switchml"])"})),
        "/switch/memory_bytes: 300 is not allowed: must be at least 544, one slot per job"));
    EXPECT_TRUE(HasText(
        Joined(ErrorsOf(scenario,
                        {"jobs.workers=40", R"(systems=["switchml"])", "switch.memory_bytes=800"})),
        "/switch/memory_bytes: 800 is not allowed: must be at least"));
}

TEST(LevelsErrors, ATreeCountsSoManyWorkers)
{
    for (const std::string levels : {"one", "two", "all"})
    {
        EXPECT_TRUE(HasText(
            Joined(ErrorsOf(R"({"topology": {"hosts": 100000, "racks": 10}, "systems": ["esa"],
                                "jobs": {"count": 1, "workers": 40000}})",
                            {"aggregation.levels=" + levels})),
            "FILE: /jobs/workers: 40000 is not allowed: must be"))
            << levels;
    }
}

} // namespace
} // namespace ns3::esa::test
