/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-result-heading.h"

#include "esa-result-columns.h"

#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace ns3::esa
{

std::string
Counted(uint64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

namespace
{

std::string
SeedsText(const std::vector<uint32_t>& seeds)
{
    constexpr std::size_t kMostListed = 8;
    if (seeds.size() > kMostListed)
    {
        return Counted(seeds.size(), "seed");
    }
    std::string text = seeds.size() == 1 ? "seed" : "seeds";
    for (const uint32_t seed : seeds)
    {
        text += " " + std::to_string(seed);
    }
    return text;
}

/// Whether a system of the scenario uses PSes, and all of them share hosts with workers.
bool
ArePsesBesideWorkers(const ValidScenario& scenario)
{
    const auto usesPs = [](const std::string& name) {
        const SystemRecord& system = *FindSystem(name);
        return system.HasSummingServer() || system.onHost.sum == SumPlace::DedicatedServer;
    };
    std::set<uint32_t> workers;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        workers.insert(job.workerHosts.begin(), job.workerHosts.end());
    }
    return std::any_of(scenario->systems.begin(), scenario->systems.end(), usesPs) &&
           std::all_of(scenario->placement.jobs.begin(),
                       scenario->placement.jobs.end(),
                       [&workers](const auto& job) { return workers.count(job.psHost) > 0; });
}

void
PrintJobs(std::ostream& out, const ValidScenario& scenario)
{
    if (const std::size_t traced = scenario->trace.jobs.size())
    {
        out << scenario->name << ": " << Counted(traced, "job") << " of a trace, of up to "
            << Counted(scenario->jobs.workers, "worker") << ", on "
            << Counted(scenario->topology.hosts, "host") << ", DNNs " << scenario->jobs.workload
            << ", " << SeedsText(scenario->seeds);
        return;
    }
    if (const std::size_t traces = scenario->execution.traces.size())
    {
        out << scenario->name << ": " << Counted(traces, "execution trace") << " of "
            << (traces > 1 ? "up to " : "") << Counted(scenario->jobs.workers, "rank") << ", "
            << Counted(scenario->iterations, "iteration") << ", " << SeedsText(scenario->seeds);
        return;
    }
    const bool isUniform = std::all_of(scenario->placement.jobs.begin(),
                                       scenario->placement.jobs.end(),
                                       [&scenario](const JobPlacement& job) {
                                           return job.workerHosts.size() == scenario->jobs.workers;
                                       });
    out << scenario->name << ": " << Counted(scenario->jobs.count, "job") << " x "
        << (isUniform ? "" : "up to ") << Counted(scenario->jobs.workers, "worker") << ", workload "
        << scenario->jobs.workload << ", " << Counted(scenario->iterations, "iteration") << ", "
        << SeedsText(scenario->seeds);
}

} // namespace

void
PrintResultHeading(std::ostream& out, const ValidScenario& scenario)
{
    PrintJobs(out, scenario);
    if (scenario->trace.jobs.empty() && ArePsesBesideWorkers(scenario))
    {
        out << ", PSes beside workers";
    }
    out << "\n";
    const bool trains = scenario->execution.traces.empty();
    for (const auto& [letter, dnn] : scenario->dnns)
    {
        if (trains && dnn.slice < 1 && scenario->jobs.workload.find(letter) != std::string::npos)
        {
            out << "DNN " << letter << " is a slice of its model: " << FormatNumber(dnn.slice)
                << " of its parameters and of its computation\n";
        }
    }
    out << "\n";
}

} // namespace ns3::esa
