// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/*
 * How fast is the module? Times differ from machine to machine, and from minute to minute on a
 * shared one, so only ratios are compared. This program measures what a packet-hop costs, of three
 * things in turn and in one process:
 *
 *  (a) stock ns-3,
 *  (b) the same frames through this module's devices,
 *  (c) scenarios with the values of the paper: 8 jobs x 8 workers of DNN A, with ESA.
 *
 * A packet-hop is one packet carried over one link; a multicast to n counts n. A task is one sum:
 * the fragments of all workers with one number. Where the processor's counters can be read, it also
 * prints instructions and cache misses per packet-hop.
 *
 *     ./ns3 run esa-bench [-- --SchedulerType=ns3::MapScheduler --rounds=3]
 *     ./ns3 run esa-bench -- --systems=esa,atp,switchml,ring --workloads=A,B,AB \
 *         --memory=5000000,1000000
 *     ./ns3 run esa-bench -- --set=recovery.enabled=true,faults.every_link.loss_probability=0.001
 *
 * With several numbers of threads it also prints how much sooner a run ends with the second than
 * with the first. 1,024 hosts in 16 racks:
 *
 *     ./ns3 run esa-bench -- --engine=rounds --threads=1,2 \
 *         --set=iterations=1,jobs.count=128,topology.hosts=1024,topology.racks=16,topology.spines=4
 */

#include "star-traffic.h"

#include "ns3/core-module.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace
{

using namespace ns3;
using esabench::Measurement;

/// The values of the paper, as in scenarios/paper: they do not change with defaults.
constexpr const char* kPaper = R"({
    "window": {"initial_packets": 200, "max_packets": 500, "switchml_max_packets": 333,
               "iswitch_max_packets": 0},
    "switch": {"aggregator_index": "mix64"},
    "flow": {"window_packets": 256},
    "ecn": {"threshold_bytes": 1000000},
    "rto": {"min_us": 1000, "check_us": 50},
    "reminder": {"ps_holdoff_us": 10},
    "recovery": {"enabled": false, "stale_us": 10000}
})";

/// Which scenarios are measured: all combinations.
struct Choice
{
    std::string systems{"esa"};      ///< systems, with commas between them
    std::string workloads{"A"};      ///< letters of DNNs
    std::string memories{"5000000"}; ///< bytes of memory for aggregation
    std::string engine{"auto"};      ///< who computes them
    std::string threads{"1"};        ///< numbers of threads that share a run in rounds
    std::string settings;            ///< of other fields, with commas between them
};

/// A scenario to be measured.
struct Case
{
    std::string name;            ///< for the table
    std::string system;          ///< the system
    esa::ValidScenario scenario; ///< the scenario
    uint32_t threads{1};         ///< that share a run in rounds
    std::size_t first{0}; ///< the case with the same scenario and the first number of threads
};

/// @param list words with commas between them
/// @return the words
std::vector<std::string>
Words(const std::string& list)
{
    std::vector<std::string> words;
    std::istringstream stream(list);
    for (std::string word; std::getline(stream, word, ',');)
    {
        words.push_back(word);
    }
    return words;
}

/// @return a setting of a scenario's field
esa::ScenarioOverride
Setting(const std::string& path, const std::string& value)
{
    return esa::ParseSetting(path + "=" + value);
}

/// @param word a number of threads
/// @return the number
/// @throws std::runtime_error if it is none
uint32_t
ThreadsFrom(const std::string& word)
{
    if (word.empty() || word.size() > 4 || word.find_first_not_of("0123456789") < word.size() ||
        std::stoul(word) == 0)
    {
        throw std::runtime_error("--threads: " + word +
                                 " is not allowed: must be an integer from "
                                 "1 to 9999");
    }
    return static_cast<uint32_t>(std::stoul(word));
}

/// @brief The 8x8 scenario, with all combinations of a choice. All else are defaults.
/// @param choice which scenarios
/// @return each of them
/// @throws std::runtime_error that names what is wrong
std::vector<Case>
CasesOf(const Choice& choice)
{
    std::vector<Case> cases;
    for (const auto& memory : Words(choice.memories))
    {
        for (const auto& workload : Words(choice.workloads))
        {
            for (const auto& system : Words(choice.systems))
            {
                if (!esa::FindSystem(system))
                {
                    throw std::runtime_error("--systems: there is no system " + system +
                                             " (esa-scenario --list-systems names them)");
                }
                std::vector<esa::ScenarioOverride> settings{Setting("jobs.workload", workload),
                                                            Setting("switch.memory_bytes", memory),
                                                            Setting("engine", choice.engine)};
                for (const auto& setting : Words(choice.settings))
                {
                    settings.push_back(esa::ParseSetting(setting));
                }
                const auto scenario = esa::ParseScenario(kPaper, "esa-bench", settings).scenario;
                const std::size_t first = cases.size();
                for (const auto& threads : Words(choice.threads))
                {
                    cases.push_back({system + ", " + std::to_string(scenario->jobs.count) +
                                         " jobs x " + std::to_string(scenario->jobs.workers) +
                                         " workers, DNN " + workload + ", " + memory + " B" +
                                         (threads == "1" ? "" : ", " + threads + " threads"),
                                     system,
                                     scenario,
                                     ThreadsFrom(threads),
                                     first});
                    esa::CheckThreads(scenario, cases.back().threads);
                }
            }
        }
    }
    return cases;
}

