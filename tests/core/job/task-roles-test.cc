// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-task-roles.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

using Kind = TaskRole::Kind;

TEST(TaskRoles, WorkersTakeTheTasksOfAPartitionInTurn)
{
    // three workers; partitions of 4, 5 and 2 tasks
    const TaskRoles roles(
        {4, 9, 11},
        {{CollectiveKind::ReduceScatter}, {CollectiveKind::AllGather}, {CollectiveKind::AllReduce}},
        3);
    for (const StreamPosition iteration : {0, 11, 22})
    {
        for (StreamPosition place = 0; place < 11; ++place)
        {
            const TaskRole role = roles.Of(iteration + place);
            const StreamPosition begin = place < 4 ? 0 : 4;
            EXPECT_EQ(role.kind,
                      place < 4    ? Kind::Reduce
                      : place == 4 ? Kind::Clock
                      : place < 9  ? Kind::Gather
                                   : Kind::Sum);
            if (place < 9)
            {
                EXPECT_EQ(role.root, (place - begin) % 3) << place;
                EXPECT_EQ(role.begin, iteration + begin);
                EXPECT_EQ(role.stride, 3U);
            }
        }
    }
}

TEST(TaskRoles, OneRootIsTheRootOfAll)
{
    const TaskRoles broadcast({7, 9}, {{CollectiveKind::Broadcast, 2}}, 4);
    const TaskRoles reduce({7, 9}, {{CollectiveKind::Reduce, 2}}, 4);
    for (StreamPosition position = 0; position < 20; ++position)
    {
        EXPECT_EQ(broadcast.Of(position).root, 2);
        EXPECT_EQ(broadcast.Of(position).stride, 1U);
        for (const uint16_t worker : {0, 1, 2, 3})
        {
            EXPECT_EQ(broadcast.Of(position).BringsData(worker), worker == 2);
            EXPECT_TRUE(reduce.Of(position).BringsData(worker));
            EXPECT_EQ(reduce.Of(position).GetsSum(worker), worker == 2);
        }
    }
}

TEST(TaskRoles, AllTakePartInSomeTasksOfAGather)
{
    const TaskRoles roles({600}, {{CollectiveKind::Broadcast, 1}}, 3);
    for (StreamPosition position = 0; position < 1200; ++position)
    {
        const bool isClock = position % 600 % 256 == 0;
        const TaskRole role = roles.Of(position);
        EXPECT_EQ(role.kind, isClock ? Kind::Clock : Kind::Gather) << position;
        for (const uint16_t worker : {0, 1, 2})
        {
            EXPECT_EQ(role.Sends(worker), isClock || worker == 1);
            EXPECT_EQ(role.BringsData(worker), worker == 1);
            EXPECT_EQ(role.GetsSum(worker), worker != 1);
        }
    }
}

TEST(TaskRoles, AllBringDataToASumAndGetIt)
{
    for (const uint16_t worker : {0, 1})
    {
        EXPECT_TRUE(TaskRole{}.BringsData(worker));
        EXPECT_TRUE(TaskRole{}.GetsSum(worker));
    }
}

} // namespace
} // namespace ns3::esa
