/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-test-rack.h"

#include "ns3/mac48-address.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint16_t kProtocol = 0x88b5; ///< EtherType for experiments (IEEE 802)

/**
 * @ingroup tests
 * @brief Jobs over three racks: sums are made at two levels, and all are exact.
 */
class TwoLevelTestCase : public TestCase
{
  public:
    explicit TwoLevelTestCase(const std::string& system)
        : TestCase("jobs over three racks, " + system),
          m_system(system)
    {
    }

  private:
    void DoRun() override
    {
        TestRack rack(m_system);
        rack.dnn = TestRack::SmallDnn(300);
        rack.rackOf = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
        rack.spines = 2;
        // one job in its PS's rack and another rack, one in two racks without the PS, one in three
        // racks, one in a single rack without the PS
        rack.Install(12, {{0, 1, 4, 5}, {2, 6, 7}, {3, 8, 9, 4}, {10, 11}}, {0, 11, 3, 5});
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the jobs do not end");
        NS_TEST_EXPECT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_EXPECT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
        NS_TEST_EXPECT_MSG_EQ(rack.record.DistinctResults(),
                              rack.record.Results(),
                              "results came twice");
        for (const auto& node : rack.helper.GetSwitches())
        {
            const auto& pipeline = node->GetPipeline();
            NS_TEST_EXPECT_MSG_GT(pipeline.Count(Outcome::Completed), 0, "a switch summed nothing");
            NS_TEST_EXPECT_MSG_EQ(pipeline.Count(Outcome::Malformed), 0, "bitmaps are wrong");
            NS_TEST_EXPECT_MSG_EQ(pipeline.Table().Occupied(), 0, "aggregators are left behind");
        }
    }

    std::string m_system; ///< the system
};

/**
 * @ingroup tests
 * @brief Ordinary frames between racks: each arrives once, whatever the number of spines.
 */
class FramesBetweenRacksTestCase : public TestCase
{
  public:
    FramesBetweenRacksTestCase()
        : TestCase("ordinary frames between racks")
    {
    }

  private:
    static constexpr uint32_t kHosts = 6; ///< in three racks

    /// Counts the frames that a host's stack receives.
    void OnReceive(Ptr<NetDevice> device,
                   Ptr<const Packet> /* packet */,
                   uint16_t /* protocol */,
                   const Address& /* from */,
                   const Address& /* to */,
                   NetDevice::PacketType /* type */)
    {
        ++m_received[device->GetNode()->GetId()];
    }

    /**
     * @brief Sends a frame, and checks which hosts receive it.
     * @param from the sender
     * @param to the receiver's address
     * @param expected frames, by host
     */
    void Send(Ptr<NetDevice> from, const Address& to, const std::vector<uint32_t>& expected)
    {
        m_received.assign(kHosts, 0);
        from->Send(Create<Packet>(100), to, kProtocol);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_received == expected), true, "the frame reached the wrong hosts");
    }

    void DoRun() override
    {
        TestRack rack("esa");
        rack.dnn = TestRack::SmallDnn(1);
        rack.rackOf = {0, 0, 1, 1, 2, 2};
        rack.spines = 3;
        rack.Install(kHosts, {{0, 2}}, {4});
        for (uint32_t host = 0; host < kHosts; ++host)
        {
            rack.hosts.Get(host)->RegisterProtocolHandler(
                MakeCallback(&FramesBetweenRacksTestCase::OnReceive, this),
                kProtocol,
                rack.LinkOf(host).AtHost());
        }
        Simulator::Run(); // the training, which is over soon

        for (uint32_t from = 0; from < kHosts; ++from)
        {
            std::vector<uint32_t> others(kHosts, 1);
            others[from] = 0;
            Send(rack.LinkOf(from).AtHost(), Mac48Address::GetBroadcast(), others);
            for (uint32_t to = 0; to < kHosts; ++to)
            {
                if (to != from)
                {
                    std::vector<uint32_t> one(kHosts, 0);
                    one[to] = 1;
                    Send(rack.LinkOf(from).AtHost(), rack.LinkOf(to).AtHost()->GetAddress(), one);
                }
            }
        }
    }

    std::vector<uint32_t> m_received; ///< frames, by host
};

/**
 * @ingroup tests
 * @brief Several racks.
 */
class EsaRacksTestSuite : public TestSuite
{
  public:
    EsaRacksTestSuite()
        : TestSuite("esa-racks", TestSuite::Type::UNIT)
    {
        for (const std::string system : {"esa", "atp", "switchml", "straw1"})
        {
            AddTestCase(new TwoLevelTestCase(system));
        }
        AddTestCase(new FramesBetweenRacksTestCase);
    }
};

EsaRacksTestSuite g_esaRacksTestSuite; ///< registers itself

} // namespace
} // namespace ns3::esa
