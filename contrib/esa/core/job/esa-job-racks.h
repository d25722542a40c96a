/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_RACKS_H
#define ESA_JOB_RACKS_H

#include "esa-rack-id.h"

#include "ns3/esa-fragment.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/// What the header of one worker's packets says about the levels of switches.
struct LevelAddress
{
    uint32_t bitmap0{0};     ///< its bit in the first-level sum
    uint32_t bitmap1{0};     ///< the bit, in the second-level sum, of what it belongs to
    uint8_t fanIn0{0};       ///< fragments that complete its first-level sum; 0: no address
    uint8_t fanIn1{0};       ///< entries that complete the second-level sum; 0: there is none
    bool secondLevel{false}; ///< goes to the second-level switch at once
};

/**
 * @ingroup esa
 * @brief How the workers of a job are spread over racks, and what bitmaps say of them (paper,
 * "Preemptive Aggregator Allocation": switches of the workers' racks, and of the PS's rack).
 *
 * The workers of a job that stands in one rack, wherever its PS is, need one level. Otherwise the
 * switch of the PS's rack sums entries: one a rack without the PS, whose own switch has summed its
 * workers, and one a worker in the PS's rack, whose fragments meet that switch first. (ATP counts
 * those workers in a first-level sum of their own; as both sums of a task have the same index, they
 * would take the aggregator from each other.)
 */
class JobRacks
{
  public:
    /// One rack, with the PS in it.
    JobRacks() = default;

    /**
     * @param rackOf rack of each worker
     * @param home rack of the PS
     */
    JobRacks(const std::vector<RackId>& rackOf, RackId home);

    /**
     * @param rackOf rack of each worker
     * @param home rack of the PS
     * @return entries of the second-level sum; 0: there is none
     */
    static uint32_t EntriesOf(const std::vector<RackId>& rackOf, RackId home);

    /// @return rack of each worker; empty: all stand in the PS's rack
    const std::vector<RackId>& RackOf() const
    {
        return m_rackOf;
    }

    /// @return rack of the PS
    RackId Home() const
    {
        return m_home;
    }

    /**
     * @param rack a rack with a member of the job
     * @return how a packet's field `worker` names it: the first worker in it; kAllWorkers names the
     *         PS's rack
     */
    uint16_t WireNameOf(RackId rack) const;

    /**
     * @param wireName a packet's field `worker`, where it names a rack
     * @return the rack; nothing if the job has no such worker
     */
    std::optional<RackId> RackNamed(uint16_t wireName) const;

    /**
     * @param worker number of a worker
     * @param workers number of workers
     * @return what its packets say of the levels
     */
    LevelAddress AddressOf(uint16_t worker, uint8_t workers) const;

    /**
     * @param packet a fragment or a sum
     * @return the workers in it, bit w is worker w; nothing if it cannot be of this job
     */
    std::optional<uint32_t> WorkersIn(const Fragment& packet) const;

    /**
     * @brief The racks whose switches may hold a part of a task, so that a reminder goes to each
     * (paper, "PS Assisting with Aggregation": to all related switches).
     * @return the racks, the PS's first
     */
    const std::vector<RackId>& RelatedRacks() const
    {
        return m_related;
    }

  private:
    std::vector<RackId> m_rackOf;          ///< rack of each worker
    RackId m_home{};                       ///< rack of the PS
    std::vector<LevelAddress> m_addresses; ///< of each worker; empty: one level
    /// Workers of each entry, in the order of their bits in bitmap0; empty: one level.
    std::vector<std::vector<uint16_t>> m_entries;
    std::vector<RackId> m_related{m_home}; ///< racks with a part
};

} // namespace ns3::esa

#endif // ESA_JOB_RACKS_H
