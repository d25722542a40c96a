// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/hosts/host-sums.h"

#include "ns3/esa-block-plan.h"
#include "ns3/esa-flow-packet.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

TEST(HostSum, SaysWhichServersThereAre)
{
    using Endpoints = std::vector<uint16_t>;
    EXPECT_EQ(kDedicatedServerSum.endpoints(3), Endpoints{kDedicatedServer});
    EXPECT_EQ(kColocatedServersSum.endpoints(3),
              (Endpoints{ServerOf(0), ServerOf(1), ServerOf(2)}));
    EXPECT_TRUE(kRingSum.endpoints(3).empty());
    EXPECT_TRUE(kDedicatedServerSum.HasDedicatedServer());
    EXPECT_FALSE(kColocatedServersSum.HasDedicatedServer());
    EXPECT_FALSE(kRingSum.HasDedicatedServer());
    for (const HostSum* sum : HostSums())
    {
        EXPECT_EQ(sum->makeServer == nullptr, sum->endpoints(8).empty() && !sum->hasSwitches);
    }
}

TEST(BlockPlan, CutsPartitionsAndNothingElse)
{
    const BlockPlan plan({7, 10}, 4);
    EXPECT_EQ(plan.Blocks(), 3U);
    const Block second = plan.At(10 * 100 + 6);
    EXPECT_EQ(second.number, 1U);
    EXPECT_EQ(second.iteration, 100U);
    EXPECT_EQ(second.range.begin, 1004U);
    EXPECT_EQ(second.range.end, 1007U);
    EXPECT_EQ(plan.At(7).range.end, 10U);
}

} // namespace
} // namespace ns3::esa
