// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_QUEUE_H
#define ESA_JOB_QUEUE_H

#include "esa-job-placer.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3::esa
{

/// A job that has got its place.
struct PlacedJob
{
    uint32_t job{0};    ///< its number
    uint32_t slot{0};   ///< lowest number, below maxJobs, that no running job has
    JobPlacement hosts; ///< its hosts
};

/**
 * @ingroup esa
 * @brief Jobs that wait for hosts.
 *
 * Jobs of a job trace come while others run, and need free hosts. The queue is first come first
 * served: while the first job does not fit, none behind it starts.
 */
class JobQueue
{
  public:
    /// @param placer chooses hosts
    /// @param maxJobs jobs that may run at a time
    JobQueue(JobPlacer placer, uint32_t maxJobs);

    /// @brief A job comes, and waits behind the others.
    /// @param workers hosts that it needs
    void Submit(uint32_t job, uint32_t workers);

    /// @brief Places the first job that waits, if it fits.
    /// @return the job, which now counts as running; nothing if none waits or the first does not
    /// fit
    std::optional<PlacedJob> PlaceNext();

    /// @brief A job has ended: its hosts are free.
    /// @param job what PlaceNext() returned; it is freed once
    void Free(const PlacedJob& job);

    /// @return jobs that wait
    std::size_t Waiting() const
    {
        return m_waiting.size();
    }

    /// @return jobs that run
    uint32_t Running() const
    {
        return m_running;
    }

  private:
    /// A job in the queue.
    struct Request
    {
        uint32_t job;     ///< its number
        uint32_t workers; ///< hosts that it needs
    };

    JobPlacer m_placer;              ///< chooses hosts
    std::vector<bool> m_isSlotTaken; ///< by slot
    uint32_t m_running{0};           ///< jobs that run
    std::deque<Request> m_waiting;   ///< jobs that wait, first come first
};

} // namespace ns3::esa

#endif // ESA_JOB_QUEUE_H
