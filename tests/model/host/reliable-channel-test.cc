/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/esa-channel-helper.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-host.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <vector>

namespace
{

using namespace ns3;

/// Keeps the packets that it receives.
class Mailbox : public esa::FragmentSink
{
  public:
    void ReceiveFragment(esa::Fragment& fragment, esa::Picoseconds /* now */) override
    {
        seqs.push_back(fragment.seq);
        digests += fragment.sum.digest;
    }

    std::vector<uint32_t> seqs; ///< sequence numbers, as they came
    uint64_t digests{0};        ///< sum of the digests
};

/// Two hosts of a rack with reliable channels, over links that lose frames.
class ReliableChannelTest : public testing::TestWithParam<double>
{
  protected:
    ReliableChannelTest()
    {
        helper.InstallRack(switchNode.Get(0), hosts);
        ObjectFactory factory;
        factory.SetTypeId(esa::EsaReliableChannel::GetTypeId());
        for (uint32_t host = 0; host < hosts.GetN(); ++host)
        {
            const auto end = hosts.Get(host)->GetObject<esa::EsaHost>();
            end->AddWorker(0, 0, &mailboxes[host]);
            channels.push_back(esa::InstallReliableChannel(hosts.Get(host), factory));
            const auto losses = CreateObject<RateErrorModel>();
            losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            losses->SetRate(GetParam());
            losses->AssignStreams(host + 1);
            end->GetDevice()->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        }
        esa::AddStaticArpBetween(hosts.Get(0), hosts.Get(1));
    }

    void TearDown() override
    {
        Simulator::Destroy();
    }

    /// Lets one host send results with numbers 0, 1, 2, ... to another host or to itself.
    void SendMany(uint32_t from, uint32_t to, uint32_t messages)
    {
        for (uint32_t seq = 0; seq < messages; ++seq)
        {
            Simulator::Schedule(MicroSeconds(seq), [this, from, to, seq] {
                esa::Fragment message;
                message.kind = esa::PacketKind::Result;
                message.seq = seq;
                message.sum.digest = seq + 1;
                channels[from]->Send(channels[to]->GetAddress(), message);
            });
        }
    }

    /// Expects that a host has received this number of results in order.
    void ExpectAll(uint32_t host, uint32_t messages)
    {
        ASSERT_EQ(mailboxes[host].seqs.size(), messages);
        for (uint32_t seq = 0; seq < messages; ++seq)
        {
            EXPECT_EQ(mailboxes[host].seqs[seq], seq);
        }
        EXPECT_EQ(mailboxes[host].digests, uint64_t{messages} * (messages + 1) / 2);
    }

    esa::EsaHelper helper{"esa"};                       ///< builds the rack
    NodeContainer hosts{2};                             ///< the hosts
    NodeContainer switchNode{1};                        ///< the switch
    Mailbox mailboxes[2];                               ///< what has come
    std::vector<Ptr<esa::EsaReliableChannel>> channels; ///< their channels
};

TEST_P(ReliableChannelTest, DeliversEverythingOnceAndInOrderBothWays)
{
    constexpr uint32_t kMessages = 500;
    SendMany(0, 1, kMessages);
    SendMany(1, 0, kMessages); // at the same time, so that both ends open a connection
    Simulator::Stop(Seconds(20));
    Simulator::Run();
    ExpectAll(0, kMessages);
    ExpectAll(1, kMessages);
    EXPECT_EQ(channels[0]->GetMessagesSent(), kMessages);
}

TEST_P(ReliableChannelTest, DeliversToTheSameHost)
{
    SendMany(0, 0, 100);
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    ExpectAll(0, 100);
}

INSTANTIATE_TEST_SUITE_P(Losses, ReliableChannelTest, testing::Values(0.0, 0.01, 0.2));

} // namespace
