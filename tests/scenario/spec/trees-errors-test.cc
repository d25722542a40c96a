/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How many trees a job may have: what is refused, and what is allowed.

#include "scenario/test-util.h"

namespace ns3::esa::test
{
namespace
{

TEST(TreesErrors, EachTreeNeedsASpine)
{
    const std::string racks = R"({"topology": {"hosts": 64, "racks": 2, "spines": 3}})";
    EXPECT_TRUE(ErrorsOf(racks, {"aggregation.trees=3"}).empty());
    EXPECT_TRUE(HasText(Joined(ErrorsOf(racks, {"aggregation.trees=4"})),
                        "/aggregation/trees: 4 is not allowed: must be 1 to 3, as no "
                        "switch of a rack has more links"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf(racks, {"topology.spines=1", "aggregation.trees=2"})),
                        "/aggregation/trees: 2 is not allowed: must be 1, as no switch"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.trees=2"})),
                        "/aggregation/trees: 2 is not allowed: must be 1 with one rack"));
    EXPECT_TRUE(ErrorsOf("{}", {"aggregation.trees=1"}).empty());
}

TEST(TreesErrors, EachTreeNeedsAWayOfAGraph)
{
    const std::string fatTree =
        R"({"topology": {"kind": "fat_tree", "k": 8}, "jobs": {"count": 1, "workers": 4}})";
    EXPECT_TRUE(ErrorsOf(fatTree, {"aggregation.trees=4"}).empty());
    EXPECT_TRUE(HasText(Joined(ErrorsOf(fatTree, {"aggregation.trees=5"})),
                        "/aggregation/trees: 5 is not allowed: must be 1 to 4, as no switch of a "
                        "rack has more links with which shortest paths to another rack begin"));
}

TEST(TreesErrors, WhereHostsSumThereIsNoTree)
{
    const std::string racks = R"({"topology": {"hosts": 64, "racks": 2, "spines": 2}})";
    EXPECT_TRUE(HasText(
        Joined(ErrorsOf(racks, {R"(systems=["esa","ring","byteps"])", "aggregation.trees=2"})),
        "/aggregation/trees: 2 is not allowed: must be 1 with ring, byteps (hosts sum, not "
        "switches)"));
    EXPECT_TRUE(ErrorsOf(racks, {R"(systems=["esa","hire"])", "aggregation.trees=2"}).empty());
    EXPECT_TRUE(ErrorsOf(racks, {R"(systems=["ring"])"}).empty());
}

TEST(TreesErrors, OtherValuesAreRefused)
{
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.trees=0"})),
                        "/aggregation/trees: 0 is not allowed: must be"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.trees=1025"})),
                        "/aggregation/trees: 1025 is not allowed: must be"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.trees=1.5"})),
                        "/aggregation/trees: 1.5 is not allowed: must be"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.tree=2"})), "trees"))
        << "the likely meaning";
}

} // namespace
} // namespace ns3::esa::test
