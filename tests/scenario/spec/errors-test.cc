/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/test-util.h"

#include <algorithm>
#include <ostream>

namespace ns3::esa::test
{

/// Bad input, and the phrases that its error must contain.
struct BadScenario
{
    const char* name;                 ///< name of the case
    const char* text;                 ///< the scenario
    std::vector<std::string> phrases; ///< all in one line of the errors
};

void
PrintTo(const BadScenario& bad, std::ostream* out)
{
    *out << bad.name;
}

class ScenarioErrors : public testing::TestWithParam<BadScenario>
{
};

TEST_P(ScenarioErrors, NamePlaceValueAndWhatIsAllowed)
{
    const std::vector<std::string> lines = ErrorsOf(GetParam().text);
    ASSERT_EQ(lines.size(), 1u);
    for (const std::string& phrase : GetParam().phrases)
    {
        EXPECT_TRUE(HasText(lines[0], phrase));
    }
}

const BadScenario kBadScenarios[] = {
    {"WrongType",
     R"({"link": {"delay_us": "five"}})",
     {"FILE: /link/delay_us: \"five\" is not allowed: must be a number from 0 to"}},
    {"NotAnObject", R"([1])", {"FILE: the scenario: [1] is not allowed: must be a JSON object"}},
    {"GroupIsNoObject", R"({"ecn": 5})", {"/ecn: 5 is not allowed", "threshold_bytes"}},
    {"GroupIsNull", R"({"ecn": null})", {"/ecn: null is not allowed"}},
    {"MisspeltKey",
     R"({"link": {"dely_us": 5}})",
     {"/link/dely_us: unknown field (value 5)",
      "did you mean delay_us?",
      "delay_us, pfc, queue_bytes, rate_gbps"}},
    {"KeyOfAnotherGroup", R"({"delay_us": 5})", {"/delay_us: unknown", "mean /link/delay_us?"}},
    {"UnknownKey", R"({"xyzzy": 1})", {"/xyzzy: unknown field (value 1); allowed here: "}},
    {"CommentBelowTheTop", R"({"link": {"$schema": "x"}})", {"/link/$schema: unknown field"}},
    {"MissingField",
     R"({"dnns": {"C": {"layers": [{"compute_us": 1}], "partitions": [{"layer": 1, "bytes": 1}]}}})",
     {"/dnns/C/comm_comp_ratio: missing: must be a number > 0"}},
    {"MissingFieldInAList",
     R"({"placement": {"jobs": [{"workers": [1]}]}})",
     {"/placement/jobs/0/ps: missing: must be an integer"}},
    {"UnknownSystem",
     R"({"systems": ["esa", "sea"]})",
     {"/systems/1: \"sea\" is not allowed: must be one of \"esa\", \"atp\", \"switchml\""}},
    {"SystemInCapitals",
     R"({"systems": ["ESA"]})",
     {"/systems/0: \"ESA\" is not allowed", "; did you mean \"esa\"?"}},
    {"MisspeltValue",
     R"({"flow": {"congestion_control": "DCQNC"}})",
     {"/flow/congestion_control: \"DCQNC\" is", "; did you mean \"dcqcn\"?"}},
    {"SwitchOfAnObject",
     R"({"recovery": "on"})",
     {"/recovery: \"on\" is not", "; did you mean recovery.enabled=true?"}},
    {"SwitchOfAnInnerObject",
     R"({"link": {"pfc": false}})",
     {"/link/pfc: false is not", "; did you mean link.pfc.enabled=false?"}},
    {"RangeOfSeeds",
     R"({"seeds": ["1-3"]})",
     {"/seeds/0: \"1-3\" is not allowed", "(several seeds are named one by one: 1,2,3)"}},
    {"NoSystem",
     R"({"systems": []})",
     {"/systems: [] is not allowed: must be a list of 1 or more"}},
    {"SystemTwice", R"({"systems": ["esa", "esa"]})", {"/systems: ", "different elements"}},
    {"ZeroJobs", R"({"jobs": {"count": 0}})", {"/jobs/count: 0 is not allowed", "from 1 to"}},
    {"NegativeSize", R"({"switch": {"memory_bytes": -5}})", {"/switch/memory_bytes: -5 is"}},
    {"ZeroSize", R"({"reminder": {"bytes": 0}})", {"/reminder/bytes: 0 is not allowed"}},
    {"HugeNumber",
     R"({"switch": {"memory_bytes": 18446744073709551615}})",
     {"/switch/memory_bytes: 18446744073709551615 is not allowed"}},
    {"Fraction", R"({"jobs": {"workers": 1.5}})", {"/jobs/workers: 1.5 is", "an integer"}},
    {"ZeroSeed", R"({"seeds": [1, 0]})", {"/seeds/1: 0 is not allowed: must be an integer from 1"}},
    {"SeedTwice", R"({"seeds": [3, 3]})", {"/seeds: [3,3] is not allowed", "different"}},
    {"Probability",
     R"({"straw2": {"preempt_probability": 1.1}})",
     {"must be a number from 0 to 1"}},
    {"EnumValue", R"({"jitter": {"mode": "some"}})", {"\"packet_in_order\", \"none\""}},
    {"NotAscii", "{\"name\": \"caf\xc3\xa9\"}", {"/name: \"caf\\u00e9\" is not allowed"}},
    {"TooManyWorkers",
     R"({"jobs": {"count": 1, "workers": 32767}})",
     {"/jobs/workers: 32767 is not allowed: must be an integer from 1 to 32766 (endpoints of flows "
      "have 15 bits)"}},
    {"BeyondTheHosts",
     R"({"jobs": {"count": 9}})",
     {"/jobs: 9 jobs x 8 workers = 72 is not allowed: must be at most /topology/hosts = 64"}},
    {"MemoryBelowOneAggregator",
     R"({"systems": ["esa"], "switch": {"memory_bytes": 263}})",
     {"/switch/memory_bytes: 263 is not allowed: must be at least one aggregator",
      "aggregator_bytes = 264"}},
    {"MemoryBelowOneSlotAJob",
     R"({"systems": ["switchml"], "switch": {"memory_bytes": 2175}})",
     {"/switch/memory_bytes: 2175 is not allowed: must be at least 2176"}},
    {"IndexOverflow",
     R"({"systems": ["esa"], "switch": {"memory_bytes": 1000000000000, "aggregator_bytes": 1}})",
     {"/switch/memory_bytes: 1000000000000 is not allowed: must be at most"}},
    {"SwitchmlJobs",
     R"({"systems": ["switchml"], "jobs": {"count": 257, "workers": 1}, "topology": {"hosts": 257}})",
     {"/jobs/count: 257 is not allowed: must be at most 256"}},
    {"WorkloadWithoutDnn",
     R"({"jobs": {"workload": "AC"}})",
     {"/jobs/workload: \"AC\" is not allowed: must be letters of /dnns: A, B"}},
    {"WorkloadNoLetters", R"({"jobs": {"workload": "a b"}})", {"/jobs/workload: \"a b\" is"}},
    {"PartitionWithoutLayer",
     R"({"dnns": {"A": {"partitions": [{"layer": 1, "bytes": 1}, {"layer": 2, "bytes": 1},
                                       {"layer": 3, "bytes": 1}]}}})",
     {"/dnns/A/partitions/2/layer: 3 is not allowed: must be a layer from 1 to 2"}},
    {"LayerWithoutPartition",
     R"({"dnns": {"A": {"partitions": [{"layer": 2, "bytes": 1}]}}})",
     {"/dnns/A/layers/0", "no entry of /dnns/A/partitions has layer 1"}},
    {"SequenceSpace",
     R"({"dnns": {"A": {"partitions": [{"layer": 2, "bytes": 1},
                                       {"layer": 1, "bytes": 1000000000000}]}}})",
     {"/dnns/A/partitions: ", "sequence numbers have 32 bits"}},
    {"MinimumAboveInitialWindow",
     R"({"window": {"min_packets": 201}})",
     {"/window/min_packets: 201 is not allowed: must be at most /window/initial_packets = 200"}},
    {"MaximumBelowInitialWindow",
     R"({"window": {"max_packets": 199}})",
     {"/window/max_packets: 199 is not allowed: must be 0 (no cap) or at least"}},
    {"QueueBelowOneFrame", R"({"link": {"queue_bytes": 305}})", {"0 (unlimited) or at least 306"}},
    {"PlacementCount",
     R"({"jobs": {"count": 2, "workers": 1}, "placement": {"jobs": [{"workers": [1], "ps": 2}]}})",
     {"/jobs/count: 2 is not allowed: must be 1, the number of entries of /placement/jobs"}},
    {"PlacementWorkers",
     R"({"jobs": {"count": 1, "workers": 2}, "placement": {"jobs": [{"workers": [1], "ps": 2}]}})",
     {"/jobs/workers: 2 is not allowed: must be 1, the workers of the largest job"}},
    {"PlacementHost",
     R"({"jobs": {"count": 1, "workers": 1}, "placement": {"jobs": [{"workers": [1], "ps": 65}]}})",
     {"/placement/jobs/0/ps: 65 is not allowed: must be a host number from 0 to 64"}},
    {"PlacementHostTwice",
     R"({"placement": {"jobs": [{"workers": [1, 1], "ps": 2}]}})",
     {"/placement/jobs/0/workers: [1,1] is not allowed", "different"}},
    {"TrailingComma", "{\n  \"link\": {},\n}", {"FILE:3:1: syntax error", "unexpected '}'"}},
    {"Empty", "", {"FILE:1:1: syntax error", "unexpected end of input"}},
    {"Binary", "\xff\xfe\x01", {"FILE:1:1: ", "\\xff"}},
    {"KeyTwice",
     "{\"jobs\": [1, {\"a\": 1,\n \"a\": 2}]}",
     {"FILE:2:4: /jobs/1/a: is given twice"}},
};

