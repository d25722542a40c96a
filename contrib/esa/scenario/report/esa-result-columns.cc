// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-result-columns.h"

#include "ns3/esa-job-times.h"
#include "ns3/esa-text.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::ordered_json;

/// The files that have a column.
enum class Files
{
    CsvAndJson, ///< in both files
    JsonOnly,   ///< result.csv keeps its columns, since other programs read it
};

/// One column of the results.
struct Column
{
    const char* name;                        ///< name in both files
    ordered_json (*value)(const RunResult&); ///< its value
    Files files{Files::CsvAndJson};          ///< files that have it
};

template <auto Member>
ordered_json
Value(const RunResult& result)
{
    return result.*Member;
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
        {"timed_out", Value<&RunResult::timedOut>},
        {"wall_s", Value<&RunResult::wallS>},
        {"occupied_share", Value<&RunResult::occupiedShare>, Files::JsonOnly},
        {"waiting_share", Value<&RunResult::waitingShare>, Files::JsonOnly},
        {"additions_per_aggregator_s", Value<&RunResult::additionsPerAggregatorS>, Files::JsonOnly},
        {"results_checked", Value<&RunResult::resultsChecked>, Files::JsonOnly},
        {"results_wrong", Value<&RunResult::resultsWrong>, Files::JsonOnly},
        {"background_flows", Value<&RunResult::backgroundFlows>, Files::JsonOnly},
        {"background_flow_us", Value<&RunResult::backgroundFlowUs>, Files::JsonOnly},
        {"background_gbps", Value<&RunResult::backgroundGbps>, Files::JsonOnly},
    };
    return columns;
}

/// Adds columns for the distribution of times in ms: NAME_mean_ms and so on.
void
AddDistribution(const std::string& name, const std::vector<double>& timesMs, ordered_json& row)
{
    if (timesMs.empty()) // a run that a test has made up
    {
        return;
    }
    const Distribution times = Describe(timesMs);
    row[name + "_mean_ms"] = times.mean;
    row[name + "_min_ms"] = times.least;
    row[name + "_median_ms"] = times.median;
    row[name + "_p95_ms"] = times.p95;
    row[name + "_p99_ms"] = times.p99;
    row[name + "_max_ms"] = times.most;
}

std::string
CsvText(const ordered_json& value)
{
    if (value.is_string())
    {
        return CsvCell(value.get<std::string>());
    }
    if (value.is_number_float())
    {
        return FormatNumber(value.get<double>());
    }
    if (!value.is_array())
    {
        return value.dump();
    }
    std::string joined;
    for (const ordered_json& element : value)
    {
        joined += (joined.empty() ? "" : ";") + CsvText(element);
    }
    return joined;
}

/// Joins the texts that a function returns for the columns of result.csv.
template <typename F>
std::string
JoinCsv(F text)
{
    std::string line;
    for (const Column& column : Columns())
    {
        if (column.files == Files::CsvAndJson)
        {
            line += (line.empty() ? "" : ",") + text(column);
        }
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
        row[column.name] = column.value(result);
    }
    std::vector<double> iterations;
    for (const std::vector<double>& ofJob : result.iterationMs)
    {
        iterations.insert(iterations.end(), ofJob.begin(), ofJob.end());
    }
    AddDistribution("iteration", iterations, row);
    AddDistribution("job_jct", result.jobMs, row);
    row["makespan_ms"] = result.makespanMs;
    if (result.closedFormJctMs)
    {
        row["closed_form_ms"] = *result.closedFormJctMs;
    }
    if (!result.jobTimes.empty())
    {
        row["queueing_mean_ms"] = Summarize(result.jobTimes).queueingMeanMs;
    }
    if (result.slice < 1)
    {
        row["slice"] = result.slice;
    }
    if (!result.workersLeft.empty())
    {
        row["workers_left"] = result.workersLeft;
        row["iterations_with_fewer"] = result.iterationsWithFewer;
    }
    if (result.groups > 0)
    {
        row["groups"] = result.groups;
        row["groups_summed_in_hosts"] = ordered_json::array();
        for (const HostSummedGroup& group : result.hostSummed)
        {
            ordered_json entry{{"job", group.job}};
            if (!group.ranks.empty())
            {
                entry["ranks"] = group.ranks;
            }
            entry["all_reduces_in_hosts"] = group.inHosts;
            entry["all_reduces"] = group.allReduces;
            row["groups_summed_in_hosts"].push_back(std::move(entry));
        }
    }
    row["iteration_ms"] = result.iterationMs;
    row["job_jct_ms"] = result.jobMs;
    return row;
}

} // namespace ns3::esa
