// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TREE_LOCKS_H
#define ESA_TREE_LOCKS_H

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-switch-id.h"

#include <cstddef>
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
 * trees has a *place* for each, and a tree has the same place at all of its switches. Switches that
 * run programs have places, too, and jobs share their ports.
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
                 const AggregationPlan& racks,
                 const std::vector<std::size_t>& hosts,
                 uint32_t trees);

    /**
     * @brief Takes a place at switches for a job, if one is free at all of them.
     * @param job job number; it holds none
     * @param switches that sum for it
     * @param places of a switch
     * @return true if the job holds the place now
     */
    bool AcquirePlace(uint16_t job, std::set<SwitchId> switches, uint32_t places);

    /// @param racks the groups of a job
    /// @param hosts host of each worker, by any number
    /// @return true if no other job holds a port of its tree
    bool ArePortsFree(const AggregationPlan& racks, const std::vector<std::size_t>& hosts) const;

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
    /// A port of a switch that sums: the switch, whether a host is below, and its number, or the
    /// number of the switch below.
    using Port = std::tuple<SwitchId, bool, std::size_t>;

    /// A tree that a job holds.
    struct Tree
    {
        std::set<Port> ports;        ///< what is locked
        std::set<SwitchId> switches; ///< where it has its place
        uint32_t place;              ///< its place there
    };

    /// @return true if no job holds one of these ports
    bool AreFree(const std::set<Port>& ports) const;

    /// @return the first place that no job has at any of the switches
    uint32_t FreePlace(const std::set<SwitchId>& switches) const;

    /// @return the ports of the groups of a job
    static std::set<Port> PortsOf(const AggregationPlan& racks,
                                  const std::vector<std::size_t>& hosts);

    std::map<uint16_t, Tree> m_held; ///< by job
};

} // namespace ns3::esa

#endif // ESA_TREE_LOCKS_H
