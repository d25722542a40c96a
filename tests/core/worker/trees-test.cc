/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A worker of a job with two trees: its fragments go to the groups of their task's tree.

#include "core/worker/worker-rig.h"

#include "ns3/esa-aggregation-levels.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kTrees = 2;

/**
 * @return a job of four workers in two racks; the PS is in a third one. In tree 1 the way of the
 *         second rack leads over the switch of the first, which then sums three members
 */
JobRacks
Racks()
{
    const std::vector<SwitchId> rackOf{SwitchId{1}, SwitchId{1}, SwitchId{2}, SwitchId{2}};
    const auto between = [](SwitchId rack, uint32_t tree) -> std::vector<SwitchId> {
        if (tree == 0)
        {
            return {SwitchId{10}};
        }
        return rack == SwitchId{2} ? std::vector{SwitchId{1}} : std::vector<SwitchId>{};
    };
    JobRacks racks = MakeJobRacks(AggregationLevels::All, rackOf, SwitchId{0}, between, 32, kTrees);
    racks.SetGroupIndexes({50, 1000});
    return racks;
}

TEST(WorkerTrees, AFragmentGoesToItsGroupInItsTasksTree)
{
    WorkerTransportParameters parameters = FixedWindow(4);
    parameters.worker = 0;
    parameters.racks = Racks();
    WorkerRig rig("esa", parameters);
    rig.transport.Offer(4);
    const auto sent = rig.Drain();
    ASSERT_EQ(sent.size(), 4U);
    for (const auto& out : sent)
    {
        const WorkerAddress address =
            parameters.racks.AddressOf(0, TreeOfTask(out.packet.seq, kTrees));
        EXPECT_EQ(out.packet.group, address.group) << out.packet.seq;
        EXPECT_EQ(out.packet.bitmap, address.bitmap) << out.packet.seq;
        EXPECT_EQ(out.packet.fanIn, address.fanIn) << out.packet.seq;
    }
    EXPECT_EQ(sent[0].packet.fanIn, 2) << "the two workers of the rack";
    EXPECT_EQ(sent[1].packet.fanIn, 3) << "both workers, and the other rack's sum";
}

} // namespace
} // namespace ns3::esa
