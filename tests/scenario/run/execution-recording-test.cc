// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Recordings of execution traces: --timeline, --pcap and --links.

#include "scenario/run/capture-files.h"
#include "scenario/run/recording-files.h"
#include "scenario/traces/chakra-files.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr int kIterations = 2;

/// 8 ranks: data, tensor and pipeline parallel, with messages and overlapping all-reduces.
constexpr const char* kSmallJob =
    "--data 2 --tensor 2 --pipeline 2 --microbatches 2 --layer-bytes 400000 "
    "--activation-bytes 100000 --forward-us 10 --backward-us 20";

} // namespace

/// A run of execution traces that is recorded.
class ExecutionRecording : public ScenarioProgram
{
  protected:
    ExecutionRecording()
    {
        MakeTrace(m_directory, "t", kSmallJob);
    }

    /// @param arguments further arguments @return what comes of a run of the trace
    CallResult Run(const std::vector<std::string>& arguments,
                   const std::string& system = "esa") const
    {
        std::vector<std::string> all{"--trace=" + m_directory.Path("t"),
                                     "--system=" + system,
                                     "--seed=1",
                                     "--set=iterations=" + std::to_string(kIterations),
                                     "--set=topology.hosts=12",
                                     "--set=switch.memory_bytes=100000",
                                     "--force",
                                     "--out=" + m_out};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return Call(all);
    }

    /// The spans of a category in the timeline.
    std::vector<TimelineSpan> Spans(const std::string& category) const
    {
        return ReadTimeline(m_timeline).Spans(category);
    }

    /// Of each rank, the time of its spans of a category, in us.
    std::map<uint64_t, double> TimeOf(const std::string& category) const
    {
        std::map<uint64_t, double> times;
        const TimelineFile timeline = ReadTimeline(m_timeline);
        for (const TimelineSpan& span : timeline.Spans(category))
        {
            times[timeline.rows.at(span.track).above] += UsOf(span);
        }
        return times;
    }

    /// The length of a span in us.
    static double UsOf(const TimelineSpan& span)
    {
        return static_cast<double>(span.endNs - span.beginNs) / 1000;
    }

    std::string m_timeline = m_directory.Path("timeline.json"); ///< the recording
};

TEST_F(ExecutionRecording, HasEveryNodeOncePerIterationWithinTheRun)
{
    const ExecutionTrace trace = ReadExecutionTrace(m_directory.Path("t"), {});
    std::size_t computations = 0;
    std::size_t communications = 0;
    for (const RankTrace& rank : trace.ranks)
    {
        for (const ExecutionNode& node : rank.nodes)
        {
            computations += node.kind == ExecutionKind::Compute ? 1 : 0;
            communications += node.kind > ExecutionKind::CpuWork ? 1 : 0;
        }
    }
    ASSERT_GT(communications, 0U);
    for (const std::string system : {"esa", "atp", "switchml", "ring"})
    {
        SCOPED_TRACE(system);
        const CallResult outcome = Run({"--timeline=" + m_timeline}, system);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const TimelineFile timeline = ReadTimeline(m_timeline);
        EXPECT_TRUE(timeline.isComplete);
        for (auto [track, spans] : timeline.tracks)
        {
            // a message may be there before its receiver requests it
            spans.erase(std::remove_if(spans.begin(),
                                       spans.end(),
                                       [](const TimelineSpan& span) {
                                           return span.category == "communication" &&
                                                  span.beginNs == span.endNs;
                                       }),
                        spans.end());
            EXPECT_TRUE(AreInTurn(spans)) << "track " << track;
        }
        EXPECT_EQ(Spans("computation").size(), kIterations * computations);
        EXPECT_EQ(Spans("communication").size(), kIterations * communications);
        EXPECT_EQ(Spans("iteration").size(), kIterations * trace.ranks.size());
        const std::vector<TimelineSpan> iterations = Spans("job iteration");
        ASSERT_EQ(iterations.size(), static_cast<std::size_t>(kIterations));
        const json row = json::parse(ReadTextFile(m_out + "/result.json"))["rows"][0];
        double jctUs = 0;
        for (const TimelineSpan& iteration : iterations)
        {
            jctUs += UsOf(iteration) / kIterations;
        }
        EXPECT_NEAR(jctUs / 1e3, row["jct_ms"], 1e-6);
        const double endUs = row["sim_ms"].get<double>() * 1e3;
        for (const char* const category : {"computation", "communication", "waiting"})
        {
            for (const TimelineSpan& span : Spans(category))
            {
                EXPECT_LE(static_cast<double>(span.endNs), 1000 * endUs + 1);
                EXPECT_EQ(span.arguments.value("ended", 0), 1);
            }
        }
    }
}

