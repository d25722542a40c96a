// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/program/program-call.h"

#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>

namespace ns3::esa::test
{

using nlohmann::json;

TEST_F(ScenarioProgram, Information)
{
    EXPECT_TRUE(HasText(Call({"--help"}).out, "--config"));
    EXPECT_TRUE(HasText(Call({"--help"}).out, "Exit codes"));
    EXPECT_TRUE(HasText(Call({"--version"}).out, "(ns-3 3"));
    EXPECT_TRUE(HasText(Call({"--list-systems"}).out, "esa "));
    EXPECT_TRUE(HasText(Call({"--list-systems"}).out, "\nstraw2 "));
    EXPECT_TRUE(json::parse(Call({"--print-schema"}).out).contains("properties"));
    EXPECT_EQ(Call({"--help", "--config", "/nowhere"}).code, 0);
}

TEST_F(ScenarioProgram, PrintedSchemaNamesTheSystemsThatReadAField)
{
    const json fields = json::parse(Call({"--print-schema"}).out)["properties"];
    EXPECT_EQ(fields["straw2"]["properties"]["preempt_probability"]["x-systems"], json({"straw2"}));
    // hosts that sum read it as well, for jobs that a switch does not admit
    EXPECT_FALSE(fields["byteps"]["properties"]["partition_bytes"].contains("x-systems"));
}

TEST_F(ScenarioProgram, PrintsEachFieldWithAllThatIsKnownOfIt)
{
    const json printed = json::parse(Call({"--print-fields"}).out);
    std::map<std::string, json> fields;
    for (const json& field : printed)
    {
        EXPECT_TRUE(fields.emplace(field.at("field").get<std::string>(), field).second) << field;
    }
    for (const std::string& pointer : ScenarioSchema::Get().FieldPointers())
    {
        EXPECT_EQ(fields.count(PathOfPointer(pointer)), pointer[1] == '$' ? 0U : 1U) << pointer;
    }
    const json& delay = fields.at("link.delay_us");
    EXPECT_EQ(delay.at("unit"), "us");
    EXPECT_EQ(delay.at("default"), 5);
    EXPECT_EQ(delay.at("runner"), "tasks");
    EXPECT_EQ(delay.at("better"), "less");
    EXPECT_EQ(fields.at("jobs.count").at("option"), "jobs");
    EXPECT_EQ(fields.at("placement.seed").at("used_by"),
              json({"placement.jobs", "placement.policy"}));
    EXPECT_EQ(fields.at("faults.links[].down[].until_us").at("maximum"), 1e9);
    EXPECT_EQ(fields.at("dnns.X.layers[].forward_us").at("unit"), "us");
    EXPECT_EQ(fields.at("straw2.preempt_probability").at("x-systems"), json({"straw2"}));
}

TEST_F(ScenarioProgram, HelpNamesTheFieldsOfSystemsFromTheRecords)
{
    const std::vector<std::string> help = Lines(Call({"--help"}).out);
    for (const SystemRecord& system : Systems())
    {
        for (const SystemParameter* parameter : ParametersOf(system))
        {
            // "auto", or the default in a number
            std::string place = std::string("/") + parameter->field;
            std::replace(place.begin(), place.end(), '.', '/');
            const json* const part = ScenarioSchema::Get().Find(place);
            std::ostringstream start; // the words of a line
            start << std::setprecision(15) << parameter->field << " ";
            if ((*part)["default"] == "auto")
            {
                start << "auto:";
            }
            else
            {
                start << parameter->defaultValue << ":";
            }
            const auto isAbout = [&](const std::string& line) {
                std::istringstream in(line);
                std::string field;
                std::string value;
                in >> field >> value;
                std::string names;
                std::getline(in, names);
                return field + " " + value == start.str() &&
                       HasText(names + ",", std::string(" ") + system.name + ",");
            };
            EXPECT_EQ(std::count_if(help.begin(), help.end(), isAbout), 1)
                << parameter->field << " of " << system.name;
        }
    }
}

TEST_F(ScenarioProgram, CallsItselfByItsOwnName)
{
    EXPECT_TRUE(BeginsWith(Call({"--help"}).out, "Usage: esa-scenario [options]\n"));
    EXPECT_TRUE(BeginsWith(Call({"--help"}, "bin/mine").out, "Usage: mine [options]\n"));
    EXPECT_TRUE(BeginsWith(Call({"--version"}, "mine").out, "mine "));
    EXPECT_TRUE(BeginsWith(Call({"--jobs=0"}, "/bin/mine").err, "mine: error: "));
}

TEST_F(ScenarioProgram, ValidateAndPrintConfig)
{
    const CallResult valid = Call({"--validate", "--config", m_config});
    EXPECT_EQ(valid.code, 0);
    EXPECT_EQ(valid.out, m_config + ": valid\n");
    EXPECT_EQ(Call({"--validate"}).code, 0);

    // file, then named option, then --set, in any order on the command line
    const CallResult config = Call({"--set",
                                    "jobs.count=1",
                                    "--print-config",
                                    "--config=" + m_config,
                                    "--jobs",
                                    "7",
                                    "--workers=1",
                                    "--system",
                                    "straw1,esa",
                                    "--seed=4,5",
                                    "--run=6",
                                    "--iterations=3",
                                    "--workload=A"});
    ASSERT_EQ(config.code, 0) << config.err;
    const json printed = json::parse(config.out);
    EXPECT_EQ(printed["jobs"]["count"], 1);
    EXPECT_EQ(printed["jobs"]["workers"], 1);
    EXPECT_EQ(printed["jobs"]["workload"], "A");
    EXPECT_EQ(printed["topology"]["hosts"], 4);
    EXPECT_EQ(printed["systems"], json::parse(R"(["straw1", "esa"])"));
    EXPECT_EQ(printed["seeds"], json::parse("[4, 5]"));
    EXPECT_EQ(printed["run"], 6);
    EXPECT_EQ(printed["iterations"], 3);
}

TEST_F(ScenarioProgram, ARunAndValidateNameWhatDoesNotFitTheNetwork)
{
    std::vector<std::string> call{"--config", m_config, "--set", "rto.min_us=9000"};
    EXPECT_TRUE(HasText(Call(call).err, "note: rto.min_us is 9000, "));
    call.emplace_back("--validate");
    EXPECT_TRUE(HasText(Call(call).err, "note: rto.min_us is 9000, "));
}

TEST_F(ScenarioProgram, NotesOfTheBuiltInScenarioAreOnFieldsOfTheUser)
{
    std::vector<std::string> call{"--validate", "--set", "jitter.mode=none"};
    EXPECT_EQ(Call(call).err, "") << "its own jitter.max_us is not the user's";
    call.insert(call.end(), {"--set", "jitter.max_us=7"});
    EXPECT_TRUE(HasText(Call(call).err, "note: jitter.max_us is not used: jitter.mode is none"));
}

TEST_F(ScenarioProgram, BadInputIsOneLineAnErrorAndExitCode2)
{
    const std::string wrong = m_directory.Write("wrong.json", R"({"naem": 1, "run": 0})");
    const std::vector<std::vector<std::string>> calls{
        {"--config", wrong},
        {"--config", wrong, "--validate"},
        {"--config", m_directory.Path("missing.json")},
        {"--config", m_directory.Path("")},
        {"--config", ""},
        {"--config"},
        {m_config},
        {"-h"},
        {"--sytem", "esa"},
        {"--system", "sea"},
        {"--system", ""},
        {"--jobs", "-1"},
        {"--jobs", "3", "--jobs", "4"},
        {"--workers=33"},
        {"--seed", "1,,2"},
        {"--seed", "0"},
        {"--set", "nothing"},
        {"--set", "link.dely_us=5"},
        {"--force=1"},
        {"--threads", "0"},
        {"--threads", "two"},
        {"--threads", "1000"}, // more than nodes
        {"--RngSeed=0"},
        {"--RngRun"},
        {"--SimulatorImplementationType=ns3::NoSimulatorImpl"},
        {"--SimulatorImplementationType=ns3::Node"},
        {"--SchedulerType=ns3::Node"},
        {"--SchedulerType"},
        {"--SchedulerType=ns3::NoScheduler"},
        {"--ns3::NoClass::Attribute=1"},
        {"--ns3::TcpSocket::NoAttribute=1"},
        {"--ns3::TcpSocket"},
        {"--ns3::esa::EsaChannel::Delay=1ms"},
        {"--pcap", m_directory.Path("missing/capture"), "--config", m_config},
    };
    for (const auto& arguments : calls)
    {
        const CallResult outcome = Call(arguments);
        SCOPED_TRACE(testing::PrintToString(arguments) + "\n" + outcome.err);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err, "");
        for (const std::string& line : Lines(outcome.err))
        {
            EXPECT_TRUE(BeginsWith(line, "esa-scenario: error: "));
        }
    }
}