INSTANTIATE_TEST_SUITE_P(All,
                         ScenarioErrors,
                         testing::ValuesIn(kBadScenarios),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ScenarioErrorList, AllErrorsAtOnceInOrder)
{
    const std::vector<std::string> lines = ErrorsOf(
        R"({"naem": 1, "jobs": {"count": 0, "workers": 99999}, "link": {"delay_us": -1},
            "window": {"min_packets": 300}, "switch": {"memory_bytes": 10}, "systems": ["esa"]})");
    EXPECT_TRUE(LinesBeginWith(lines,
                               {"FILE: /jobs/count: 0",
                                "FILE: /jobs/workers: 99999",
                                "FILE: /link/delay_us: -1",
                                "FILE: /naem: unknown field",
                                "FILE: /switch/memory_bytes: 10",
                                "FILE: /window/min_packets: 300"}));
}

TEST(ScenarioErrorList, BlamesTheOptionRatherThanTheFile)
{
    EXPECT_TRUE(LinesBeginWith(
        ErrorsOf(R"({"link": {"rate_gbps": 0}})", {"link.delay_us=-1", "jobs.count=x"}),
        {"--set jobs.count=x: /jobs/count: \"x\" is not allowed",
         "--set link.delay_us=-1: /link/delay_us: -1",
         "FILE: /link/rate_gbps: 0"}));
}

