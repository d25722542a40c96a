/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "count-runs.h"

#include "cut-tasks.h"
#include "link-taps.h"

#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace esabench
{

using namespace ns3;

namespace
{

/// @return a cell of the table: a number without fraction, or "-"
std::string
Cell(double number)
{
    return number > 0 ? std::to_string(static_cast<uint64_t>(number + 0.5)) : "-";
}

/// @brief Prints a line of the table: one direction of a case.
void
PrintLine(const std::string& name,
          const char* direction,
          const RunCounts& counts,
          double earlier,
          double earlierByNumber)
{
    std::printf("%-22s %-6s %11llu %9.1f %9.1f %9s %9.0f %9s\n",
                name.c_str(),
                direction,
                static_cast<unsigned long long>(counts.packets),
                counts.MeanLength(counts.equal),
                counts.MeanLength(counts.rounded),
                Cell(earlier).c_str(),
                counts.MeanLength(counts.byNumber),
                Cell(earlierByNumber).c_str());
}

/// A direction of a link, and its counter.
using CountedLink = std::pair<LinkDirection, std::unique_ptr<RunCounter>>;

/// @brief Adds up the counts of all links. @throws std::runtime_error if a packet was missed
void
AddLinks(const std::vector<CountedLink>& links, CountedRun& run)
{
    for (const auto& [direction, counter] : links)
    {
        RunCounts& sum = direction.isServer        ? run.server
                         : direction.isTowardsHost ? run.down
                                                   : run.up;
        sum.Add(counter->Counts());
    }
    if (run.up.packets + run.down.packets + run.server.packets != run.result.packetHops)
    {
        throw std::runtime_error("counts: a packet-hop was not counted");
    }
}

/// @brief Counts the packet-hops that no step of a whole task can stand for.
void
AddSinglePackets(const esa::SystemRecord& system, CountedRun& run)
{
    if (system.onHost.sum != esa::SumPlace::Switch)
    {
        return;
    }
    const uint64_t workers = run.result.workers;
    run.tasks = run.result.resultsChecked / workers;
    const bool isByServer = system.onSwitch.release == esa::ReleaseRule::OnResult;
    const uint64_t regularAtServer = isByServer ? 2 * (run.tasks - run.cutTasks) : 0;
    run.singlePackets = 2 * workers * run.cutTasks + run.up.packets - workers * run.tasks +
                        run.server.packets - regularAtServer;
}

} // namespace

std::vector<std::string>
ShortLinkSettings()
{
    return {"link.delay_us=2.5",
            "ecn.threshold_bytes=100000",
            "window.ssthresh_packets=200",
            "window.max_packets=0",
            "window.switchml_max_packets=0"};
}

std::vector<CountedCase>
CountedCases()
{
    const std::string b = "jobs.workload=B";
    const std::string memory = "switch.memory_bytes=1000000";
    return {
        {"ESA, A, 5 us", "esa", {}, {604, 182, 1230, 210}},
        {"ESA, A, 1 MB", "esa", {memory}, {1362, 140, 8668, 152}},
        {"ESA, A, 2.5 us", "esa", ShortLinkSettings(), {650, 239, 1806, 314}},
        {"ESA, B", "esa", {b}, {613, 12, 6064, 14}},
        {"ESA, 1:1", "esa", {"jobs.workload=AB"}, {132, 6, 6918, 6}},
        {"ATP, A", "atp", {}, {10, 10, 2563, 1395}},
        {"ATP, B", "atp", {b}, {60, 61, 51621, 46924}},
        {"ATP, A, 1 MB", "atp", {memory}, {26, 27, 43029, 39705}},
        {"SwitchML, A", "switchml", {}, {332, 332, 250000, 250000}},
        {"ring, A", "ring", {}, {}},
    };
}

CountedRun
CountRuns(const CountedCase& counted)
{
    std::vector<esa::ScenarioOverride> overrides;
    for (const auto& setting : counted.settings)
    {
        overrides.push_back(esa::ParseSetting(setting));
    }
    const auto scenario = esa::ParseScenario("{}", counted.name, overrides).scenario;
    const int64_t psPerStep = esa::SimClock().FromSteps(1).count();
    const esa::SystemRecord& system = *esa::FindSystem(counted.system);
    std::vector<CountedLink> links;
    std::unique_ptr<LinkTaps> taps;
    CutTasks cut(system.onSwitch);
    esa::RunControl control;
    control.built = [&](const esa::Network& network) {
        const Ptr<esa::EsaSwitch> node = network.helper.GetSwitches().at(0);
        const auto makeCallback = [&](const LinkDirection& direction) -> ArrivalCallback {
            links.emplace_back(direction, std::make_unique<RunCounter>());
            RunCounter* counter = links.back().second.get();
            if (direction.isTowardsHost)
            {
                return [counter, psPerStep](const esa::Fragment& fragment, int64_t timePs) {
                    counter->Add(fragment, timePs / psPerStep);
                };
            }
            return [counter, psPerStep, node, &cut](const esa::Fragment& fragment, int64_t timePs) {
                counter->Add(fragment, timePs / psPerStep);
                cut.OnArrival(fragment, node->GetPipeline().Table());
            };
        };
        taps = std::make_unique<LinkTaps>(network, makeCallback);
    };
    CountedRun run;
    run.result = esa::RunScenario(scenario, counted.system, 1, control).value();
    run.cutTasks = cut.Size();
    AddLinks(links, run);
    AddSinglePackets(system, run);
    return run;
}

void
PrintCounts(const std::string& only)
{
    std::vector<CountedCase> cases = CountedCases();
    cases.erase(std::remove_if(cases.begin(),
                               cases.end(),
                               [&](const CountedCase& counted) {
                                   return counted.name.find(only) == std::string::npos;
                               }),
                cases.end());
    if (cases.empty())
    {
        throw std::runtime_error("--only: no case has " + only + " in its name");
    }
    const int64_t psPerStep = esa::SimClock().FromSteps(1).count();
    std::printf("Mean length of runs, with events at whole steps of %lld ps\n",
                static_cast<long long>(psPerStep));
    std::printf("(earlier: an independent simulator, with times in picoseconds)\n\n");
    std::printf("%-22s %-6s %11s %9s %9s %9s %9s %9s\n",
                "case",
                "link",
                "packets",
                "equal",
                "rounded",
                "earlier",
                "number",
                "earlier");
    for (const CountedCase& counted : cases)
    {
        const CountedRun run = CountRuns(counted);
        const EarlierCounts& earlier = counted.earlier;
        PrintLine(counted.name, "up", run.up, earlier.up, earlier.upByNumber);
        PrintLine("", "down", run.down, earlier.down, earlier.downByNumber);
        if (run.server.packets > 0)
        {
            PrintLine("", "PS", run.server, 0, 0);
        }
        std::printf(
            "%22s %llu runs (rounded) in %llu packet-hops\n",
            "",
            static_cast<unsigned long long>(run.up.rounded + run.down.rounded + run.server.rounded),
            static_cast<unsigned long long>(run.result.packetHops));
        std::printf("%22s collisions %llu, tasks %llu, cut out %llu, packet-hops one by one %llu\n",
                    "",
                    static_cast<unsigned long long>(run.result.collisions),
                    static_cast<unsigned long long>(run.tasks),
                    static_cast<unsigned long long>(run.cutTasks),
                    static_cast<unsigned long long>(run.singlePackets));
        std::fflush(stdout);
    }
}

} // namespace esabench
