/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/network-rig.h"
#include "core/switch-systems.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

/**
 * @brief What must hold for every system after every run: each worker has received each result
 * once, all results are exact, and nothing is left in the switch or at a PS.
 */
void
ExpectEverythingExact(const NetworkRig& rig, const NetworkOptions& options)
{
    for (const auto& worker : rig.Workers())
    {
        ASSERT_EQ(worker.results.size(), options.fragments);
        EXPECT_EQ(*worker.results.begin(), options.firstPosition);
        EXPECT_EQ(*worker.results.rbegin(), options.firstPosition + options.fragments - 1);
        EXPECT_EQ(worker.exact, options.fragments);
        EXPECT_EQ(worker.copies, 0U);
    }
    for (const auto& server : rig.Servers())
    {
        EXPECT_EQ(server.server.OpenEntries(), 0U);
        EXPECT_EQ(server.server.GetCounts().overlaps, 0U) << "nothing was sent twice";
    }
    const SwitchPipeline& pipeline = rig.Switch();
    EXPECT_EQ(pipeline.Table().Occupied(), 0U);
    EXPECT_EQ(pipeline.Count(Outcome::Duplicate), 0U);
    EXPECT_EQ(pipeline.Count(Outcome::Malformed), 0U);
    uint64_t counted = 0;
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
    {
        counted += pipeline.Count(static_cast<Outcome>(outcome));
    }
    EXPECT_EQ(counted, pipeline.Received());
}

/// Runs one network and checks all of this.
void
RunAndExpect(const NetworkOptions& options)
{
    SCOPED_TRACE(testing::Message()
                 << options.system << ", " << int{options.workers} << " workers, "
                 << options.aggregators << " aggregators, seed " << options.seed);
    NetworkRig rig(options);
    ASSERT_TRUE(rig.Run());
    ExpectEverythingExact(rig, options);
}

/// Every system.
class EndToEnd : public testing::TestWithParam<std::string>
{
  protected:
    EndToEnd()
    {
        m_options.system = GetParam();
    }

    NetworkOptions m_options; ///< what to run
};

TEST_P(EndToEnd, FewAggregatorsForTwoJobsOfAnySize)
{
    for (const uint32_t aggregators : {1U, 2U, 3U, 4U})
    {
        for (const uint8_t workers : {2, 3, 4})
        {
            m_options.aggregators = aggregators;
            m_options.workers = workers;
            ++m_options.seed;
            RunAndExpect(m_options);
        }
    }
}

TEST_P(EndToEnd, AnyOrderOfDeliveries)
{
    m_options.aggregators = 3;
    m_options.workers = 3;
    m_options.fragments = 60;
    for (m_options.seed = 100; m_options.seed < 140; ++m_options.seed)
    {
        RunAndExpect(m_options);
    }
}

TEST_P(EndToEnd, WindowsOfTwoPacketsAndOfHundreds)
{
    m_options.aggregators = 4;
    m_options.window = WindowParameters{2, 2, 2, 0, 1};
    RunAndExpect(m_options);
    m_options.window = WindowParameters{};
    m_options.fragments = 1500;
    RunAndExpect(m_options);
}

TEST_P(EndToEnd, EveryWayToAddressAggregators)
{
    m_options.aggregators = 16;
    m_options.jobs = 4;
    for (const auto rule : {IndexRule::Mix64, IndexRule::Crc32, IndexRule::Linear})
    {
        m_options.rule = rule;
        RunAndExpect(m_options);
    }
}

TEST_P(EndToEnd, AcrossTheWrapOfTheSequenceNumber)
{
    m_options.firstPosition = (uint64_t{1} << 32) - 100;
    m_options.aggregators = 3;
    m_options.workers = 3;
    RunAndExpect(m_options);
}

TEST_P(EndToEnd, ValueByValue)
{
    m_options.fullPayload = true;
    m_options.aggregators = 2;
    m_options.workers = 4;
    RunAndExpect(m_options);
}

