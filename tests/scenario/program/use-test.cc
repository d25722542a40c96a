// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What users of other tools type, and what the program answers.

#include "scenario/program/program-call.h"
#include "scenario/traces/chakra-files.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-results.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// The working directory, for the time of a test.
class WorkingDirectory
{
  public:
    explicit WorkingDirectory(const std::string& path)
        : m_former(std::filesystem::current_path())
    {
        std::filesystem::current_path(path);
    }

    ~WorkingDirectory()
    {
        std::filesystem::current_path(m_former);
    }

  private:
    std::filesystem::path m_former; ///< before the test
};

/// A variable of the environment, for the time of a test.
class Environment
{
  public:
    Environment(const char* name, const char* value)
        : m_name(name)
    {
        setenv(name, value, 1);
    }

    ~Environment()
    {
        unsetenv(m_name);
    }

  private:
    const char* m_name; ///< of the variable
};

/// Expects that each run of a call uses more than a share of its links, and no more than there is.
void
ExpectUtilization(const json& rows, double least)
{
    for (const json& row : rows)
    {
        ASSERT_TRUE(row["utilization"].is_number()) << row["system"];
        EXPECT_GT(row["utilization"], least) << row["system"];
        EXPECT_LE(row["utilization"], 1) << row["system"];
    }
}

} // namespace

/// Calls whose results are read.
class ProgramResults : public ScenarioProgram
{
  protected:
    /// Calls the program, which has to succeed. @return the rows of result.json
    json RowsOf(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.end(), {"--quiet", "--force", "--out", m_out});
        const CallResult called = Call(arguments);
        EXPECT_EQ(called.code, 0) << testing::PrintToString(arguments) << called.err;
        return json::parse(ReadTextFile(m_out + "/result.json")).at("rows");
    }
};

TEST_F(ScenarioProgram, RefusesRoundsForWhatNeedsTheOrderOfEvents)
{
    for (const char* const option : {"--timeline", "--report", "--pcap"})
    {
        ExpectRefused({"--set", "engine=rounds", option, "file"},
                      {"engine: \"rounds\" is not allowed, as ", "\"ns3\" or \"auto\" is allowed"});
    }
}

TEST_F(ScenarioProgram, KnowsWhatIsMeant)
{
    ExpectRefused({"--set", "link.rate=1"}, {"did you mean rate_gbps?"});
    ExpectRefused({"--set", "link.delay=1"}, {"did you mean delay_us?"});
    ExpectRefused({"--system", "nccl"}, {"did you mean \"ring\" or \"double_tree\""});
    ExpectRefused({"--jobs", "4", "--workers", "8"}, {"; topology.hosts=32 makes room"});
    ExpectRefused({"--set", "dnns.A.model=llama2-70b"}, {"\"buckets\": \"ddp\"", "\"slice\""});
    const std::string sweep =
        m_directory.Write("s.json", R"({"name": "s", "axes": {"jobs": [1]}})");
    ExpectRefused({"--config", sweep}, {sweep + ": is a sweep; ./ns3 sweep " + sweep + " runs it"});
    const std::string trace = m_directory.Write("t.0.json", R"({"schema": "1.0.2-chakra"})");
    ExpectRefused({"--trace", trace},
                  {"is the file of one rank: must be " + m_directory.Path("t")});
    ExpectRefused({"--trace", m_directory.Path("t")},
                  {"./ns3 trace import " + m_directory.Path("t.*.json") + " --out"});
    const std::string profile = m_directory.Write("p.csv", "layer_index,numel\n");
    ExpectRefused({"--set", "dnns.A.model=" + profile},
                  {"./ns3 trace import " + profile + " --out " + m_directory.Path("p")});
}

TEST_F(ScenarioProgram, AFileThatCannotBeReadIsBadInput)
{
    ExpectRefused({"--config", "/proc/self/mem"}, {"/proc/self/mem: cannot be read: "});
}

