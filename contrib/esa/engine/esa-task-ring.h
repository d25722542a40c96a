// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TASK_RING_H
#define ESA_TASK_RING_H

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
    /// @param most fragments from the first missing result on, at most
    TaskRing(uint32_t workers, uint32_t most);

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

} // namespace ns3::esa

#endif // ESA_TASK_RING_H
