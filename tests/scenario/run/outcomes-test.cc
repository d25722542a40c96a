// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Every packet that a switch receives has exactly one outcome, in every kind of run.

#include "scenario/test-util.h"

#include "ns3/callback.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/node.h"

#include <array>
#include <memory>

namespace ns3::esa::test
{
namespace
{

/// Packets by outcome.
using OutcomeCounts = std::array<uint64_t, kOutcomes>;

/// @return the total
uint64_t
SumOf(const OutcomeCounts& counts)
{
    uint64_t sum = 0;
    for (const uint64_t count : counts)
    {
        sum += count;
    }
    return sum;
}

/// OutcomeCounts the fragments that arrive at the ports of a switch.
class WatchedSwitch : public PacketReceiver
{
  public:
    /// @param node the switch, whose ports are the devices of its node
    explicit WatchedSwitch(Ptr<EsaSwitch> node)
        : m_switch(node)
    {
        const auto ports = node->GetObject<Node>();
        for (uint32_t i = 0; i < ports->GetNDevices(); ++i)
        {
            DynamicCast<EsaNetDevice>(ports->GetDevice(i))->SetFragmentSink(this);
        }
        for (std::size_t i = 0; i < kOutcomes; ++i)
        {
            node->TraceConnectWithoutContext(
                OutcomeName(static_cast<Outcome>(i)),
                Callback<void, const InaPacket&>([this, i](const InaPacket&) { ++m_traced[i]; }));
        }
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        ++m_arrived;
        m_switch->ReceiveFragment(fragment, now);
    }

    /// Compares what arrived with the counts and trace sources of the switch.
    void Check(OutcomeCounts& all) const
    {
        OutcomeCounts counted{};
        for (std::size_t i = 0; i < kOutcomes; ++i)
        {
            counted[i] = m_switch->GetPipeline().Count(static_cast<Outcome>(i));
            all[i] += counted[i];
            EXPECT_EQ(m_traced[i], counted[i]) << OutcomeName(static_cast<Outcome>(i));
        }
        EXPECT_GT(m_arrived, 0U);
        EXPECT_EQ(m_switch->GetPipeline().Received(), m_arrived);
        EXPECT_EQ(SumOf(counted), m_arrived);
    }

  private:
    Ptr<EsaSwitch> m_switch;  ///< the switch
    uint64_t m_arrived{0};    ///< fragments that arrived
    OutcomeCounts m_traced{}; ///< calls of its trace sources
};

/// @brief Runs a scenario, and checks each of its switches.
/// @param file path below scenarios/
/// @param settings fields that make the run short
/// @return the outcomes of all its switches
OutcomeCounts
OutcomesOf(const std::string& file,
           const std::string& system,
           const std::vector<std::string>& settings)
{
    SCOPED_TRACE(file + ", " + system);
    const auto scenario = ReadScenario("scenarios/" + file, Overrides(settings)).scenario;
    std::vector<std::unique_ptr<WatchedSwitch>> switches;
    RunControl control;
    control.built = [&switches](const Network& network) {
        for (const auto& node : network.helper.GetSwitches())
        {
            switches.push_back(std::make_unique<WatchedSwitch>(node));
        }
    };
    OutcomeCounts counts{};
    EXPECT_TRUE(RunScenario(scenario, system, 1, control));
    for (const auto& node : switches)
    {
        node->Check(counts);
    }
    return counts;
}

/// @return packets of an outcome
uint64_t
Of(const OutcomeCounts& counts, Outcome outcome)
{
    return counts[static_cast<std::size_t>(outcome)];
}

/// @return settings that make a scenario of DNN A small, so that its jobs compete for the memory
std::vector<std::string>
SmallJobs(const std::string& memoryBytes)
{
    std::vector<std::string> settings{"iterations=1",
                                      "jobs.count=2",
                                      "dnns.A.layers.0.compute_us=4"};
    for (const std::string partition : {"0", "1", "2", "3"})
    {
        settings.push_back("dnns.A.partitions." + partition + ".bytes=60000");
    }
    settings.push_back("switch.memory_bytes=" + memoryBytes);
    return settings;
}

TEST(Outcomes, OfSwitchesThatSum)
{
    const std::string file = "paper/every-system.json";
    const OutcomeCounts esa = OutcomesOf(file, "esa", SmallJobs("30000"));
    EXPECT_GT(Of(esa, Outcome::Preempted), 0U);
    EXPECT_EQ(Of(esa, Outcome::UnknownJob) + Of(esa, Outcome::JobLeft), 0U);
    const OutcomeCounts atp = OutcomesOf(file, "atp", SmallJobs("30000"));
    EXPECT_GT(Of(atp, Outcome::Released), 0U);
    for (const std::string system : {"a2tp", "switchml", "straw1", "straw2", "panama", "iswitch"})
    {
        EXPECT_GT(Of(OutcomesOf(file, system, SmallJobs("30000")), Outcome::Completed), 0U)
            << system;
    }
}

TEST(Outcomes, OfHostsThatSum)
{
    for (const std::string system : {"byteps", "ring", "halving_doubling", "double_tree", "hire"})
    {
        const OutcomeCounts counts =
            OutcomesOf("paper/every-system.json", system, SmallJobs("1000000"));
        EXPECT_GT(Of(counts, Outcome::Flow), 0U) << system;
    }
}

TEST(Outcomes, OfSeveralRacks)
{
    const std::string file = "racks/two-racks.json";
    const OutcomeCounts esa = OutcomesOf(file, "esa", SmallJobs("60000"));
    EXPECT_GT(Of(esa, Outcome::PassedBy), 0U) << "reminders for the switch of the other rack";
    const OutcomeCounts switchml = OutcomesOf(file, "switchml", SmallJobs("60000"));
    EXPECT_GT(Of(switchml, Outcome::PassedBy), 0U) << "results for workers of the other rack";
}

TEST(Outcomes, OfFaultsAndTheirRepair)
{
    const OutcomeCounts counts = OutcomesOf("faults/all-at-once.json", "esa", {});
    EXPECT_GT(Of(counts, Outcome::Duplicate), 0U);
}

TEST(Outcomes, OfJobsThatComeAndLeave)
{
    // The first jobs of the trace. Late duplicates are on their way when their job leaves.
    std::ifstream trace("traces/jobs/sample.csv");
    std::string jobs;
    std::string line;
    for (int lines = 0; lines < 17 && std::getline(trace, line); ++lines)
    {
        jobs += line + "\n";
    }
    const TemporaryDirectory directory;
    const std::string file = directory.Write("jobs.csv", jobs);
    const OutcomeCounts counts = OutcomesOf("traces/200-jobs.json",
                                            "esa",
                                            {"trace.file=\"" + file + "\"",
                                             "trace.time_scale=0.0000001",
                                             "recovery.enabled=true",
                                             "faults.every_link.duplicate_probability=0.1",
                                             "faults.every_link.reorder_probability=0.1",
                                             "faults.every_link.reorder_depth=64"});
    EXPECT_GT(Of(counts, Outcome::JobLeft), 0U);
    EXPECT_EQ(Of(counts, Outcome::UnknownJob), 0U);
}

} // namespace
} // namespace ns3::esa::test
