// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The contents of the files that esa-scenario writes with --timeline and --occupancy.

#include "scenario/program/program-call.h"
#include "scenario/run/recording-files.h"

#include "ns3/esa-scenario-run.h"

#include <filesystem>
#include <numeric>
#include <utility>

namespace ns3::esa::test
{

namespace
{

using nlohmann::json;

/// Two jobs whose memory is short, with layers and partitions of different lengths.
const char* const kScenario = R"({
    "iterations": 3, "topology": {"hosts": 6}, "switch": {"memory_bytes": 30000},
    "jobs": {"count": 2, "workers": 3, "workload": "T", "start_max_us": 20},
    "jitter": {"max_us": 10},
    "dnns": {"T": {"layers": [{"compute_us": 5}, {"compute_us": 2}],
                   "partitions": [{"layer": 2, "bytes": 100000}, {"layer": 1, "bytes": 50000},
                                  {"layer": 2, "bytes": 70000}],
                   "comm_comp_ratio": 1}}})";

constexpr std::size_t kJobs = 2;
constexpr std::size_t kWorkersOfAll = 6;
constexpr std::size_t kIterationsOfAll = 3;
constexpr std::size_t kLayers = 2;
constexpr std::size_t kPartitions = 3;

/// Mean over the time of all rows.
double
TimeAverage(const std::vector<OccupancyRow>& rows, double (*value)(const OccupancyRow&))
{
    const double sum =
        std::accumulate(rows.begin(), rows.end(), 0.0, [value](double before, const auto& row) {
            return before + value(row) * (row.endUs - row.beginUs);
        });
    return sum / (rows.back().endUs - rows.front().beginUs);
}

/// @return what a page of --report shows
json
DataOf(const std::string& report)
{
    const std::string page = ReadBytes(report);
    const std::string mark = "type=\"application/json\">";
    const std::size_t from = page.find(mark) + mark.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

} // namespace

/// A scenario that is recorded.
class Recording : public ScenarioProgram
{
  protected:
    /// @return the one row of the results
    json Row() const
    {
        return json::parse(ReadTextFile(m_out + "/result.json"))["rows"][0];
    }

    /// Runs a system, with recordings and further arguments.
    void Record(const std::string& system, const std::vector<std::string>& more = {})
    {
        std::vector<std::string> arguments{"--config=" + m_scenario,
                                           "--quiet",
                                           "--force",
                                           "--system=" + system,
                                           "--out=" + m_out,
                                           "--timeline=" + m_timeline,
                                           "--occupancy=" + m_occupancy};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CallResult outcome = Call(arguments);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
    }

    std::string m_scenario =
        m_directory.Write("scenario.json", OnPaper(kScenario));  ///< what is run
    std::string m_timeline = m_directory.Path("timeline.json");  ///< a recording
    std::string m_occupancy = m_directory.Path("occupancy.csv"); ///< another
};

/// A recording of a system.
class RecordingOfSystem : public Recording, public testing::WithParamInterface<const char*>
{
};

INSTANTIATE_TEST_SUITE_P(Systems,
                         RecordingOfSystem,
                         testing::Values("esa", "atp", "switchml", "panama"));

TEST_P(RecordingOfSystem, HasEverySpanOnceAndInTurn)
{
    for (const std::string loss : {"0", "0.01"})
    {
        Record(GetParam(),
               {"--set=recovery.enabled=true", "--set=faults.every_link.loss_probability=" + loss});
        const TimelineFile timeline = ReadTimeline(m_timeline);
        SCOPED_TRACE("loss " + loss);
        EXPECT_TRUE(timeline.isComplete);
        for (const auto& [track, spans] : timeline.tracks)
        {
            EXPECT_TRUE(AreInTurn(spans)) << "track " << track;
        }
        const std::size_t iterations = kIterationsOfAll * kWorkersOfAll;
        EXPECT_EQ(timeline.Spans("job iteration").size(), kIterationsOfAll * kJobs);
        EXPECT_EQ(timeline.Spans("iteration").size(), iterations);
        EXPECT_EQ(timeline.Spans("computation").size(), iterations * kLayers);
        EXPECT_EQ(timeline.Spans("communication").size(), iterations * kPartitions);
        for (const TimelineSpan& span : timeline.Spans("communication"))
        {
            EXPECT_EQ(span.arguments["missing_results"], 0);
        }
    }
}

