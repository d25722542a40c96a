// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-failures.h"

#include "ns3/esa-link-faults.h"
#include "ns3/esa-network-failures.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-topology-build.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>

namespace ns3::esa
{
namespace
{

/// While a link has failed, what arrives at either end is lost.
void
PlanOutage(const EsaLink& link, const Time& from, const Time& until)
{
    for (const auto& end : link.Ends())
    {
        if (!end->GetFaults())
        {
            end->SetFaults(CreateObject<EsaLinkFaults>());
        }
        end->GetFaults()->AddOutage(from, until);
    }
}

/// Appends the workers on hosts whose link is among those that fail for good.
void
AddWorkersBehind(const Scenario& scenario,
                 const NetworkFailure& failure,
                 double atUs,
                 std::vector<LostWorker>& lost)
{
    const std::set<std::size_t> links(failure.links.begin(), failure.links.end());
    for (std::size_t job = 0; job < scenario.placement.jobs.size(); ++job)
    {
        const auto& hosts = scenario.placement.jobs[job].workerHosts;
        for (std::size_t worker = 0; worker < hosts.size(); ++worker)
        {
            if (links.count(scenario.routes->LinkOf(hosts[worker])) > 0)
            {
                lost.push_back({static_cast<uint32_t>(job), static_cast<uint32_t>(worker), atUs});
            }
        }
    }
}

/// @return the number of the switch of that name
SwitchId
SwitchNamed(const TopologyRoutes& routes, const std::string& name)
{
    const auto& nodes = routes.Graph().nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&name](const TopologyNode& node) {
        return node.name == name;
    });
    return routes.NumberOf(static_cast<std::size_t>(found - nodes.begin()));
}

} // namespace

void
PlanFailures(const ValidScenario& scenario, EsaFabric& fabric)
{
    const SimClock clock;
    NetworkRunner& runner = NetworkRunner::Get();
    const TopologyRoutes& routes = fabric.Routes();
    std::vector<NetworkFailure> failures;
    for (const FailureSpec& entry : scenario->faults.failures)
    {
        failures.push_back(FailureOf(entry, routes.Graph()));
        const NetworkFailure& failure = failures.back();
        for (const std::size_t link : failure.links)
        {
            PlanOutage(fabric.LinkAt(link),
                       clock.ToTime(failure.from),
                       failure.until ? clock.ToTime(*failure.until) : Time::Max());
        }
        if (entry.between.empty())
        {
            const auto failed = fabric.SwitchAt(SwitchNamed(routes, entry.switchName));
            runner.AgendaOf(failed->GetObject<Node>())->Plan(failure.from, [failed] {
                failed->Forget();
            });
        }
    }
    const Picoseconds detection = FromMicroseconds(scenario->faults.detectionUs);
    for (const RouteChange& change : RouteChanges(routes.Graph(), failures, detection))
    {
        Simulator::Schedule(clock.ToTime(change.at), [&runner, &fabric, lost = change.lost] {
            runner.CatchUp();
            fabric.Reroute(lost);
        });
    }
}

std::vector<LostWorker>
LostWorkers(const ValidScenario& scenario)
{
    std::vector<LostWorker> lost;
    for (const WorkerPauseSpec& pause : scenario->faults.workerPauses)
    {
        if (pause.isForGood)
        {
            lost.push_back({pause.job, pause.worker, pause.atUs});
        }
    }
    for (const FailureSpec& entry : scenario->faults.failures)
    {
        if (entry.isForGood)
        {
            const NetworkFailure failure = FailureOf(entry, scenario->routes->Graph());
            AddWorkersBehind(*scenario, failure, entry.atUs, lost);
        }
    }
    return lost;
}

bool
DoJobsShrink(const ValidScenario& scenario)
{
    return scenario->faults.onLostWorker == OnLostWorker::Continue &&
           !LostWorkers(scenario).empty();
}

double
FailuresEndUs(const Scenario& scenario)
{
    double us = 0;
    for (const FailureSpec& entry : scenario.faults.failures)
    {
        const double endUs = entry.isForGood ? entry.atUs : entry.untilUs;
        us = std::max(us, endUs + scenario.faults.detectionUs);
    }
    for (const PsFailureSpec& entry : scenario.faults.psFailures)
    {
        us = std::max(us, entry.isForGood ? entry.atUs : entry.untilUs);
    }
    return us;
}

std::string
DescribeFailures(const Scenario& scenario)
{
    std::ostringstream text;
    const double nowUs = Simulator::Now().ToDouble(Time::US);
    const auto describe =
        [&](const std::string& what, const std::string& without, const auto& entry) {
            if (entry.atUs > nowUs)
            {
                return;
            }
            const std::string back =
                entry.untilUs <= nowUs ? "came back" + without : "has not come back yet";
            text << what << " failed at " << entry.atUs / 1000 << " ms and "
                 << (entry.isForGood ? "does not come back" : back) << "; ";
        };
    for (const FailureSpec& entry : scenario.faults.failures)
    {
        if (entry.between.empty())
        {
            describe("the switch " + entry.switchName, " without its sums", entry);
            continue;
        }
        describe("the link " + entry.between.front() + " - " + entry.between.back(), "", entry);
    }
    for (const WorkerPauseSpec& entry : scenario.faults.workerPauses)
    {
        if (entry.isForGood && entry.atUs <= nowUs)
        {
            text << "worker " << entry.worker << " of job " << entry.job << " was lost at "
                 << entry.atUs / 1000 << " ms; ";
        }
    }
    for (const PsFailureSpec& entry : scenario.faults.psFailures)
    {
        describe("the PS of job " + std::to_string(entry.job), " without its sums", entry);
    }
    return text.str();
}

} // namespace ns3::esa
