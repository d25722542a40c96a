// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-run.h"

#include "esa-execution-run.h"
#include "esa-run-autos.h"
#include "esa-run-counters.h"
#include "esa-runner-choice.h"
#include "esa-scenario-build.h"
#include "esa-scenario-failures.h"
#include "esa-stall.h"
#include "esa-trace-run.h"

#include "ns3/esa-network-runner.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/global-value.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

/// Decides how the packets of a run move: in rounds, by one thread or more, or by ns-3's events.
/// @param reason why the task runner cannot compute the run
void
ChoosePacketRunner(const ValidScenario& scenario,
                   const RunControl& control,
                   const std::string& reason)
{
    const std::string againstRounds = ReasonAgainstRounds(scenario, control);
    const std::string againstThreads =
        control.threads > 1 ? ReasonForOneThread(scenario, control) : std::string();
    const std::string threads = std::to_string(control.threads);
    std::string why = againstRounds.empty() ? "rounds: " + reason : "ns3: " + againstRounds;
    if (againstRounds.empty() && control.threads > 1)
    {
        why += againstThreads.empty() ? "; " + threads + " threads"
                                      : "; one thread, as " + againstThreads;
    }
    control.why(why);
    if (!againstThreads.empty() && control.warn)
    {
        control.warn("--threads " + threads + ": one thread runs it, as " + againstThreads);
    }
    if (scenario->parts || !control.recording.report.empty())
    {
        NetworkRunner::Get().FollowPaths();
    }
    if (againstRounds.empty())
    {
        NetworkRunner::Get().UseRounds(againstThreads.empty() ? control.threads : 1,
                                       control.fewFrames);
    }
}

/// One simulation, from the building of the network to its result.
class Run
{
  public:
    Run(const ValidScenario& scenario,
        const std::string& system,
        uint32_t seed,
        const RunControl& control)
        : m_scenario(scenario),
          m_system(system),
          m_seed(seed),
          m_control(control),
          m_network(BuildNetwork(scenario, system, seed, control.gradients)),
          m_faults(scenario, m_network),
          m_watch(scenario, control.stallAfter)
    {
        if (control.built)
        {
            control.built(m_network);
        }
        if (!scenario->trace.jobs.empty())
        {
            // Switches are ready before the first job comes. They need the scale of
            // indexes where their memory differs.
            m_network.helper.GetFabric().FreezeAttributes();
        }
        if (!scenario->execution.loaded.empty())
        {
            m_execution.emplace(scenario, m_network);
        }
        if (!control.captures.IsEmpty())
        {
            m_captures.emplace(control.captures,
                               scenario,
                               system,
                               seed,
                               m_network.helper.GetFabric());
        }
        if (!control.recording.IsEmpty() || (scenario->parts && m_execution))
        {
            m_recording.emplace(control.recording,
                                scenario,
                                m_network,
                                m_execution ? &*m_execution : nullptr);
        }
        if (!scenario->trace.jobs.empty())
        {
            m_trace.emplace(scenario, m_network);
        }
        JobStatistics& statistics = *m_network.statistics;
        NetworkRunner& runner = NetworkRunner::Get();
        const Picoseconds lookahead = LookaheadOfEnds(scenario);
        if (runner.HasRounds() && lookahead > Picoseconds(0) && !m_trace && !m_recording &&
            !control.built)
        {
            LetGroupsWorkAhead(lookahead);
        }
        else
        {
            statistics.SetJobDoneCallback([this, &statistics](uint32_t job) {
                // A loss is detected after the end of a job that only the lost worker had not
                // ended.
                const Picoseconds end = std::max(statistics.JobSettled(job), m_clock.Now());
                PlanLeave(job, end);
            });
            if (lookahead > Picoseconds(0))
            {
                statistics.SetJobEndingCallback(
                    [&runner](uint32_t /* job */, Picoseconds end) { runner.AddCause(end); });
                runner.SetLookahead(lookahead);
            }
        }
        statistics.SetDoneCallback([this, &statistics] {
            if (m_recording)
            {
                m_recording->StopSampling();
            }
            Picoseconds end = std::max(statistics.LastEnd(), m_clock.Now());
            for (uint32_t job = 0; job < statistics.Jobs(); ++job)
            {
                end = std::max(end, statistics.JobSettled(job));
            }
            NetworkRunner& all = NetworkRunner::Get();
            const Picoseconds soonest = std::max(end + all.ShortestLine(), m_lastLeave);
            all.AtStep({end, NetworkRunner::kAllJobs, soonest - end}, [this] {
                m_done = true;
                Simulator::Stop();
            });
        });
    }

