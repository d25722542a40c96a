// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Flows under each congestion control share a link as its paper header.

#include "model/host/flow-incast.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-swift.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ns3::esa::test
{
namespace
{

/// DCTCP with an acknowledgement per two packets, and a threshold of 65 packets.
FlowIncast::Options
Dctcp(uint32_t senders)
{
    FlowIncast::Options options;
    options.control = CongestionAlgorithm::Dctcp;
    options.senders = senders;
    options.marking = {65 * kPacketBytes, 0, 1};
    options.ackEvery = 2;
    return options;
}

/// DCQCN with the parameters of its paper, at the rate of its testbed.
FlowIncast::Options
Dcqcn(uint32_t senders)
{
    FlowIncast::Options options;
    options.control = CongestionAlgorithm::Dcqcn;
    options.senders = senders;
    options.rate = "40Gb/s";
    options.delay = "1us";
    options.marking = {5000, 200000, 0.01};
    return options;
}

FlowIncast::Options
Swift(uint32_t senders)
{
    FlowIncast::Options options;
    options.control = CongestionAlgorithm::Swift;
    options.senders = senders;
    options.ackEvery = 1;
    return options;
}

TEST(CongestionOfDctcp, KeepsTheQueueWhereTheSteadyStateOfItsPaperHasIt)
{
    // SIGCOMM 2010, section 3.3: for N flows in step the queue swings below K + N packets by
    // A = sqrt(2 N (C RTT + K)) / 2 (equations 8 and 10 to 12); figure 12 compares it.
    for (const uint32_t senders : {2U, 4U, 8U})
    {
        SCOPED_TRACE(senders);
        FlowIncast incast(Dctcp(senders));
        incast.Run(MilliSeconds(8), MilliSeconds(4));
        const double bandwidthDelay = 100e9 * 20.3e-6 / 8 / kPacketBytes;
        const double most = 65.0 + senders;
        const double swing = std::sqrt(2.0 * senders * (bandwidthDelay + 65)) / 2;
        EXPECT_LE(incast.QueueBytes(1) / kPacketBytes, most + 6);
        EXPECT_GE(incast.QueueBytes(1) / kPacketBytes, most - 6);
        EXPECT_GE(incast.QueueBytes(0.05) / kPacketBytes, most - 1.5 * swing);
        EXPECT_LE(incast.QueueBytes(0.05) / kPacketBytes, most - 0.5 * swing);
        EXPECT_GT(incast.TotalRate(), 99.9e9) << "the queue never runs empty";
        EXPECT_GT(incast.Fairness(), 0.97);
    }
}

TEST(CongestionOfDctcp, FiveFlowsThatJoinOneByOneShareFairly)
{
    // SIGCOMM 2010, section 4.1, "Fairness and Convergence": Jain's index of five flows is 0.99.
    FlowIncast::Options options = Dctcp(5);
    options.startGap = MilliSeconds(2);
    FlowIncast incast(options);
    incast.Run(MilliSeconds(20), MilliSeconds(20));
    EXPECT_GE(incast.Fairness(), 0.99);
    EXPECT_GT(incast.TotalRate(), 99.9e9);
}

TEST(CongestionOfDctcp, ATooSmallThresholdCostsRate)
{
    // SIGCOMM 2010, section 3.4: K has to be above C RTT / 7 (equation 13), here 24 packets.
    FlowIncast::Options options = Dctcp(2);
    options.marking = {4 * kPacketBytes, 0, 1};
    FlowIncast incast(options);
    incast.Run(MilliSeconds(8), MilliSeconds(4));
    EXPECT_LT(incast.TotalRate(), 99e9);
    EXPECT_LT(incast.QueueBytes(1) / kPacketBytes, 12);
}

TEST(CongestionOfDcqcn, FlowsConvergeToTheirFairSharesWithABoundedQueue)
{
    // SIGCOMM 2015, section 5: with the parameters of figure 14 flows converge to C / N, and the
    // queue of the fixed point is between Kmin and Kmax.
    for (const uint32_t senders : {2U, 4U})
    {
        SCOPED_TRACE(senders);
        FlowIncast::Options options = Dcqcn(senders);
        options.startGap = MilliSeconds(5);
        FlowIncast incast(options);
        incast.Run(MilliSeconds(60), MilliSeconds(40));
        EXPECT_GT(incast.Fairness(), 0.98);
        EXPECT_GT(incast.TotalRate(), 0.99 * 40e9);
        EXPECT_GT(incast.QueueBytes(0.5), 5000);
        EXPECT_LT(incast.QueueBytes(0.95), 200000);
    }
}

TEST(CongestionOfDcqcn, FlowsStartAtTheRateOfTheLink)
{
    // SIGCOMM 2015, section 3.1: there is no slow start. One flow alone has all of the link.
    FlowIncast incast(Dcqcn(1));
    incast.Run(MicroSeconds(10), MicroSeconds(100));
    EXPECT_GT(incast.TotalRate(), 0.97 * 40e9);
}

TEST(CongestionOfSwift, KeepsTheDelayNearItsTarget)
{
    // Swift, SIGCOMM 2020: the delay is near the target, whatever the number of flows, and
    // flow scaling raises the target for smaller windows.
    const esa::SwiftParameters parameters;
    for (const uint32_t senders : {2U, 8U, 40U})
    {
        SCOPED_TRACE(senders);
        FlowIncast incast(Swift(senders));
        incast.Run(MilliSeconds(10), MilliSeconds(4));
        const double roundTripUs = 20.3 + 8 * incast.QueueBytes(0.5) / 100e3;
        const double window = roundTripUs * 100e3 / 8 / kPacketBytes / senders;
        const esa::Swift state(parameters, static_cast<uint32_t>(window), 2000);
        EXPECT_NEAR(roundTripUs / (ToSeconds(state.Target(1)) * 1e6), 1, 0.1);
        EXPECT_GT(incast.Fairness(), 0.99);
        EXPECT_GT(incast.TotalRate(), 99.9e9);
    }
}

TEST(CongestionOfSwift, PacesMoreFlowsThanPacketsFitIntoTheTarget)
{
    // Swift, SIGCOMM 2020: windows below one packet. 300 flows of one packet would be 4 MTUs
    // per us of target; each has less than one under way, and none starves.
    FlowIncast incast(Swift(300));
    incast.Run(MilliSeconds(10), MilliSeconds(10));
    EXPECT_GT(incast.Fairness(), 0.98);
    EXPECT_GT(incast.TotalRate(), 99e9);
    EXPECT_LT(incast.QueueBytes(0.5), 300.0 * kPacketBytes) << "a packet of each does not wait";
}

TEST(CongestionOfAFixedWindow, FillsTheQueueWithAllWindows)
{
    FlowIncast::Options options;
    options.senders = 8;
    options.window = 256;
    FlowIncast incast(options);
    incast.Run(MilliSeconds(1), MilliSeconds(1));
    EXPECT_GT(incast.QueueBytes(0.5), 0.9 * (8 * 256.0 - 170) * kPacketBytes);
}

} // namespace
} // namespace ns3::esa::test
