// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_FORWARDING_H
#define ESA_JOB_FORWARDING_H

#include "esa-group-table.h"
#include "esa-outcome.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-system-record.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Which packets of a job enter the pipeline of a switch, and where the others go.
 *
 * A packet of a group that this switch sums enters the pipeline. The packets of other groups only
 * pass: sums go up, towards the PS, and reminders and results go down, towards the worker that they
 * name. A result goes down the tree: each switch sends it to the members of the group that it is
 * addressed to.
 */
class JobForwarding
{
  public:
    /// A switch that only flows between hosts of the job come to.
    JobForwarding() = default;

    /// @param racks the groups of the job
    /// @param rack rack of the switch
    JobForwarding(const JobRacks& racks, SwitchId rack)
        : m_groups(std::make_shared<const GroupTable>(racks, rack))
    {
    }

    /// @return the groups that this switch sums; null: only flows come here
    const std::shared_ptr<const GroupTable>& Groups() const
    {
        return m_groups;
    }

    /**
     * @brief Whether a packet bypasses the pipeline of this switch. Where slots keep their results,
     * a result does, as it would free the slot here.
     * @param packet a packet of aggregation
     * @param rules what the switch does in this system
     * @return true if the packet is only passed on
     */
    bool Bypasses(const InaPacket& packet, const SwitchPart& rules) const
    {
        switch (packet.kind)
        {
        case PacketKind::Result:
            return rules.release == ReleaseRule::OnReuse || !IsHere(packet);
        case PacketKind::Gradient:
        case PacketKind::Resend:
        case PacketKind::Reminder:
            return !IsHere(packet);
        default:
            return false; // the pipeline only forwards it
        }
    }

    /// @param packet a packet that bypasses the pipeline
    /// @return where it goes
    Egress BypassEgress(const InaPacket& packet) const
    {
        if (!GoesDown(packet.kind))
        {
            return Egress::ToParameterServer;
        }
        return IsHere(packet) ? Egress::ToWorkers : Egress::ToWorker;
    }

  private:
    /// @return true if this switch sums the packet's group
    bool IsHere(const InaPacket& packet) const
    {
        return m_groups->Find(packet.group, packet.seq) != nullptr;
    }

    std::shared_ptr<const GroupTable> m_groups; ///< the groups that are summed here
};

} // namespace ns3::esa

#endif // ESA_JOB_FORWARDING_H
