// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-run-report.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// A text of a user as HTML: printable ASCII, without signs that have a meaning there.
std::string
Escaped(const std::string& text)
{
    std::string html;
    for (const char c : PrintableAscii(text))
    {
        switch (c)
        {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        default:
            html += c;
        }
    }
    return html;
}

/// A share in thousandths, as two digits to the base of 36.
std::string
TwoDigits(double share)
{
    static const char* const kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
    const auto thousandths = std::clamp<long>(std::lround(1000 * share), 0, 1000);
    return {kDigits[thousandths / 36], kDigits[thousandths % 36]};
}

/// A fate, where it leads, and how to count it.
struct Fate
{
    const char* name; ///< what became of the fragments
    const char* to;   ///< where they went
    FateCount what;   ///< how many
};

constexpr std::array<Fate, 9> kFates{{{"complete sum", "workers", &FragmentFates::toWorkers},
                                      {"complete sum", "PS", &FragmentFates::toServer},
                                      {"complete sum", "next group", &FragmentFates::toNext},
                                      {"preempted", "PS", &FragmentFates::preempted},
                                      {"fetched", "PS", &FragmentFates::fetched},
                                      {"passed through", "PS", &FragmentFates::passedThrough},
                                      {"copy, answered", "workers", &FragmentFates::answered},
                                      {"copy, dropped", "dropped", &FragmentFates::dropped},
                                      {"left over", "dropped", &FragmentFates::left}}};

/// All fragments that reached a switch.
uint64_t
TotalOf(const FragmentFates& fates)
{
    uint64_t total = 0;
    for (const Fate& fate : kFates)
    {
        total += fates.*fate.what;
    }
    return total;
}

/// The fates of the fragments at the switches of each level.
std::map<uint32_t, FragmentFates>
FatesOf(const RunReport& report)
{
    std::map<uint32_t, FragmentFates> levels;
    for (const RunReport::Switch& node : report.switches)
    {
        for (const Fate& fate : kFates)
        {
            if (node.level && node.fates.*fate.what > 0)
            {
                levels[*node.level].*fate.what += node.fates.*fate.what;
            }
        }
    }
    return levels;
}

/// A number in thousandths.
double
Thousandths(double value)
{
    return std::round(1000 * value) / 1000;
}

json
EndData(const RunReport::End& end)
{
    std::string loads;
    for (const double load : end.loads)
    {
        loads += TwoDigits(load);
    }
    return {PrintableAscii(end.name),
            loads,
            Thousandths(1000 * end.mean),
            end.frames,
            end.largestQueueBytes,
            end.lost};
}

/// What the page's script shows.
json
DataOf(const RunReport& report)
{
    json data{{"system", PrintableAscii(report.system)},
              {"seed", report.seed},
              {"complete", report.isComplete},
              {"jct_ms", report.jctMs ? json(*report.jctMs) : json()},
              {"jct_parts_ms", report.jctPartsMs},
              {"notes", json::array()},
              {"borders", report.bordersUs},
              {"switches", json::array()},
              {"links", json::array()},
              {"memory", json::array()},
              {"fates", json::array()},
              {"workers", json::array()}};
    for (const std::string& note : report.notes)
    {
        data["notes"].push_back(PrintableAscii(note));
    }
    for (const RunReport::Switch& node : report.switches)
    {
        data["switches"].push_back({PrintableAscii(node.name),
                                    node.height,
                                    node.level ? json(*node.level) : json(),
                                    node.aggregators,
                                    Thousandths(node.meanOccupied),
                                    TotalOf(node.fates)});
    }
    for (const RunReport::Link& link : report.links)
    {
        data["links"].push_back({link.lower ? json(*link.lower) : json(-1),
                                 link.upper,
                                 EndData(link.up),
                                 EndData(link.down)});
    }
    for (const RunReport::Memory& part : report.memory)
    {
        const auto rounded = [](double value) { return std::round(value * 10) / 10; };
        data["memory"].push_back({rounded(part.aggregating), rounded(part.waiting)});
    }
    for (const auto& [level, fates] : FatesOf(report))
    {
        json flows = json::array();
        for (const Fate& fate : kFates)
        {
            if (const uint64_t count = fates.*fate.what; count > 0)
            {
                flows.push_back({fate.name, fate.to, count});
            }
        }
        data["fates"].push_back({level, flows});
    }
    for (const ExposedTime& worker : report.workers)
    {
        data["workers"].push_back({PrintableAscii(worker.job),
                                   PrintableAscii(worker.name),
                                   ToMilliseconds(worker.total),
                                   ToMilliseconds(worker.computed),
                                   ToMilliseconds(worker.hidden),
                                   ToMilliseconds(worker.exposed)});
    }
    return data;
}

} // namespace

void
WriteRunReport(std::ostream& out, const RunReport& report)
{
    std::string data = DataOf(report).dump(-1, ' ', true, json::error_handler_t::replace);
    for (std::size_t at = 0; (at = data.find('<', at)) != std::string::npos;)
    {
        data.replace(at, 1, "\\u003c"); // the text of a script ends at the first "</"
    }
    const std::map<std::string, std::string> parts{{"title", Escaped(report.title)},
                                                   {"data", data}};
    const std::string_view page = kRunReportPage;
    const std::string_view begin = "<!--";
    const std::string_view end = "-->";
    std::size_t at = 0;
    for (std::size_t mark = 0; (mark = page.find(begin, at)) != std::string_view::npos;)
    {
        const std::size_t close = page.find(end, mark);
        const std::string name(page.substr(mark + begin.size(), close - mark - begin.size()));
        out << page.substr(at, mark - at);
        if (const auto part = parts.find(name); part != parts.end())
        {
            out << part->second;
        }
        at = close + end.size();
    }
    out << page.substr(at);
}

} // namespace ns3::esa
