/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_STALL_H
#define ESA_STALL_H

#include "esa-scenario-build.h"

#include "ns3/esa-scenario.h"
#include "ns3/nstime.h"

#include <cstdint>
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
 * flow.step_us of each step, and while a timeout backs off. A bound of every legal wait (queues,
 * losses in turn) would be exact, but it would be a second model of the network; so a run that is
 * slower than this needs a larger limit.
 *
 * A look costs an event. So looks become rare while no results come: a scenario may have pauses of
 * hours. They come often again as soon as there are results, so that a busy run can be interrupted
 * and shows its progress.
 */
class StallWatch
{
  public:
    /// @param scenario the scenario; outlives this
    /// @param limit time without a result after which the run is given up; 0: none
    StallWatch(const ValidScenario& scenario, const Time& limit);

    /// Looks at the run, in an event of its own.
    /// @param mayRest true while no job runs, and none is expected to make progress
    /// @return true if the run goes on, false if it is stalled
    bool Look(uint64_t results, bool mayRest);

    /// @param restsFor time in which nothing can happen, and none of it needs a look
    /// @return time until the next look
    Time NextLook(const Time& restsFor) const;

    /// @param network the network of the run
    /// @return the text of an error: what is missing, and what was lost
    std::string Describe(const Network& network) const;

  private:
    const ValidScenario& m_scenario; ///< the scenario
    Time m_quietUntil;               ///< no result is due before
    Time m_limit;                    ///< time without a result after which the run is given up
    uint64_t m_lastResults{0};       ///< results at the last look
    Time m_lastProgress;             ///< when their number changed last, or no job ran
    bool m_rests{false};             ///< at the last look no job ran
    bool m_isOver{false};            ///< nothing is scheduled any more
};

} // namespace ns3::esa

#endif // ESA_STALL_H
