// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TREE_LOCKS_H
#define ESA_TREE_LOCKS_H

#include "esa-job-racks.h"
#include "esa-switch-id.h"

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Trees of switches that jobs hold for themselves.
 *
 * Some switches have no memory to share: while a job streams through the adders of a port, no other
 * job can use them. So a job locks the ports of its tree at all of its switches, or it gets none.
 * Older hardware adds for one tree at a time in the whole switch. A switch that has room for a few
 * trees has a *place* for each, and a tree has the same place at all of its switches.
 */
class TreeLocks
{
  public:
    /**
     * @brief Locks a tree for a job, if all of it is free.
     * @param job job number; it holds no tree
     * @param racks the groups of the job, which define what sums at which switch
     * @param hosts host of each worker, by any number
     * @param trees places of a switch; 0: no limit but its ports
     * @return true if the job holds the tree now
     */
    bool Acquire(uint16_t job,
                 const JobRacks& racks,
                 const std::vector<uint32_t>& hosts,
                 uint32_t trees);

    /// @brief Frees the tree of a job. @param job job number; it may hold none
    void Release(uint16_t job)
    {
        m_held.erase(job);
    }

    /// @param job job number @return true if it holds a tree
    bool Holds(uint16_t job) const
    {
        return m_held.count(job) > 0;
    }

    /// @param job number of a job that holds a tree @return the place of the tree, from 0
    uint32_t PlaceOf(uint16_t job) const
    {
        return m_held.at(job).place;
    }

  private:
    /// What is below a port.
    enum class Neighbour : uint8_t
    {
        Host,   ///< a worker's host
        Switch, ///< a switch, whose sum is a member here
    };

    /// A port of a switch that sums, by what is below it.
    struct Port
    {
        SwitchId at;         ///< the switch
        Neighbour neighbour; ///< what is below
        uint32_t number;     ///< its number

        bool operator<(const Port& other) const
        {
            return std::tie(at, neighbour, number) <
                   std::tie(other.at, other.neighbour, other.number);
        }
    };

    /// A tree that a job holds.
    struct Tree
    {
        std::set<Port> ports; ///< what is locked
        uint32_t place;       ///< its place at its switches
    };

    /// @return the ports of the groups of a job
    static std::set<Port> PortsOf(const JobRacks& racks, const std::vector<uint32_t>& hosts);

    std::map<uint16_t, Tree> m_held; ///< by job
};

} // namespace ns3::esa

#endif // ESA_TREE_LOCKS_H
