/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-stall-report.h"

#include "esa-link-ends.h"

#include "ns3/esa-link-faults.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-training-job.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>

namespace ns3::esa
{
namespace
{

/// The worker that lacks most, and how many do lack some.
struct Lack
{
    const EsaTrainingApp* worker{nullptr}; ///< lacks most; null: no worker lacks any
    uint64_t expected{0};                  ///< its results, had it ended
    uint64_t workers{0};                   ///< number of workers that lack results
};

/// @return what the workers lack
Lack
FindLack(const Network& network)
{
    Lack lack;
    uint64_t most = 0;
    for (const auto& worker : network.workers)
    {
        const auto& job = worker->Job();
        const uint64_t expected = job ? job->plan.Fragments() * job->iterations : 0;
        if (worker->GetResults() >= expected)
        {
            continue;
        }
        ++lack.workers;
        if (expected - worker->GetResults() > most)
        {
            most = expected - worker->GetResults();
            lack.worker = PeekPointer(worker);
            lack.expected = expected;
        }
    }
    return lack;
}

/// Packets that were lost.
struct Losses
{
    uint64_t atQueues{0}; ///< that found a queue full
    uint64_t onLinks{0};  ///< by faults
};

/// @return the packets that were lost
Losses
CountLosses(const Network& network)
{
    Losses losses;
    const NetDeviceContainer devices = network.helper.GetFabric().Devices();
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto device = DynamicCast<EsaNetDevice>(devices.Get(i));
        losses.atQueues += device->GetCounts().drops;
        if (const auto faults = device->GetFaults())
        {
            losses.onLinks += faults->GetCounts().lost + faults->GetCounts().lostDown;
        }
    }
    return losses;
}

/// Says which links pause each other for ever, or how many are paused.
void
DescribePauses(std::ostream& text, const ValidScenario& scenario, const Network& network)
{
    const EsaPauseNetwork* const pauses = network.helper.GetPauses();
    if (!pauses)
    {
        return;
    }
    const std::vector<LinkEnd> ends = LinkEnds(scenario);
    const auto devices = DevicesAt(network.helper.GetFabric(), ends);
    std::string names;
    for (const EsaPausePort* port : pauses->Deadlock())
    {
        const auto device = std::find(devices.begin(), devices.end(), &port->Device());
        names += (names.empty() ? "" : ", ") + ends.at(device - devices.begin()).name;
    }
    if (!names.empty())
    {
        text << "PFC deadlock: the links of these senders are paused and wait for each other in a "
                "circle: "
             << names << "; ";
    }
    text << pauses->Storms()
         << " pauses were longer than link.pfc.storm_us = " << scenario->link.pfc.stormUs << "; ";
}

/// @return the fields that say how long queues may become
std::string
QueueFields(const ValidScenario& scenario)
{
    const auto& links = scenario->topology.graph.links;
    const auto own = std::count_if(links.begin(), links.end(), [](const LinkSpec& link) {
        return link.queueBytes != LinkSpec::kUsualQueue;
    });
    return "link.queue_bytes = " + std::to_string(scenario->link.queueBytes) +
           (own == 0 ? ""
                     : ", and " + std::to_string(own) +
                           " of topology.graph.links have queue_bytes of their own");
}

} // namespace

std::string
DescribeStall(const ValidScenario& scenario, const Network& network, const Time& lastProgress)
{
    std::ostringstream text;
    text << "the jobs wait for results that never arrive: none came from "
         << lastProgress.ToDouble(Time::MS) << " ms until " << Simulator::Now().ToDouble(Time::MS)
         << " ms of simulated time; ";
    const Lack lack = FindLack(network);
    if (lack.worker)
    {
        text << lack.workers << " of " << network.workers.size()
             << " workers lack results, most of them worker " << lack.worker->Worker() << " of job "
             << lack.worker->Job()->job << ", which has " << lack.worker->GetResults() << " of "
             << lack.expected << "; ";
    }
    DescribePauses(text, scenario, network);
    const Losses losses = CountLosses(network);
    text << losses.onLinks << " packets were lost on links (faults), " << losses.atQueues
         << " at full queues (" << QueueFields(scenario) << "), and recovery.enabled is "
         << (scenario->recovery.enabled ? "true" : "false");
    return text.str();
}

} // namespace ns3::esa
