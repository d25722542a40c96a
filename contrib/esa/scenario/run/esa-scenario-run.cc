/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-run.h"

#include "esa-run-recording.h"
#include "esa-scenario-build.h"
#include "esa-trace-run.h"

#include "ns3/esa-link-faults.h"
#include "ns3/esa-ps-app.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

/// How often progress and interruption are looked at, in simulated time.
constexpr int64_t kPollIntervalUs = 20;

/// No result for so long, beyond the longest computation: the jobs will never end.
const Time kStallLimit = Seconds(1);

/// One simulation, from the building of the network to its result.
class Run
{
  public:
    /**
     * @param scenario the scenario
     * @param system the system
     * @param seed the seed
     * @param control the outside
     */
    Run(const Scenario& scenario,
        const std::string& system,
        uint32_t seed,
        const RunControl& control)
        : m_scenario(scenario),
          m_system(system),
          m_seed(seed),
          m_control(control),
          m_network(BuildNetwork(scenario, system, seed, control.gradients))
    {
        control.built(m_network);
        if (!control.pcapPrefix.empty())
        {
            m_network.helper.EnablePcap(control.pcapPrefix, m_network.devices, true);
        }
        if (!control.recording.IsEmpty())
        {
            m_recording.emplace(control.recording, scenario, m_network);
        }
        if (!scenario.trace.jobs.empty())
        {
            m_trace.emplace(scenario, seed, m_network);
        }
        m_network.statistics->SetJobDoneCallback([this](uint32_t job) {
            if (m_trace)
            {
                m_trace->OnJobDone(job);
                return;
            }
            for (const auto& node : m_network.helper.GetSwitches())
            {
                node->RemoveJob(static_cast<uint16_t>(job));
            }
        });
        m_network.statistics->SetDoneCallback([this] {
            m_done = true;
            Simulator::Stop();
        });
    }

    /**
     * @brief Runs the simulation.
     * @return true if it came to its end, false if it was interrupted
     */
    bool Execute()
    {
        const auto began = std::chrono::steady_clock::now();
        Poll();
        Simulator::Run();
        m_wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        if (m_recording)
        {
            m_recording->Finish(m_done);
        }
        return !m_interrupted;
    }

    /// @return what came of it
    RunResult Result() const;

  private:
    /// @brief Looks at progress and interruption, now and again.
    void Poll()
    {
        if (m_control.interrupted && *m_control.interrupted)
        {
            m_interrupted = true;
            Simulator::Stop();
            return;
        }
        const uint64_t results = Results();
        if (m_control.progress)
        {
            m_control.progress(static_cast<double>(results) /
                               static_cast<double>(m_network.expectedResults));
        }
        if (results != m_lastResults || (m_trace && m_trace->IsIdle()))
        {
            m_lastResults = results;
            m_lastProgress = Simulator::Now();
        }
        else if (Simulator::Now() - m_lastProgress > m_network.longestPause + kStallLimit)
        {
            Simulator::Stop(); // the jobs are not done, and Result() says so
            return;
        }
        Simulator::Schedule(MicroSeconds(kPollIntervalUs), &Run::Poll, this);
    }

    /// @return results that have reached the workers
    uint64_t Results() const
    {
        uint64_t results = 0;
        for (const auto& worker : m_network.workers)
        {
            results += worker->GetResults();
        }
        return results;
    }

    /// @param result where the jobs' times go
    void AddJobs(RunResult& result) const;

    /// @param result where the numbers of background traffic go
    void AddBackground(RunResult& result) const;

    /// @param result where the switches' numbers go
    void AddSwitches(RunResult& result) const;

    /// @param result where the hosts' and links' numbers go
    void AddHosts(RunResult& result) const;

    const Scenario& m_scenario;              ///< the scenario
    std::string m_system;                    ///< the system
    uint32_t m_seed;                         ///< the seed
    const RunControl& m_control;             ///< the outside
    Network m_network;                       ///< what is simulated
    std::optional<RunRecording> m_recording; ///< what is recorded over time
    std::optional<TraceRun> m_trace;         ///< jobs that come and go
    bool m_done{false};                      ///< every job has ended
    bool m_interrupted{false};               ///< the outside wants an end
    uint64_t m_lastResults{0};               ///< results at the last look
    Time m_lastProgress;                     ///< when there was one more
    double m_wallS{0};                       ///< wall-clock time
};

RunResult
Run::Result() const
{
    RunResult result;
    result.system = m_system;
    result.jobs = m_network.statistics->Jobs();
    result.workers = m_scenario.jobs.workers;
    result.workload = m_scenario.jobs.workload;
    result.seed = m_seed;
    result.run = m_scenario.run;
    result.iterations = m_scenario.iterations;
    AddHosts(result);
    if (!m_done)
    {
        throw std::runtime_error(
            "the jobs wait for results that never come: " + std::to_string(result.packetsLost) +
            " packets were lost, and recovery.enabled is " +
            (m_scenario.recovery.enabled ? "true" : "false"));
    }
    if (result.resultsWrong > 0)
    {
        throw std::runtime_error(std::to_string(result.resultsWrong) + " of " +
                                 std::to_string(result.resultsChecked) +
                                 " results held a wrong sum");
    }
    AddJobs(result);
    AddSwitches(result);
    AddBackground(result);
    result.events = Simulator::GetEventCount() - (m_recording ? m_recording->GetEvents() : 0);
    result.wallS = m_wallS;
    return result;
}

