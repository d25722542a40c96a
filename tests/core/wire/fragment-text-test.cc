// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-ina-packet.h"

#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>

namespace ns3::esa
{
namespace
{

/// @return the text that describes a packet
std::string
TextOf(const InaPacket& fragment)
{
    std::ostringstream out;
    out << fragment;
    return out.str();
}

TEST(FragmentText, NamesTaskSenderAndWhatASwitchLooksAt)
{
    InaPacket fragment;
    fragment.job = 3;
    fragment.seq = 17;
    fragment.worker = 2;
    fragment.aggregator = 40;
    fragment.bitmap = 0b1100;
    fragment.fanIn = 8;
    fragment.priority = 200;
    EXPECT_EQ(
        TextOf(fragment),
        "gradient of job 3, seq 17, worker 2 [aggregator 40, workers 0xc of 8, priority 200]");
    fragment.kind = PacketKind::Result;
    fragment.worker = kAllWorkers;
    fragment.group = 4;
    fragment.ecn = true;
    fragment.collision = true;
    EXPECT_EQ(TextOf(fragment),
              "result of job 3, seq 17, all workers [aggregator 40, group 4, members 0xc of 8, "
              "priority 200, ECN, collision]");
}

TEST(FragmentText, NamesBothEndsOfAFlow)
{
    const FlowPacket data{0, 1, ServerOf(3), 5, false, false};
    EXPECT_EQ(TextOf(data.ToFragment()),
              "data of job 0, number 5 from worker 1 to the server beside worker 3");
    const FlowPacket ack{0, 1, kDedicatedServer, 5, true, false};
    EXPECT_EQ(TextOf(ack.ToFragment()),
              "acknowledgement of job 0, number 5 from worker 1 to the PS");
}

TEST(FragmentText, EveryKindHasANameOfItsOwn)
{
    std::set<std::string> names;
    for (std::size_t kind = 0; kind < kKindsWithFlows; ++kind)
    {
        names.insert(KindName(static_cast<PacketKind>(kind)));
    }
    EXPECT_EQ(names.size(), kKindsWithFlows);
    EXPECT_EQ(names.count("unknown packet"), 0U);
}

} // namespace
} // namespace ns3::esa
