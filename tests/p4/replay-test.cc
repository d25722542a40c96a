/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p4/replay.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

namespace ns3::esa
{
namespace
{

const char* const kSystems[] = {"esa", "atp", "straw1", "panama", "switchml"};

/// @return the folder of the traces; ESA_P4_TRACES is another one than the repository's
std::string
Folder()
{
    const char* given = std::getenv("ESA_P4_TRACES");
    return given ? given : "traces/p4";
}

/// @return the trace of a system, read once
const P4Trace&
TraceOf(const std::string& system)
{
    static std::map<std::string, P4Trace> traces;
    const auto found = traces.find(system);
    return found != traces.end()
               ? found->second
               : traces.emplace(system, ReadP4Trace(Folder() + "/" + system + ".txt.gz"))
                     .first->second;
}

class P4Conformance : public testing::TestWithParam<const char*>
{
};

TEST_P(P4Conformance, CppDoesWhatTheP4ProgramDid)
{
    const P4Trace& trace = TraceOf(GetParam());
    ASSERT_FALSE(trace.sequences.empty());
    for (const TracedSequence& sequence : trace.sequences)
    {
        ASSERT_EQ(sequence.system, GetParam());
        ASSERT_EQ(FindDifference(trace, sequence), "") << sequence.system << " " << sequence.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Systems, P4Conformance, testing::ValuesIn(kSystems), [](const auto& info) {
    return std::string(info.param);
});

TEST(P4Traces, AreManyAndHitEveryOutcome)
{
    std::size_t sequences = 0;
    std::size_t packets = 0;
    std::vector<uint64_t> counts(kPipelineOutcomes);
    for (const char* system : kSystems)
    {
        for (const TracedSequence& sequence : TraceOf(system).sequences)
        {
            ++sequences;
            for (std::size_t i = 0; i < sequence.counts.size() && i < kPipelineOutcomes; ++i)
            {
                counts[i] += sequence.counts[i];
                packets += sequence.counts[i];
            }
        }
    }
    EXPECT_GE(sequences, 200U);
    EXPECT_GE(packets, 20000U);
    for (std::size_t i = 0; i < kPipelineOutcomes; ++i)
    {
        const char* name = OutcomeName(static_cast<Outcome>(i));
        EXPECT_GT(counts[i], 0U) << "no recorded packet is " << name;
        RecordProperty(name, std::to_string(counts[i]));
    }
}

TEST(P4Traces, HaveEverySituationThatHasAName)
{
    std::set<std::string> names;
    for (const char* system : kSystems)
    {
        for (const TracedSequence& sequence : TraceOf(system).sequences)
        {
            names.insert(sequence.system + " " + sequence.name);
        }
    }
    for (const std::string situation : {"collision",
                                        "equal-priority",
                                        "downgrade-to-zero",
                                        "preemption-chain",
                                        "reminder-hit-and-miss",
                                        "duplicate",
                                        "completion-on-first-packet",
                                        "answered-reminder",
                                        "truncated-reminder",
                                        "removed-job",
                                        "two-levels"})
    {
        EXPECT_EQ(names.count("esa " + situation), 1U) << situation;
        EXPECT_EQ(names.count("atp " + situation), 1U) << situation;
    }
    EXPECT_EQ(names.count("switchml slot-reuse"), 1U);
    EXPECT_EQ(names.count("switchml workers-beyond-the-bitmap"), 1U);
    for (const char* system : kSystems)
    {
        EXPECT_EQ(names.count(std::string(system) + " hostile-0"), 1U) << system;
    }
    EXPECT_EQ(names.count("atp left-over"), 1U);
}

} // namespace
} // namespace ns3::esa
