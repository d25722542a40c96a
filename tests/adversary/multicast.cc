/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How a switch sends a packet to all workers of a job.

#include "adversary/adversary.h"

namespace ns3::esa
{

void
Adversary::Multicast(SwitchId rack, const InaPacket& packet)
{
    const GroupTable& groups = *m_jobs[packet.job].forwarding[ToNumber(rack)].Groups();
    const GroupTable::Entry* entry = groups.Find(packet.group, packet.seq);
    if (!entry)
    {
        Violate("a result is for a group that its switch does not sum");
        return;
    }
    for (const uint16_t worker : entry->workers)
    {
        SendDown(rack, worker, packet);
    }
    for (const GroupTable::Step& step : entry->down)
    {
        InaPacket copy = packet;
        groups.Take(step, copy);
        if (step.isHere)
        {
            m_ledger.GoesThroughAgain();
            AtSwitch(rack, copy);
            continue;
        }
        SendDown(rack, step.wireName, copy);
    }
}

} // namespace ns3::esa
