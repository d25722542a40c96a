// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/esa-results.h"
#include "ns3/esa-terminal.h"

#include <chrono>
#include <iterator>
#include <map>
#include <regex>

namespace ns3::esa::test
{

using nlohmann::json;

namespace
{

RunResult
MakeResult(const std::string& system, uint32_t seed, double jctMs)
{
    RunResult result;
    result.system = system;
    result.jobs = 2;
    result.workers = 8;
    result.workload = "AB";
    result.seed = seed;
    result.run = 1;
    result.iterations = 2;
    result.jctMs = jctMs;
    result.jctMsPerJob = {0.1, 2};
    result.utilization = 1.0 / 3;
    result.aggregators = 18939;
    result.collisions = 18446744073709551615U;
    result.wallS = 0.5;
    return result;
}

const json kConfig = {{"name", "n"}, {"description", "d"}, {"link", {{"delay_us", 5}}}};

} // namespace

TEST(ConfigHash, Golden)
{
    // If this value changes, stored results can no longer be found by their hash.
    EXPECT_EQ(ConfigHash(ParseScenario(OnPaper("{}"), "FILE").effective, {}), "17984724c86d20fa");
}

TEST(ConfigHash, DependsOnWhatDecidesResultsOnly)
{
    const std::string hash = ConfigHash(kConfig, {});
    json renamed = kConfig;
    renamed["name"] = "other";
    renamed["description"] = "other";
    renamed["engine"] = "packet";
    EXPECT_EQ(ConfigHash(renamed, {}), hash);
    EXPECT_EQ(ConfigHash(kConfig, {"--SchedulerType=ns3::MapScheduler"}), hash);

    json slower = kConfig;
    slower["link"]["delay_us"] = 6;
    EXPECT_NE(ConfigHash(slower, {}), hash);
    EXPECT_NE(ConfigHash(kConfig, {"--ns3::A::B=1"}), hash);
    EXPECT_EQ(ConfigHash(kConfig, {"--ns3::A::B=1", "--ns3::C::D=2"}),
              ConfigHash(kConfig, {"--ns3::C::D=2", "--ns3::A::B=3", "--ns3::A::B=1"}));
}

TEST(ConfigHash, DependsOnTheContentsOfTracesAndNotOnTheirPaths)
{
    const TemporaryDirectory directory;
    const auto hash = [&directory](const std::string& path, const std::string& text) {
        json config = kConfig;
        config["execution"]["traces"] = {path};
        const std::string written = directory.Write(path, text);
        return ConfigHash(config, {}, {HashOfFiles({written, written})});
    };
    const std::string first = hash("a", "some nodes");
    EXPECT_EQ(hash("b", "some nodes"), first);
    EXPECT_NE(hash("a", "other nodes"), first);
    const std::string one = directory.Write("one", "xy");
    const std::string two = directory.Write("two", "z");
    const std::string three = directory.Write("three", "x");
    const std::string four = directory.Write("four", "yz");
    EXPECT_NE(HashOfFiles({one, two}), HashOfFiles({three, four}));
}

TEST(ResultColumns, StormsAreThereWithPausesOnly)
{
    RunResult result = MakeResult("esa", 1, 2);
    EXPECT_FALSE(JsonRow(result).contains("pause_storms"));
    result.pauseStorms = 0;
    EXPECT_EQ(JsonRow(result)["pause_storms"], 0);
}

TEST(ResultColumns, HeaderBeginsWithTheSettingsAndEndsWithTheWallTime)
{
    const std::string header = CsvHeader();
    EXPECT_TRUE(BeginsWith(header,
                           "system,jobs,workers,workload,seed,run,iterations,jct_ms,jct_ms_per_job,"
                           "utilization,aggregators,mean_occupied,collisions,"));
    EXPECT_EQ(header.substr(header.rfind(',')), ",wall_s");
}

TEST(ResultColumns, TableHasAMeaningForEach)
{
    const std::string table = TableOfColumns();
    for (const std::string& name : Cells(CsvHeader()))
    {
        const auto place = table.find("\n``" + name + "`` ");
        ASSERT_NE(place, std::string::npos) << name;
        const std::string row = table.substr(place + 1, table.find('\n', place + 1) - place - 1);
        EXPECT_TRUE(std::regex_match(row, std::regex("``[a-z0-9_]+`` +[^ ].*[^ ]"))) << row;
        EXPECT_LE(row.size(), table.find('\n')) << row;
    }
}

TEST(ResultColumns, RowIsExact)
{
    const std::string row = CsvRow(MakeResult("esa", 3, 2.28));
    EXPECT_TRUE(BeginsWith(row,
                           "esa,2,8,AB,3,1,2,2.28,0.1;2,0.3333333333333333,18939,0,"
                           "18446744073709551615,0,"));
    EXPECT_EQ(row.substr(row.rfind(',')), ",0.5");
}

TEST(ResultColumns, NumbersReadBackAsTheSame)
{
    for (const double number : {0.1, 1.0 / 3, 2.2801234567890123, 1e-300, 5e6, 0.0})
    {
        EXPECT_EQ(std::stod(FormatNumber(number)), number);
    }
    EXPECT_EQ(FormatNumber(0.1), "0.1");
    EXPECT_EQ(FormatNumber(2), "2");
}

TEST(ResultColumns, BothFilesHaveTheSameColumns)
{
    RunResult result = MakeResult("esa", 1, 2);
    result.iterationMs = {{1, 3}, {2, 6}};
    result.jobMs = {4.5, 8};
    result.groups = 2;
    result.hostSummed = {{1, {}, 4}};
    result.workersLeft = {8, 7};
    const auto row = JsonRow(result);
    const auto columns = Cells(CsvHeader());
    const auto cells = Cells(CsvRow(result));
    ASSERT_EQ(columns.size(), cells.size());
    std::map<std::string, std::string> csv;
    for (std::size_t i = 0; i < columns.size(); i++)
    {
        csv[columns[i]] = cells[i];
        EXPECT_EQ(row.contains(columns[i]), !cells[i].empty()) << columns[i];
    }
    EXPECT_EQ(csv.size(), columns.size()) << "each name stands once";
    EXPECT_EQ(csv["iteration_ms"], "1 3;2 6");
    EXPECT_EQ(csv["workers_left"], "8;7");
    EXPECT_EQ(csv["groups_summed_in_hosts"].front(), '"');
    EXPECT_EQ(csv["jct_payload_ms"], "");
}

TEST(ResultColumns, JsonHasTheTimesOfIterationsAndJobs)
{
    RunResult result = MakeResult("esa", 1, 2);
    result.iterationMs = {{1, 3}, {2, 6}};
    result.jobMs = {4.5, 8};
    result.makespanMs = 9;
    const auto row = JsonRow(result);
    EXPECT_EQ(row["iteration_ms"].dump(), "[[1.0,3.0],[2.0,6.0]]");
    EXPECT_EQ(row["iteration_mean_ms"], 3.0);
    EXPECT_EQ(row["iteration_median_ms"], 2.0);
    EXPECT_EQ(row["iteration_max_ms"], 6.0);
    EXPECT_EQ(row["job_jct_ms"].dump(), "[4.5,8.0]");
    EXPECT_EQ(row["job_jct_mean_ms"], 6.25);
    EXPECT_EQ(row["job_jct_min_ms"], 4.5);
    EXPECT_EQ(row["makespan_ms"], 9.0);
    EXPECT_FALSE(row.contains("queueing_mean_ms")) << "there is no job trace";
}

TEST(ResultWriter, AppendsRowsAndWritesJsonAtTheEnd)
{
    const TemporaryDirectory directory;
    const std::string out = directory.Path("a/b");
    ResultWriter writer(out, false, {kConfig, {"--ns3::A::B=1"}});
    const auto readJson = [&out] { return json::parse(ReadTextFile(out + "/result.json")); };
    EXPECT_FALSE(std::filesystem::exists(out + "/result.csv")) << "nothing has run";

    const RunResult result = MakeResult("atp", 1, 3);
    writer.Add(result);
    const std::string rows = CsvHeader() + "\n" + CsvRow(result) + "\n";
    EXPECT_EQ(ReadTextFile(out + "/result.csv"), rows);
    EXPECT_FALSE(std::filesystem::exists(out + "/result.json"));
    writer.Add(result);
    EXPECT_EQ(ReadTextFile(out + "/result.csv"), rows + CsvRow(result) + "\n");
    EXPECT_EQ(writer.Rows(), 2U);

    writer.End(true);
    EXPECT_EQ(readJson()["rows"][1]["jct_ms"], 3.0);
    EXPECT_EQ(readJson()["needs_switches"].dump(), R"({"atp":true})");
    EXPECT_EQ(readJson()["complete"], true);
    EXPECT_EQ(readJson()["config_hash"], ConfigHash(kConfig, {"--ns3::A::B=1"}));
    EXPECT_EQ(readJson()["ns3_arguments"], json::parse(R"(["--ns3::A::B=1"])"));
    EXPECT_TRUE(readJson().contains("module_version") && readJson().contains("ns3_version"));
    const std::filesystem::directory_iterator files(out);
    EXPECT_EQ(std::distance(begin(files), end(files)), 2);
}

TEST(ResultWriter, KeepsEarlierResultsUnlessForced)
{
    for (const std::string name : {"result.csv", "result.json"})
    {
        const TemporaryDirectory directory;
        directory.Write(name, "earlier");
        EXPECT_THROW(ResultWriter(directory.Path(""), false, {kConfig, {}}), ScenarioError);
        EXPECT_EQ(ReadTextFile(directory.Path(name)), "earlier");
        ResultWriter writer(directory.Path(""), true, {kConfig, {}});
        EXPECT_EQ(ReadTextFile(directory.Path(name)), "earlier") << "nothing has run";
        writer.Add(MakeResult("esa", 1, 2));
        EXPECT_EQ(std::filesystem::exists(directory.Path(name)), name == "result.csv")
            << "result.json would be of other rows";
        writer.End(false);
        EXPECT_NE(ReadTextFile(directory.Path(name)), "earlier");
    }
}

TEST(ResultWriter, RefusesWhatCannotBeADirectory)
{
    const TemporaryDirectory directory;
    const std::string file = directory.Write("file", "");
    EXPECT_THROW(ResultWriter(file, false, {kConfig, {}}), ScenarioError);
    EXPECT_THROW(ResultWriter(file + "/below", false, {kConfig, {}}), ScenarioError);
    std::filesystem::create_directories(directory.Path("out/result.csv"));
    EXPECT_THROW(ResultWriter(directory.Path("out"), true, {kConfig, {}}), ScenarioError);
    EXPECT_FALSE(std::filesystem::exists(directory.Path("out/result.json")));
}

TEST(ResultTable, MeansSpreadAndRatio)
{
    const ValidScenario scenario =
        ValidScenarioOf(R"({"name": "T", "systems": ["atp", "esa"], "seeds": [1, 2, 3]})");
    std::ostringstream out;
    PrintResultTable(out,
                     scenario,
                     {MakeResult("atp", 1, 3), MakeResult("esa", 1, 2), MakeResult("atp", 2, 5)});
    EXPECT_TRUE(BeginsWith(out.str(), "T: 8 jobs x 8 workers, workload A, 2 iterations, seeds"));
    // ATP's mean is over both of its seeds, but the ratio uses only the seed that ESA has run, too.
    EXPECT_TRUE(HasText(out.str(), "\natp     4.0000 +- 12.7062  1.500  0.333"));
    EXPECT_TRUE(HasText(out.str(), "\nesa                2.0000  1.000"));
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);)
    {
        EXPECT_LE(line.size(), 110u);
    }
}

