// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-failures.h"

#include "esa-scenario-attributes.h"

#include "ns3/esa-host-app.h"
#include "ns3/esa-link-faults.h"
#include "ns3/esa-network-failures.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-switch.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
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

/// A worker that is lost for good.
struct LostWorker
{
    uint32_t job{0};    ///< job number
    uint32_t worker{0}; ///< number of the worker in the job
    double atUs{0};     ///< when
};

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

/// @return the workers that stand still for good, or whose host has lost its only link
std::vector<LostWorker>
LostWorkers(const ValidScenario& scenario)
{
    std::vector<LostWorker> lost;
    for (const WorkerPauseSpec& pause : scenario->faults.workerPauses)
    {
        if (!pause.durationUs)
        {
            lost.push_back({pause.job, pause.worker, pause.atUs});
        }
    }
    for (const FailureSpec& entry : scenario->faults.failures)
    {
        if (!entry.untilUs)
        {
            const NetworkFailure failure = FailureOf(entry, scenario->routes->Graph());
            AddWorkersBehind(*scenario, failure, entry.atUs, lost);
        }
    }
    return lost;
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

/// Longer than any simulation, in us.
constexpr double kForGoodUs = 1e12;

/// @return the workers of a job, in order
std::vector<TrainingProcess*>
WorkersOf(const InstalledJob& job)
{
    std::vector<TrainingProcess*> workers;
    for (uint32_t worker = 0; worker < job.setup.workers.GetN(); ++worker)
    {
        workers.push_back(ProcessIn<TrainingProcess>(job.apps.Get(worker)));
    }
    return workers;
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
                failed->LoseSums();
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
        us = std::max(us, entry.untilUs.value_or(entry.atUs) + scenario.faults.detectionUs);
    }
    for (const PsFailureSpec& entry : scenario.faults.psFailures)
    {
        us = std::max(us, entry.untilUs.value_or(entry.atUs));
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
                 << (entry.untilUs ? back : "does not come back") << "; ";
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
        if (!entry.durationUs && entry.atUs <= nowUs)
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

ServerFaults::ServerFaults(const ValidScenario& scenario, Network& network)
    : m_scenario(scenario),
      m_network(network),
      m_members(network.jobs.size())
{
    for (std::size_t job = 0; job < m_members.size(); ++job)
    {
        Members& members = m_members[job];
        members.iterations = network.jobs[job].setup.iterations;
        members.start = JitterSource(network.options.jitter)
                            .Sliced(network.jobs[job].setup.slice)
                            .JobStart(network.jobs[job].identity.number);
        for (TrainingProcess* const worker : WorkersOf(network.jobs[job]))
        {
            members.workers.emplace(worker->Worker(), worker);
        }
    }
    PlanPauses();
    PlanPsFailures();
    if (DoJobsShrink(scenario))
    {
        PlanLosses();
    }
}

PsProcess*
ServerFaults::ServerOf(uint32_t job) const
{
    const ApplicationContainer& apps = m_network.jobs.at(job).apps;
    return ProcessIn<PsProcess>(apps.Get(apps.GetN() - 1));
}

Ptr<Node>
ServerFaults::NodeOf(uint32_t job, uint32_t worker) const
{
    return m_network.hosts.Get(m_scenario->placement.jobs.at(job).workerHosts.at(worker));
}

void
ServerFaults::PlanPauses()
{
    for (const WorkerPauseSpec& pause : m_scenario->faults.workerPauses)
    {
        const auto& workers = m_members.at(pause.job).workers;
        const auto agenda = NetworkRunner::Get().AgendaOf(NodeOf(pause.job, pause.worker));
        const Picoseconds duration = m_clock.FromTime(Us(pause.durationUs.value_or(kForGoodUs)));
        agenda->Plan(m_clock.FromTime(Us(pause.atUs)),
                     [&workers, &agenda = *agenda, number = pause.worker, duration] {
                         const auto worker = workers.find(number);
                         if (worker != workers.end())
                         {
                             worker->second->Pause(duration, agenda, agenda.Now());
                         }
                     });
    }
}

void
ServerFaults::PlanPsFailures()
{
    for (const PsFailureSpec& failure : m_scenario->faults.psFailures)
    {
        const uint32_t job = failure.job;
        const auto agenda =
            NetworkRunner::Get().AgendaOf(m_network.jobs.at(job).setup.parameterServer);
        agenda->Plan(m_clock.FromTime(Us(failure.atUs)), [this, job] { ServerOf(job)->Fail(); });
        if (failure.untilUs)
        {
            agenda->Plan(m_clock.FromTime(Us(*failure.untilUs)),
                         [this, job] { ServerOf(job)->Restart(); });
        }
    }
}

void
ServerFaults::PlanLosses()
{
    std::map<double, std::map<uint32_t, std::set<uint32_t>>> lost; // by time and job
    for (const LostWorker& worker : LostWorkers(m_scenario))
    {
        lost[worker.atUs][worker.job].insert(worker.worker);
    }
    for (const auto& [atUs, jobs] : lost)
    {
        const Time detected = Us(atUs) + Us(m_scenario->faults.detectionUs);
        Simulator::Schedule(detected, [this, jobs = jobs] {
            NetworkRunner::Get().CatchUp();
            for (const auto& [job, workers] : jobs)
            {
                OnLost(job, workers);
            }
        });
    }
}

void
ServerFaults::OnLost(uint32_t job, const std::set<uint32_t>& lost)
{
    Members& members = m_members[job];
    JobStatistics& statistics = *m_network.statistics;
    JobSetup left = m_network.jobs[job].setup;
    left.workers = NodeContainer();
    left.slowdowns.clear();
    std::map<uint32_t, TrainingProcess*> present;
    std::vector<IterationRecord> underWay;
    uint32_t next = members.iterations; // the first iteration that not all that are left have ended
    for (const auto& [number, worker] : members.workers)
    {
        IterationRecord record = worker->UnderWay();
        record.iteration += members.begun;
        if (worker->IsTraining())
        {
            underWay.push_back(record);
        }
        if (lost.count(number) == 0)
        {
            present.emplace(number, worker);
            left.workers.Add(NodeOf(job, number));
            left.slowdowns.push_back(
                m_scenario->SlowdownOf(m_scenario->placement.jobs.at(job).workerHosts.at(number)));
            next = std::min(next, record.iteration);
        }
    }
    if (statistics.HasEnded(job) || present.empty() || present.size() == members.workers.size())
    {
        return; // where no worker is left, the run ends with an error
    }
    left.extraServers = NodeContainer();
    const JobPlacement& place = m_scenario->placement.jobs.at(job);
    const uint32_t servers = m_scenario->bytePs.ServersOf(left.workers.GetN());
    for (uint32_t server = 0; server < servers && server < place.serverHosts.size(); ++server)
    {
        left.extraServers.Add(m_network.hosts.Get(place.serverHosts[server]));
    }
    members.workers = std::move(present);
    members.withFewer = std::max(members.withFewer, members.iterations - next);
    members.begun = next;
    if (next < members.iterations)
    {
        left.iterations = members.iterations - next;
        Restart(job, left);
        SetLeastTime(m_network, job, left, next);
    }
    statistics.Shrink(job, static_cast<uint32_t>(members.workers.size()), next, underWay);
}

void
ServerFaults::Restart(uint32_t job, const JobSetup& setup)
{
    InstalledJob& installed = m_network.jobs[job];
    Members& members = m_members[job];
    const uint64_t resultsBefore = ResultsOf(WorkersOf(installed));
    const bool hasFailedPs = ServerOf(job) && ServerOf(job)->HasFailed();
    m_network.helper.RemoveJob(installed.identity.number, installed.setup, installed.apps);

    const Picoseconds now = m_clock.Now();
    const System& system = m_network.helper.SystemOf(installed.identity, installed.setup);
    m_network.expectedResults +=
        resultsBefore + ExpectedResults(system, setup, setup.workers.GetN()) -
        ExpectedResults(system, installed.setup, installed.setup.workers.GetN());
    installed.setup = setup;
    installed.setup.operations.clear(); // all-reduce
    installed.setup.startsAfter = std::max(members.start - now, Picoseconds(0));
    installed.identity.number =
        static_cast<uint16_t>(installed.identity.number + m_scenario->jobs.count);
    installed.apps =
        m_network.helper.InstallJob(installed.identity, installed.setup, m_network.options);
    Register(installed.apps, m_network, false);
    if (hasFailedPs)
    {
        ServerOf(job)->Fail();
    }
    uint32_t index = 0;
    for (auto& [number, worker] : members.workers)
    {
        const Picoseconds pausedUntil = worker->PausedUntil();
        const Ptr<Application> app = installed.apps.Get(index++);
        worker = ProcessIn<TrainingProcess>(app);
        if (pausedUntil > now)
        {
            worker->Pause(m_clock.FromTime(m_clock.ToTime(pausedUntil - now)),
                          *NetworkRunner::Get().AgendaOf(app->GetNode()),
                          now);
        }
        app->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const IterationRecord&>([&statistics = *m_network.statistics,
                                                    job,
                                                    begun = members.begun](IterationRecord record) {
                record.job = static_cast<uint16_t>(job);
                record.iteration += begun;
                Report(statistics, record);
            }));
    }
}

void
ServerFaults::AddTo(RunResult& result) const
{
    if (!DoJobsShrink(m_scenario))
    {
        return;
    }
    for (const Members& members : m_members)
    {
        result.workersLeft.push_back(static_cast<uint32_t>(members.workers.size()));
        result.iterationsWithFewer.push_back(members.withFewer);
    }
}

} // namespace ns3::esa