/// @return the measurement of a scenario, with seed 1
Measurement
MeasureScenario(const Case& measured)
{
    Measurement measurement{measured.name};
    std::optional<esa::RunResult> result;
    esa::RunControl control;
    control.threads = measured.threads;
    {
        const esabench::Meter meter(measurement);
        result = esa::RunScenario(measured.scenario, measured.system, 1, control);
    }
    measurement.wallS = result->wallS;
    measurement.packetHops = result->packetHops;
    measurement.tasks = result->resultsChecked / result->workers;
    return measurement;
}

/// @param measurements of the same thing
/// @return the one with the median rate
Measurement
Median(std::vector<Measurement> measurements)
{
    std::sort(measurements.begin(), measurements.end(), [](const auto& a, const auto& b) {
        return a.HopsPerCpuS() < b.HopsPerCpuS();
    });
    return measurements[measurements.size() / 2];
}

/// @return largest resident memory of this process so far, in MB
double
PeakMemoryMb()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

/// @brief Prints a line of the table.
/// @param label (a), (b) or (c)
/// @param measurement what was measured
/// @param base what it is compared with
void
PrintLine(const char* label, const Measurement& measurement, const Measurement& base)
{
    const auto hops = static_cast<double>(measurement.packetHops);
    std::printf("%s %-48s %8.2f %9.1f",
                label,
                measurement.name.c_str(),
                measurement.HopsPerCpuS() / base.HopsPerCpuS(),
                measurement.cpuS * 1e9 / hops);
    if (measurement.tasks > 0)
    {
        std::printf(" %9.0f", measurement.cpuS * 1e9 / static_cast<double>(measurement.tasks));
    }
    else
    {
        std::printf(" %9s", "-");
    }
    if (esabench::Meter::WhyNoCounters().empty())
    {
        std::printf(" %12.1f %11.3f",
                    static_cast<double>(measurement.instructions) / hops,
                    static_cast<double>(measurement.cacheMisses) / hops);
    }
    std::printf("\n");
}

/// @brief Prints the headings of the table.
void
PrintHeadings()
{
    const std::string why = esabench::Meter::WhyNoCounters();
    if (!why.empty())
    {
        std::printf("no instructions and cache misses: their counters cannot be read (%s)\n",
                    why.c_str());
    }
    std::printf("%-52s %8s %9s %9s%s\n",
                "",
                "ratio",
                "ns a hop",
                "ns a task",
                why.empty() ? "  instr a hop  misses a hop" : "");
}

/// @brief Prints how much sooner runs end with more threads: wall clock of the same scenario with
/// the first number of threads over that with another one, in the same round; the median.
/// @param cases the scenarios
/// @param measured of each: its measurements, by round
void
PrintSpeedUps(const std::vector<Case>& cases, const std::vector<std::vector<Measurement>>& measured)
{
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        const std::size_t first = cases[i].first;
        if (i == first)
        {
            continue;
        }
        std::vector<double> ratios;
        for (std::size_t round = 0; round < measured[i].size(); ++round)
        {
            ratios.push_back(measured[first][round].wallS / measured[i][round].wallS);
        }
        std::sort(ratios.begin(), ratios.end());
        std::printf("wall clock with %u over that with %u threads, %s: %.2f\n",
                    cases[first].threads,
                    cases[i].threads,
                    cases[i].system.c_str(),
                    ratios[ratios.size() / 2]);
    }
}

/// @brief Measures everything and prints the table.
/// @param cases the scenarios
/// @param rounds measurements of each
void
MeasureAll(const std::vector<Case>& cases, uint32_t rounds)
{
    // In turn, so that a slow minute of the machine hits all of them.
    const esabench::StarLoad load;
    std::vector<std::vector<Measurement>> scenarios(cases.size());
    std::vector<Measurement> own;
    std::vector<Measurement> stock;
    double scenarioMemoryMb = 0;
    for (uint32_t round = 0; round < rounds; ++round)
    {
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            scenarios[i].push_back(MeasureScenario(cases[i]));
        }
        if (round == 0)
        {
            scenarioMemoryMb = PeakMemoryMb();
        }
        own.push_back(esabench::MeasureOwnDevices(load));
        stock.push_back(esabench::MeasureStock(load));
    }

    StringValue scheduler;
    GlobalValue::GetValueByName("SchedulerType", scheduler);
    const Measurement base = Median(stock);
    std::printf("scheduler %s, median of %u; ratio: packet-hops per CPU second, over (a)\n",
                scheduler.Get().c_str(),
                rounds);
    PrintHeadings();
    PrintLine("(a)", base, base);
    PrintLine("(b)", Median(own), base);
    for (const auto& measurements : scenarios)
    {
        PrintLine("(c)", Median(measurements), base);
    }
    std::printf("peak memory of (c): %.0f MB\n", scenarioMemoryMb);
    PrintSpeedUps(cases, scenarios);
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t rounds = 3;
    Choice choice;
    CommandLine cmd(__FILE__);
    GlobalValue::Bind("SchedulerType", StringValue("ns3::PriorityQueueScheduler"));
    cmd.AddValue("rounds", "measurements of each; the median is printed", rounds);
    cmd.AddValue("systems", "systems of the scenarios, with commas", choice.systems);
    cmd.AddValue("workloads", "their DNNs: A, B, AB", choice.workloads);
    cmd.AddValue("memory", "their bytes of memory for aggregation", choice.memories);
    cmd.AddValue("engine", "as of scenarios: auto, rounds or ns3", choice.engine);
    cmd.AddValue("threads", "threads of a run in rounds: numbers with commas", choice.threads);
    cmd.AddValue("set", "FIELD=VALUE of the scenarios, with commas", choice.settings);
    cmd.Parse(argc, argv);

    try
    {
        MeasureAll(CasesOf(choice), std::max(rounds, 1U));
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "esa-bench: error: %s\n", error.what());
        return 2;
    }
    return 0;
}