TEST_F(ExecutionRecording, ComputingAndWaitingMakeUpTheTimeOfARank)
{
    ASSERT_EQ(Run({"--timeline=" + m_timeline}).code, 0);
    const auto iterations = TimeOf("iteration");
    auto computing = TimeOf("computation");
    auto waiting = TimeOf("waiting");
    auto communicating = TimeOf("communication");
    ASSERT_EQ(iterations.size(), 8U);
    for (const auto& [rank, us] : iterations)
    {
        EXPECT_NEAR(computing[rank] + waiting[rank], us, 0.001 * us);
        EXPECT_GT(communicating[rank], waiting[rank]) << "all-reduces of gradients are hidden";
    }
}

TEST_F(ExecutionRecording, NamesNodesGroupsAndBytes)
{
    ASSERT_EQ(Run({"--timeline=" + m_timeline}).code, 0);
    std::map<std::string, json> byName;
    for (const char* const category : {"computation", "communication", "waiting"})
    {
        for (const TimelineSpan& span : Spans(category))
        {
            byName.emplace(std::string(category) + ": " + span.name, span.arguments);
        }
    }
    EXPECT_EQ(byName.count("computation: forward layer 1, batch 0"), 1U);
    EXPECT_EQ(byName.count("computation: backward layer 4, batch 1"), 1U);
    EXPECT_EQ(byName.count("waiting: sum of forward layer 1, batch 0"), 1U);
    const json sum = byName["communication: gradients of layer 2"];
    EXPECT_EQ(sum["kind"], "all_reduce");
    EXPECT_EQ(sum["with"].get<std::string>().substr(0, 10), "group data");
    EXPECT_EQ(sum["bytes"], 200'000);
    const json message = byName["communication: activations, batch 0"];
    EXPECT_TRUE(message["kind"] == "send" || message["kind"] == "receive");
    EXPECT_EQ(message["bytes"], 100'000);
}

TEST_F(ExecutionRecording, ChangesNoResult)
{
    const std::string links = m_directory.Path("links.csv");
    ASSERT_EQ(Run({}).code, 0);
    const std::vector<std::string> alone = Reproducible(m_out + "/result.csv");
    ASSERT_EQ(Run({"--timeline=" + m_timeline,
                   "--links=" + links,
                   "--occupancy=" + m_directory.Path("o.csv"),
                   "--switches=" + m_directory.Path("s.csv")})
                  .code,
              0);
    EXPECT_EQ(Reproducible(m_out + "/result.csv"), alone);
    EXPECT_TRUE(HasText(ReadTextFile(links), "job0-rank7-port"));
    const std::string first = ReadBytes(m_timeline);
    ASSERT_EQ(Run({"--timeline=" + m_timeline}).code, 0);
    EXPECT_TRUE(ReadBytes(m_timeline) == first) << "the same run writes the same bytes";
}

TEST_F(ExecutionRecording, CapturesAreNamedByRanks)
{
    // With collisions, the PS has something to do.
    const std::string index = "--set=switch.aggregator_index=mix64";
    ASSERT_EQ(Run({index}).code, 0);
    const std::vector<std::string> alone = Reproducible(m_out + "/result.csv");
    const CallResult run =
        Run({index, "--pcap=" + m_directory.Path("c"), "--pcap-hosts=workers,ps"});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(Reproducible(m_out + "/result.csv"), alone);
    std::set<std::string> ranks;
    for (const auto& entry : fs::directory_iterator(m_directory.Path("")))
    {
        const std::string name = entry.path().filename().string();
        if (name.rfind("c-esa-1-", 0) == 0)
        {
            ranks.insert(name.substr(8));
            EXPECT_FALSE(ReadCapture(entry.path().string()).lengths.empty());
        }
    }
    std::set<std::string> expected;
    for (int rank = 0; rank < 8; ++rank)
    {
        expected.insert("job0-rank" + std::to_string(rank) + ".pcap");
        expected.insert("ps" + std::to_string(rank) + ".pcap"); // of the eight process groups
    }
    EXPECT_EQ(ranks, expected);
    const CallResult wrong = Run({"--pcap=" + m_directory.Path("d"), "--pcap-hosts=job0-worker1"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(HasText(wrong.err, "job1-rank3")) << wrong.err;
}

TEST_F(ExecutionRecording, NeedsNoCommunication)
{
    ChakraNode named = ComputationOf(7, 30);
    named.name = "caf\xc3\xa9 \"x\"";
    m_directory.Write("alone.0.et", FileOf({named, ComputationOf(8, 20, {7})}));
    const std::string links = m_directory.Path("links.csv");
    const CallResult outcome = Call({"--trace=" + m_directory.Path("alone"),
                                     "--system=esa",
                                     "--set=jobs.start_max_us=0",
                                     "--set=iterations=1",
                                     "--quiet",
                                     "--links=" + links,
                                     "--timeline=" + m_timeline});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::vector<TimelineSpan> spans = Spans("computation");
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].name, "caf\\xc3\\xa9 \"x\"");
    EXPECT_EQ(spans[0].endNs - spans[0].beginNs, 30'000);
    EXPECT_EQ(spans[1].name, "node 8");
    EXPECT_EQ(spans[1].beginNs, 30'000);
    EXPECT_TRUE(Spans("waiting").empty());
}

} // namespace ns3::esa::test
