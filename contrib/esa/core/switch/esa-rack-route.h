/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RACK_ROUTE_H
#define ESA_RACK_ROUTE_H

#include "ns3/esa-fragment.h"
#include "ns3/esa-policy.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Where the switch of one rack finds the members of a job.
 *
 * A result goes to the workers of the rack itself; from the PS's rack also, once, to each of the
 * job's other racks, whose switch passes it on to its workers. All else goes towards the PS.
 */
class RackRoute
{
  public:
    RackRoute() = default;

    /**
     * @param rackOf rack of each worker
     * @param home rack of the PS
     * @param rack rack of the switch
     */
    RackRoute(const std::vector<uint32_t>& rackOf, uint32_t home, uint32_t rack)
        : m_isHome(rack == home)
    {
        std::vector<uint32_t> seen{rack};
        for (uint16_t worker = 0; worker < rackOf.size(); ++worker)
        {
            if (rackOf[worker] == rack)
            {
                m_local.push_back(worker);
            }
            else if (m_isHome && std::find(seen.begin(), seen.end(), rackOf[worker]) == seen.end())
            {
                seen.push_back(rackOf[worker]);
                m_otherRacks.push_back(worker);
            }
        }
    }

    /// @return true if the PS stands in this rack
    bool IsHome() const
    {
        return m_isHome;
    }

    /// @return true if a member of the job stands in this rack, so that its packets come here
    bool HasMembers() const
    {
        return m_isHome || !m_local.empty();
    }

    /// @return the workers in this rack
    const std::vector<uint16_t>& LocalWorkers() const
    {
        return m_local;
    }

    /// @return in the PS's rack: a worker of each other rack of the job
    const std::vector<uint16_t>& OtherRacks() const
    {
        return m_otherRacks;
    }

    /**
     * @brief Whether a packet is none of this switch's pipeline: a reminder for the switch of
     * another rack; or a result from the PS's rack, where slots keep theirs to repeat it.
     * @param packet a packet
     * @param traits the system's
     * @return true if it is only passed on, a reminder to its worker's rack, a result to the
     *         workers here
     */
    bool PassesBy(const Fragment& packet, const PolicyTraits& traits) const
    {
        if (packet.kind == PacketKind::Reminder)
        {
            return packet.worker != kAllWorkers &&
                   std::find(m_local.begin(), m_local.end(), packet.worker) == m_local.end();
        }
        return packet.kind == PacketKind::Result && !m_isHome &&
               traits.release == ReleaseRule::OnReuse;
    }

  private:
    bool m_isHome{true};                ///< whether the PS is here
    std::vector<uint16_t> m_local;      ///< workers here
    std::vector<uint16_t> m_otherRacks; ///< in the PS's rack: a worker of each other one
};

} // namespace ns3::esa

#endif // ESA_RACK_ROUTE_H
