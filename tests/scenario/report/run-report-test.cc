// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The page of --report.

#include "scenario/program/program-call.h"

#include "ns3/esa-run-report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// A name that would end a script, an attribute or a comment.
const std::string kHostile = "<b onclick=\"x\">&'</script><!--data-->";

/// A run in one rack.
RunReport
MakeReport(std::size_t hosts, std::size_t parts, const std::string& name)
{
    RunReport report;
    report.title = name;
    report.system = "esa";
    report.seed = 7;
    report.isComplete = true;
    report.jctMs = 1234.5678;
    for (std::size_t border = 0; border <= parts; ++border)
    {
        report.bordersUs.push_back(30 + 10.0 * static_cast<double>(border));
    }
    RunReport::Switch rack;
    rack.name = name;
    rack.height = 1;
    rack.level = 1;
    rack.aggregators = 1000;
    rack.fates.toWorkers = 1'000'000;
    rack.fates.preempted = 3;
    report.switches.push_back(rack);
    for (std::size_t host = 0; host < hosts; ++host)
    {
        RunReport::Link link;
        link.up.name = name + std::to_string(host);
        link.up.loads.assign(parts, 0.5);
        link.down = link.up;
        link.down.name += "-port";
        link.down.loads.assign(parts, 1);
        report.links.push_back(link);
        ExposedTime time;
        time.job = "job " + std::to_string(host / 8);
        time.name = "worker " + std::to_string(host % 8);
        time.total = Picoseconds(100'000'000);
        time.computed = Picoseconds(60'000'000);
        time.hidden = Picoseconds(20'000'000);
        time.exposed = Picoseconds(30'000'000);
        report.workers.push_back(time);
    }
    report.memory.assign(parts, {10.25, 3});
    return report;
}

std::string
PageOf(const RunReport& report)
{
    std::ostringstream out;
    WriteRunReport(out, report);
    return out.str();
}

/// The text between two others, the first of them.
std::string
Between(const std::string& page, const std::string& begin, const std::string& end)
{
    const std::size_t from = page.find(begin) + begin.size();
    return page.substr(from, page.find(end, from) - from);
}

json
DataOf(const std::string& page)
{
    return json::parse(Between(page, R"(<script id="data" type="application/json">)", "</script>"));
}

/// Returns the first tag that is not closed in its order; empty: there is none.
std::string
UnclosedTag(std::string page)
{
    for (const std::string raw : {"script", "style"}) // hold no tags
    {
        std::size_t at = 0;
        while ((at = page.find("<" + raw, at)) != std::string::npos)
        {
            const std::size_t open = page.find('>', at) + 1;
            const std::size_t close = page.find("</" + raw + ">", open);
            page.erase(open, close - open);
            at = open;
        }
    }
    const std::set<std::string> empty{"!DOCTYPE", "!--", "meta", "link", "input"};
    std::vector<std::string> open;
    for (std::size_t at = 0; (at = page.find('<', at)) != std::string::npos; ++at)
    {
        const bool closes = page[at + 1] == '/';
        const std::size_t from = at + (closes ? 2 : 1);
        const std::string name = page.substr(from, page.find_first_of(" >\n", from) - from);
        if (empty.count(name) > 0)
        {
            continue;
        }
        if (!closes)
        {
            open.push_back(name);
        }
        else if (open.empty() || open.back() != name)
        {
            return "</" + name + ">";
        }
        else
        {
            open.pop_back();
        }
    }
    return open.empty() ? "" : open.back();
}

} // namespace

TEST(RunReport, IsWellFormedWhateverTheNames)
{
    for (const std::string& name :
         {std::string("rack"), kHostile, std::string("caf\xc3\xa9\n\x01")})
    {
        const std::string page = PageOf(MakeReport(5, 3, name));
        EXPECT_EQ(UnclosedTag(page), "") << name;
        EXPECT_TRUE(std::all_of(page.begin(), page.end(), [](char c) {
            return c == '\n' || (c >= ' ' && c <= '~');
        })) << "the page is ASCII";
        const json data = DataOf(page);
        EXPECT_EQ(data["links"].size(), 5U);
        EXPECT_EQ(data["switches"][0][0].get<std::string>().substr(0, 3), name.substr(0, 3));
    }
    const std::string page = PageOf(MakeReport(5, 3, kHostile));
    EXPECT_FALSE(HasText(page, "<b onclick"));
    EXPECT_TRUE(HasText(page, "<h1>&lt;b onclick=&quot;x&quot;&gt;&amp;'"));
}

TEST(RunReport, NeedsNoOtherFile)
{
    const std::string page = PageOf(MakeReport(2, 2, "name"));
    for (const char* const text : {"src=", "@import", "url(", "fetch(", "import("})
    {
        EXPECT_FALSE(HasText(page, text)) << text;
    }
    std::size_t addresses = 0;
    for (std::size_t at = 0; (at = page.find("http", at)) != std::string::npos; ++at)
    {
        EXPECT_EQ(page.substr(at, 26), "http://www.w3.org/2000/svg"); // a name, not a place
        ++addresses;
    }
    EXPECT_EQ(addresses, 1U);
}

TEST(RunReport, HasTheLoadOfEachPartInTwoDigits)
{
    RunReport report = MakeReport(1, 4, "name");
    report.links[0].up.loads = {0, 0.036, 0.5, 2};
    report.links[0].up.mean = 0.25;
    const json end = DataOf(PageOf(report))["links"][0][2];
    EXPECT_EQ(end[1], "0010dwrs"); // 0, 36, 500 and 1000 thousandths to the base of 36
    EXPECT_EQ(end[2], 250);
}

TEST(RunReport, IsBelowFiveMegabytesForAThousandHosts)
{
    const RunReport report = MakeReport(1024, 200, "job100-worker1000+job100-ps");
    const std::string page = PageOf(report);
    EXPECT_LT(page.size(), 5'000'000U);
    EXPECT_TRUE(PageOf(report) == page) << "the same run writes the same bytes";
}

TEST(RunReport, HasWhatWorkersAndFragmentsDid)
{
    const json data = DataOf(PageOf(MakeReport(2, 2, "name")));
    EXPECT_EQ(data["jct_ms"], 1234.5678);
    EXPECT_EQ(data["complete"], true);
    EXPECT_EQ(data["workers"][0], json::parse(R"(["job 0", "worker 0", 0.1, 0.06, 0.02, 0.03])"));
    EXPECT_EQ(
        data["fates"],
        json::parse(R"([[1, [["complete sum", "workers", 1000000], ["preempted", "PS", 3]]]])"));
    EXPECT_EQ(data["switches"], json::parse(R"([["name", 1, 1, 1000, 0.0, 1000003]])"));
    EXPECT_EQ(data["links"][1][2], json::parse(R"(["name1", "dwdw", 0.0, 0, 0, 0])"));
}

TEST(RunReport, HasLessOfARunThatHasNotEnded)
{
    RunReport report = MakeReport(2, 2, "name");
    report.isComplete = false;
    report.jctMs.reset();
    report.workers.clear();
    report.switches[0].level.reset();
    const std::string page = PageOf(report);
    EXPECT_EQ(UnclosedTag(page), "");
    const json data = DataOf(page);
    EXPECT_EQ(data["complete"], false);
    EXPECT_TRUE(data["jct_ms"].is_null());
    EXPECT_TRUE(data["workers"].empty());
    EXPECT_TRUE(data["fates"].empty());
}

} // namespace ns3::esa::test
