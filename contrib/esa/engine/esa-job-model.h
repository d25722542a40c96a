// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_MODEL_H
#define ESA_JOB_MODEL_H

#include "esa-engine-setup.h"
#include "esa-worker-model.h"

#include "ns3/esa-iteration.h"
#include "ns3/esa-reordered-results.h"
#include "ns3/esa-serial-line.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The workers of one job, and its tasks.
 *
 * All links are alike, and a host has one worker. So all workers of a job get each result in the
 * same time step, and the same fragments may leave. What differs is when their gradients are ready,
 * and so when each worker's link is idle. Per task and worker that is a maximum and a sum; all the
 * rest is computed once per task.
 */
class JobModel
{
  public:
    /// Called with what has happened when, for each worker and iteration.
    using IterationCallback = std::function<void(const IterationRecord&)>;

    /// @param links the links; outlive this
    /// @param setup the job; outlives this
    /// @param ended called at the end of each iteration
    JobModel(const EngineLinks& links, const EngineJob& setup, IterationCallback ended);

    /// @brief Computes what the workers get and send. @param until up to this step, exclusive
    void AdvanceWorkers(int64_t until);

    /// @brief When something happens next at the workers, or arrives from them.
    /// @param now the current step
    /// @return not later than this; INT64_MAX: never, unless the switch sends something
    int64_t NextStep(int64_t now) const;

    /// @brief A result leaves the switch for all workers. Results leave in order of their steps.
    /// @param result which one, and when
    void Send(const TaskTime& result)
    {
        const int64_t departurePs =
            m_downLine.Send(FromStep(result.step), Picoseconds(m_links.framePs)).count();
        m_onTheirWay.push_back(
            {result.position, CeilStep(departurePs + m_links.downDelayPs), result.isMarked});
    }

    /// @brief Checks that no worker has requested the first missing result. @param step the current
    /// step
    /// @throws NotExact if a worker may have requested it
    void CheckWait(int64_t step) const;

    /// @return position of the first result that has not arrived at the workers
    uint64_t FirstMissing() const
    {
        return m_firstMissing;
    }

    /// @return position after the last fragment that a worker has sent
    uint64_t SentByAny() const;

    /// @return position after the last fragment that all workers have sent
    uint64_t SentByAll() const;

    /// @param position sent by any worker @return when its first fragment arrives
    int64_t FirstArrival(uint64_t position) const;

    /// @param position sent by all workers @return when its last fragment arrives
    int64_t LastArrival(uint64_t position) const;

    /// @param position sent by all workers @return the arrival of its last fragment
    FrameArrival LastFrame(uint64_t position) const;

    /// @brief Adds the gradients of all workers, as the switch does, and checks the sum, as workers
    /// do.
    /// @param position a task
    void CheckSum(uint64_t position);

    /// @param position a task @return its sum, as the switch sends it to the PS
    InaPacket MakePartial(uint64_t position) const;

    /// @brief Counts a sum that the switch or the PS has made. @param result the result
    void CheckResult(const InaPacket& result);

    /// @param position a task
    /// @param worker one of the workers
    /// @return its fragment
    InaPacket MakeFragment(uint64_t position, uint32_t worker) const;

    /// @param position a task
    /// @param workers bits of some of the workers
    /// @return their fragments, added up
    InaPacket MakeFragments(uint64_t position, uint32_t workers) const;

    /// @param position a late result @param worker a worker @return what it sends about it
    InaPacket MakeRepair(uint64_t position, uint32_t worker) const;

    /// @return the workers' links
    std::vector<WorkerModel>& Workers()
    {
        return m_workers;
    }

    /// @copydoc Workers
    const std::vector<WorkerModel>& Workers() const
    {
        return m_workers;
    }

    /// @return when fragments leave the workers, and what is kept of the tasks
    TaskRing& Rows()
    {
        return m_rows;
    }

    /// @copydoc Rows
    const TaskRing& Rows() const
    {
        return m_rows;
    }

    /// @return what is simulated
    const EngineJob& Setup() const
    {
        return m_setup;
    }

    /// @return the step after which no iteration is left; nothing: unknown yet
    std::optional<int64_t> End() const
    {
        return m_end;
    }

    /// @return whether what a worker sends about a late result arrives at the switch then or later
    bool HasRepairFrom(int64_t step) const;

    /// @return results that arrived, each counted once for each worker
    uint64_t Results() const
    {
        return m_results * m_workers.size();
    }

    /// @return of these, results with a wrong sum
    uint64_t WrongResults() const
    {
        return m_wrongSums * m_workers.size();
    }

    /// @return reminders of workers
    uint64_t Reminders() const
    {
        return m_reminders * m_workers.size();
    }

    uint64_t touched{0}; ///< tasks before this position have met their aggregators
    uint64_t done{0};    ///< tasks before this position are summed, or are handled one by one

  private:
    /// @param position a task @param worker one of the workers @return its fragment, without a sum
    InaPacket MakePacket(uint64_t position, uint32_t worker) const;

    /// @brief Begins an iteration. @param step when
    void BeginIteration(int64_t step);

    /// @brief A result has arrived at the workers.
    void OnResult(const TaskTime& result);

    /// @brief Notes which fragments may leave now. @param step the step
    void OpenWindow(int64_t step);

    /// @brief A result with an ECN mark moves the window.
    void OnMark(const TaskTime& result);

    /// @brief Checks that no worker has waited for so long that it would have requested a result.
    void CheckWaitFor(uint64_t position, int64_t step) const;

    /// @brief The last result of an iteration has arrived: computes its end.
    void EndIteration(int64_t lastResult);

    /// @return fragments from the first missing result on that may be under way
    uint64_t Window() const;

    const EngineLinks& m_links;         ///< the links
    const EngineJob& m_setup;           ///< the job
    const TrainingJob& m_job;           ///< the same
    IterationCallback m_ended;          ///< called at the end of each iteration
    TaskRing m_rows;                    ///< by task
    std::vector<WorkerModel> m_workers; ///< the workers' links
    std::vector<InaHeader> m_headers;   ///< by worker: what all its fragments have in common
    std::vector<TaskTime> m_late;       ///< results that the workers will request
    uint64_t m_reminders{0};            ///< results that each of them has requested

    // Results
    std::vector<TaskTime> m_onTheirWay;       ///< results on their way, in order
    std::size_t m_arrived{0};                 ///< of these, those that have arrived
    SerialLine m_downLine;                    ///< each of the switch's ports to the workers
    uint64_t m_firstMissing{0};               ///< position of the first missing result
    uint64_t m_limit{0};                      ///< fragments before this position may leave
    std::optional<CongestionWindow> m_window; ///< the window; nothing: slots
    ReorderedResults m_overtaken;             ///< results that larger ones have overtaken

    // The iteration under way
    IterationState m_state;               ///< what is missing
    uint32_t m_iteration{0};              ///< its number
    int64_t m_begin{0};                   ///< its first step
    uint64_t m_first{0};                  ///< position of its first fragment
    std::vector<int64_t> m_earliest;      ///< when the first worker has each partition ready
    std::vector<Picoseconds> m_resultsAt; ///< when the results of each partition were here
    std::optional<int64_t> m_end;         ///< end of the last iteration

    uint64_t m_results{0};   ///< results that arrived
    uint64_t m_wrongSums{0}; ///< sums that were wrong
};

} // namespace ns3::esa

#endif // ESA_JOB_MODEL_H