TEST_F(ScenarioProgram, ErrorsOfFileAndOptionsTogether)
{
    const std::string wrong = m_directory.Write("wrong.json", R"({"naem": 1, "run": 0})");
    const CallResult outcome = Call({"--config", wrong, "--seed", "x"});
    EXPECT_EQ(Lines(outcome.err).size(), 3u) << outcome.err;
    EXPECT_TRUE(HasText(outcome.err, "--seed x: /seeds/0: \"x\" is not allowed"));
}

TEST_F(ScenarioProgram, OwnedAttributeNamesItsField)
{
    EXPECT_TRUE(
        HasText(Call({"--ns3::esa::EsaChannel::Delay=1ms"}).err, "--set link.delay_us=VALUE"));
}

TEST_F(ScenarioProgram, WritesARowARun)
{
    const CallResult outcome =
        Call({"--config", m_config, "--seed=1,2", "--out", m_out, "--set", "jitter.mode=none"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(HasText(outcome.out, "\natp "));
    EXPECT_EQ(outcome.err, "");
    const auto rows = Reproducible(m_out + "/result.csv");
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_TRUE(BeginsWith(rows[1], "esa,2,2,T,1,1,1,"));
    EXPECT_TRUE(BeginsWith(rows[2], "atp,2,2,T,1,1,1,"));
    EXPECT_TRUE(BeginsWith(rows[3], "esa,2,2,T,2,1,1,"));
    const json result = json::parse(ReadTextFile(m_out + "/result.json"));
    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(result["rows"].size(), 4u);
    EXPECT_EQ(result["config"]["seeds"], json::parse("[1, 2]"));
}

TEST_F(ScenarioProgram, RefusesToOverwrite)
{
    const std::vector<std::string> arguments{"--config", m_config, "--quiet", "--out", m_out};
    ASSERT_EQ(Call(arguments).code, 0);
    const std::string before = ReadTextFile(m_out + "/result.json");
    const CallResult refused = Call(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(HasText(refused.err, "result.csv: exists"));
    EXPECT_EQ(ReadTextFile(m_out + "/result.json"), before);

    std::vector<std::string> forced = arguments;
    forced.push_back("--force");
    const CallResult done = Call(forced);
    EXPECT_EQ(done.code, 0);
    EXPECT_EQ(done.out + done.err, "") << "--quiet";
}

TEST_F(ScenarioProgram, BadInputTouchesNoDirectory)
{
    EXPECT_EQ(Call({"--config", m_config, "--jobs=0", "--out", m_out}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(m_out));
    EXPECT_EQ(Call({"--config", m_config, "--out", m_config}).code, 2);
    EXPECT_EQ(ReadTextFile(m_config), kTinyScenario);
}

TEST_F(ScenarioProgram, AValueThatNs3DoesNotTakeIsBadInput)
{
    for (const std::string argument :
         {"--ns3::TcpSocket::SegmentSize=many", "--ns3::TcpSocket::DelAckTimeout=soon"})
    {
        EXPECT_EXIT(CallMain({argument}), testing::ExitedWithCode(2), argument + ": ");
    }
}

TEST_F(ScenarioProgram, Ns3PrintsOnRequest)
{
    EXPECT_EXIT(CallMain({"--PrintAttributes=ns3::esa::EsaChannel"}),
                testing::ExitedWithCode(0),
                "");
    EXPECT_EXIT(CallMain({"--PrintGlobals"}), testing::ExitedWithCode(0), "");
}

} // namespace ns3::esa::test