TEST_F(ScenarioProgram, ATraceWithoutAFileHasTheDefaultsAndNotTheBuiltInComparison)
{
    const std::string trace = WriteRanks(m_directory, 2, {AllReduceOf(1, 8)});
    const CallResult result = Call({"--trace", trace, "--system=ring", "--print-config"});
    ASSERT_EQ(result.code, 0) << result.err;
    const json config = json::parse(result.out);
    EXPECT_EQ(config.at("switch").at("memory_bytes"), 5000000);
    EXPECT_EQ(config.at("name"), trace.substr(0, 60));
    EXPECT_FALSE(HasText(result.err, "is not used")) << "of fields that nobody has set";
}

TEST_F(ScenarioProgram, PathsOnTheCommandLineBeginInTheWorkingDirectory)
{
    const WorkingDirectory here(m_directory.Path(""));
    std::filesystem::create_directory("sub");
    std::filesystem::rename(m_config, "sub/s.json");
    m_directory.Write("model.json",
                      R"({"name": "m", "layers": [{"name": "l", "forward_us": 1, "backward_us": 1,
                                      "parameters": 1000}]})");
    WriteRanks(m_directory, 1, {ComputationOf(1, 8)});
    const std::vector<std::vector<std::string>> calls{
        {"--set", "dnns.T.model=model.json"},
        {"--set", R"(dnns={"T": {"model": "model.json"}})"},
        {"--trace", "t"},
        {"--set", R"(execution={"traces": ["t"]})"}};
    for (const auto& call : calls)
    {
        std::vector<std::string> arguments{"--config", "sub/s.json", "--validate"};
        arguments.insert(arguments.end(), call.begin(), call.end());
        const CallResult result = Call(arguments);
        EXPECT_EQ(result.code, 0) << testing::PrintToString(call) << result.err;
    }
    std::filesystem::rename("t.0.et", "sub/t.0.et");
    const CallResult missing = Call({"--config", "sub/s.json", "--validate", "--trace", "t"});
    EXPECT_EQ(missing.code, 2) << "the file beside the scenario is not the one that was typed";
    m_directory.Write("sub/t.json", R"({"execution": {"traces": ["t"]}})");
    EXPECT_EQ(Call({"--config", "sub/t.json", "--validate"}).code, 0);
    m_directory.Write("printed.json", Call({"--config", "sub/t.json", "--print-config"}).out);
    EXPECT_EQ(Call({"--config", "printed.json", "--validate"}).code, 0) << "it stands elsewhere";
}

TEST_F(ScenarioProgram, ANameMayLookLikeJson)
{
    const WorkingDirectory here(m_directory.Path(""));
    for (const std::string name : {"128", "-3", "1e3", "null", "true", "[1]", "\"q\""})
    {
        WriteRanks(m_directory, 1, {ComputationOf(1, 8)});
        std::filesystem::rename("t.0.et", name + ".0.et");
        const CallResult result = Call({"--validate", "--trace", name});
        EXPECT_EQ(result.code, 0) << result.err;
    }
    m_directory.Write("128", "submit_time,gpu_num,duration,model\n0,2,1,A\n");
    const CallResult result = Call({"--validate", "--set", "trace.file=128"});
    EXPECT_EQ(result.code, 0) << result.err;
}

