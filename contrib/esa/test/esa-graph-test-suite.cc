/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Networks from graphs: fat trees and others.

#include "esa-test-rack.h"

#include "ns3/data-rate.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-topology-shapes.h"
#include "ns3/test.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// A fat tree of 16 hosts.
TopologyGraph
FatTreeFor(uint32_t /* hosts */)
{
    return MakeFatTree(4, {});
}

/**
 * @ingroup tests
 * @brief Jobs over the pods of a fat tree: all sums are exact.
 */
class FatTreeTestCase : public TestCase
{
  public:
    explicit FatTreeTestCase(const std::string& system)
        : TestCase("fat tree, " + system),
          m_system(system)
    {
    }

  private:
    void DoRun() override
    {
        TestRack rack(m_system);
        rack.dnn = TestRack::SmallDnn(200);
        rack.makeTopology = FatTreeFor;
        // in a rack, in a pod, over all pods, and with the PS in a pod of its own
        rack.Install(16,
                     {{0, 1}, {4, 5, 6}, {0, 2, 4, 6, 8, 10, 12, 14}, {1, 3, 5}},
                     {2, 7, 15, 13});
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the jobs do not end");
        NS_TEST_EXPECT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_EXPECT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
        NS_TEST_EXPECT_MSG_EQ(rack.record.DistinctResults(),
                              rack.record.Results(),
                              "results came twice");
    }

    std::string m_system; ///< the system
};

/**
 * @ingroup tests
 * @brief A link has the rate, the delay and the queues that the graph says, and those of the
 * attributes where it says nothing.
 */
class LinkTraitsTestCase : public TestCase
{
  public:
    LinkTraitsTestCase()
        : TestCase("what links can carry")
    {
    }

  private:
    /// Checks a link.
    void Check(const EsaLink& link, double gbps, double delayUs, uint64_t above, uint64_t below)
    {
        const std::vector<uint64_t> queues{below, above};
        for (std::size_t i = 0; i < queues.size(); ++i)
        {
            DataRateValue rate;
            link.Ends()[i]->GetAttribute("DataRate", rate);
            NS_TEST_EXPECT_MSG_EQ_TOL(rate.Get().GetBitRate() / 1e9, gbps, 1e-9, "rate");
            UintegerValue queue;
            link.Ends()[i]->GetAttribute("QueueBytes", queue);
            NS_TEST_EXPECT_MSG_EQ(queue.Get(), queues[i], "queue");
        }
        TimeValue delay;
        link.Lower()->GetChannel()->GetAttribute("Delay", delay);
        NS_TEST_EXPECT_MSG_EQ(delay.Get(), NanoSeconds(std::llround(delayUs * 1e3)), "delay");
    }

    void DoRun() override
    {
        TopologyGraph graph = MakeLeafSpine(2, 2, 1, {}, {40, 0.5, 30000000});
        graph.links[0].traits = {25, 1.25, 20000000}; // that of host 0
        TestRack rack("esa");
        rack.helper.SetDeviceAttribute("QueueBytes", UintegerValue(50000000));
        rack.makeTopology = [&graph](uint32_t /* hosts */) { return graph; };
        rack.Install(4, {{0, 2}, {1, 3}}, {1, 0});
        Check(rack.LinkOf(0), 25, 1.25, 20000000, 0);
        Check(rack.LinkOf(1), 100, 2.5, 50000000, 0);
        for (const EsaLink& link : rack.helper.GetFabric().Links())
        {
            if (link.GetKind() == EsaLink::Kind::Uplink)
            {
                Check(link, 40, 0.5, 30000000, 30000000);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(rack.Run(), true, "the jobs do not end");
        NS_TEST_EXPECT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
    }
};

/**
 * @ingroup tests
 * @brief Networks from graphs.
 */
class EsaGraphTestSuite : public TestSuite
{
  public:
    EsaGraphTestSuite()
        : TestSuite("esa-graph", TestSuite::Type::UNIT)
    {
        for (const std::string system : {"esa", "atp", "switchml", "ring"})
        {
            AddTestCase(new FatTreeTestCase(system));
        }
        AddTestCase(new LinkTraitsTestCase());
    }
};

EsaGraphTestSuite g_esaGraphTestSuite; ///< registers itself

} // namespace
} // namespace ns3::esa
