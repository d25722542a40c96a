// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ACTIVE_JOBS_H
#define ESA_ACTIVE_JOBS_H

#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <map>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The jobs whose reductions are under way at a switch (PANAMA).
 *
 * A memory that is divided among all jobs is idle for those that compute. A job holds sums for
 * moments only, so that the jobs with sums are too few. So a job is active from its first packet
 * on, until none has come for a time.
 */
class ActiveJobs
{
  public:
    /// @param span for which a job is active after a packet
    explicit ActiveJobs(Picoseconds span)
        : m_span(span)
    {
    }

    /// @brief A packet of a job has come.
    /// @return jobs that are active now, this one included; at most 255
    uint8_t Note(uint16_t job, Picoseconds now)
    {
        const auto [known, isNew] = m_places.try_emplace(job);
        if (isNew)
        {
            m_latest.push_front({job, now});
        }
        else
        {
            m_latest.splice(m_latest.begin(), m_latest, known->second);
            m_latest.front().at = now;
        }
        known->second = m_latest.begin();
        while (now - m_latest.back().at > m_span)
        {
            m_places.erase(m_latest.back().job);
            m_latest.pop_back();
        }
        return static_cast<uint8_t>(std::min<std::size_t>(m_latest.size(), UINT8_MAX));
    }

  private:
    /// A job that is active.
    struct Seen
    {
        uint16_t job;   ///< job number
        Picoseconds at; ///< when its last packet came
    };

    Picoseconds m_span;                                     ///< time for which a job is active
    std::list<Seen> m_latest;                               ///< active jobs, the latest one first
    std::map<uint16_t, std::list<Seen>::iterator> m_places; ///< by job
};

} // namespace ns3::esa

#endif // ESA_ACTIVE_JOBS_H
