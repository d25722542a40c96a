// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SUMMING_SWITCHES_H
#define ESA_SUMMING_SWITCHES_H

#include "esa-job-racks.h"

#include <cstdint>
#include <set>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The switches that need memory for a job. A switch on the way of the job's packets that
 * gets only one sum of each task passes it on, and needs none.
 * @param racks how the members of the job are spread over racks
 * @return the switches that add something
 */
inline std::set<SwitchId>
SummingSwitches(const JobRacks& racks)
{
    std::set<SwitchId> switches;
    for (uint32_t number = 0; number < racks.TreesOfGroups(); ++number)
    {
        const AggregationTree& tree = racks.TreeOf(number);
        for (uint16_t group = tree.First(); group <= tree.Root(); ++group)
        {
            if (tree.At(group).FanIn() > 1)
            {
                switches.insert(tree.At(group).rack);
            }
        }
    }
    return switches;
}

} // namespace ns3::esa

#endif // ESA_SUMMING_SWITCHES_H