    /// All workers of a job have ended. @param end when
    void PlanLeave(uint32_t job, Picoseconds end)
    {
        NetworkRunner& runner = NetworkRunner::Get();
        if (m_trace)
        {
            // The scheduler gets the end when the workers of the job do.
            const Picoseconds delay = m_trace->DelayOf(job);
            m_lastLeave = std::max(m_lastLeave, end + delay);
            runner.AtStep({end, job, delay}, [this, job] { m_trace->OnJobDone(job); });
            return;
        }
        if (m_execution)
        {
            runner.AtStep({end, job}, [this, job] { m_execution->OnJobDone(job); });
            return;
        }
        const auto remove = RemoveFrom(job);
        const auto switches = SwitchesWith(job);
        if (m_recording)
        {
            // A sample of the same time step shows the aggregators before or after, as events
            // follow each other.
            runner.AtStep({end, job}, [switches, remove] {
                std::for_each(switches.begin(), switches.end(), remove);
            });
            return;
        }
        runner.AtStep({end, job}, switches, remove);
    }

    /// Lets groups of nodes work ahead of each other in rounds. Nothing but the ends of jobs
    /// concerns several nodes then, and these are computed before.
    /// @param lookahead how long before
    void LetGroupsWorkAhead(Picoseconds lookahead)
    {
        NetworkRunner& runner = NetworkRunner::Get();
        std::vector<std::vector<Ptr<Node>>> switches;
        for (uint32_t job = 0; job < m_network.jobs.size(); ++job)
        {
            switches.push_back(SwitchesWith(job));
            std::vector<Ptr<Node>> nodes = switches.back();
            const ApplicationContainer& apps = m_network.jobs[job].apps;
            for (uint32_t app = 0; app < apps.GetN(); ++app)
            {
                nodes.push_back(apps.Get(app)->GetNode());
            }
            runner.AddJob(nodes, lookahead);
        }
        m_network.statistics->SetJobEndingCallback(
            [this, &runner, switches](uint32_t job, Picoseconds end) {
                runner.AtStep({end, job}, switches[job], RemoveFrom(job));
                runner.EndJob(job, end);
            });
        runner.SetFollower([this] { return Follow(); });
    }

    /// @return the switches that have a job
    std::vector<Ptr<Node>> SwitchesWith(uint32_t job) const
    {
        std::vector<Ptr<Node>> switches;
        for (const auto& node : m_network.helper.GetSwitches())
        {
            if (node->HasJob(m_faults.NumberOf(job)))
            {
                switches.push_back(node->GetObject<Node>());
            }
        }
        return switches;
    }

    /// @return removes a job from a switch
    std::function<void(const Ptr<Node>&)> RemoveFrom(uint32_t job) const
    {
        return [number = m_faults.NumberOf(job)](const Ptr<Node>& node) {
            node->GetObject<EsaSwitch>()->RemoveJob(number);
        };
    }

    /// Runs the simulation.
    /// @return true if it came to its end, false if it was interrupted
    bool Execute()
    {
        const auto began = std::chrono::steady_clock::now();
        Poll();
        if (!m_interrupted) // while the network was built
        {
            Simulator::Run(); // forgets that it was to stop
        }
        m_wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        if (m_recording)
        {
            // Where nothing is left to do, the time of the last check means nothing.
            m_recording->End(m_done,
                             m_done             ? m_network.statistics->LastEnd()
                             : m_watch.IsOver() ? NetworkRunner::Get().LastWork()
                                                : m_clock.Now(),
                             m_done ? Counts().notes : std::vector<std::string>());
        }
        if (m_captures)
        {
            m_captures->End();
            if (const auto end = m_captures->EndsEarly(); end && m_control.warn)
            {
                m_control.warn("the captures of " + m_system + " with seed " +
                               std::to_string(m_seed) + " end at " +
                               std::to_string(end->GetNanoSeconds()) +
                               " ns of simulated time: --pcap-max " +
                               std::to_string(m_control.captures.maxBytes) + " is reached");
            }
        }
        return !m_interrupted;
    }

