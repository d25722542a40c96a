// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "p4/replay.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <string>

namespace ns3::esa
{
namespace
{

const char* const kSystems[] = {"esa", "atp", "straw1", "switchml"};

// Of jobs with groups
const char* const kGroupFiles[] = {"esa-groups", "atp-groups", "straw1-groups"};

/// @return the folder of the traces; ESA_P4_TRACES is another one than the repository's
std::string
Folder()
{
    const char* given = std::getenv("ESA_P4_TRACES");
    return given ? given : "tests/p4/recordings";
}

/// @return a trace file, read once
const P4Trace&
TraceOf(const std::string& name)
{
    static std::map<std::string, P4Trace> traces;
    const auto found = traces.find(name);
    return found != traces.end()
               ? found->second
               : traces.emplace(name, ReadP4Trace(Folder() + "/" + name + ".txt.gz")).first->second;
}

using P4Conformance = testing::TestWithParam<const char*>;

TEST_P(P4Conformance, CppDoesWhatTheP4ProgramDid)
{
    const std::string file = GetParam();
    const P4Trace& trace = TraceOf(file);
    ASSERT_FALSE(trace.sequences.empty());
    for (const TracedSequence& sequence : trace.sequences)
    {
        ASSERT_EQ(sequence.system, file.substr(0, file.find('-')));
        ASSERT_EQ(FindDifference(trace, sequence), "") << sequence.system << " " << sequence.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Systems, P4Conformance, testing::ValuesIn(kSystems), [](const auto& info) {
    return std::string(info.param);
});

INSTANTIATE_TEST_SUITE_P(Groups,
                         P4Conformance,
                         testing::ValuesIn(kGroupFiles),
                         [](const auto& info) {
                             const std::string file = info.param;
                             return file.substr(0, file.find('-'));
                         });

TEST(P4Groups, TheTablesAreThoseThatTheSimulatorMakes)
{
    const P4Trace& trace = TraceOf("esa-groups");
    ASSERT_FALSE(trace.trees.empty());
    uint32_t maxLevels = 0;
    for (const TracedTree& tree : trace.trees)
    {
        SCOPED_TRACE(tree.job);
        const AggregationPlan racks = RacksOf(tree, trace.aggregators);
        maxLevels = std::max(maxLevels, racks.Tree().Levels());
        EXPECT_EQ(DescribeEntries(racks, tree.rack), tree.entries);
        EXPECT_EQ(trace.aggregators / racks.Tree().MaxAtOneSwitch(), tree.stride);
        for (const auto& [group, worker] : tree.below)
        {
            EXPECT_EQ(racks.Tree().At(group).wireName, worker) << "group " << group;
            EXPECT_NE(tree.ports.at(worker), tree.psPort) << "group " << group;
        }
    }
    EXPECT_GE(maxLevels, 3U);
}

/// @return packets of some files by outcome (TracedOutcome())
template <typename Files>
std::vector<uint64_t>
CountsOf(const Files& files)
{
    std::vector<uint64_t> counts(kTracedOutcomes);
    for (const char* file : files)
    {
        for (const TracedSequence& sequence : TraceOf(file).sequences)
        {
            EXPECT_EQ(sequence.counts.size(), counts.size()) << sequence.name;
            for (std::size_t i = 0; i < counts.size(); ++i)
            {
                counts[i] += sequence.counts.at(i);
            }
        }
    }
    return counts;
}

TEST(P4Traces, AreManyAndHitEveryOutcome)
{
    std::size_t sequences = 0;
    for (const char* system : kSystems)
    {
        sequences += TraceOf(system).sequences.size();
    }
    EXPECT_GE(sequences, 200U);
    const std::vector<uint64_t> counts = CountsOf(kSystems);
    EXPECT_GE(std::accumulate(counts.begin(), counts.end() - 1, uint64_t{0}), 8000U);
    for (std::size_t i = 0; i < kPipelineOutcomes; ++i)
    {
        EXPECT_GT(counts[i], 0U) << "no recorded packet is "
                                 << OutcomeName(static_cast<Outcome>(i));
    }
}

TEST(P4Groups, AreInManyTracesWithEveryOutcome)
{
    const std::vector<uint64_t> counts = CountsOf(kGroupFiles);
    EXPECT_GE(std::accumulate(counts.begin(), counts.end(), uint64_t{0}), 6000U);
    for (std::size_t i = 0; i < kPipelineOutcomes; ++i)
    {
        // only SwitchML's slots repeat results, and have earlier tasks
        const auto outcome = static_cast<Outcome>(i);
        const bool ofSlots = outcome == Outcome::Repeated || outcome == Outcome::Stale;
        EXPECT_EQ(counts[i] == 0, ofSlots) << OutcomeName(outcome);
    }
    EXPECT_GT(counts[kPipelineOutcomes], 0U) << "no recorded packet passed by";
}

} // namespace
} // namespace ns3::esa
