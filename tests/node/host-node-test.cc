// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A host with several listeners. It remembers the last one; that must not change who gets what.

#include "ns3/esa-host-node.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace
{

using namespace ns3;

/// An application that notes what it gets.
class NotingSink : public esa::PacketReceiver
{
  public:
    void ReceiveFragment(esa::InaPacket& fragment, esa::Picoseconds /* now */) override
    {
        seqs.push_back(fragment.seq);
    }

    std::vector<uint32_t> seqs; ///< sequence numbers of what it has got
};

/// @brief Has a host receive a result.
/// @param worker the receiver's number in the job
/// @param seq sequence number
void
Receive(esa::HostNode& host, uint16_t job, uint16_t worker, uint32_t seq)
{
    esa::InaPacket result;
    result.kind = esa::PacketKind::Result;
    result.job = job;
    result.worker = worker;
    result.seq = seq;
    host.ReceiveFragment(result, esa::Picoseconds(0));
}

TEST(HostListeners, EachGetsItsOwnWhateverCameBefore)
{
    esa::HostNode host;
    NotingSink first;
    NotingSink second;
    host.AddEndpoint(1, 4, first);
    host.AddEndpoint(2, 4, second);
    Receive(host, 1, 4, 10);
    Receive(host, 2, 4, 20);
    Receive(host, 2, 4, 21);
    Receive(host, 1, 5, 11); // for nobody
    Receive(host, 1, 4, 12);
    EXPECT_EQ(first.seqs, (std::vector<uint32_t>{10, 12}));
    EXPECT_EQ(second.seqs, (std::vector<uint32_t>{20, 21}));
}

TEST(HostListeners, AJobThatHasLeftGetsNothing)
{
    esa::HostNode host;
    NotingSink first;
    NotingSink second;
    host.AddEndpoint(1, 0, first);
    host.AddEndpoint(2, 0, second);
    Receive(host, 1, 0, 10);
    host.RemoveJob(1);
    Receive(host, 1, 0, 11);
    Receive(host, 2, 0, 20);
    EXPECT_EQ(first.seqs, (std::vector<uint32_t>{10}));
    EXPECT_EQ(second.seqs, (std::vector<uint32_t>{20}));
}

TEST(HostListeners, FragmentsForTheServerAndForNobodyAreToldApart)
{
    esa::HostNode host;
    NotingSink server;
    host.AddParameterServer(3, server);
    std::vector<uint32_t> unclaimed;
    host.Unclaimed().Set(
        [&unclaimed](const esa::InaPacket& packet) { unclaimed.push_back(packet.seq); });
    Receive(host, 3, 0, 10); // a result is for a worker
    for (const auto kind : {esa::PacketKind::Partial, esa::PacketKind::Answer})
    {
        esa::InaPacket packet;
        packet.kind = kind;
        packet.job = 3;
        packet.worker = 8;
        packet.seq = 20 + static_cast<uint32_t>(kind);
        host.ReceiveFragment(packet, esa::Picoseconds(0));
    }
    EXPECT_EQ(server.seqs, (std::vector<uint32_t>{21, 27}));
    EXPECT_EQ(unclaimed, (std::vector<uint32_t>{10}));
    EXPECT_FALSE(host.IsListening(3, 0));
}

} // namespace
