/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PROGRESS_WATCH_H
#define ESA_PROGRESS_WATCH_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Notices that a run makes no progress, and says when to look again.
 *
 * A look costs an event. So looks become rare while no results come: a scenario may have pauses of
 * hours. They come often again as soon as there are results, so that a busy run can be interrupted
 * and shows its progress.
 */
class ProgressWatch
{
  public:
    /// @param limit time without progress after which the run is given up
    explicit ProgressWatch(const Time& limit)
        : m_limit(limit)
    {
    }

    /**
     * @brief Looks at the run; in an event of its own.
     * @param results results that have arrived
     * @param mayRest true while no job runs, and none is expected to make progress
     * @return true if the run goes on, false if it has made no progress for too long
     */
    bool Look(uint64_t results, bool mayRest);

    /**
     * @param restsFor time in which nothing can happen, and none of it needs a look
     * @return time until the next look
     */
    Time NextLook(const Time& restsFor = Time(0)) const;

    /// @return time of the last look that saw progress
    Time LastProgress() const
    {
        return m_lastProgress;
    }

  private:
    Time m_limit;              ///< time without progress after which the run is given up
    uint64_t m_lastResults{0}; ///< results at the last look
    Time m_lastResult;         ///< when their number changed last
    Time m_lastProgress;       ///< the same, or when no job ran last
    bool m_rests{false};       ///< at the last look no job ran
};

} // namespace ns3::esa

#endif // ESA_PROGRESS_WATCH_H
