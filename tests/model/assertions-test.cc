// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "assertions.h"

#include "ns3/esa-frame-queue.h"
#include "ns3/esa-switch.h"

// Each test breaks an invariant of the model. A broken invariant is a bug of this module, not a
// mistake of its user.

namespace
{

using namespace ns3;

TEST(ModelAssertionDeathTest, OnlyAQueueWithFramesHasAFirstOne)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    esa::FrameQueue queue;
    EXPECT_ASSERTION(queue.Front(), "has a first one");
}

TEST(ModelAssertionDeathTest, AJobThatLeavesHasBeenThere)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto node = CreateObject<esa::EsaSwitch>();
    EXPECT_ASSERTION(node->CloseJob(3), "was added before");
}

} // namespace
