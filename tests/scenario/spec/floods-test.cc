/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A file with 100,000 errors gets 20 messages, in a moment.

#include "scenario/spec/model-util.h"

#include "ns3/esa-model-file.h"
#include "ns3/esa-scenario-expand.h"

#include <functional>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr int kMany = 100'000;

/**
 * @param count number of elements
 * @param element makes the text of one
 * @return them, with commas between
 */
std::string
Repeated(int count, const std::function<std::string(int)>& element)
{
    std::string text;
    for (int i = 0; i < count; ++i)
    {
        text += (i > 0 ? "," : "") + element(i);
    }
    return text;
}

/// Expects 20 lines, and one that there are more.
void
ExpectFlood(const std::vector<std::string>& lines)
{
    ASSERT_EQ(lines.size(), 21U);
    EXPECT_EQ(lines.back(), "and more");
    for (const std::string& line : lines)
    {
        EXPECT_LE(line.size(), 1000U);
    }
}

TEST(Floods, OfKeys)
{
    const auto keys = [](const std::string& key) {
        return "{" +
               Repeated(kMany,
                        [&](int i) {
                            return "\"" + key + (key == "x" ? std::to_string(i) : "") + "\": 1";
                        }) +
               "}";
    };
    for (const std::string start : {"", "{\"link\": ", "{\"dnns\": ", "{\"dnns\": {\"A\": "})
    {
        const auto closed = [&start](const std::string& inner) {
            return start + inner +
                   std::string(
                       static_cast<std::size_t>(std::count(start.begin(), start.end(), '{')),
                       '}');
        };
        ExpectFlood(ErrorsOf(closed(keys("x"))));
        ExpectFlood(ErrorsOf(closed(keys("twice"))));
    }
    ExpectFlood(ErrorsOf("{\"faults\": {\"links\": [" +
                         Repeated(10'000, [](int) { return "{\"x\": 1}"; }) + "]}}"));
}

TEST(Floods, OfValues)
{
    const auto bad = [](int) { return "-1"; };
    ExpectFlood(ErrorsOf("{\"seeds\": [0," +
                         Repeated(9999, [](int i) { return std::to_string(-1 - i); }) + "]}"));
    // beyond the limit, a list is one error
    EXPECT_EQ(ErrorsOf("{\"seeds\": [" + Repeated(1'000'000, bad) + "]}").size(), 1U);
    EXPECT_EQ(ErrorsOf("{\"placement\": {\"jobs\": [" + Repeated(1'000'000, bad) + "]}}").size(),
              1U);
    const std::string hosts = Repeated(32, [](int i) { return std::to_string(1000 + i); });
    const auto job = [&](int) { return "{\"workers\": [" + hosts + "], \"ps\": 2000}"; };
    const std::string placed = R"({"jobs": {"count": 5000, "workers": 32}, "systems": ["esa"],
                                   "topology": {"ps_hosts": 1}, "placement": {"jobs": [)";
    ExpectFlood(ErrorsOf(placed + Repeated(5000, job) + "]}}"));
}

TEST(Floods, OfEqualElementsAreFoundInTime)
{
    // 200,000 host numbers, all different but one
    const std::string hosts = Repeated(199'999, [](int i) { return std::to_string(i); });
    const std::string start = R"({"faults": {"links": [{"hosts": [)";
    EXPECT_EQ(ErrorsOf(start + hosts + R"(,7], "loss_probability": 0}]}})").size(), 1U);
}

TEST(Floods, OfAModel)
{
    json layers = json::array();
    for (int i = 0; i < 1000; ++i)
    {
        layers.push_back({{"name", "x"}});
    }
    const std::string text = json{{"name", "m"}, {"layers", layers}}.dump();
    ExpectFlood(ErrorsWhile([&text] { ParseModel(text, "FILE"); }));
    const TemporaryDirectory directory;
    directory.Write("bad.json", text);
    const std::string path = directory.Write("scenario.json", WithDnn({{"model", "bad.json"}}));
    ExpectFlood(ErrorsWhile([&path] { ReadScenario(path); }));
}

TEST(Floods, OfATrace)
{
    const std::string heading = "submit_time,gpu_num,duration,model\n";
    const auto errorsOf = [](const std::string& text) {
        const TemporaryDirectory directory;
        directory.Write("trace.csv", text);
        const std::string path =
            directory.Write("scenario.json", R"({"trace": {"file": "trace.csv"}})");
        return ErrorsWhile([&path] { ReadScenario(path); });
    };
    std::string bad = heading;
    std::string cut = heading;
    for (int i = 0; i < 50'000; ++i)
    {
        bad += "x,-1,,\x1b[31m\n";
        cut += "1\n";
    }
    ExpectFlood(errorsOf(bad));
    ExpectFlood(errorsOf(cut));
    EXPECT_TRUE(HasText(Joined(errorsOf(heading + "0,1,1," + std::string(1001, 'A') + "\n")),
                        "trace.csv:2: a field has 1001 characters: must be at most 1000"));
}

TEST(Floods, OfSettings)
{
    std::vector<std::string> settings;
    for (int i = 0; i < 1000; ++i)
    {
        settings.push_back("x" + std::to_string(i) + "=" + std::string(1000, '\n'));
    }
    ExpectFlood(ErrorsOf("{}", settings));
}

} // namespace
} // namespace ns3::esa::test
