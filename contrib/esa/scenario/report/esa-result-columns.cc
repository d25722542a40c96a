// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-critical-path.h"
#include "ns3/esa-job-times.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::ordered_json;

/// One column of the results.
struct Column
{
    const char* name;                        ///< its name
    ordered_json (*value)(const RunResult&); ///< its value; null: the run has none
};

template <auto Member>
ordered_json
Value(const RunResult& result)
{
    return result.*Member;
}

template <auto Member>
ordered_json
List(const RunResult& result)
{
    return (result.*Member).empty() ? ordered_json() : ordered_json(result.*Member);
}

template <auto Member>
ordered_json
OfJobs(const RunResult& result)
{
    return result.jobMs.empty() ? ordered_json() : ordered_json(Describe(result.jobMs).*Member);
}

template <auto Member>
ordered_json
OfIterations(const RunResult& result)
{
    std::vector<double> times;
    for (const std::vector<double>& ofJob : result.iterationMs)
    {
        times.insert(times.end(), ofJob.begin(), ofJob.end());
    }
    return times.empty() ? ordered_json() : ordered_json(Describe(times).*Member);
}

template <TimePart Part>
ordered_json
PartOfJct(const RunResult& result)
{
    return result.jctPartsMs.empty()
               ? ordered_json()
               : ordered_json(result.jctPartsMs[static_cast<std::size_t>(Part)]);
}

ordered_json
Queueing(const RunResult& result)
{
    return result.jobTimes.empty() ? ordered_json()
                                   : ordered_json(Summarize(result.jobTimes).queueingMeanMs);
}

ordered_json
Slice(const RunResult& result)
{
    return result.slice < 1 ? ordered_json(result.slice) : ordered_json();
}

ordered_json
Groups(const RunResult& result)
{
    return result.groups > 0 ? ordered_json(result.groups) : ordered_json();
}

ordered_json
GroupsSummedInHosts(const RunResult& result)
{
    if (result.groups == 0)
    {
        return {};
    }
    ordered_json groups = ordered_json::array();
    for (const HostSummedGroup& group : result.hostSummed)
    {
        ordered_json entry{{"job", group.job}};
        if (!group.ranks.empty())
        {
            entry["ranks"] = group.ranks;
        }
        entry["all_reduces"] = group.allReduces;
        groups.push_back(std::move(entry));
    }
    return groups;
}