TEST_F(ScenarioProgram, TakesSeedAndRunAsOtherProgramsOfNs3)
{
    const auto printed = [this](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"--print-config", "--config", m_config});
        const CallResult result = Call(arguments);
        EXPECT_EQ(result.code, 0) << result.err;
        return json::parse(result.out);
    };
    EXPECT_EQ(printed({"--RngRun=7", "--RngSeed=3"})["run"], 7);
    EXPECT_EQ(printed({"--RngRun=7", "--RngSeed=3"})["seeds"], json({3}));
    EXPECT_EQ(printed({"--RngRun=7", "--run=7", "--jobs="})["run"], 7);
    ExpectRefused({"--RngRun=7", "--run=8", "--config", m_config},
                  {"--RngRun=7: is not allowed beside --run 8: both set run"});
    ExpectRefused({"--RngSeed=7", "--set", "seeds=[7,8]", "--config", m_config},
                  {"--RngSeed=7: is not allowed beside --set seeds"});
    {
        const Environment variable("NS_GLOBAL_VALUE", "RngRun=9;RngSeed=2");
        EXPECT_EQ(printed({})["run"], 9);
        EXPECT_EQ(printed({"--RngRun=7"})["run"], 7);
    }
    {
        const Environment variable("NS_GLOBAL_VALUE", "NoValue=9");
        ExpectRefused({"--config", m_config}, {"NS_GLOBAL_VALUE NoValue=9"});
    }
    {
        const Environment variable("NS_GLOBAL_VALUE",
                                   "SimulatorImplementationType=ns3::DistributedSimulatorImpl");
        ExpectRefused({"--config", m_config}, {"must be one of ns3::DefaultSimulatorImpl"});
    }
    const Environment variable("NS_ATTRIBUTE_DEFAULT", "ns3::esa::EsaChannel::Delay=1ms");
    ExpectRefused({"--config", m_config}, {"--set link.delay_us=VALUE"});
}

/// Calls a function in a process whose parent has a name. @return what it returns, 0 to 255
int
InChildOf(const char* parent, const std::function<int()>& call)
{
    const auto wait = [](pid_t child) {
        int status = -1;
        waitpid(child, &status, 0);
        return WEXITSTATUS(status);
    };
    const pid_t launcher = fork();
    if (launcher == 0)
    {
        prctl(PR_SET_NAME, parent);
        const pid_t child = fork();
        _exit(child == 0 ? call() : wait(child));
    }
    return wait(launcher);
}

TEST_F(ScenarioProgram, IsOneProcessButMayRunInAPoolOfProcesses)
{
    std::string words;
    const auto codeOf = [&] {
        const CallResult called = Call({"--config", m_config, "--validate"});
        return called.code == 2 && !HasText(called.err, words) ? 1 : called.code;
    };
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    {
        const Environment variable(name, "2");
        words = std::string(name) + " 2: mpiexec is not allowed";
        EXPECT_EQ(InChildOf("mpiexec", codeOf), 2);
        EXPECT_EQ(InChildOf("hydra_pmi_proxy", codeOf), 2);
        EXPECT_EQ(InChildOf("python3", codeOf), 0) << "each process has a run of its own";
    }
    const Environment variable("PMI_SIZE", "1");
    EXPECT_EQ(InChildOf("mpiexec", codeOf), 0);
}

