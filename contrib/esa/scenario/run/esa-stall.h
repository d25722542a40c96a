// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_STALL_H
#define ESA_STALL_H

#include "esa-scenario-build.h"

#include "ns3/esa-scenario.h"
#include "ns3/nstime.h"

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Notices that a run makes no progress, and describes what it lacks.
 *
 * A job that has lost a packet without recovery waits for ever. Its run ends if nothing is
 * scheduled any more. But hosts have timers, so it ends, too, if no result has come for a limit of
 * simulated time. Beyond this limit a run may wait as long as the scenario itself demands: until
 * the last job has started and the last pause or outage is over, while a worker computes, for
 * the time of each step of a ring, while a timeout backs off, and until rto.check_us notices it. A
 * bound of every legal wait (queues, losses in turn) would be exact, but it would be a second model
 * of the network; so a run that is slower than this needs a larger limit.
 *
 * A run is given up at its deadline: the limit after the last result. So one check is enough, at
 * the deadline: if results have come since, it finds a later deadline. Where nothing else follows
 * the run, there are more checks, so that a busy run can be interrupted and shows its progress.
 * They become rare while no results come, as a check costs an event: a scenario may have pauses of
 * hours.
 */
class StallWatch
{
  public:
    /// @param scenario the scenario; outlives this
    /// @param limit time without a result after which the run is given up; 0: none
    StallWatch(const ValidScenario& scenario, const Time& limit);

    /// Checks the run, in an event of its own.
    /// @param lastProgress time of the last result, or of what else brings results
    /// @param mayRest true while no job runs, and none is expected to make progress
    /// @return true if the run goes on, false if it is stalled
    bool Look(const Time& lastProgress, bool mayRest);

    /// @param restsFor time in which nothing can happen, so that no check is needed
    /// @param isFollowed whether somebody else shows progress, so that checks are needed at the
    /// deadline only, or every 1,000 s
    /// @return time until the next check
    Time NextLook(const Time& restsFor, bool isFollowed) const;

    /// @return whether nothing was scheduled any more at the last check
    bool IsOver() const
    {
        return m_isOver;
    }

    /// @return the text of an error: what is missing, and what was lost
    std::string Describe(const Network& network) const;

  private:
    /// @return when the run is given up if no result comes
    Time Deadline() const;

    const ValidScenario& m_scenario; ///< the scenario
    Time m_quietUntil;               ///< no result is due before
    Time m_limit;                    ///< time without a result after which the run is given up
    Time m_lastProgress;             ///< of the last result, or when no job ran
    bool m_isOver{false};            ///< nothing is scheduled any more
};

} // namespace ns3::esa

#endif // ESA_STALL_H