void
Run::AddJobs(RunResult& result) const
{
    const auto& statistics = *m_network.statistics;
    const double linkBitsPerS = m_scenario.link.rateGbps * 1e9;
    for (uint32_t job = 0; job < statistics.Jobs(); ++job)
    {
        const double jctMs = statistics.JctMs(job);
        result.jctMsPerJob.push_back(jctMs);
        result.jctMs += jctMs / statistics.Jobs();
        result.utilization += statistics.Utilization(job, linkBitsPerS) / statistics.Jobs();
    }
    result.closedFormJctMs = m_network.closedFormJctMs;
    result.simMs = ToMilliseconds(statistics.LastEnd());
    if (m_trace)
    {
        result.jobTimes = m_trace->Times();
    }
}

void
Run::AddSwitches(RunResult& result) const
{
    const auto& statistics = *m_network.statistics;
    const double seconds = ToSeconds(statistics.LastEnd() - statistics.FirstBegin());
    double waitingSeconds = 0;
    uint64_t additions = 0;
    for (const auto& node : m_network.helper.GetSwitches())
    {
        const SwitchPipeline& pipeline = node->GetPipeline();
        const AggregatorTable& table = pipeline.Table();
        result.aggregators += node->GetAggregators();
        result.meanOccupied += table.OccupiedSeconds(statistics.LastEnd()) / seconds;
        waitingSeconds += table.WaitingSeconds(statistics.LastEnd());
        additions += pipeline.Count(Outcome::Aggregated) + pipeline.Count(Outcome::Completed);
        result.preemptions += pipeline.Count(Outcome::Preempted);
        result.passedThrough += pipeline.Count(Outcome::PassedThrough);
        result.fetched += pipeline.Count(Outcome::Fetched);
        result.resultsRepeated += pipeline.Count(Outcome::Repeated);
        result.copiesDropped += pipeline.Count(Outcome::Duplicate) + pipeline.Count(Outcome::Stale);
        result.reclaimed += pipeline.Count(Outcome::Reclaimed);
    }
    const double aggregatorSeconds = static_cast<double>(result.aggregators) * seconds;
    result.occupiedShare = result.meanOccupied / static_cast<double>(result.aggregators);
    result.waitingShare = waitingSeconds / aggregatorSeconds;
    result.additionsPerAggregatorS = static_cast<double>(additions) / aggregatorSeconds;
    result.collisions = result.preemptions + result.passedThrough;
}

void
Run::AddBackground(RunResult& result) const
{
    if (!m_network.background)
    {
        return;
    }
    const auto& counts = m_network.background->GetCounts();
    const auto& statistics = *m_network.statistics;
    result.backgroundFlows = counts.ended;
    if (counts.ended > 0)
    {
        result.backgroundFlowUs = counts.duration.ToDouble(Time::US) / counts.ended;
    }
    result.backgroundGbps =
        static_cast<double>(counts.bytes) * 8 / ToSeconds(statistics.LastEnd()) / 1e9;
}

void
Run::AddHosts(RunResult& result) const
{
    for (const auto& worker : m_network.workers)
    {
        result.resultsChecked += worker->GetResults();
        result.resultsWrong += worker->GetWrongResults();
        result.remindersWorker += worker->GetOverdueSent();
    }
    for (const auto& ps : m_network.parameterServers)
    {
        if (const auto* server = ps->GetServer())
        {
            const auto& counts = server->GetCounts();
            result.remindersPs += counts.Reminders();
            result.queries += counts.queries;
            result.retransmissions += counts.retransmissions;
            result.resultsRecovered += counts.recovered;
            result.resultsForwarded += counts.forwards;
            result.copiesDropped += counts.overlaps;
        }
    }
    for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
    {
        const auto device = DynamicCast<EsaNetDevice>(m_network.devices.Get(i));
        result.packetHops += device->GetFramesCarried();
        result.ecnMarks += device->GetEcnMarks();
        result.packetsLost += device->GetDrops();
        if (const auto faults = device->GetFaults())
        {
            const auto& counts = faults->GetCounts();
            result.packetsLost += counts.lost + counts.lostDown;
            result.packetsDuplicated += counts.duplicated;
            result.packetsReordered += counts.reordered;
        }
    }
}

/// Leaves no simulation behind, however the run ends.
struct SimulationGuard
{
    ~SimulationGuard()
    {
        Simulator::Destroy();
    }
};

} // namespace

std::optional<RunResult>
RunScenario(const Scenario& scenario,
            const std::string& system,
            uint32_t seed,
            const RunControl& control)
{
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(scenario.run);
    const SimulationGuard guard;
    Run run(scenario, system, seed, control);
    if (!run.Execute())
    {
        return std::nullopt;
    }
    return run.Result();
}

} // namespace ns3::esa