TEST_F(ScenarioProgram, EstimatesFromSlicesThatAgree)
{
    const CallResult called = Call({"--estimate",
                                    "--system=ring,esa",
                                    "--jobs=1",
                                    "--workers=2",
                                    "--seed=1,2",
                                    "--set=dnns.A.model=resnet50",
                                    "--set=jitter.mode=none",
                                    "--set=jobs.start_max_us=0"});
    EXPECT_EQ(called.code, 0) << called.err;
    EXPECT_TRUE(HasText(called.out, "The iteration time of two parts of your slice"));
    EXPECT_TRUE(HasText(called.out, "4 runs: about "));
    // Without jitter nearly all of an iteration is in proportion to its slice.
    const std::string row = called.out.substr(called.out.find("\nring ") + 1);
    std::istringstream words(row);
    std::string system;
    double slice = 0;
    double small = 0;
    double large = 0;
    double percent = 0;
    words >> system >> slice >> small >> large >> percent;
    EXPECT_GT(small, 0) << called.out;
    EXPECT_LT(percent, 5) << called.out;
    EXPECT_FALSE(HasText(called.out, "differ by more than")) << called.out;
    EXPECT_FALSE(HasText(called.out, "Your slice is too small")) << called.out;
    // A ring of eight has fourteen latencies, which are most of the time of so small a slice.
    const auto ofRing = [](const char* workers, const std::string& slice) {
        const CallResult estimate = Call({"--estimate",
                                          "--system=ring",
                                          "--jobs=1",
                                          std::string("--workers=") + workers,
                                          "--seed=1",
                                          "--set=dnns.A.model=resnet50",
                                          "--set=dnns.A.slice=" + slice});
        EXPECT_EQ(estimate.code, 0) << estimate.err;
        return estimate;
    };
    const auto rightOf = [](const CallResult& estimate) {
        const std::string text = "Slices that are right: dnns.A.slice=";
        const std::size_t at = estimate.out.find(text);
        EXPECT_TRUE(HasText(estimate.out, "Your slice is too small")) << estimate.out;
        return at == std::string::npos ? 0 : std::stod(estimate.out.substr(at + text.size()));
    };
    EXPECT_GT(rightOf(ofRing("8", "0.001")), 0.01);
    EXPECT_LT(rightOf(ofRing("8", "0.001")), 0.2);
    const double right = rightOf(ofRing("3", "0.001"));
    EXPECT_FALSE(HasText(ofRing("3", std::to_string(right)).out, "is too small"))
        << "two digits are not less than the slice that is right: " << right;
    const TemporaryDirectory folder;
    const std::string trace = MakeTrace(folder, "t", "--data 4 --model resnet50 --fsdp");
    const CallResult ofTrace = Call({"--estimate", "--trace", trace, "--system", "ring"});
    EXPECT_EQ(ofTrace.code, 0) << ofTrace.err;
    EXPECT_TRUE(HasText(ofTrace.out, "1 run: about ")) << ofTrace.out;
    ExpectRefused({"--estimate", "--config", m_config},
                  {"--estimate: is allowed only for jobs that train a model"});
}

TEST_F(ScenarioProgram, RefusesSystemsOfAProgramAsBadInput)
{
    SystemRecord record = *FindSystem("esa");
    testing::internal::CaptureStderr();
    std::string name = "mine";
    char* arguments[]{name.data(), nullptr};
    EXPECT_EQ(ScenarioMain(1, arguments, {record}), 2);
    EXPECT_TRUE(HasText(testing::internal::GetCapturedStderr(),
                        "mine: error: the system \"esa\" is registered"));
}

TEST_F(ScenarioProgram, TwoProgramsDoNotWriteIntoOneFolder)
{
    const json config = json::object();
    {
        const ResultWriter first(m_out, false, {config, {}});
        EXPECT_THROW(ResultWriter(m_out, false, {config, {}}), ScenarioError);
        EXPECT_THROW(ResultWriter(m_out, true, {config, {}}), ScenarioError);
    }
    EXPECT_NO_THROW(ResultWriter(m_out, false, {config, {}}));

    AtomicFile one(m_directory.Path("file"), false);
    AtomicFile other(m_directory.Path("file"), false);
    one.Stream() << "one";
    other.Stream() << "other";
    one.Commit();
    EXPECT_THROW(other.Commit(), std::runtime_error);
    EXPECT_EQ(ReadTextFile(m_directory.Path("file")), "one");
}

TEST(AtomicFile, GrowsByWholeParts)
{
    const TemporaryDirectory directory;
    AtomicFile file(directory.Path("a"), false);
    file.Stream() << "one\n";
    file.Commit();
    file.Stream() << "two\n";
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "one\n");
    file.Commit();
    EXPECT_EQ(ReadTextFile(directory.Path("a")), "one\ntwo\n");
}

