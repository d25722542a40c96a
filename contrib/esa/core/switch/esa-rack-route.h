/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RACK_ROUTE_H
#define ESA_RACK_ROUTE_H

#include "esa-group-table.h"
#include "esa-outcome.h"

#include "ns3/esa-fragment.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-system-record.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Where the switch of one rack finds the members of a job; in a job with groups also a
 * switch between racks.
 *
 * A result goes to the workers of the rack itself. The switch of the PS's rack also sends one copy
 * to each of the job's other racks, whose switch passes it on to its workers. All other packets go
 * towards the PS. In a job with groups a result goes down the tree instead: each switch sends it to
 * the members of the group that it is addressed to.
 */
class RackRoute
{
  public:
    /// Another rack of the job.
    struct OtherRack
    {
        RackId rack;       ///< the rack
        uint16_t wireName; ///< how packets name it
    };

    /// A switch without members of the job.
    RackRoute() = default;

    /**
     * @param racks how the members are spread over racks
     * @param rack rack of the switch
     */
    RackRoute(const JobRacks& racks, RackId rack)
        : m_racks(racks),
          m_rack(rack),
          m_isHome(rack == racks.Home())
    {
        if (racks.Tree())
        {
            m_groups = std::make_shared<const GroupTable>(racks, rack);
        }
        const std::vector<RackId>& rackOf = racks.RackOf();
        for (uint16_t worker = 0; worker < rackOf.size(); ++worker)
        {
            if (rackOf[worker] == rack)
            {
                m_local.push_back(worker);
            }
            else if (m_isHome && !m_groups && racks.WireNameOf(rackOf[worker]) == worker)
            {
                m_otherRacks.push_back({rackOf[worker], worker});
            }
        }
    }

    /// @return true if the PS stands in this rack
    bool IsHome() const
    {
        return m_isHome;
    }

    /// @return true if a member of the job stands in this rack or, with groups, if this switch is
    ///         on the way of its packets
    bool HasMembers() const
    {
        return m_isHome || !m_local.empty() || m_groups;
    }

    /// @return the workers in this rack
    const std::vector<uint16_t>& LocalWorkers() const
    {
        return m_local;
    }

    /// @return the groups that this switch sums; null: the job has no groups
    const std::shared_ptr<const GroupTable>& Groups() const
    {
        return m_groups;
    }

    /// @return in the PS's rack: the job's other racks; none where the job has groups
    const std::vector<OtherRack>& OtherRacks() const
    {
        return m_otherRacks;
    }

    /**
     * @brief Whether a packet bypasses the pipeline of this switch. A reminder for another switch
     * does. Where slots keep their results, so does a result from the PS's rack, as it
     * would free the slot here.
     * @param packet a packet
     * @param rules what the switch does in this system
     * @return true if the packet is only passed on: a reminder to the rack or group that it names,
     *        a result to the workers of this rack, a sum of another switch's group towards that
     *        switch
     */
    bool PassesBy(const Fragment& packet, const SwitchPart& rules) const
    {
        if (packet.kind == PacketKind::Reminder)
        {
            return m_racks.RackNamed(packet.worker) != m_rack &&
                   !(m_groups && m_groups->Find(packet.group, packet.seq));
        }
        if (m_groups)
        {
            const bool isSummed =
                packet.kind == PacketKind::Gradient || packet.kind == PacketKind::Resend;
            return (isSummed && !m_groups->Find(packet.group, packet.seq)) ||
                   (packet.kind == PacketKind::Result &&
                    (!m_groups->Find(packet.group, packet.seq) ||
                     rules.release == ReleaseRule::OnReuse));
        }
        return packet.kind == PacketKind::Result && !m_isHome &&
               rules.release == ReleaseRule::OnReuse;
    }

    /**
     * @param packet a packet that bypasses the pipeline
     * @return where it goes
     */
    Egress WayPast(const Fragment& packet) const
    {
        switch (packet.kind)
        {
        case PacketKind::Reminder:
            return Egress::ToWorker;
        case PacketKind::Result:
            // The result of another switch's group is for that switch, or for one worker.
            return m_groups && !m_groups->Find(packet.group, packet.seq) ? Egress::ToWorker
                                                                         : Egress::ToWorkers;
        default:
            return Egress::ToParameterServer;
        }
    }

  private:
    JobRacks m_racks;                           ///< how the members are spread over racks
    RackId m_rack{};                            ///< rack of the switch
    bool m_isHome{false};                       ///< whether the PS is here
    std::vector<uint16_t> m_local;              ///< workers here
    std::vector<OtherRack> m_otherRacks;        ///< in the PS's rack: the others
    std::shared_ptr<const GroupTable> m_groups; ///< the groups that are summed here
};

} // namespace ns3::esa

#endif // ESA_RACK_ROUTE_H
