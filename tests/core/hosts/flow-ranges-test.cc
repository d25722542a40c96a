/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A flow knows which of the ranges that it was given have arrived.

#include "ns3/esa-flow-sender.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

TEST(FlowRanges, HaveArrivedWhenTheirLastPacketIsAcknowledged)
{
    FlowSender sender(FlowParameters{});
    sender.Offer({10, 13});
    sender.Offer({5, 6});
    sender.Offer({100, 102});
    FlowSender::OutgoingPacket out;
    while (sender.Poll(Picoseconds(0), out))
    {
    }
    EXPECT_EQ(sender.Acknowledged(), 0U);
    sender.OnAck({2, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 0U) << "the last packet of the first range lacks";
    sender.OnAck({4, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 2U);
    sender.OnAck({3, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 2U) << "an old acknowledgement says nothing new";
    sender.OnAck({6, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 3U);
    EXPECT_TRUE(sender.Idle());
}

} // namespace
} // namespace ns3::esa