const std::vector<Column>&
Columns()
{
    static const std::vector<Column> columns{
        {"system", Value<&RunResult::system>},
        {"jobs", Value<&RunResult::jobs>},
        {"workers", Value<&RunResult::workers>},
        {"workload", Value<&RunResult::workload>},
        {"seed", Value<&RunResult::seed>},
        {"run", Value<&RunResult::run>},
        {"iterations", Value<&RunResult::iterations>},
        {"jct_ms", Value<&RunResult::jctMs>},
        {"jct_ms_per_job", Value<&RunResult::jctMsPerJob>},
        {"utilization", Value<&RunResult::utilization>},
        {"aggregators", Value<&RunResult::aggregators>},
        {"mean_occupied", Value<&RunResult::meanOccupied>},
        {"collisions", Value<&RunResult::collisions>},
        {"preemptions", Value<&RunResult::preemptions>},
        {"passed_through", Value<&RunResult::passedThrough>},
        {"fetched", Value<&RunResult::fetched>},
        {"reminders_worker", Value<&RunResult::remindersWorker>},
        {"reminders_ps", Value<&RunResult::remindersPs>},
        {"ecn_marks", Value<&RunResult::ecnMarks>},
        {"packet_hops", Value<&RunResult::packetHops>},
        {"events", Value<&RunResult::events>},
        {"sim_ms", Value<&RunResult::simMs>},
        {"packets_lost", Value<&RunResult::packetsLost>},
        {"packets_duplicated", Value<&RunResult::packetsDuplicated>},
        {"packets_reordered", Value<&RunResult::packetsReordered>},
        {"queries", Value<&RunResult::queries>},
        {"retransmissions", Value<&RunResult::retransmissions>},
        {"results_recovered", Value<&RunResult::resultsRecovered>},
        {"results_forwarded", Value<&RunResult::resultsForwarded>},
        {"results_repeated", Value<&RunResult::resultsRepeated>},
        {"copies_dropped", Value<&RunResult::copiesDropped>},
        {"reclaimed", Value<&RunResult::reclaimed>},
        {"occupied_share", Value<&RunResult::occupiedShare>},
        {"waiting_share", Value<&RunResult::waitingShare>},
        {"additions_per_aggregator_s", Value<&RunResult::additionsPerAggregatorS>},
        {"results_checked", Value<&RunResult::resultsChecked>},
        {"results_wrong", Value<&RunResult::resultsWrong>},
        {"background_flows", Value<&RunResult::backgroundFlows>},
        {"background_flow_us", Value<&RunResult::backgroundFlowUs>},
        {"background_gbps", Value<&RunResult::backgroundGbps>},
        {"makespan_ms", Value<&RunResult::makespanMs>},
        {"queueing_mean_ms", Queueing},
        {"slice", Slice},
        {"workers_left", List<&RunResult::workersLeft>},
        {"iterations_with_fewer", List<&RunResult::iterationsWithFewer>},
        {"groups", Groups},
        {"iteration_mean_ms", OfIterations<&Distribution::mean>},
        {"iteration_min_ms", OfIterations<&Distribution::least>},
        {"iteration_median_ms", OfIterations<&Distribution::median>},
        {"iteration_p95_ms", OfIterations<&Distribution::p95>},
        {"iteration_p99_ms", OfIterations<&Distribution::p99>},
        {"iteration_max_ms", OfIterations<&Distribution::most>},
        {"iteration_ms", List<&RunResult::iterationMs>},
        {"job_jct_mean_ms", OfJobs<&Distribution::mean>},
        {"job_jct_min_ms", OfJobs<&Distribution::least>},
        {"job_jct_median_ms", OfJobs<&Distribution::median>},
        {"job_jct_p95_ms", OfJobs<&Distribution::p95>},
        {"job_jct_p99_ms", OfJobs<&Distribution::p99>},
        {"job_jct_max_ms", OfJobs<&Distribution::most>},
        {"job_jct_ms", List<&RunResult::jobMs>},
        {"groups_summed_in_hosts", GroupsSummedInHosts},
        {"jct_compute_ms", PartOfJct<TimePart::Compute>},
        {"jct_payload_ms", PartOfJct<TimePart::Payload>},
        {"jct_headers_ms", PartOfJct<TimePart::Headers>},
        {"jct_latency_ms", PartOfJct<TimePart::Latency>},
        {"jct_window_ms", PartOfJct<TimePart::Window>},
        {"jct_queue_ms", PartOfJct<TimePart::Queue>},
        {"jct_repair_ms", PartOfJct<TimePart::Repair>},
        {"jct_late_ms", PartOfJct<TimePart::Late>},
        {"wall_s", Value<&RunResult::wallS>},
    };
    return columns;
}

/// The text of a cell. A list of numbers has no comma, so that scripts may split a row at commas.
/// @param isOfList whether the value is an element of a list
std::string
CsvText(const ordered_json& value, bool isOfList = false)
{
    if (value.is_null())
    {
        return {};
    }
    if (value.is_number_float())
    {
        return FormatNumber(value.get<double>());
    }
    if (value.is_string())
    {
        return CsvCell(value.get<std::string>());
    }
    const auto isObject = [](const ordered_json& element) { return element.is_object(); };
    if (!value.is_array() || std::any_of(value.begin(), value.end(), isObject))
    {
        return CsvCell(value.dump());
    }
    const char* separator = isOfList ? " " : ";";
    std::string joined;
    for (const ordered_json& element : value)
    {
        joined += (joined.empty() ? "" : separator) + CsvText(element, true);
    }
    return joined;
}

/// Joins the texts that a function returns for the columns.
template <typename F>
std::string
JoinCsv(F text)
{
    std::string line;
    for (const Column& column : Columns())
    {
        line += (line.empty() ? "" : ",") + text(column);
    }
    return line;
}

} // namespace

std::string
FormatNumber(double number)
{
    std::array<char, 32> text; // the longest double needs 24
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

std::string
CsvHeader()
{
    return JoinCsv([](const Column& column) { return std::string(column.name); });
}

std::string
CsvRow(const RunResult& result)
{
    return JoinCsv([&result](const Column& column) { return CsvText(column.value(result)); });
}

ordered_json
JsonRow(const RunResult& result)
{
    ordered_json row = ordered_json::object();
    for (const Column& column : Columns())
    {
        if (ordered_json value = column.value(result); !value.is_null())
        {
            row[column.name] = std::move(value);
        }
    }
    return row;
}

} // namespace ns3::esa