TEST(ScenarioErrorList, Settings)
{
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"nothing"})), "path.to.field=value"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"=5"})), "path.to.field=value"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"link..delay_us=5"})), "is no path"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"link.delay_us.x=5"})), "has no \"x\""));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"seeds.5=1"})), "elements are 0 to 0"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"placement.jobs.0.ps=1"})), "is an empty list"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"link.dely_us=5"})), "/link/dely_us"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"link.dely_us=5"})), "did you mean delay_us?"));
}

TEST(ScenarioErrorList, DeepNestingIsRefused)
{
    EXPECT_TRUE(HasText(Joined(ErrorsOf(std::string(100000, '['))), "nested more than 64"));
}

TEST(ScenarioErrorList, LongValuesAreShortened)
{
    const auto lines = ErrorsOf("{\"run\": \"" + std::string(10000, 'x') + "\"}");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_LT(lines[0].size(), 200u);
}

TEST(ScenarioErrorList, UnreadableFiles)
{
    const TemporaryDirectory directory;
    EXPECT_THROW(ReadScenario(directory.Path("missing.json")), ScenarioError);
    EXPECT_THROW(ReadScenario(directory.Path("")), ScenarioError);
    EXPECT_NO_THROW(ReadScenario(directory.Write("good.json", "{}")));
}

TEST(ScenarioTooLong, TextsThatWouldExhaustTheStackAreRefused)
{
    // std::regex calls itself for each character.
    const std::string text(3'000'000, 'A');
    for (const std::string field : {"name", "jobs.workload", "dnns.A.layers"})
    {
        const auto lines = ErrorsOf("{}", {field + "=" + text});
        ASSERT_EQ(lines.size(), 1u) << field;
        EXPECT_TRUE(HasText(lines[0], "\"AAAAAA"));
        EXPECT_TRUE(HasText(lines[0], "is not allowed: must be "));
    }
}

TEST(ScenarioTooLong, ListsThatWouldTakeHoursAreRefused)
{
    // Equal elements are found by comparing each element with all others.
    const nlohmann::json seeds(std::vector<int>(1'000'000, 1));
    const auto ofSeeds = ErrorsOf(nlohmann::json{{"seeds", seeds}}.dump());
    ASSERT_EQ(ofSeeds.size(), 1u);
    EXPECT_TRUE(HasText(ofSeeds[0], "/seeds: [1,1,1"));
    EXPECT_TRUE(HasText(ofSeeds[0], "must be a list of 1 to 10000 different elements"));
    const nlohmann::json names(std::vector<std::string>(1'000'000, "esa"));
    const auto ofNames = ErrorsOf(nlohmann::json{{"systems", names}}.dump());
    ASSERT_EQ(ofNames.size(), 1u);
    EXPECT_TRUE(HasText(ofNames[0], "/systems: [\"esa\",\"esa\""));
    EXPECT_TRUE(HasText(ofNames[0], "must be a list of 1 or more different elements"));
}

} // namespace ns3::esa::test