TEST_F(ProgramResults, UtilizationIsAShareOfTheLinkThatAJobNeeds)
{
    // one worker sends nothing
    const std::string alone = m_directory.Write("alone.json", R"({
        "systems": ["ring", "byteps", "esa"], "iterations": 1,
        "topology": {"hosts": 4}, "jobs": {"count": 1, "workers": 1, "workload": "T"},
        "dnns": {"T": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
                       "partitions": [{"layer": 1, "bytes": 1000000}]}}})");
    for (const json& row : RowsOf({"--config", alone}))
    {
        ASSERT_TRUE(row["utilization"].is_number()) << row["system"];
        EXPECT_EQ(row["utilization"], 0) << row["system"];
    }
    EXPECT_FALSE(HasText(ReadTextFile(m_out + "/result.csv"), "inf"));

    // links of four times the usual rate
    const std::string graph = m_directory.Write("graph.json", R"({
        "systems": ["ring", "esa"], "iterations": 1,
        "topology": {"kind": "graph", "graph": {
            "nodes": [{"name": "a", "role": "host"}, {"name": "b", "role": "host"},
                      {"name": "c", "role": "host"}, {"name": "s", "role": "switch"}],
            "links": [{"between": ["a", "s"], "rate_gbps": 400},
                      {"between": ["b", "s"], "rate_gbps": 400},
                      {"between": ["c", "s"], "rate_gbps": 400}]}},
        "jobs": {"count": 1, "workers": 2, "workload": "T"}, "jitter": {"mode": "none"},
        "link": {"delay_us": 0.1},
        "window": {"max_packets": 0, "initial_packets": 10000},
        "dnns": {"T": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
                       "partitions": [{"layer": 1, "bytes": 20000000}]}}})");
    ExpectUtilization(RowsOf({"--config", graph}), 0.5);

    // Of a block of two workers, half crosses the link of each one.
    for (const std::string kind :
         {"reduce_scatter", "all_gather", "scatter", "gather", "all_to_all"})
    {
        SCOPED_TRACE(kind);
        ExpectUtilization(
            RowsOf({"--config", graph, "--system=ring", "--set=jobs.collective=" + kind}),
            0.5);
    }

    // The root has a slower link than the other worker, or a faster one.
    std::string text = ReadTextFile(graph);
    text.replace(text.find("400"), 3, "50");
    const std::string slow = m_directory.Write("slow.json", text);
    for (const std::string root : {"0", "1"})
    {
        SCOPED_TRACE("root " + root);
        const json rows =
            RowsOf({"--config", slow, "--set=jobs.collective=reduce", "--set=jobs.root=" + root});
        ExpectUtilization(rows, 0.5);
    }

    // messages both ways at a time
    const std::string both = "send 20000000b to %\nrecv 20000000b from %\n}\n";
    text = "num_ranks 2\nrank 0 {\n" + both + "rank 1 {\n" + both;
    for (const char* peer : {"1", "1", "0", "0"})
    {
        text.replace(text.find('%'), 1, peer);
    }
    const std::string trace = ImportGoal(m_directory, text);
    ExpectUtilization(RowsOf({"--trace", trace, "--iterations=1", "--system=ring"}), 0.5);
}

TEST_F(ProgramResults, CallsSumsOnlyWhatWasSummed)
{
    const auto checked = [](const std::vector<std::string>& args) {
        const std::string out = Call(args).out;
        const std::string before = "late sums. ";
        const std::size_t begin = out.find(before);
        return out.substr(begin == std::string::npos ? 0 : begin + before.size());
    };
    const std::string messages =
        ImportGoal(m_directory,
                   "num_ranks 2\nrank 0 {\nsend 4000b to 1\nsend 4b to 1 tag 2\n}\n"
                   "rank 1 {\nrecv 4000b from 0\nrecv 4b from 0 tag 2\n}\n");
    EXPECT_EQ(checked({"--trace", messages, "--iterations=3", "--system=esa"}),
              "Nothing was summed; all 6 messages arrived.\n");
    const auto of = [&checked](const std::vector<uint64_t>& operations) {
        const TemporaryDirectory folder;
        std::vector<ChakraNode> nodes;
        for (const uint64_t operation : operations)
        {
            nodes.push_back(AllReduceOf(nodes.size() + 1, 100));
            nodes.back().communicationType = operation;
        }
        return checked({"--trace", WriteRanks(folder, 2, nodes), "--iterations=1", "--system=esa"});
    };
    EXPECT_EQ(of({0}), "All 2 sums were exact.\n");
    EXPECT_EQ(of({0, 5}), "All 4 results were exact.\n");
    EXPECT_EQ(of({5}), "Nothing was summed; all 2 results were exact.\n");
}