    /// Completes the recordings.
    void CommitRecordings()
    {
        if (m_recording)
        {
            m_recording->Commit(m_interrupted);
        }
        if (m_captures)
        {
            m_captures->Commit(m_interrupted);
        }
        if (m_interrupted && m_control.warn && (!m_control.recording.IsEmpty() || m_captures))
        {
            m_control.warn("the recordings of " + m_system + " with seed " +
                           std::to_string(m_seed) +
                           " hold a part of the run: -interrupted is in their names");
        }
    }

    /// @return the result
    /// @throws std::runtime_error if there is none
    RunResult Result() const;

  private:
    /// @return what was counted, when every job has ended
    RunResult Counts() const;

    /// Checks progress and interruption from time to time.
    void Poll()
    {
        NetworkRunner& runner = NetworkRunner::Get();
        runner.CatchUp();
        if (!Follow())
        {
            return;
        }
        const bool mayRest = m_trace && m_trace->IsIdle();
        if (!m_watch.Look(LastProgress(), mayRest) || RefusedFlows() > 0)
        {
            Simulator::Stop(); // the jobs are not done, as Result() shows
            return;
        }
        Simulator::Schedule(m_watch.NextLook(RestsFor(), runner.HasJobs()), &Run::Poll, this);
    }

    /// Shows the progress, and checks whether the run is interrupted.
    /// @return whether it goes on
    bool Follow()
    {
        if (m_control.interrupted && *m_control.interrupted)
        {
            m_interrupted = true;
            Simulator::Stop();
            return false;
        }
        if (m_control.progress)
        {
            m_control.progress(static_cast<double>(Results()) /
                               static_cast<double>(m_network.expectedResults));
        }
        return true;
    }

    /// @return time of the last result
    Time LastProgress() const
    {
        return m_clock.ToTime(m_trace ? m_trace->LastProgress() : LastResultOf(m_network.workers));
    }

    /// @return time until the next job is submitted, if nothing goes on until then
    Time RestsFor() const
    {
        const bool rests = m_trace && m_trace->IsIdle() && !m_network.background;
        const auto next = rests ? m_trace->NextSubmission() : std::nullopt;
        return next ? *next - Simulator::Now() : Time(0);
    }

    /// @return results that have reached the workers
    uint64_t Results() const
    {
        return m_trace ? m_trace->Results() : ResultsOf(m_network.workers);
    }

    /// @return flows of background traffic that found no free port
    uint64_t RefusedFlows() const
    {
        return m_network.background ? m_network.background->GetCounts().refused : 0;
    }

    const ValidScenario& m_scenario;         ///< the scenario
    std::string m_system;                    ///< the system
    uint32_t m_seed;                         ///< the seed
    const RunControl& m_control;             ///< how the caller follows it
    Network m_network;                       ///< what is simulated
    ServerFaults m_faults;                   ///< of workers and PSes
    std::optional<Captures> m_captures;      ///< packets that are captured
    std::optional<RunRecording> m_recording; ///< what is recorded over time
    std::optional<TraceRun> m_trace;         ///< jobs that come and go
    std::optional<ExecutionRun> m_execution; ///< execution traces
    bool m_done{false};                      ///< every job has ended
    Picoseconds m_lastLeave{0};              ///< when the last job of a trace leaves, so far
    bool m_interrupted{false};               ///< the caller has interrupted the run
    StallWatch m_watch;                      ///< notices that nothing goes on
    double m_wallS{0};                       ///< wall-clock time
    SimClock m_clock;                        ///< converts times
};

RunResult
Run::Result() const
{
    if (RefusedFlows() > 0)
    {
        throw std::runtime_error("background.load: flows begin faster than they end, until a "
                                 "server has no free TCP port for the next one; ask for a lower "
                                 "load, or for larger flows (background.flow_bytes)");
    }
    if (!m_done)
    {
        throw std::runtime_error(m_watch.Describe(m_network));
    }
    RunResult result = Counts();
    RefuseWrongSums(result);
    return result;
}