TEST(ResultTable, TellsWhatIsUnusualInACluster)
{
    const auto headingOf = [](const std::string& more) {
        const std::string text = R"({"name": "T", "jobs": {"count": 1, "workers": 16},
            "topology": {"kind": "fat_tree"}, )" +
                                 more + "}";
        std::ostringstream out;
        PrintResultTable(out, ParseScenario(text, "FILE").scenario, {MakeResult("esa", 1, 2)});
        return out.str().substr(0, out.str().find("\n\n"));
    };
    const std::string usual =
        "T: 1 job x 16 workers, in 8 of 8 racks, workload A, 2 iterations, seed 1";
    EXPECT_EQ(headingOf(R"("systems": ["esa"])"), usual + ", PSes beside workers");
    EXPECT_EQ(headingOf(R"("systems": ["ring"])"), usual) << "which has no PS";
    EXPECT_EQ(headingOf(R"("systems": ["ring"], "dnns": {
                  "A": {"model": "resnet50", "slice": 0.05}, "C": {"model": "vgg16", "slice": 0.1}})"),
              usual + "\nDNN A is a slice of its model: 0.05 of its parameters and of its "
                      "computation; --estimate finds whether it is too small")
        << "no job trains C";
}

TEST(ResultColumns, JsonSaysThatASliceWasSimulated)
{
    RunResult result = MakeResult("esa", 1, 2);
    EXPECT_FALSE(JsonRow(result).contains("slice"));
    result.slice = 0.05;
    EXPECT_EQ(JsonRow(result)["slice"], 0.05);
}