TEST_F(ProgramResults, MemoryHasNoEffectWhereHostsSum)
{
    const auto timesWith = [this](const std::string& bytes) {
        std::vector<double> times;
        for (const json& row : RowsOf({"--config",
                                       m_config,
                                       "--system=ring,byteps",
                                       "--set=switch.memory_bytes=" + bytes}))
        {
            times.push_back(row["jct_ms"]);
            EXPECT_EQ(row["occupied_share"], 0);
        }
        return times;
    };
    EXPECT_EQ(timesWith("263"), timesWith("5000000"));
    ExpectRefused({"--config", m_config, "--set", "switch.memory_bytes=263"}, {"esa"});
}

TEST_F(ProgramResults, NamesGroupsThatHostsSum)
{
    const auto call = [this](const std::string& trees) {
        return std::vector<std::string>{"--config=" + m_config,
                                        "--system=sharp",
                                        "--set=sharp.trees_per_switch=" + trees};
    };
    const json row = RowsOf(call("1"))[0];
    EXPECT_EQ(row["groups"], 2);
    EXPECT_EQ(row["groups_summed_in_hosts"], json::parse(R"([{"job": 1, "all_reduces": 1}])"));
    EXPECT_TRUE(RowsOf(call("8"))[0]["groups_summed_in_hosts"].empty());
}

TEST_F(ScenarioProgram, NotesCollisionsOfAJobWithItselfOnlyIfItHasOneGroup)
{
    const auto hasNote = [this](const char* name, const std::string& ranks) {
        const CallResult called =
            Call({"--trace",
                  MakeTrace(m_directory, name, ranks + " --layer-bytes 200000"),
                  "--iterations=1",
                  "--system=esa",
                  "--set=switch.memory_bytes=26400",
                  "--set=window.max_packets=300",
                  "--set=window.initial_packets=300",
                  "--set=jitter.mode=packet",
                  "--set=jitter.max_us=5"});
        EXPECT_EQ(called.code, 0) << called.err;
        return HasText(called.err,
                       "switch.memory_bytes (esa) has room for 100 tasks, and the "
                       "window for 300: the job collides with itself");
    };
    EXPECT_TRUE(hasNote("one", "--data 4"));
    EXPECT_FALSE(hasNote("several", "--data 2 --tensor 2"));
}

TEST_F(ScenarioProgram, NotesPaddingOfTracesOnTheirField)
{
    const CallResult called = Call({"--trace",
                                    MakeTrace(m_directory, "tiny", "--data 4 --layer-bytes 4"),
                                    "--iterations=1",
                                    "--system=esa"});
    EXPECT_EQ(called.code, 0) << called.err;
    EXPECT_TRUE(HasText(called.err, "execution.traces (esa) makes packets longer")) << called.err;
}

TEST_F(ScenarioProgram, CountsCollectivesThatWaitForNothing)
{
    const auto warning = [this](const char* name, const std::string& nodes) {
        const std::string prefix = m_directory.Path(name);
        for (const char* const rank : {".0.et", ".1.et"})
        {
            std::ofstream(prefix + rank, std::ios::binary) << nodes;
        }
        const CallResult called =
            Call({"--trace", prefix, "--iterations", "1", "--system", "ring"});
        EXPECT_EQ(called.code, 0) << called.err;
        return called.err;
    };
    EXPECT_TRUE(HasText(warning("not", FileOf({ComputationOf(1, 10), AllReduceOf(2, 1000)})),
                        "2 collectives wait for nothing"));
    for (const std::string& quiet :
         {warning("ordered", FileOf({ComputationOf(1, 10), AllReduceOf(2, 1000, {1})})),
          warning("first", FileOf({NodeOf(1, ChakraType::Metadata), AllReduceOf(2, 1000)}))})
    {
        EXPECT_EQ(quiet.find("wait for nothing"), std::string::npos) << quiet;
    }
}

} // namespace ns3::esa::test
