// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WORKER_MODEL_H
#define ESA_WORKER_MODEL_H

#include "esa-engine-setup.h"

#include "ns3/esa-serial-line.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What is kept of the latest tasks of a job, by position: a row for each.
 *
 * Rows are used again, so that a task is forgotten when another one, as many positions later as
 * there are rows, begins.
 */
class TaskRing
{
  public:
    /// What is kept of a task besides its fragments.
    struct Task
    {
        int64_t mayLeave{0};         ///< step from which on the window lets its fragments leave
        int64_t first{0};            ///< step at which its first fragment arrives at the switch
        int64_t released{INT64_MAX}; ///< step at which its result frees its aggregator, if it does
        uint32_t aggregator{0};      ///< its aggregator
        bool hasResult{false};       ///< whether its result has arrived at the workers
        bool isContended{false};     ///< whether another task meets it at its aggregator
    };

    /// @param workers workers of the job
    /// @param maxAhead fragments from the first missing result on, at most
    TaskRing(uint32_t workers, uint32_t maxAhead);

    /// @return when the last bits of its fragments leave the workers, in picoseconds, by worker
    int64_t* DeparturesPs(uint64_t position)
    {
        return &m_departures[(position & m_mask) * m_workers];
    }

    /// @copydoc DeparturesPs
    const int64_t* DeparturesPs(uint64_t position) const
    {
        return &m_departures[(position & m_mask) * m_workers];
    }

    /// @param position a position @return its task
    Task& At(uint64_t position)
    {
        return m_tasks[position & m_mask];
    }

    /// @copydoc At
    const Task& At(uint64_t position) const
    {
        return m_tasks[position & m_mask];
    }

    /// @return positions in a row that are remembered
    uint64_t Size() const
    {
        return m_mask + 1;
    }

  private:
    uint32_t m_workers;                ///< workers of the job
    uint64_t m_mask;                   ///< number of rows, a power of two, minus 1
    std::vector<int64_t> m_departures; ///< by row and worker
    std::vector<Task> m_tasks;         ///< by row
};

/// @ingroup esa
/// @brief A worker's link to the switch: what it sends, and when that arrives.
class WorkerModel
{
  public:
    /// A reminder on the link.
    struct Reminder
    {
        int64_t departurePs; ///< when its last bit leaves
        uint64_t position;   ///< position of the late result
    };

    /// @param links the links; outlive this
    /// @param rows takes the departures; outlives this
    /// @param port port of the switch
    WorkerModel(const EngineLinks& links, TaskRing& rows, uint32_t worker, uint32_t port);

    /// @brief An iteration begins.
    /// @param ends positions after the last fragments of its partitions
    /// @param ready steps from which on the partitions can be sent
    void Begin(std::vector<uint64_t> ends, std::vector<int64_t> ready);

    /// @brief Sends what may leave.
    /// @param limit position of the first fragment that the window holds back
    /// @param late results that the workers request, in order, all before `until`
    /// @param until up to this step, exclusive
    void Advance(uint64_t limit, const std::vector<TaskTime>& late, int64_t until);

    /// @brief When something happens next. Reminders and fragments on their way count.
    /// @param limit position of the first fragment that the window holds back
    /// @param now the current step
    /// @return not later than this; INT64_MAX: a result has to arrive first
    int64_t NextStep(uint64_t limit, int64_t now) const;

    /// @return position of the next fragment
    uint64_t Next() const
    {
        return m_next;
    }

    /// @param position a fragment that was sent @return when it arrives at the switch
    FrameArrival Arrival(uint64_t position) const
    {
        return {m_rows.DeparturesPs(position)[m_worker] + m_links.upDelayPs, m_port};
    }

    /// @param reminder a reminder @return when it arrives at the switch
    FrameArrival Arrival(const Reminder& reminder) const
    {
        return {reminder.departurePs + m_links.upDelayPs, m_port};
    }

    /// @return the last reminders, in order: at least those that the switch has not got
    const std::vector<Reminder>& Reminders() const
    {
        return m_reminders;
    }

    /// @param step a step in which a frame arrives
    /// @return position after the last fragment whose gradients are ready before the frame arrives
    uint64_t ReadyAt(int64_t step) const;

    std::size_t remindersTaken{0}; ///< of Reminders(), those that the switch has got

  private:
    /// @brief Sends reminders. @param late what is requested @param reminded how many of it were
    /// sent
    /// @param last up to this step, inclusive
    void Remind(const std::vector<TaskTime>& late, std::size_t& reminded, int64_t last);

    const EngineLinks& m_links;        ///< the links
    SerialLine m_line;                 ///< the worker's port
    TaskRing& m_rows;                  ///< takes the departures
    uint32_t m_worker;                 ///< number of the worker
    uint32_t m_port;                   ///< port of the switch
    uint64_t m_next{0};                ///< position of the next fragment
    std::vector<uint64_t> m_ends;      ///< by partition: position after its last fragment
    std::vector<int64_t> m_ready;      ///< by partition: when it can be sent
    std::size_t m_partition{0};        ///< partition of the next fragment
    std::vector<Reminder> m_reminders; ///< of Reminders()
};

} // namespace ns3::esa

#endif // ESA_WORKER_MODEL_H
