/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-run-report.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr std::size_t kMostRows = 100;    ///< of the table of links
constexpr std::size_t kMostOpenRows = 16; ///< bars of workers that are shown unasked

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

/// A count with commas: 147,102,720.
std::string
Counted(uint64_t count)
{
    std::string text = std::to_string(count);
    for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3)
    {
        text.insert(static_cast<std::size_t>(place), ",");
    }
    return text;
}

/// A number with three digits or more that count, and no exponent.
std::string
Number(double value)
{
    const int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
    std::ostringstream out;
    out.setf(std::ios::fixed);
    out.precision(digits);
    out << value;
    return value >= 1000 ? Counted(static_cast<uint64_t>(std::llround(value))) : out.str();
}

/// A share as per cent, with one decimal, as HTML.
std::string
Percent(double share)
{
    std::ostringstream out;
    out.setf(std::ios::fixed);
    out.precision(1);
    out << 100 * share << " %";
    return share > 0 && share < 0.0005 ? "&lt; 0.1 %" : out.str();
}

/// A share in thousandths, as two digits to the base of 36.
std::string
TwoDigits(double share)
{
    static const char* const kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
    const auto thousandths = std::clamp<long>(std::lround(1000 * share), 0, 1000);
    return {kDigits[thousandths / 36], kDigits[thousandths % 36]};
}

/// A table of HTML.
class HtmlTable
{
  public:
    /// @param heads of the columns; the first one has texts, the others numbers
    HtmlTable(const std::string& caption, const std::vector<std::string>& heads)
    {
        m_html = "<div class=\"table\" tabindex=\"0\"><table><caption>" + caption +
                 "</caption><thead><tr>";
        for (const std::string& head : heads)
        {
            m_html += "<th scope=\"col\">" + head + "</th>";
        }
        m_html += "</tr></thead><tbody>\n";
    }

    void Add(const std::vector<std::string>& cells)
    {
        m_html += "<tr>";
        for (const std::string& cell : cells)
        {
            m_html += "<td>" + cell + "</td>";
        }
        m_html += "</tr>\n";
    }

    std::string Html() const
    {
        return m_html + "</tbody></table></div>\n";
    }

  private:
    std::string m_html; ///< what there is
};

/// The sentences below the title.
std::string
Summary(const RunReport& report)
{
    const double spanMs = (report.bordersUs.back() - report.bordersUs.front()) / 1000;
    std::string text =
        "System <b>" + Escaped(report.system) + "</b>, seed " + std::to_string(report.seed) + ". ";
    text += report.isComplete ? "The jobs ran for " : "<b>The run has not ended.</b> It ran for ";
    text += Number(spanMs) + " ms of simulated time.";
    if (report.jctMs)
    {
        text += " An iteration took " + Number(*report.jctMs) + " ms (JCT, mean over jobs).";
    }
    return text;
}

/// A bar of one worker or of the mean of a job. longest: what the full width stands for
std::string
Bar(const ExposedTime& time, Picoseconds longest)
{
    const Picoseconds alone = time.computed - time.hidden;
    const Picoseconds rest = time.total - time.computed - time.exposed;
    const std::array<std::pair<const char*, std::pair<const char*, Picoseconds>>, 4> parts{
        {{"alone", {"computes, no communication", alone}},
         {"hidden", {"hidden communication: computes meanwhile", time.hidden}},
         {"exposed", {"exposed communication: computes nothing", time.exposed}},
         {"rest", {"neither", rest}}}};
    std::string html = "<span class=\"bar\">";
    for (const auto& [style, part] : parts)
    {
        const auto& [words, span] = part;
        if (span.count() <= 0)
        {
            continue;
        }
        std::ostringstream width;
        width.precision(4);
        width << 100 * ToSeconds(span) / ToSeconds(longest);
        html += std::string("<i class=\"") + style + "\" style=\"width:" + width.str() +
                "%\" data-tip=\"" + Escaped(time.name) + "\n" + words + ": " +
                Number(ToMilliseconds(span)) + " ms (" +
                Percent(ToSeconds(span) / ToSeconds(time.total)) + ")\"></i>";
    }
    return html + "</span>";
}

