/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/run/recording-files.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// The conversion is exact, since the files have integer nanoseconds.
int64_t
ToNs(const json& us)
{
    return std::llround(us.get<double>() * 1000);
}

} // namespace

std::vector<TimelineSpan>
TimelineFile::Spans(const std::string& category) const
{
    std::vector<TimelineSpan> found;
    for (const auto& [track, spans] : tracks)
    {
        std::copy_if(spans.begin(),
                     spans.end(),
                     std::back_inserter(found),
                     [&category](const TimelineSpan& span) { return span.category == category; });
    }
    return found;
}

TimelineFile
ReadTimeline(const std::string& path)
{
    const json file = json::parse(ReadTextFile(path));
    TimelineFile timeline;
    timeline.isComplete = file["otherData"]["complete"];
    for (const json& event : file["traceEvents"])
    {
        if (event["ph"] == "X")
        {
            const int64_t beginNs = ToNs(event["ts"]);
            timeline.tracks[event["tid"]].push_back(
                {event["cat"],
                 beginNs,
                 beginNs + ToNs(event["dur"]),
                 event["args"].value("missing_results", uint64_t{0})});
        }
        else if (event["ph"] == "C")
        {
            timeline.counters[event["name"]].push_back(event["args"]);
        }
    }
    for (auto& [track, spans] : timeline.tracks)
    {
        std::stable_sort(spans.begin(),
                         spans.end(),
                         [](const TimelineSpan& a, const TimelineSpan& b) {
                             return a.beginNs < b.beginNs ||
                                    (a.beginNs == b.beginNs && a.endNs > b.endNs);
                         });
    }
    return timeline;
}

testing::AssertionResult
AreNested(const std::vector<TimelineSpan>& spans)
{
    std::vector<int64_t> open; // ends of the spans that enclose the next one
    for (const TimelineSpan& span : spans)
    {
        while (!open.empty() && open.back() <= span.beginNs)
        {
            open.pop_back();
        }
        if (span.endNs <= span.beginNs || (!open.empty() && span.endNs > open.back()))
        {
            return testing::AssertionFailure()
                   << span.category << " from " << span.beginNs << " to " << span.endNs
                   << " ns is empty or overlaps another span";
        }
        open.push_back(span.endNs);
    }
    return testing::AssertionSuccess();
}

std::vector<OccupancyRow>
ReadOccupancy(const std::string& path)
{
    std::istringstream text(ReadTextFile(path));
    std::string header;
    std::getline(text, header);
    EXPECT_EQ(header, "begin_us,end_us,free,aggregating,waiting");
    std::vector<OccupancyRow> rows;
    OccupancyRow row{};
    char comma = 0;
    while (text >> row.beginUs >> comma >> row.endUs >> comma >> row.free >> comma >>
           row.aggregating >> comma >> row.waiting)
    {
        rows.push_back(row);
    }
    EXPECT_TRUE(text.eof());
    return rows;
}

} // namespace ns3::esa::test
