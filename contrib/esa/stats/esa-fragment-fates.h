// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAGMENT_FATES_H
#define ESA_FRAGMENT_FATES_H

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-switch.h"

#include <cstdint>
#include <functional>

namespace ns3::esa
{

/// What became of the fragments that reached a switch, or the switches of a level. The sum of a
/// group is a fragment of the group above.
struct FragmentFates
{
    uint64_t toWorkers{0};     ///< in a complete sum that left for the workers
    uint64_t toServer{0};      ///< in a complete sum that left for the PS
    uint64_t toNext{0};        ///< in a complete sum that became a fragment of the group above
    uint64_t preempted{0};     ///< in a partial sum that another task preempted; it went to the PS
    uint64_t fetched{0};       ///< in a partial sum that a reminder or resend took to the PS
    uint64_t passedThrough{0}; ///< met another task's aggregator, and went to the PS alone
    uint64_t dropped{0};       ///< was a copy, or came too late
    uint64_t answered{0};      ///< was a copy, and its worker got the result again
    uint64_t left{0};          ///< in a partial sum that was not taken
};

using FateCount = uint64_t FragmentFates::*; ///< how many fragments had a fate

/**
 * @ingroup esa
 * @brief Follows the fragments of switches.
 *
 * The pipeline counts packets by outcome. But one that is added to a sum has not met its fate: the
 * sum may be preempted. So this class reads each sum that leaves, and counts its fragments.
 */
class FragmentFateCounter
{
  public:
    /// Gives the groups of a job.
    using RacksOfJob = std::function<const AggregationPlan&(uint16_t job)>;

    /// @param node a switch, which does not run when this is gone
    /// @param racksOfJob the groups of its jobs
    FragmentFateCounter(Ptr<EsaSwitch> node, RacksOfJob racksOfJob);

    FragmentFateCounter(const FragmentFateCounter&) = delete;
    FragmentFateCounter& operator=(const FragmentFateCounter&) = delete;

    /// @return what became of the switch's fragments until now
    FragmentFates Get() const;

  private:
    /// @param sum a complete sum, as it leaves
    void OnCompleted(const InaPacket& sum);

    Ptr<EsaSwitch> m_node;   ///< the switch
    RacksOfJob m_racksOfJob; ///< the groups of its jobs
    FragmentFates m_fates;   ///< fragments of sums that have left
};

} // namespace ns3::esa

#endif // ESA_FRAGMENT_FATES_H