TEST(ResultTable, WithoutEsaThereIsNoRatio)
{
    std::ostringstream out;
    PrintResultTable(out,
                     ParseScenario(R"({"systems": ["atp"]})", "FILE").scenario,
                     {MakeResult("atp", 1, 3)});
    EXPECT_TRUE(HasText(out.str(), "atp             3.0000      -"));
    EXPECT_FALSE(HasText(out.str(), "nan"));
}

TEST(ProgressLine, SaysHowFarAndHowLong)
{
    std::ostringstream out;
    ProgressLine progress(out, true, 4);
    const ProgressLine::Time start{std::chrono::hours(1)};
    progress.BeginRun("esa, seed 1", start);
    EXPECT_EQ(out.str(), "\rrun 1 of 4 (esa, seed 1): 0 %");
    progress.Update(0.5, start + std::chrono::milliseconds(50)); // too soon after the last one
    progress.Update(0.5, start + std::chrono::seconds(10));
    EXPECT_TRUE(HasText(out.str(), "12 %, 1 min 10 s left"));
    progress.BeginRun("atp, seed 1", start + std::chrono::seconds(20));
    EXPECT_TRUE(HasText(out.str(), "\rrun 2 of 4 (atp, seed 1): 25 %, 1 min 0 s left"));
    progress.Clear();
    EXPECT_EQ(out.str().back(), '\r');
}

TEST(ProgressLine, IsSilentWhereItIsNotShown)
{
    std::ostringstream out;
    ProgressLine progress(out, false, 1);
    progress.BeginRun("esa");
    progress.Update(1);
    progress.Clear();
    EXPECT_EQ(out.str(), "");
}

} // namespace ns3::esa::test