RunResult
Run::Counts() const
{
    RunResult result = DescribeRun(m_scenario, m_system, m_seed, m_network);
    AddHosts(m_network, result);
    AddJobs(m_network, result);
    if (m_scenario->parts)
    {
        result.jctPartsMs = m_network.statistics->JctPartsMs();
        result.exposedShare = m_recording ? m_recording->ExposedShare() : std::nullopt;
        AddLinks(m_scenario, m_network, result);
    }
    AddGroups(m_network, result);
    result.autos =
        AutosOf(m_scenario, m_network, NetworkRunner::Get().HasRounds() ? "rounds" : "ns3");
    m_faults.AddTo(result);
    if (m_trace)
    {
        AddTrace(m_trace->Times(), result);
    }
    AddSwitches(SwitchesOf(m_network), *m_network.statistics, result);
    if (const PauseNetwork* const pauses = m_network.helper.GetPauses())
    {
        result.pauseStorms = pauses->Storms();
    }
    AddBackground(m_network, result);
    if (!FindSystem(m_system)->SumsInHosts())
    {
        result.bottleneck = FindBottleneck(m_scenario, m_network);
    }
    if (HasServers(*FindSystem(m_system)))
    {
        result.stacked = FindStackedServers(m_scenario, m_network);
    }
    result.idleUplinks = FindIdleUplinks(m_scenario, m_network);
    result.events = Simulator::GetEventCount() + NetworkRunner::Get().Frames() -
                    (m_recording ? m_recording->GetEvents() : 0);
    result.wallS = m_wallS;
    AddNotes(m_scenario, result);
    return result;
}

/// Hands over the result of a run, and what stood for "auto" in it.
void
End(const RunControl& control, const RunResult& result)
{
    std::string autos;
    for (const auto& [field, value] : result.autos)
    {
        // the runner was named before
        autos += field == "engine" ? "" : (autos.empty() ? "" : "; ") + field + "=" + value;
    }
    if (!autos.empty())
    {
        control.why("auto: " + autos);
    }
    control.ended(result);
}

} // namespace

void
CheckThreads(const ValidScenario& scenario, uint32_t threads)
{
    const std::size_t nodes = scenario->Hosts() + scenario->routes->Switches().size();
    if (threads > nodes)
    {
        throw ScenarioError({"--threads " + std::to_string(threads) +
                             ": is not allowed: the scenario has " + std::to_string(nodes) +
                             " nodes (hosts and switches), and each is of one thread; at most " +
                             std::to_string(nodes) + " is allowed"});
    }
}

std::optional<RunResult>
RunScenario(const ValidScenario& scenario,
            const std::string& system,
            uint32_t seed,
            const RunControl& control)
{
    if (!control.gradients.empty() && DoJobsShrink(scenario))
    {
        throw ScenarioError({"faults.on_lost_worker: \"continue\" is not allowed where a program "
                             "gives the gradients of each worker; \"stop\" is allowed"});
    }
    CheckRounds(scenario, control);
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(scenario->run);
    std::string reason = ReasonAgainstTasks(scenario, system, control);
    if (reason.empty())
    {
        try
        {
            const auto result = RunByEngine(scenario, system, seed, control);
            control.why("tasks: the task runner computes all that the run needs");
            if (result)
            {
                End(control, *result);
            }
            return result;
        }
        catch (const NotExact& error)
        {
            reason = std::string("the task runner gave up: ") + error.what();
        }
    }
    const SimulationGuard guard;
    ChoosePacketRunner(scenario, control, reason);
    Run run(scenario, system, seed, control);
    std::optional<RunResult> result;
    std::exception_ptr failure;
    try
    {
        if (run.Execute())
        {
            result = run.Result();
        }
    }
    catch (const std::exception&)
    {
        failure = std::current_exception(); // the recordings show how it came to this
    }
    if (result)
    {
        End(control, *result); // the row first: a recording may be impossible to write
    }
    try
    {
        run.CommitRecordings();
    }
    catch (const std::exception&)
    {
        failure = failure ? failure : std::current_exception();
    }
    if (failure)
    {
        std::rethrow_exception(failure);
    }
    return result;
}

} // namespace ns3::esa