TEST_P(RecordingOfSystem, AgreesWithTheResult)
{
    Record(GetParam());
    const json row = Row();
    const TimelineFile timeline = ReadTimeline(m_timeline);
    double jctNs = 0;
    for (const TimelineSpan& span : timeline.Spans("job iteration"))
    {
        jctNs += static_cast<double>(span.endNs - span.beginNs) / (kIterationsOfAll * kJobs);
    }
    EXPECT_NEAR(jctNs / 1e6, row["jct_ms"], 1e-9);
    const double computeNs = 7000;
    double computedNs = 0;
    for (const TimelineSpan& span : timeline.Spans("computation"))
    {
        computedNs += static_cast<double>(span.endNs - span.beginNs);
    }
    EXPECT_EQ(computedNs, computeNs * kIterationsOfAll * kWorkersOfAll);

    const auto rows = ReadOccupancy(m_occupancy);
    ASSERT_GT(rows.size(), 5u);
    const double pool = rows[0].free;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const auto& one = rows[i];
        EXPECT_NEAR(one.free + one.aggregating + one.waiting, pool, 1e-9) << "row " << i;
        EXPECT_LT(one.beginUs, one.endUs);
        EXPECT_EQ(one.beginUs, i > 0 ? rows[i - 1].endUs : one.beginUs);
    }
    const double waiting = TimeAverage(rows, [](const auto& one) { return one.waiting; });
    const double aggregating = TimeAverage(rows, [](const auto& one) { return one.aggregating; });
    EXPECT_NEAR(waiting + aggregating, row["mean_occupied"], 1e-3);
    EXPECT_NEAR(waiting,
                row["waiting_share"].get<double>() * row["aggregators"].get<double>(),
                1e-3);
    EXPECT_EQ(waiting > 0, GetParam() == std::string("atp"));
    EXPECT_GT(aggregating, 0);
}

TEST_P(RecordingOfSystem, ChangesNoResult)
{
    Record(GetParam());
    const auto with = Reproducible(m_out + "/result.csv");
    ASSERT_EQ(Call({"--config=" + m_scenario,
                    "--quiet",
                    "--force",
                    "--set=engine=ns3",
                    std::string("--system=") + GetParam(),
                    "--out=" + m_out})
                  .code,
              0);
    EXPECT_EQ(Reproducible(m_out + "/result.csv"), with);
}

TEST_F(Recording, HasTheBackwardParts)
{
    m_scenario = m_directory.Write("backward.json", R"({
        "iterations": 3, "topology": {"hosts": 2},
        "jobs": {"count": 1, "workers": 2, "workload": "T"},
        "dnns": {"T": {"layers": [{"forward_us": 5, "backward_us": 7},
                                  {"forward_us": 2, "backward_us": 3}],
                       "partitions": [{"layer": 2, "bytes": 1000}, {"layer": 1, "bytes": 1000}],
                       "comm_comp_ratio": 1}}})");
    Record("esa");
    const TimelineFile timeline = ReadTimeline(m_timeline);
    std::map<int64_t, std::size_t> lengthsNs;
    for (const TimelineSpan& span : timeline.Spans("computation"))
    {
        ++lengthsNs[span.endNs - span.beginNs];
    }
    const std::size_t each = 3 * 2; // iterations, workers
    EXPECT_EQ(
        lengthsNs,
        (std::map<int64_t, std::size_t>{{2000, each}, {3000, each}, {5000, each}, {7000, each}}));
    for (const auto& [track, spans] : timeline.tracks)
    {
        EXPECT_TRUE(AreInTurn(spans)) << "track " << track;
    }
    // back to front: the iteration's first span, from its start
    const TimelineSpan iteration = timeline.Spans("iteration").front();
    const TimelineSpan first = timeline.Spans("computation").front();
    EXPECT_EQ(first.beginNs, iteration.beginNs);
    EXPECT_EQ(first.endNs - first.beginNs, 3000);
}