TEST_P(EndToEnd, JobsOfOneWorker)
{
    m_options.workers = 1;
    RunAndExpect(m_options);
}

TEST_P(EndToEnd, JobsOf32Workers)
{
    m_options.workers = 32;
    m_options.aggregators = 4;
    m_options.fragments = 50;
    RunAndExpect(m_options);
}

INSTANTIATE_TEST_SUITE_P(Core,
                         EndToEnd,
                         testing::ValuesIn(test::SwitchSystems()),
                         [](const auto& info) { return info.param; });

/// @return how often an outcome occurred in a network of a system that is short of aggregators
uint64_t
CountOf(const std::string& system, Outcome outcome)
{
    NetworkOptions options;
    options.system = system;
    options.workers = 4;
    options.aggregators = 4;
    NetworkRig rig(options);
    EXPECT_TRUE(rig.Run());
    return rig.Switch().Count(outcome);
}

TEST(EndToEndOutcomes, AreThoseOfTheSystem)
{
    // Checks that the runs above test something: all outcomes that a system can have occur, and no
    // others.
    for (const auto* system : {"esa", "straw1", "straw2"})
    {
        EXPECT_GT(CountOf(system, Outcome::Preempted), 0U) << system;
        EXPECT_GT(CountOf(system, Outcome::Fetched), 0U) << system;
        EXPECT_GT(CountOf(system, Outcome::Returned), 0U) << system;
        EXPECT_EQ(CountOf(system, Outcome::Released), 0U) << system;
    }
    EXPECT_GT(CountOf("esa", Outcome::PassedThrough), 0U);
    EXPECT_EQ(CountOf("straw1", Outcome::PassedThrough), 0U);
    EXPECT_GT(CountOf("straw2", Outcome::PassedThrough), 0U);
    EXPECT_GT(CountOf("atp", Outcome::PassedThrough), 0U);
    EXPECT_GT(CountOf("atp", Outcome::Released), 0U);
    EXPECT_GT(CountOf("atp", Outcome::Fetched), 0U);
    EXPECT_EQ(CountOf("atp", Outcome::Preempted), 0U);
    EXPECT_EQ(CountOf("switchml", Outcome::PassedThrough), 0U);
    EXPECT_EQ(CountOf("switchml", Outcome::Preempted), 0U);
}

TEST(EndToEndOutcomes, WithAnAggregatorForEachFragmentThePsOfEsaHasNothingToDo)
{
    NetworkOptions options;
    options.workers = 4;
    options.rule = IndexRule::Linear;
    options.aggregators = static_cast<uint32_t>(options.jobs * options.fragments);
    NetworkRig rig(options);
    ASSERT_TRUE(rig.Run());
    ExpectEverythingExact(rig, options);
    for (const auto& server : rig.Servers())
    {
        EXPECT_EQ(server.server.GetCounts().fragments, 0U);
        EXPECT_EQ(server.server.GetCounts().results, 0U);
    }
    EXPECT_EQ(rig.Switch().Count(Outcome::Allocated), options.jobs * options.fragments);
    EXPECT_EQ(rig.Switch().Count(Outcome::Aggregated), 2U * options.jobs * options.fragments);
    EXPECT_EQ(rig.Switch().Count(Outcome::Completed), options.jobs * options.fragments);
}

TEST(EndToEndOutcomes, TheSameSeedGivesTheSameRun)
{
    for (const auto& system : Systems())
    {
        if (system.SumsInHosts())
        {
            continue; // the rig has no flows between hosts
        }
        EXPECT_EQ(CountOf(system.name, Outcome::Allocated),
                  CountOf(system.name, Outcome::Allocated));
        EXPECT_EQ(CountOf(system.name, Outcome::Forwarded),
                  CountOf(system.name, Outcome::Forwarded));
    }
}

} // namespace
} // namespace ns3::esa
