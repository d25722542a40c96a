// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_ENDS_H
#define ESA_JOB_ENDS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Limits how far a group of nodes may work ahead of the others while the end of the run is
 * not known.
 *
 * A run ends a fixed time after the end of its last job, and no node may work beyond this end.
 * Which job is the last one is known when all have ended. But the run does not end before any of
 * its jobs. So this is exact:
 *
 * - while one of its own jobs has no known end, a group may work as far as nothing else stops it;
 * - once the ends of all of them are known, it may work up to the last of these;
 * - when all groups are as far, the end of the run is known: all work up to it.
 *
 * The end of a job is its last time step: what its end brings about happens in it, too.
 */
class JobEnds
{
  public:
    static constexpr int64_t kOpen = INT64_MAX; ///< no limit

    /// Counts the jobs that a group waits for.
    struct Limit
    {
        uint32_t open{0}; ///< jobs whose end is not known
        int64_t last{-1}; ///< last step of the others

        /// @brief One more job. @param step its last one; kOpen: it is not known
        void Add(int64_t step)
        {
            open += step == kOpen ? 1 : 0;
            last = step == kOpen ? last : std::max(last, step);
        }

        /// @return the step up to which nodes may work, exclusive
        int64_t Step() const
        {
            return open > 0 ? kOpen : last + 1;
        }
    };

    /// @brief One more job. @param nodes places of all nodes that it concerns
    void Add(std::vector<uint32_t> nodes)
    {
        m_jobs.push_back({std::move(nodes), kOpen, nullptr});
    }

    /// @return whether there is none
    bool IsEmpty() const
    {
        return m_jobs.empty();
    }

    /// @return number of jobs
    std::size_t Size() const
    {
        return m_jobs.size();
    }

    /// @return places of the nodes that a job concerns
    const std::vector<uint32_t>& NodesOf(std::size_t job) const
    {
        return m_jobs[job].nodes;
    }

    /// @brief A group has to wait for this job, too. @param job the job @param limit of the group
    void Assign(std::size_t job, Limit& limit)
    {
        m_jobs[job].limit = &limit;
        limit.Add(m_jobs[job].last);
    }

    /// @brief The end of a job is known. @param job the job @param last its last step
    void End(std::size_t job, int64_t last)
    {
        m_jobs[job].last = last;
        if (Limit* const limit = m_jobs[job].limit)
        {
            --limit->open;
            limit->Add(last);
        }
    }

    /// @return the step up to which all nodes may work, exclusive; kOpen: the end of a job is not
    /// known
    int64_t LimitOfRun() const
    {
        Limit all;
        for (const Job& job : m_jobs)
        {
            all.Add(job.last);
        }
        return all.Step();
    }

  private:
    /// A job.
    struct Job
    {
        std::vector<uint32_t> nodes; ///< that it concerns
        int64_t last;                ///< its last step; kOpen: it is not known
        Limit* limit;                ///< of its nodes
    };

    std::vector<Job> m_jobs; ///< by number
};

} // namespace ns3::esa

#endif // ESA_JOB_ENDS_H
