// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_P4_TREE_H
#define ESA_TEST_P4_TREE_H

#include "ns3/esa-job-forwarding.h"
#include "ns3/esa-job-racks.h"

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

/**
 * @file
 * Jobs that are summed in groups, in the traces of the P4 program (tests/p4/groups.py).
 */

namespace ns3::esa
{

/// A job that is summed in groups, as the tables of one switch have it.
struct TracedTree
{
    uint16_t job;                       ///< job number
    uint32_t psPort;                    ///< the port towards its PS
    SwitchId rack;                      ///< which switch this one is
    SwitchId home;                      ///< rack of the PS
    uint32_t most;                      ///< members of a group, at most
    uint32_t stride;                    ///< from one group's aggregators to the next one's
    std::vector<SwitchId> rackOf;       ///< rack of each worker
    std::vector<uint32_t> ports;        ///< the port towards each worker
    std::vector<SwitchPath> ways;       ///< the switches above the racks
    std::map<uint16_t, uint16_t> below; ///< groups of switches below: a worker on the way to each
    std::vector<std::string> entries;   ///< the table's entries, as text
};

/**
 * @brief Reads a line about a job with groups.
 * @param word first word of the line
 * @param line the rest
 * @param trees gets the job, or more about its last one
 * @return false if it is another line
 */
bool ReadTree(const std::string& word, std::istringstream& line, std::vector<TracedTree>& trees);

/// @param aggregators size of the switch's table
/// @return its racks and groups, as the simulator makes them
JobRacks RacksOf(const TracedTree& tree, uint32_t aggregators);

/// @return what the switch's table has for the job, in the words of the traces
std::vector<std::string> DescribeEntries(const JobRacks& racks, SwitchId rack);

} // namespace ns3::esa

#endif // ESA_TEST_P4_TREE_H
