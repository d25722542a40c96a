/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * How fast is the module? Times differ from machine to machine, and from minute to minute on a
 * shared one, so only ratios are compared. This program measures packet-hops per second of
 * processor time, of three things in turn and in one process:
 *
 *  (a) stock ns-3,
 *  (b) the same frames through this module's devices,
 *  (c) the paper's 8 jobs x 8 workers of DNN A.
 *
 * A packet-hop is one packet carried over one link; a multicast to n counts n.
 *
 *     ./ns3 run esa-bench [-- --SchedulerType=ns3::MapScheduler --rounds=3]
 */

#include "star-traffic.h"

#include "ns3/core-module.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

namespace
{

using namespace ns3;
using esabench::Measurement;

/**
 * @brief The 8x8 scenario with the defaults of every field.
 * @param system the aggregation system
 * @return the measurement
 */
Measurement
MeasureScenario(const std::string& system)
{
    const esa::ValidScenario scenario = esa::ParseScenario("{}", "defaults").scenario;
    const double before = esabench::CpuSeconds();
    const auto result = esa::RunScenario(scenario, system, 1, esa::RunControl{});
    Measurement measurement{system + ", 8 jobs x 8 workers, DNN A, 2 iterations"};
    measurement.cpuS = esabench::CpuSeconds() - before;
    measurement.packetHops = result->packetHops;
    return measurement;
}

/**
 * @param measurements of the same thing
 * @return the one with the median rate
 */
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

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t rounds = 3;
    CommandLine cmd(__FILE__);
    GlobalValue::Bind("SchedulerType", StringValue("ns3::PriorityQueueScheduler"));
    cmd.AddValue("rounds", "measurements of each; the median is printed", rounds);
    cmd.Parse(argc, argv);
    StringValue scheduler;
    GlobalValue::GetValueByName("SchedulerType", scheduler);

    // In turn, so that a slow minute of the machine hits all three.
    const esabench::StarLoad load;
    std::vector<Measurement> scenario;
    std::vector<Measurement> own;
    std::vector<Measurement> stock;
    double scenarioMemoryMb = 0;
    for (uint32_t round = 0; round < std::max(rounds, 1U); ++round)
    {
        scenario.push_back(MeasureScenario("esa"));
        if (round == 0)
        {
            scenarioMemoryMb = PeakMemoryMb();
        }
        own.push_back(esabench::MeasureOwnDevices(load));
        stock.push_back(esabench::MeasureStock(load));
    }

    const Measurement base = Median(stock);
    std::printf("scheduler %s, median of %u\n", scheduler.Get().c_str(), std::max(rounds, 1U));
    std::printf("%-52s %18s %8s\n", "", "packet-hops/CPU-s", "ratio");
    for (const auto& [label, measurement] : {std::pair{"(a)", base},
                                             std::pair{"(b)", Median(own)},
                                             std::pair{"(c)", Median(scenario)}})
    {
        std::printf("%s %-48s %15.2f M %8.2f\n",
                    label,
                    measurement.name.c_str(),
                    measurement.HopsPerCpuS() / 1e6,
                    measurement.HopsPerCpuS() / base.HopsPerCpuS());
    }
    std::printf("peak memory of (c): %.0f MB\n", scenarioMemoryMb);
    return 0;
}