/// A row with a name, a bar and the exposed time in numbers.
std::string
BarRow(const ExposedTime& time, Picoseconds longest)
{
    return "<span class=\"who\">" + Escaped(time.name) + "</span>" + Bar(time, longest) +
           "<span class=\"much\">" + Number(ToMilliseconds(time.exposed)) + " ms (" +
           Percent(time.total.count() > 0 ? ToSeconds(time.exposed) / ToSeconds(time.total) : 0) +
           ")</span>";
}

/// The mean of the workers of a job.
ExposedTime
MeanOf(const std::vector<ExposedTime>& workers)
{
    ExposedTime mean;
    mean.name = workers.front().job;
    const auto count = static_cast<int64_t>(workers.size());
    for (const ExposedTime& worker : workers)
    {
        mean.total += worker.total;
        mean.computed += worker.computed;
        mean.hidden += worker.hidden;
        mean.exposed += worker.exposed;
    }
    mean.total /= count;
    mean.computed /= count;
    mean.hidden /= count;
    mean.exposed /= count;
    return mean;
}

/// The bars of all jobs.
std::string
Bars(const RunReport& report)
{
    if (report.workers.empty())
    {
        return "<p class=\"note\">The jobs of a job trace come and go, so their workers are not "
               "recorded.</p>";
    }
    Picoseconds longest(1);
    std::vector<std::vector<ExposedTime>> jobs;
    for (const ExposedTime& worker : report.workers)
    {
        longest = std::max(longest, worker.total);
        if (jobs.empty() || jobs.back().front().job != worker.job)
        {
            jobs.emplace_back();
        }
        jobs.back().push_back(worker);
    }
    std::string html = "<p class=\"key\"><span><i class=\"alone\"></i> computes</span> <span><i "
                       "class=\"hidden\"></i> computes and communicates (hidden)</span> <span><i "
                       "class=\"exposed\"></i> communicates only (exposed)</span> <span><i "
                       "class=\"rest\"></i> neither</span></p>\n<div class=\"row head\"><span "
                       "class=\"who\"></span><span class=\"bar\"></span><span "
                       "class=\"much\">exposed</span></div>\n<div class=\"jobs\">\n";
    for (const std::vector<ExposedTime>& job : jobs)
    {
        const bool isOpen = report.workers.size() <= kMostOpenRows;
        html += std::string("<details") + (isOpen ? " open" : "") + "><summary class=\"row\">" +
                BarRow(MeanOf(job), longest) + "</summary>\n";
        for (const ExposedTime& worker : job)
        {
            html += "<div class=\"row\">" + BarRow(worker, longest) + "</div>\n";
        }
        html += "</details>\n";
    }
    return html + "</div>\n";
}

using FateCount = uint64_t FragmentFates::*; ///< how many fragments had a fate

/// A fate, where it leads, and how to count it.
struct Fate
{
    const char* name;              ///< what became of the fragments
    const char* to;                ///< where they went
    FateCount what;                ///< how many
    const char* ofResult{nullptr}; ///< where they went if no PS sums; null: as otherwise
};

constexpr std::array<Fate, 11> kFates{{{"complete sum", "workers", &FragmentFates::toWorkers},
                                       {"complete sum", "PS", &FragmentFates::toServer},
                                       {"complete sum", "next group", &FragmentFates::toNext},
                                       {"preempted", "PS", &FragmentFates::preempted},
                                       {"fetched", "PS", &FragmentFates::fetched},
                                       {"passed through", "PS", &FragmentFates::passedThrough},
                                       {"timed out", "PS", &FragmentFates::timedOut, "workers"},
                                       {"late", "PS", &FragmentFates::late, "root"},
                                       {"copy, answered", "workers", &FragmentFates::answered},
                                       {"copy, dropped", "dropped", &FragmentFates::dropped},
                                       {"left over", "dropped", &FragmentFates::left}}};

/// The fates of the fragments at the switches of each level.
std::map<uint32_t, FragmentFates>
FatesOf(const RunReport& report)
{
    std::map<uint32_t, FragmentFates> levels;
    for (const RunReport::Switch& node : report.switches)
    {
        if (node.level && node.fates.Total() > 0)
        {
            levels[*node.level] += node.fates;
        }
    }
    return levels;
}

