// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-run-counters.h"
#include "esa-run-recording.h"
#include "esa-scenario-build.h"

#include "ns3/esa-scenario-network.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-switch.h"
#include "ns3/rng-seed-manager.h"

#include <cstddef>
#include <utility>

namespace ns3::esa
{
namespace
{

/// The end of a link. Frames that it sent may be lost at its queue, or on the link.
RunReport::End
EndOf(const LoadRecording& loads, std::size_t number)
{
    const EsaNetDevice& device = loads.DeviceAt(number);
    const TimeParts& parts = loads.Parts();
    RunReport::End end;
    end.name = loads.Ends()[number].name;
    end.mean = LoadOf(device, ToSeconds(parts.Border(parts.Count()) - parts.Border(0)));
    end.frames = device.GetCounts().framesCarried;
    end.largestQueueBytes = device.GetLargestQueueBytes();
    const EsaNetDevice& receiver = loads.DeviceAt(number ^ 1); // both stand together
    const EsaLinkFaults::Counts faults = FaultsAt(receiver);
    end.lost = device.GetCounts().drops + receiver.GetCounts().incomingDrops + faults.lost +
               faults.lostDown;
    end.loads = loads.LoadsOf(number);
    return end;
}

/// The switches with what they have summed.
std::vector<RunReport::Switch>
SwitchesOf(const ValidScenario& scenario,
           const Network& network,
           const std::list<FragmentFateCounter>& fates,
           Picoseconds begin)
{
    const TopologyRoutes& routes = *scenario->routes;
    const std::vector<ScenarioSwitch> names = ScenarioSwitches(*scenario);
    const auto& summing = network.helper.GetSwitches(); // of the same order; not all may sum
    std::vector<RunReport::Switch> switches;
    auto counter = fates.begin();
    for (std::size_t number = 0; number < names.size(); ++number)
    {
        RunReport::Switch entry;
        entry.name = names[number].name;
        entry.height = routes.LevelOf(routes.Switches()[number]) + 1U;
        if (number >= summing.size())
        {
            switches.push_back(entry);
            continue;
        }
        const Ptr<EsaSwitch> node = summing[number];
        if (!node->GetSystem().Record().SumsInHosts() && node->GetAggregators() > 0)
        {
            const Picoseconds now = SimClock().Now();
            entry.level = names[number].level;
            entry.aggregators = node->GetAggregators();
            entry.meanOccupied = now > begin ? node->GetPipeline().Table().OccupiedSeconds(now) /
                                                   ToSeconds(now - begin)
                                             : 0;
            entry.fates = counter->Get();
        }
        switches.push_back(entry);
        ++counter;
    }
    return switches;
}

/// The links, in the order of their ends.
std::vector<RunReport::Link>
LinksOf(const ValidScenario& scenario, const LoadRecording& loads)
{
    const TopologyRoutes& routes = *scenario->routes;
    const auto numberOf = [&routes](std::size_t node) {
        return static_cast<std::size_t>(routes.NumberOf(node));
    };
    std::vector<RunReport::Link> links;
    for (std::size_t number = 0; number < loads.Ends().size(); number += 2)
    {
        const std::size_t link = loads.Ends()[number].link;
        const std::size_t upper = routes.UpperEnd(link);
        const std::size_t lower = routes.OtherEnd(link, upper);
        RunReport::Link entry;
        entry.upper = numberOf(upper);
        if (routes.Graph().nodes[lower].role != NodeRole::Host)
        {
            entry.lower = numberOf(lower);
        }
        entry.up = EndOf(loads, number);
        entry.down = EndOf(loads, number + 1);
        links.push_back(std::move(entry));
    }
    return links;
}

} // namespace

RunReport
MakeRunReport(const ValidScenario& scenario,
              const Network& network,
              const LoadRecording& loads,
              std::vector<ExposedTime> workers,
              const std::list<FragmentFateCounter>& fates,
              bool isComplete)
{
    const SystemRecord& system = network.helper.GetSwitch()->GetSystem().Record();
    const TimeParts& parts = loads.Parts();
    RunReport report;
    report.title = scenario->name;
    report.system = system.name;
    report.seed = static_cast<uint32_t>(RngSeedManager::GetSeed());
    report.isComplete = isComplete;
    if (isComplete)
    {
        double sumMs = 0;
        for (uint32_t job = 0; job < network.statistics->Jobs(); ++job)
        {
            sumMs += network.statistics->JctMs(job);
        }
        report.jctMs = sumMs / network.statistics->Jobs();
        report.jctPartsMs = network.statistics->JctPartsMs();
    }
    for (std::size_t border = 0; border <= parts.Count(); ++border)
    {
        report.bordersUs.push_back(ToMicroseconds(parts.Border(border)));
    }
    for (std::size_t part = 0; part < parts.Count(); ++part)
    {
        report.memory.push_back({loads.Aggregating(part), loads.Waiting(part)});
    }
    report.switches = SwitchesOf(scenario, network, fates, parts.Border(0));
    report.links = LinksOf(scenario, loads);
    report.workers = std::move(workers);
    return report;
}

} // namespace ns3::esa
