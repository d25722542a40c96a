/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p4/replay.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iomanip>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace ns3::esa
{
namespace
{

const char* const kSystems[] = {"esa", "atp", "straw1", "switchml"};

/// @return the trace of a system, read once
const P4Trace&
TraceOf(const std::string& system)
{
    static std::map<std::string, P4Trace> traces;
    const auto found = traces.find(system);
    return found != traces.end()
               ? found->second
               : traces.emplace(system, ReadP4Trace("traces/p4/" + system + ".txt.gz"))
                     .first->second;
}

/// @return frames as text, for a message
std::string
Show(const std::vector<PortFrame>& frames)
{
    std::ostringstream text;
    for (const auto& [port, frame] : frames)
    {
        text << "\n    port " << port << ':' << std::hex << std::setfill('0');
        for (std::size_t i = 0; i < frame.size() && i < 70; ++i)
        {
            text << (i == 14 || i == 34 || i == 58 ? " " : "") << std::setw(2) << +frame[i];
        }
        text << std::dec << (frame.size() > 70 ? "..." : "");
    }
    return text.str();
}

/// Runs a sequence through the C++ pipeline, and compares its output with that of the P4 program.
void
ExpectTheSame(const P4Trace& trace, const TracedSequence& sequence)
{
    SCOPED_TRACE(sequence.system + " " + sequence.name);
    P4Replay replay(trace, sequence);
    int number = 0;
    for (const auto& step : sequence.steps)
    {
        if (const auto* pause = std::get_if<TracedPause>(&step))
        {
            replay.Wait(pause->us);
            continue;
        }
        ++number;
        const auto& packet = std::get<TracedPacket>(step);
        const auto out = replay.Send(packet.in);
        ASSERT_EQ(out == packet.out, true)
            << "packet " << number << " of the sequence" << Show({{0, packet.in}})
            << "\n  goes out of P4 as" << Show(packet.out) << "\n  and of C++ as" << Show(out);
    }
    ASSERT_EQ(sequence.counts.size(), kPipelineOutcomes);
    for (std::size_t i = 0; i < kPipelineOutcomes; ++i)
    {
        const auto outcome = static_cast<Outcome>(i);
        EXPECT_EQ(replay.Count(outcome), sequence.counts[i]) << OutcomeName(outcome);
    }
    ASSERT_EQ(sequence.aggregators.size(), trace.aggregators);
    for (uint32_t index = 0; index < trace.aggregators; ++index)
    {
        const TracedAggregator registers = replay.Registers(index);
        EXPECT_EQ(registers.fields, sequence.aggregators[index].fields) << "aggregator " << index;
        EXPECT_EQ(registers.values, sequence.aggregators[index].values) << "aggregator " << index;
    }
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
        ExpectTheSame(trace, sequence);
        if (HasFatalFailure())
        {
            return;
        }
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
                                        "two-levels"})
    {
        EXPECT_EQ(names.count("esa " + situation), 1U) << situation;
        EXPECT_EQ(names.count("atp " + situation), 1U) << situation;
    }
    EXPECT_EQ(names.count("switchml slot-reuse"), 1U);
    EXPECT_EQ(names.count("atp left-over"), 1U);
}

/// @return the names of the actions in a file of the P4 program
std::vector<std::string>
ActionsIn(const std::string& path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    const std::string content = text.str();
    const std::regex action(R"(\n    action (\w+)\()");
    std::vector<std::string> names;
    for (std::sregex_iterator i(content.begin(), content.end(), action), end; i != end; ++i)
    {
        names.push_back((*i)[1]);
    }
    return names;
}

TEST(P4Traces, ExecutedEveryActionOfTheProgram)
{
    std::set<std::string> executed;
    std::ifstream list("traces/p4/ACTIONS");
    for (std::string path; std::getline(list, path);)
    {
        executed.insert(path.substr(path.rfind('.') + 1));
    }
    std::ifstream main("contrib/esa/p4/esa-v1model.p4");
    ASSERT_TRUE(main) << "tests run at the top of the repository";
    std::size_t actions = 0;
    for (const char* file : {"add",
                             "aggregator-table",
                             "allocate",
                             "collide",
                             "complete",
                             "decode",
                             "dispatch",
                             "encode",
                             "fetch",
                             "gradient-sum",
                             "on-gradient",
                             "policy",
                             "repeat",
                             "return-result",
                             "reuse-slot",
                             "send-sum",
                             "swap",
                             "switch",
                             "v1model"})
    {
        const auto names = ActionsIn("contrib/esa/p4/esa-" + std::string(file) + ".p4");
        EXPECT_FALSE(names.empty()) << file;
        for (const std::string& name : names)
        {
            ++actions;
            EXPECT_EQ(executed.count(name), 1U) << name << " of esa-" << file << ".p4";
        }
    }
    EXPECT_GE(actions, 60U);
}

} // namespace
} // namespace ns3::esa
