// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATION_LEVELS_H
#define ESA_AGGREGATION_LEVELS_H

#include "esa-job-racks.h"
#include "esa-switch-id.h"

#include "ns3/esa-ina-packet.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::esa
{

/// Which switches sum on the path from the workers of a job to its PS.
enum class AggregationLevels : uint8_t
{
    One, ///< the switches of the workers' racks; the PS adds what they send
    Two, ///< the PS's rack, too (paper, "Preemptive Aggregator Allocation"; ATP)
    All, ///< every switch on the path
};

/**
 * @ingroup esa
 * @brief How the workers of a job are spread, and which switches sum them.
 *
 * A job whose workers stand in one rack is summed there at all levels.
 * @param levels which switches sum
 * @param rackOf rack of each worker
 * @param home rack of the PS
 * @param between gives the switches between a rack and the PS's rack in one of the trees, in order,
 *        which may sum; two paths of a tree that have met do not part
 * @param maxMembers members of a group, at most
 * @param trees trees that the tasks take in turn
 * @return where its workers stand, and its groups
 */
JobRacks MakeJobRacks(AggregationLevels levels,
                      const std::vector<SwitchId>& rackOf,
                      SwitchId home,
                      const std::function<std::vector<SwitchId>(SwitchId, uint32_t)>& between,
                      uint32_t maxMembers = kMaxFanIn,
                      uint32_t trees = 1);

} // namespace ns3::esa

#endif // ESA_AGGREGATION_LEVELS_H