std::string
FatesTables(const RunReport& report)
{
    const auto levels = FatesOf(report);
    if (levels.empty())
    {
        return "<p class=\"note\">No switch summed: the system sums in hosts, or no fragment "
               "arrived.</p>";
    }
    std::string html;
    const bool hasGroups = std::any_of(levels.begin(), levels.end(), [](const auto& level) {
        return level.second.toNext > 0;
    });
    if (hasGroups)
    {
        html =
            "<p class=\"note\">The sum of a group is a fragment of the next group, and is counted "
            "there again.</p>\n";
    }
    for (const auto& [level, fates] : levels)
    {
        const std::string caption = levels.size() == 1
                                        ? "Fragments"
                                        : "Fragments at switches of level " + std::to_string(level);
        HtmlTable table(caption, {"outcome", "to", "fragments", "share"});
        for (const Fate& fate : kFates)
        {
            if (const uint64_t count = fates.*fate.what; count > 0)
            {
                table.Add(
                    {fate.name,
                     report.hasPartialResults && fate.ofResult ? fate.ofResult : fate.to,
                     Counted(count),
                     Percent(static_cast<double>(count) / static_cast<double>(fates.Total()))});
            }
        }
        table.Add({"all", "", Counted(fates.Total()), Percent(1)});
        html += table.Html();
    }
    return html;
}

std::string
LinkTable(const RunReport& report)
{
    std::vector<const RunReport::End*> ends;
    for (const RunReport::Link& link : report.links)
    {
        ends.push_back(&link.up);
        ends.push_back(&link.down);
    }
    std::stable_sort(ends.begin(), ends.end(), [](const auto* a, const auto* b) {
        return a->mean > b->mean;
    });
    const std::size_t all = ends.size();
    ends.resize(std::min(all, kMostRows));
    HtmlTable table(all > ends.size() ? "The " + std::to_string(ends.size()) + " busiest of " +
                                            Counted(all) + " ends of links"
                                      : "Ends of links, the busiest first",
                    {"sender", "mean load", "peak load", "frames", "largest queue", "lost"});
    for (const RunReport::End* end : ends)
    {
        const double peak = end->loads.empty()
                                ? end->mean
                                : *std::max_element(end->loads.begin(), end->loads.end());
        table.Add({Escaped(end->name),
                   Percent(end->mean),
                   Percent(std::min(peak, 1.0)),
                   Counted(end->frames),
                   Counted(end->largestQueueBytes) + " B",
                   Counted(end->lost)});
    }
    return table.Html();
}

std::string
SwitchTable(const RunReport& report)
{
    HtmlTable table("Switches that sum",
                    {"switch", "level", "aggregators", "in use, mean", "fragments"});
    std::size_t rows = 0;
    for (const RunReport::Switch& node : report.switches)
    {
        if (node.level && node.aggregators > 0 && rows < kMostRows)
        {
            ++rows;
            table.Add({Escaped(node.name),
                       std::to_string(*node.level),
                       Counted(node.aggregators),
                       Number(node.meanOccupied),
                       Counted(node.fates.Total())});
        }
    }
    return rows > 0 ? table.Html() : "";
}

json
EndData(const RunReport::End& end)
{
    std::string loads;
    for (const double load : end.loads)
    {
        loads += TwoDigits(load);
    }
    return {PrintableAscii(end.name), loads, std::lround(1000 * end.mean)};
}

/// What the page's script draws.
json
DataOf(const RunReport& report)
{
    json data{{"borders", report.bordersUs},
              {"switches", json::array()},
              {"links", json::array()},
              {"memory", json::array()},
              {"fates", json::array()},
              {"aggregators", 0}};
    uint64_t aggregators = 0;
    for (const RunReport::Switch& node : report.switches)
    {
        data["switches"].push_back({PrintableAscii(node.name), node.height});
        aggregators += node.aggregators;
    }
    data["aggregators"] = aggregators;
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
    const auto levels = FatesOf(report);
    for (const auto& [level, fates] : levels)
    {
        json flows = json::array();
        for (const Fate& fate : kFates)
        {
            if (const uint64_t count = fates.*fate.what; count > 0)
            {
                flows.push_back({fate.name, fate.to, count});
            }
        }
        data["fates"].push_back(
            {levels.size() == 1 ? "" : "switches of level " + std::to_string(level), flows});
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
                                                   {"summary", Summary(report)},
                                                   {"bars", Bars(report)},
                                                   {"fates", FatesTables(report)},
                                                   {"links", LinkTable(report)},
                                                   {"switches", SwitchTable(report)},
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
