// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-server-faults.h"

#include "esa-scenario-attributes.h"
#include "esa-scenario-failures.h"

#include "ns3/esa-network-runner.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>

namespace ns3::esa
{
namespace
{

/// Longer than any simulation, in us.
constexpr double kForGoodUs = 1e12;

/// @return the workers among the applications of a job, in order
std::vector<Ptr<EsaTrainingApp>>
WorkersOf(const ApplicationContainer& apps)
{
    std::vector<Ptr<EsaTrainingApp>> workers;
    for (uint32_t i = 0; i < apps.GetN(); ++i)
    {
        if (const auto worker = DynamicCast<EsaTrainingApp>(apps.Get(i)))
        {
            workers.push_back(worker);
        }
    }
    return workers;
}

} // namespace

ServerFaults::ServerFaults(const ValidScenario& scenario, uint32_t seed, Network& network)
    : m_scenario(scenario),
      m_network(network),
      m_options(MakeOptions(scenario, seed)),
      m_members(network.jobs.size())
{
    for (std::size_t job = 0; job < m_members.size(); ++job)
    {
        Members& members = m_members[job];
        members.iterations = network.jobs[job].setup.iterations;
        members.start = JitterSource(m_options.jitter).JobStart(network.jobs[job].identity.number);
        for (const auto& worker : WorkersOf(network.jobs[job].apps))
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

Ptr<EsaPsApp>
ServerFaults::ServerOf(uint32_t job) const
{
    const ApplicationContainer& apps = m_network.jobs.at(job).apps;
    return DynamicCast<EsaPsApp>(apps.Get(apps.GetN() - 1));
}

void
ServerFaults::PlanPauses()
{
    for (const WorkerPauseSpec& pause : m_scenario->faults.workerPauses)
    {
        const auto& workers = m_members.at(pause.job).workers;
        const Ptr<Node> host = workers.at(pause.worker)->GetNode();
        const Time duration = Us(pause.isForGood ? kForGoodUs : pause.durationUs);
        NetworkRunner::Get().AgendaOf(host)->Plan(m_clock.FromTime(Us(pause.atUs)),
                                                  [&workers, number = pause.worker, duration] {
                                                      const auto worker = workers.find(number);
                                                      if (worker != workers.end())
                                                      {
                                                          worker->second->Pause(duration);
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
        const auto agenda = NetworkRunner::Get().AgendaOf(ServerOf(job)->GetNode());
        agenda->Plan(m_clock.FromTime(Us(failure.atUs)), [this, job] { ServerOf(job)->Fail(); });
        if (!failure.isForGood)
        {
            agenda->Plan(m_clock.FromTime(Us(failure.untilUs)),
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
    std::map<uint32_t, Ptr<EsaTrainingApp>> present;
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
            left.workers.Add(worker->GetNode());
            left.slowdowns.push_back(
                m_scenario->SlowdownOf(m_scenario->placement.jobs.at(job).workerHosts.at(number)));
            next = std::min(next, record.iteration);
        }
    }
    if (statistics.HasEnded(job) || present.empty() || present.size() == members.workers.size())
    {
        return; // where nobody is left, the run ends with an error
    }
    members.workers = std::move(present);
    members.withFewer = std::max(members.withFewer, members.iterations - next);
    members.begun = next;
    if (next < members.iterations)
    {
        left.iterations = members.iterations - next;
        Restart(job, left);
        SetLeastTime(m_network, job, m_network.jobs[job].identity, left, next);
    }
    statistics.Shrink(job, static_cast<uint32_t>(members.workers.size()), next, underWay);
}

void
ServerFaults::Restart(uint32_t job, const JobSetup& setup)
{
    InstalledJob& installed = m_network.jobs[job];
    Members& members = m_members[job];
    const uint64_t resultsBefore = ResultsOf(WorkersOf(installed.apps));
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
    installed.apps = m_network.helper.InstallJob(installed.identity, installed.setup, m_options);
    Register(installed.apps, m_network, false);
    if (hasFailedPs)
    {
        ServerOf(job)->Fail();
    }
    auto number = members.workers.begin();
    for (const auto& worker : WorkersOf(installed.apps))
    {
        const Picoseconds pausedUntil = number->second->PausedUntil();
        if (pausedUntil > now)
        {
            worker->Pause(m_clock.ToTime(pausedUntil - now));
        }
        worker->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const IterationRecord&>([&statistics = *m_network.statistics,
                                                    job,
                                                    begun = members.begun](IterationRecord record) {
                record.job = static_cast<uint16_t>(job);
                record.iteration += begun;
                Report(statistics, record);
            }));
        number->second = worker;
        ++number;
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
