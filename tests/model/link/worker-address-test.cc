// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-frame-builder.h"

#include <gtest/gtest.h>
#include <set>

namespace ns3::esa
{
namespace
{

TEST(WorkerAddress, EveryWorkerOfLargeJobsHasOneOfItsOwn)
{
    std::set<uint32_t> taken;
    for (const uint16_t job : {0, 1, 63})
    {
        taken.insert(ParameterServerAddress(job).Get());
        for (uint16_t worker = 0; worker < 2000; ++worker)
        {
            EXPECT_TRUE(taken.insert(WorkerAddress(job, worker).Get()).second)
                << "job " << job << ", worker " << worker;
        }
    }
    EXPECT_EQ(WorkerAddress(3, 253), Ipv4Address("10.0.3.254"));
    EXPECT_EQ(WorkerAddress(3, 254), Ipv4Address("100.67.0.254"));
}

} // namespace
} // namespace ns3::esa