TEST_F(Recording, HasCounters)
{
    Record("atp", {"--sample-us=1", "--set=window.max_packets=300"});
    const TimelineFile timeline = ReadTimeline(m_timeline);
    for (int worker = 0; worker < 3; ++worker)
    {
        const auto& windows =
            timeline.counters.at("run/job 0/worker " + std::to_string(worker) + "/window");
        EXPECT_EQ(windows.front(), 200);
        EXPECT_EQ(windows.back(), 300);
    }
    EXPECT_GT(timeline.counters.at("run/job 1/queue at the PS").size(), 10u);
    const auto rows = ReadOccupancy(m_occupancy);
    const auto& aggregating = timeline.counters.at("run/switch/aggregators: partial sum");
    const auto& waiting = timeline.counters.at("run/switch/aggregators: complete sum, waiting");
    ASSERT_EQ(aggregating.size(), rows.size());
    ASSERT_EQ(waiting.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        EXPECT_EQ(aggregating[i], rows[i].aggregating);
        EXPECT_EQ(waiting[i], rows[i].waiting);
        EXPECT_TRUE(i == 0 || i + 1 == rows.size() ||
                    std::abs(rows[i].endUs - rows[i].beginUs - 1) < 1e-9);
    }

    Record("switchml", {"--set=window.switchml_max_packets=40"});
    const TimelineFile slots = ReadTimeline(m_timeline);
    EXPECT_EQ(slots.counters.at("run/job 1/worker 0/window"), std::vector<double>{40});
}

TEST_F(Recording, HasAnArrowFromEachPreemptionToTheResult)
{
    Record("esa", {"--set=switch.memory_bytes=5000"});
    const TimelineFile timeline = ReadTimeline(m_timeline);
    std::map<uint64_t, int64_t> resultNs;
    uint64_t preemptions = 0;
    for (const TimelineSpan& one : timeline.instants)
    {
        const std::string& path = timeline.rows.at(one.track).path;
        if (path == "run/job 0/results after preemptions" ||
            path == "run/job 1/results after preemptions")
        {
            EXPECT_TRUE(one.isFlowEnd);
            EXPECT_TRUE(resultNs.emplace(one.flow, one.beginNs).second) << "one result a task";
        }
    }
    for (const TimelineSpan& one : timeline.instants)
    {
        if (timeline.rows.at(one.track).path == "run/switch/preemptions")
        {
            ++preemptions;
            EXPECT_FALSE(one.isFlowEnd);
            EXPECT_EQ(one.arguments["switch"], "rack0");
            ASSERT_EQ(resultNs.count(one.flow), 1u) << "task " << one.arguments["task"];
            EXPECT_LT(one.beginNs, resultNs[one.flow]);
        }
    }
    EXPECT_GT(preemptions, 0u);
    EXPECT_EQ(preemptions, Row()["preemptions"]);
}

TEST_P(RecordingOfSystem, CountsEachFragmentOnceInItsReport)
{
    const std::string report = m_directory.Path("run.html");
    for (const std::string racks : {"1", "2"})
    {
        SCOPED_TRACE("racks " + racks);
        Record(GetParam(),
               {"--report=" + report,
                "--set=topology.racks=" + racks,
                "--set=placement.racks_per_job=" + racks});
        const json data = DataOf(report);
        uint64_t fragments = 0;
        uint64_t sums = 0; // those of groups, which are fragments of the group above
        for (const json& flow : data["fates"][0][1])
        {
            fragments += flow[2].get<uint64_t>();
            EXPECT_NE(flow[0], "left over");
            sums += flow[1] == "next group" ? 1 : 0;
        }
        const json row = Row();
        if (racks == "1")
        {
            EXPECT_EQ(fragments, row["results_checked"]) << "a result for each fragment";
            EXPECT_EQ(sums, 0u);
        }
        else
        {
            EXPECT_GT(fragments, row["results_checked"]);
            EXPECT_EQ(sums, 1u);
        }
        double occupied = 0;
        const json& borders = data["borders"];
        for (std::size_t part = 0; part < data["memory"].size(); ++part)
        {
            const json& memory = data["memory"][part];
            occupied += (memory[0].get<double>() + memory[1].get<double>()) *
                        (borders[part + 1].get<double>() - borders[part].get<double>());
        }
        const double spanUs = borders.back().get<double>() - borders[0].get<double>();
        EXPECT_NEAR(occupied / spanUs, row["mean_occupied"], 0.1);
        uint64_t aggregators = 0;
        for (const json& node : data["switches"])
        {
            aggregators += node[3].get<uint64_t>();
        }
        EXPECT_EQ(aggregators, row["aggregators"]);
    }
}

