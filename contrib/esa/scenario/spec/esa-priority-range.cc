// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-priority-range.h"

#include "esa-scenario-network.h"

#include "ns3/esa-priority-rule.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr double kPriorities = 255;     ///< of 8 bits; 0 is left to residents that were downgraded
constexpr double kTracePriority = 5000; ///< traces have no layers

/// @return the DNNs that jobs train
std::set<std::string>
TrainedDnns(const Scenario& scenario)
{
    std::set<std::string> letters;
    for (const TraceJobSpec& job : scenario.trace.jobs)
    {
        letters.insert(job.dnn);
    }
    const std::string& workload = scenario.jobs.workload; // jobs take them in turn
    const bool areFromTraces = !letters.empty() || !scenario.execution.traces.empty();
    for (std::size_t job = 0; !areFromTraces && job < scenario.jobs.count; ++job)
    {
        letters.insert({workload[job % workload.size()]});
    }
    return letters;
}

/// ESA's priorities of the first and last fragments of all partitions; those of the fragments
/// between them are between them.
/// @return priorities, in 1/s
std::vector<double>
PrioritiesOf(const DnnSpec& dnn, double gbps, const System& system)
{
    constexpr double kUsPerS = 1e6;
    double forwardUs = 0;
    auto unsent = static_cast<double>(dnn.GradientBytes());
    for (const LayerSpec& layer : dnn.layers)
    {
        forwardUs += layer.forwardUs;
    }
    const auto layers = static_cast<uint32_t>(dnn.layers.size());
    std::vector<double> priorities;
    for (const Dnn::Partition& partition : dnn.partitions)
    {
        const uint32_t layer = std::min(partition.layer, layers);
        double computeUs = forwardUs;
        for (uint32_t front = 1; front < layer; ++front)
        {
            computeUs += dnn.layers[front - 1].backwardUs;
        }
        const double last = unsent - static_cast<double>(partition.bytes) + kInaPayloadBytes;
        for (const double bytes : {unsent, last})
        {
            const double sendS = bytes * 8 / (gbps * 1e9);
            priorities.push_back(PriorityByRemainingTime({layer,
                                                          layers,
                                                          1,
                                                          unsent,
                                                          bytes,
                                                          sendS,
                                                          computeUs / kUsPerS,
                                                          dnn.commCompRatio,
                                                          0,
                                                          0,
                                                          system}));
        }
        unsent -= static_cast<double>(partition.bytes);
    }
    return priorities;
}

} // namespace

double
LargestPriority(const Scenario& scenario)
{
    double least = 0;
    double most = 0;
    const std::set<std::string> trained = TrainedDnns(scenario);
    const System system = SystemWith(Systems().front(), scenario.systemParameters);
    for (const auto& [letter, dnn] : scenario.dnns)
    {
        if (trained.count(letter) == 0)
        {
            continue;
        }
        for (const double priority : PrioritiesOf(dnn, SlowestHostLinkGbps(scenario), system))
        {
            least = least > 0 ? std::min(least, priority) : priority;
            most = std::max(most, priority);
        }
    }
    return most > 0 ? std::min(most, kPriorities * least) : kTracePriority;
}

} // namespace ns3::esa
