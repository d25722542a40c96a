// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TASK_ENGINE_H
#define ESA_TASK_ENGINE_H

#include "esa-contended-tasks.h"
#include "esa-engine-setup.h"
#include "esa-job-model.h"
#include "esa-server-model.h"

#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-system.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The packets that go through the switch's pipeline by themselves, in order.
class SwitchArrivals
{
  public:
    /// @param repairKind what workers send about late results
    /// @param isByServer whether sums go to PSes, which send the results
    SwitchArrivals(PacketKind repairKind, bool isByServer)
        : m_repairKind(repairKind),
          m_isByServer(isByServer)
    {
    }

    /**
     * @brief Collects the arrivals of a round, in their order.
     * @param models the jobs
     * @param servers their PSes; empty: there are none
     * @param contended tasks that meet at aggregators
     * @param begin first step of the round
     * @param end up to this step, exclusive
     * @return them, valid until the next call
     */
    const std::vector<SwitchArrival>& Collect(std::deque<JobModel>& models,
                                              const std::deque<ServerModel>& servers,
                                              ContendedTasks& contended,
                                              int64_t begin,
                                              int64_t end);

  private:
    PacketKind m_repairKind;               ///< what workers send about late results
    bool m_isByServer;                     ///< whether PSes send the results
    std::vector<SwitchArrival> m_arrivals; ///< the packets
    std::vector<SwitchArrival> m_sorted;   ///< the same, while they are put in order
    std::vector<uint32_t> m_buckets;       ///< to put them in order
};

/**
 * @ingroup esa
 * @brief Computes jobs at one switch task by task, without events.
 *
 * Moving each packet costs most of a simulation. But when a fragment arrives follows from the
 * results before it, by a maximum and a sum. So this engine goes through time in rounds, each
 * shorter than a packet's path from the switch to a host and back. What arrives at the switch in a
 * round was caused by what the switch sent in rounds before. Tasks that are alone at their
 * aggregators are computed as a whole; all others go through the switch's pipeline packet by
 * packet, in the order of their exact times and of their ports.
 *
 * Every result is what the simulator gives. Where the engine cannot be sure of this, it throws
 * NotExact. The manual has a chapter on it.
 */
class TaskEngine
{
  public:
    /// What is simulated.
    struct Setup
    {
        EngineLinks links;           ///< the links
        std::vector<EngineJob> jobs; ///< the jobs at the switch, in order of their numbers
        const System* system;        ///< the system; outlives the engine
        uint32_t aggregators;        ///< aggregators, or slots, of the switch
        bool hasServers;             ///< whether each job has a PS
    };

    /// Called from time to time. @return false: the engine has to stop
    using ContinueCallback = std::function<bool(uint64_t results)>;

    /// @param setup what is simulated
    /// @param ended called at the end of each iteration
    TaskEngine(Setup setup, const JobModel::IterationCallback& ended);

    ~TaskEngine();

    /// @brief Runs all jobs to their end.
    /// @param goesOn called from time to time
    /// @return false if it was stopped
    /// @throws NotExact if the simulator has to do it
    bool Run(const ContinueCallback& goesOn);

    /// @return the switch's pipeline
    const SwitchPipeline& Pipeline() const
    {
        return m_pipeline;
    }

    /// @return the jobs
    const std::deque<JobModel>& Jobs() const
    {
        return m_models;
    }

    /// @return their PSes
    const std::deque<ServerModel>& Servers() const
    {
        return m_servers;
    }

    /// @return packets carried over a link
    uint64_t PacketHops() const;

    /// @return the step at which the last job ends; INT64_MAX: unknown yet
    int64_t End() const;

    /// @return whether nothing can happen any more after the last job has ended
    bool IsQuiet() const;

    /// @return steps of the computation: rounds, and packets that were moved by themselves
    uint64_t Steps() const
    {
        return m_steps;
    }

  private:
    class NoRandom;

    /// @return the step of what happens next at hosts and on links, at most @param now the current
    /// step @throws NotExact if nothing does, and jobs wait
    int64_t NextStep(int64_t now) const;

    /// @brief Computes the switch up to a step, exclusive.
    void AdvanceSwitch(int64_t end);

    /// @brief The tasks whose first fragments arrive meet their aggregators.
    void TouchTasks(int64_t end);

    /// @brief Tasks that are alone at their aggregators are summed.
    void SumTasks(uint32_t job, int64_t end);

    /// @brief Takes a task's fragments of earlier rounds through the pipeline.
    void Process(const StartedTask& task);

    /// @return the packet that arrives
    InaPacket TakePacket(const SwitchArrival& arrival);

    /// @brief Takes one packet through the pipeline.
    void Process(const SwitchArrival& arrival);

    /// @brief Sends the sums of a round to the workers of a job, or to its PS, in order.
    void SendSums(uint32_t job);

    /// @brief Notes when aggregators are released by results that come from a PS.
    void NoteReleases(uint32_t job, int64_t end);

    /// @brief Results of tasks that were alone come from the PS, up to a step, and go to workers.
    void ReturnLone(uint32_t job, int64_t end);

    /// @brief Checks whether anything waits for too long. @return false: the engine has to stop
    bool CheckProgress(int64_t now, const ContinueCallback& goesOn) const;

    /// @return place of a job in m_models @param job its number
    std::size_t PlaceOf(uint32_t job) const
    {
        return m_places.at(job - m_setup.jobs.front().job->job);
    }

    /// @brief Counts what was not moved by itself, and checks that nothing is left.
    void Finish();

    /// What is counted of tasks that were alone at their aggregators.
    struct LoneTasks
    {
        uint64_t tasks{0};           ///< how many
        int64_t aggregatingSteps{0}; ///< sum of the times from first to last fragment
        int64_t waitingSteps{0};     ///< sum of the times from there to the release
    };

    Setup m_setup;                      ///< what is simulated
    std::unique_ptr<NoRandom> m_random; ///< random numbers that no collision rule may want
    SwitchPipeline m_pipeline;          ///< the switch's pipeline
    std::vector<std::size_t> m_places;  ///< by number of a job from the first one's: place below
    std::deque<JobModel> m_models;      ///< the jobs
    std::deque<ServerModel> m_servers;  ///< their PSes
    ContendedTasks m_contended;         ///< tasks that meet at aggregators
    SwitchArrivals m_arrivals;          ///< packets that go through the pipeline
    std::vector<std::vector<TaskTime>> m_sums;    ///< by job: sums made in this round
    std::vector<std::vector<TimedPacket>> m_late; ///< by job: what leaves by the same ports
    std::vector<LoneTasks> m_lone;                ///< by job
    bool m_isByServer;          ///< whether sums go to PSes, which send the results
    int64_t m_begin{0};         ///< first step of the round
    uint64_t m_steps{0};        ///< steps of the computation
    uint64_t m_serverHops{0};   ///< packets that came from PSes
    uint64_t m_reminderHops{0}; ///< reminders that came from workers
};

} // namespace ns3::esa

#endif // ESA_TASK_ENGINE_H