TEST_F(Recording, ShowsSumsInSwitchesAlsoIfOtherJobsFallBack)
{
    const std::string report = m_directory.Path("run.html");
    Record("sharp", {"--report=" + report});
    const json data = DataOf(report);
    uint64_t fragments = 0;
    for (const json& flow : data["fates"][0][1])
    {
        fragments += flow[2].get<uint64_t>();
    }
    EXPECT_EQ(fragments * kJobs, Row()["results_checked"]) << "one job holds the tree";
    EXPECT_FALSE(data["memory"].empty());
}

TEST_F(Recording, OfLoadsAddsUpToTheUtilization)
{
    const std::string links = m_directory.Path("links.csv");
    Record("atp", {"--links=" + links, "--sample-us=0.5"});
    const std::vector<std::string> lines = Lines(ReadTextFile(links));
    const std::vector<std::string> head = Cells(lines[0]);
    ASSERT_EQ(head.back(), "load");
    ASSERT_GT(lines.size(), 10u);
    for (std::size_t line = 1; line < lines.size(); ++line)
    {
        const std::vector<std::string> cells = Cells(lines[line]);
        std::istringstream parts(cells.back());
        double sum = 0;
        std::size_t count = 0;
        for (std::string load; std::getline(parts, load, ';'); ++count)
        {
            EXPECT_LE(std::stod(load), 1);
            sum += std::stod(load);
        }
        EXPECT_LE(count, 200u);
        EXPECT_GE(count, 100u);
        EXPECT_NEAR(sum / static_cast<double>(count), std::stod(cells[3]), 0.02) << cells[0];
    }
}

TEST_F(Recording, OrdersItsTracks)
{
    Record("esa");
    const TimelineFile timeline = ReadTimeline(m_timeline);
    std::map<uint64_t, std::vector<std::string>> children;
    for (const auto& [track, row] : timeline.rows)
    {
        EXPECT_EQ(row.rank, children[row.above].size()) << row.path;
        children[row.above].push_back(row.name);
        EXPECT_EQ(row.ordersChildren, row.unit.empty()) << row.path;
    }
    EXPECT_EQ(children[1], (std::vector<std::string>{"switch", "job 0", "job 1"}));
    for (const auto& [track, row] : timeline.rows)
    {
        if (row.name == "window" || row.name == "queue at the PS")
        {
            EXPECT_EQ(row.unit, row.name == "window" ? "packets" : "bytes");
        }
    }
}

/// @return the name of a recording of a part of a run
std::string
Interrupted(const std::string& path)
{
    const std::filesystem::path whole(path);
    return (whole.parent_path() / whole.stem()).string() + "-interrupted" +
           whole.extension().string();
}

TEST_F(Recording, OfARunThatEndsEarlyIsWholeAndHasAnotherName)
{
    const ValidScenario scenario = ParseScenario(OnPaper(kScenario), "SCENARIO", {}).scenario;
    volatile std::sig_atomic_t interrupted = 0;
    RunControl control;
    control.interrupted = &interrupted;
    control.recording.timeline = m_timeline;
    control.recording.occupancy = m_occupancy;
    control.progress = [&interrupted](double fraction) { interrupted = fraction > 0.4; };
    EXPECT_FALSE(RunScenario(scenario, "esa", 1, control));
    EXPECT_FALSE(std::filesystem::exists(m_timeline) || std::filesystem::exists(m_occupancy))
        << "they would seem to be of the whole run";
    const TimelineFile timeline = ReadTimeline(Interrupted(m_timeline));
    EXPECT_FALSE(timeline.isComplete);
    EXPECT_LT(timeline.Spans("iteration").size(), kIterationsOfAll * kWorkersOfAll);
    const auto spans = timeline.Spans("communication");
    EXPECT_TRUE(std::any_of(spans.begin(), spans.end(), [](const TimelineSpan& span) {
        return span.arguments["missing_results"] > 0;
    }));
    EXPECT_GT(ReadOccupancy(Interrupted(m_occupancy)).size(), 1u);
}

