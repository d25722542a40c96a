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
#include <sstream>
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
    const char* text;                        ///< its meaning, in reStructuredText
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
ExposedShare(const RunResult& result)
{
    return result.exposedShare ? ordered_json(*result.exposedShare) : ordered_json();
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
PauseStorms(const RunResult& result)
{
    return result.pauseStorms ? ordered_json(*result.pauseStorms) : ordered_json();
}

ordered_json
Notes(const RunResult& result)
{
    return result.notes.empty() ? ordered_json() : ordered_json(JoinWords(result.notes, " | "));
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
        {"system", "name of the system", Value<&RunResult::system>},
        {"jobs", "number of jobs", Value<&RunResult::jobs>},
        {"workers",
         "workers of each job; with a job trace, of its first job",
         Value<&RunResult::workers>},
        {"workload", "letters of the DNNs", Value<&RunResult::workload>},
        {"seed", "seed of the random streams", Value<&RunResult::seed>},
        {"run", "run (sub-stream) number", Value<&RunResult::run>},
        {"iterations",
         "training iterations of each job whose DNN has no number of its own (dnns.X.iterations)",
         Value<&RunResult::iterations>},
        {"jct_ms",
         "mean over jobs and iterations of: end of the last worker - start of the first",
         Value<&RunResult::jctMs>},
        {"jct_ms_per_job", "the same for each job", Value<&RunResult::jctMsPerJob>},
        {"utilization",
         "mean of: gradient bits / (rate x time from the first start to the last result); rate: "
         "of the slowest link of a worker. Other operations than all-reduce have in place of "
         "gradient bits the fewest bits that a link can carry, in its busier direction; the link "
         "that takes longest counts. Of execution traces: the mean of all links",
         Value<&RunResult::utilization>},
        {"aggregators",
         "aggregators of all switches (SwitchML: slots)",
         Value<&RunResult::aggregators>},
        {"mean_occupied",
         "aggregators in use, mean over the time from the first start to the last end; a SwitchML "
         "slot that only keeps its last result is not in use",
         Value<&RunResult::meanOccupied>},
        {"collisions",
         "fragments that met the aggregator of another task: ``preemptions`` + ``passed_through``",
         Value<&RunResult::collisions>},
        {"preemptions", "of these, those that took it", Value<&RunResult::preemptions>},
        {"passed_through",
         "of these, those that went on to the PS",
         Value<&RunResult::passedThrough>},
        {"fetched", "partial sums that reminders or resends took", Value<&RunResult::fetched>},
        {"reminders_worker",
         "reminders of workers (slots: fragments sent again; ATP: resends; flows: packets sent "
         "again)",
         Value<&RunResult::remindersWorker>},
        {"reminders_ps", "reminders of PSes to switches", Value<&RunResult::remindersPs>},
        {"ecn_marks", "frames marked with ECN", Value<&RunResult::ecnMarks>},
        {"pause_storms",
         "pauses of links longer than 1 ms; only with flow control by pauses (``link.pfc``)",
         PauseStorms},
        {"packet_hops",
         "packets carried over a link; a multicast to n counts n",
         Value<&RunResult::packetHops>},
        {"events",
         "work of the runner. Do not compare runs of different runners",
         Value<&RunResult::events>},
        {"sim_ms", "simulated time", Value<&RunResult::simMs>},
        {"packets_lost",
         "packets lost at full queues and by faults",
         Value<&RunResult::packetsLost>},
        {"packets_duplicated",
         "packets duplicated by faults",
         Value<&RunResult::packetsDuplicated>},
        {"packets_reordered",
         "packets held back by faults, so that others overtake them",
         Value<&RunResult::packetsReordered>},
        {"queries", "queries of PSes to workers", Value<&RunResult::queries>},
        {"retransmissions", "fragments in answer to a query", Value<&RunResult::retransmissions>},
        {"results_recovered",
         "results from the cache of a worker",
         Value<&RunResult::resultsRecovered>},
        {"results_forwarded",
         "results that the PS sent to one worker",
         Value<&RunResult::resultsForwarded>},
        {"results_repeated",
         "results that the switch of SwitchML sent again",
         Value<&RunResult::resultsRepeated>},
        {"copies_dropped",
         "fragments and sums that were dropped as copies by switch or PS",
         Value<&RunResult::copiesDropped>},
        {"reclaimed", "left-over aggregators that ATP freed", Value<&RunResult::reclaimed>},
        {"occupied_share", "``mean_occupied`` / ``aggregators``", Value<&RunResult::occupiedShare>},
        {"waiting_share",
         "share of the aggregators that hold a complete sum until its result has passed, mean "
         "over time",
         Value<&RunResult::waitingShare>},
        {"additions_per_aggregator_s",
         "fragments added to the sum that an aggregator holds, per aggregator and second; the "
         "first "
         "one of a sum is not added to anything",
         Value<&RunResult::additionsPerAggregatorS>},
        {"results_checked",
         "results whose sum a worker compared with the exact one",
         Value<&RunResult::resultsChecked>},
        {"results_wrong",
         "of these, wrong ones; a run with any fails",
         Value<&RunResult::resultsWrong>},
        {"background_flows",
         "TCP flows of background traffic that ended",
         Value<&RunResult::backgroundFlows>},
        {"background_flow_us",
         "their mean time from the begin to the last byte",
         Value<&RunResult::backgroundFlowUs>},
        {"background_gbps",
         "rate of the bytes of background traffic that arrived",
         Value<&RunResult::backgroundGbps>},
        {"makespan_ms",
         "time from the first start (job traces: submission) to the last end",
         Value<&RunResult::makespanMs>},
        {"queueing_mean_ms", "job traces: mean time of a job from submission to start", Queueing},
        {"slice", "smallest share of a model, or of a trace, that a job trains, if below 1", Slice},
        {"workers_left",
         "for each job the workers that ended it, where jobs go on without lost ones",
         List<&RunResult::workersLeft>},
        {"iterations_with_fewer",
         "for each job the iterations without the lost workers",
         List<&RunResult::iterationsWithFewer>},
        {"groups",
         "jobs or process groups that asked for memory or trees of switches (HIRE, SHARP)",
         Groups},
        {"iteration_mean_ms",
         "time of an iteration, over all jobs: mean",
         OfIterations<&Distribution::mean>},
        {"iteration_min_ms", "the same: the least", OfIterations<&Distribution::least>},
        {"iteration_median_ms", "the same: the median", OfIterations<&Distribution::median>},
        {"iteration_p95_ms", "the same: the 95th percentile", OfIterations<&Distribution::p95>},
        {"iteration_p99_ms", "the same: the 99th percentile", OfIterations<&Distribution::p99>},
        {"iteration_max_ms", "the same: the most", OfIterations<&Distribution::most>},
        {"iteration_ms",
         "time of every iteration, a list for each job",
         List<&RunResult::iterationMs>},
        {"job_jct_mean_ms", "time of a job: mean", OfJobs<&Distribution::mean>},
        {"job_jct_min_ms", "the same: the least", OfJobs<&Distribution::least>},
        {"job_jct_median_ms", "the same: the median", OfJobs<&Distribution::median>},
        {"job_jct_p95_ms", "the same: the 95th percentile", OfJobs<&Distribution::p95>},
        {"job_jct_p99_ms", "the same: the 99th percentile", OfJobs<&Distribution::p99>},
        {"job_jct_max_ms", "the same: the most", OfJobs<&Distribution::most>},
        {"job_jct_ms",
         "time of every job, from the start of its first worker (job traces: its submission) to "
         "the end of its last worker",
         List<&RunResult::jobMs>},
        {"groups_summed_in_hosts", "the jobs or groups that got none", GroupsSummedInHosts},
        {"jct_compute_ms",
         "with ``parts``: of ``jct_ms``, what the chain of causes waits while layers or nodes of "
         "an "
         "execution trace compute",
         PartOfJct<TimePart::Compute>},
        {"jct_payload_ms",
         "... while a link sends gradients of the job, for the first time",
         PartOfJct<TimePart::Payload>},
        {"jct_headers_ms",
         "... while a link sends headers of these packets, what goes with each frame, or short "
         "packets",
         PartOfJct<TimePart::Headers>},
        {"jct_latency_ms",
         "... while a packet propagates or is processed; steps of algorithms",
         PartOfJct<TimePart::Latency>},
        {"jct_window_ms",
         "the same, but the next packet waited for an answer, as its window was full or its memory "
         "in use; or a rate held it back",
         PartOfJct<TimePart::Window>},
        {"jct_queue_ms",
         "... while packets of other jobs, groups or an earlier iteration leave first, or a link "
         "is "
         "paused",
         PartOfJct<TimePart::Queue>},
        {"jct_repair_ms",
         "... while a timeout runs, or a link sends something again",
         PartOfJct<TimePart::Repair>},
        {"jct_late_ms",
         "as the worker at the begin of the chain began later than the first one, or waited by "
         "jitter or a pause",
         PartOfJct<TimePart::Late>},
        {"exposed_share",
         "with ``parts``, of execution traces: of the time in which communication of a rank is "
         "under way, the share in which the rank computes nothing, so that it is not hidden",
         ExposedShare},
        {"up_bytes",
         "with ``parts``: the most bytes that a link has carried up: a link of a host, then a "
         "link between switches of each level",
         List<&RunResult::upBytes>},
        {"down_bytes", "the same down", List<&RunResult::downBytes>},
        {"notes",
         "what the run has shown, as the program prints it; several are separated by ' | '",
         Notes},
        {"wall_s",
         "time that the run took; it alone differs when a run is repeated",
         Value<&RunResult::wallS>},
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

std::string
TableOfColumns()
{
    std::size_t width = 0;
    for (const Column& column : Columns())
    {
        width = std::max(width, std::string(column.name).size() + 4); // with four backticks
    }
    constexpr std::size_t kTextWidth = 80;
    const std::string rule = std::string(width, '=') + "  " + std::string(kTextWidth, '=') + "\n";
    const auto row = [width](const std::string& name, const std::string& text) {
        std::string lines;
        std::string line = name + std::string(width + 2 - name.size(), ' ');
        std::istringstream words(text);
        for (std::string word; words >> word; line += word + " ")
        {
            if (line.size() + word.size() > width + 2 + kTextWidth)
            {
                lines += line.substr(0, line.size() - 1) + "\n";
                line.assign(width + 2, ' ');
            }
        }
        return lines + line.substr(0, line.size() - 1) + "\n";
    };
    std::string table = rule + row("Column", "Meaning") + rule;
    for (const Column& column : Columns())
    {
        table += row("``" + std::string(column.name) + "``", column.text);
    }
    return table + rule;
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
