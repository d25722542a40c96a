// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Links with priority flow control.

#include "model/host/flow-incast.h"

#include "ns3/esa-pause-port.h"

#include <gtest/gtest.h>

namespace ns3::esa::test
{
namespace
{

/// Eight fixed windows to one host, whose link and switch have flow control.
FlowIncast::Options
Incast(uint64_t headroomBytes)
{
    FlowIncast::Options options;
    options.senders = 8;
    options.window = 1000;
    options.pauses = PauseParameters{};
    options.pauses->bufferBytes = options.pauses->xoffBytes + headroomBytes;
    return options;
}

/// @return packets for which there was no room
uint64_t
Drops(const FlowIncast& incast)
{
    uint64_t drops = 0;
    for (const auto& port : incast.Pauses().Ports())
    {
        drops += port->GetPort().Counts().incomingDrops;
        EXPECT_EQ(port->GetPort().Counts().drops, 0U) << "what is sent waits";
    }
    return drops;
}

TEST(Pauses, AnIncastLosesNothingAndKeepsTheLinkBusy)
{
    // What comes in while a pause travels: 2 x 5 us at 100 Gb/s, and two packets.
    FlowIncast incast(Incast(125000 + 2 * kPacketBytes + 64));
    incast.Run(MilliSeconds(1), MilliSeconds(4));
    EXPECT_EQ(Drops(incast), 0U);
    EXPECT_GT(incast.TotalRate(), 99.5e9);
    EXPECT_GT(incast.Fairness(), 0.99);
    EXPECT_GT(incast.QueueBytes(1), 8 * 100000.0) << "all ports are above xoff";
    EXPECT_LT(incast.QueueBytes(1), 8 * 228092.0) << "eight windows would be 12 MB";
}

TEST(Pauses, TooLittleHeadroomLosesPackets)
{
    // 20 KB less than what comes in before a pause takes effect
    FlowIncast tooLittle(Incast(105000));
    tooLittle.Run(MilliSeconds(1), MilliSeconds(1));
    EXPECT_GT(Drops(tooLittle), 0U);
}

TEST(Pauses, SayHowOftenAndHowLong)
{
    FlowIncast incast(Incast(130000));
    incast.Run(MilliSeconds(1), MilliSeconds(1));
    uint64_t paused = 0;
    for (const auto& port : incast.Pauses().Ports())
    {
        const Picoseconds now = SimClock().Now();
        paused += port->Pauses(now) > 0 ? 1 : 0;
        EXPECT_LE(port->LongestPause(now), port->PausedTime(now));
        EXPECT_LE(port->PausedTime(now), Picoseconds(2000000000));
    }
    EXPECT_EQ(paused, 8U) << "the senders, and neither the receiver nor the switch";
    EXPECT_TRUE(incast.Pauses().Deadlock().empty());
    EXPECT_EQ(incast.Pauses().Storms(), 0U);
}

TEST(Pauses, ALongPauseIsAStorm)
{
    FlowIncast::Options options = Incast(130000);
    options.pauses->storm = Picoseconds(10000000);
    FlowIncast incast(options);
    incast.Run(MilliSeconds(1), MilliSeconds(1));
    EXPECT_GT(incast.Pauses().Storms(), 0U);
    EXPECT_TRUE(incast.Pauses().Deadlock().empty()) << "the receiver takes what comes";
}

TEST(Pauses, WithoutCongestionChangeNothing)
{
    FlowIncast::Options options = Incast(130000);
    options.senders = 1;
    FlowIncast with(options);
    with.Run(MicroSeconds(100), MilliSeconds(1));
    EXPECT_GT(with.TotalRate(), 99.9e9) << "events at whole nanoseconds cost no rate";
    for (const auto& port : with.Pauses().Ports())
    {
        EXPECT_EQ(port->Pauses(SimClock().Now()), 0U);
    }
}

} // namespace
} // namespace ns3::esa::test