TEST_F(Recording, ShowsWhereARunIsStuck)
{
    const CallResult outcome = Call({"--config=" + m_scenario,
                                     "--system=esa",
                                     "--set=link.queue_bytes=20000",
                                     "--stall-after=0.1",
                                     "--timeline=" + m_timeline});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_FALSE(ReadTimeline(m_timeline).isComplete);
}

// Paths that esa-scenario accepts for --timeline and --occupancy, and paths that it refuses.

/// Recordings of the tiny scenario.
class RecordingPaths : public ScenarioProgram
{
  protected:
    std::string m_timeline = m_directory.Path("timeline.json"); ///< named by --timeline
};

TEST_F(RecordingPaths, NamesTheFilesOfSeveralRuns)
{
    const std::vector<std::string> arguments{"--config=" + m_config,
                                             "--quiet",
                                             "--seed=1,2",
                                             "--timeline=" + m_timeline,
                                             "--occupancy=" + m_directory.Path("o.d/occupancy")};
    EXPECT_EQ(Call(arguments).code, 2);
    std::filesystem::create_directory(m_directory.Path("o.d"));
    ASSERT_EQ(Call(arguments).code, 0);
    for (const std::string run : {"esa-1", "atp-1", "esa-2", "atp-2"})
    {
        EXPECT_TRUE(ReadTimeline(m_directory.Path("timeline-" + run + ".json")).isComplete);
        EXPECT_FALSE(ReadOccupancy(m_directory.Path("o.d/occupancy-" + run)).empty());
    }
    EXPECT_FALSE(std::filesystem::exists(m_timeline));
}

TEST_F(RecordingPaths, RefusesToOverwrite)
{
    m_directory.Write("timeline-atp-1.json", "mine");
    std::vector<std::string> arguments{"--config=" + m_config,
                                       "--quiet",
                                       "--timeline=" + m_timeline};
    const CallResult refused = Call(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(HasText(refused.err, "timeline-atp-1.json: exists already"));
    EXPECT_EQ(ReadTextFile(m_directory.Path("timeline-atp-1.json")), "mine");
    EXPECT_FALSE(std::filesystem::exists(m_directory.Path("timeline-esa-1.json")));
    arguments.emplace_back("--force");
    EXPECT_EQ(Call(arguments).code, 0);
    EXPECT_TRUE(ReadTimeline(m_directory.Path("timeline-atp-1.json")).isComplete);
}

TEST_F(RecordingPaths, BadOptions)
{
    const std::string file = "--timeline=" + m_timeline;
    const std::vector<std::pair<std::vector<std::string>, std::string>> calls{
        {{"--timeline", ""}, "--timeline: needs a value"},
        {{"--timeline", m_directory.Path("missing/file")}, "cannot be written"},
        {{"--timeline", m_directory.Path("")}, "is a directory"},
        {{file, "--occupancy=" + m_directory.Path("./timeline.json")},
         "is the same file as that of --timeline"},
        {{"--sample-us=5"}, "is allowed with --timeline, --report, --occupancy or --links only"},
        {{file, "--sample-us", ""}, "--sample-us: needs a value"},
        {{"--switches=switches.csv", "--sample-us=5"},
         "is allowed with --timeline, --report, --occupancy or --links only"},
        {{file, "--sample-us=0.001", "--set=jobs.start_max_us=20000"},
         "it must be at least 0.002 "},
        {{file, "--sample-us=0"}, "--sample-us 0: is not allowed"},
        {{file, "--sample-us=1e7"}, "--sample-us 1e7: is not allowed"},
        {{file, "--sample-us=soon"}, "--sample-us soon: is not allowed"},
    };
    for (const auto& [arguments, message] : calls)
    {
        ExpectRefused(arguments, {message});
        EXPECT_FALSE(std::filesystem::exists(m_timeline));
    }
}

} // namespace ns3::esa::test
