// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/simulator.h"

namespace ns3::esa::test
{
namespace
{

/// A run of a scenario of scenarios/faults, and the fragments that are lost in it.
class FaultRun
{
  public:
    /// @param name file of the scenario @param system the system
    FaultRun(const std::string& name, const std::string& system)
        : m_parsed(ReadOnPaper("scenarios/faults/" + name + ".json")),
          network(BuildNetwork(m_parsed.scenario, system, 1))
    {
        const NetDeviceContainer devices = network.helper.GetFabric().Devices();
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext(
                "FragmentLost",
                Callback<void, const InaPacket&>(
                    [this](const InaPacket& fragment) { lost.push_back(fragment); }));
        }
        network.statistics->SetDoneCallback([this] {
            isDone = true;
            Simulator::Stop();
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
    }

    ~FaultRun()
    {
        Simulator::Destroy();
    }

    /// Expects that every job has ended with exact sums only.
    void ExpectExactEnd() const
    {
        EXPECT_TRUE(isDone);
        uint64_t results = 0;
        for (const auto& worker : network.workers)
        {
            results += worker->Results();
            EXPECT_EQ(worker->WrongResults(), 0U);
        }
        EXPECT_EQ(results, network.expectedResults);
    }

    /// Sum of a count over all PSes.
    uint64_t Sum(ParameterServer::Count count) const
    {
        uint64_t sum = 0;
        for (const auto& ps : network.parameterServers)
        {
            sum += ps->Server()->GetCounts().*count;
        }
        return sum;
    }

  private:
    ParsedScenario m_parsed; ///< the scenario

  public:
    Network network;             ///< what is simulated
    std::vector<InaPacket> lost; ///< fragments that were lost
    bool isDone{false};          ///< whether every job has ended
};

using Counts = ParameterServer::Counts;

TEST(FaultCases, Case1LosesAFragmentWhichItsWorkerSendsToThePs)
{
    const FaultRun run("case-1", "esa");
    run.ExpectExactEnd();
    ASSERT_EQ(run.lost.size(), 1U);
    EXPECT_EQ(run.lost[0].kind, PacketKind::Gradient);
    EXPECT_EQ(run.Sum(&Counts::retransmissions), 1U);
    EXPECT_EQ(run.Sum(&Counts::recovered), 0U);
}

TEST(FaultCases, Case2LosesResultsWhichComeFromACacheOrAreSummedAnew)
{
    const FaultRun run("case-2", "esa");
    run.ExpectExactEnd();
    ASSERT_EQ(run.lost.size(), 4U) << "one at one worker, another at all three";
    for (const auto& fragment : run.lost)
    {
        EXPECT_EQ(fragment.kind, PacketKind::Result);
    }
    EXPECT_EQ(run.lost[1].seq, run.lost[2].seq);
    EXPECT_EQ(run.lost[2].seq, run.lost[3].seq);
    EXPECT_EQ(run.Sum(&Counts::recovered), 1U);
    EXPECT_EQ(run.Sum(&Counts::forwards), 1U);
    // for the second result; nobody asks the worker that lacks the first one
    EXPECT_EQ(run.Sum(&Counts::retransmissions), 3U);
}

TEST(FaultCases, Case3LosesAFragmentThatFailedToPreempt)
{
    const FaultRun run("case-3", "esa");
    run.ExpectExactEnd();
    ASSERT_EQ(run.lost.size(), 1U);
    EXPECT_EQ(run.lost[0].kind, PacketKind::Gradient);
    EXPECT_TRUE(run.lost[0].collision);
    EXPECT_EQ(run.Sum(&Counts::retransmissions), 1U);
}

TEST(FaultCases, Case4LosesAPreemptedSum)
{
    const FaultRun run("case-4", "esa");
    run.ExpectExactEnd();
    ASSERT_EQ(run.lost.size(), 1U);
    EXPECT_EQ(run.lost[0].kind, PacketKind::Partial);
    EXPECT_GE(run.Sum(&Counts::retransmissions), 1U);
}

TEST(FaultCases, Case5LosesAFragmentOfAPreemptedTask)
{
    // what case 4 loses here is the sum that was preempted
    const FaultRun preempted("case-4", "esa");
    const uint32_t seq = preempted.lost.at(0).seq;
    const uint32_t bitmap = preempted.lost.at(0).bitmap;
    Simulator::Destroy();

    const FaultRun run("case-5", "esa");
    run.ExpectExactEnd();
    ASSERT_EQ(run.lost.size(), 1U);
    EXPECT_EQ(run.lost[0].kind, PacketKind::Gradient);
    EXPECT_FALSE(run.lost[0].collision) << "it never came to the switch";
    EXPECT_EQ(run.lost[0].seq, seq);
    EXPECT_EQ(run.lost[0].bitmap & bitmap, 0U);
    EXPECT_EQ(run.Sum(&Counts::retransmissions), 1U);
}

} // namespace
} // namespace ns3::esa::test
