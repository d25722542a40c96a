/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-fault-fields.h"

#include "esa-scenario-fields.h"

namespace ns3::esa
{

namespace
{

/// The two directions of a host's link.
struct LinkFaults
{
    LinkFaultSpec toSwitch; ///< frames to the switch
    LinkFaultSpec toHost;   ///< frames to the host
};

/// Takes the values that an entry names, and keeps the others.
void
Replace(const ScenarioDraft& draft, const LinkFaultSpec& named, LinkFaultSpec& spec)
{
    const auto take = [&draft, &named, &spec](auto member) {
        if (draft.IsWritten(named.*member))
        {
            spec.*member = named.*member;
        }
    };
    ForEachLinkFault([&take](const char*, auto member) { take(member); });
    take(&LinkFaultSpec::lostPackets);
    take(&LinkFaultSpec::down);
}

void
Replace(const ScenarioDraft& draft, const LinkFaultEntry& entry, LinkFaults& link)
{
    switch (entry.direction)
    {
    case LinkDirection::Both:
        Replace(draft, entry.spec, link.toSwitch);
        Replace(draft, entry.spec, link.toHost);
        return;
    case LinkDirection::ToSwitch:
        Replace(draft, entry.spec, link.toSwitch);
        return;
    case LinkDirection::ToHost:
        Replace(draft, entry.spec, link.toHost);
        return;
    }
}

} // namespace

std::vector<DirectionFaults>
FaultsByDirection(const ScenarioDraft& draft)
{
    const Scenario::Faults& faults = draft->faults;
    std::vector<LinkFaults> links(draft->Hosts(), {faults.everyLink, faults.everyLink});
    for (const LinkFaultEntry& entry : faults.linkEntries)
    {
        for (const uint32_t host : entry.hosts)
        {
            Replace(draft, entry, links[host]);
        }
    }
    std::vector<DirectionFaults> directions;
    for (uint32_t host = 0; host < links.size(); ++host)
    {
        for (const bool toSwitch : {true, false})
        {
            const LinkFaultSpec& spec = toSwitch ? links[host].toSwitch : links[host].toHost;
            if (spec.DoesAnything())
            {
                directions.push_back({host, toSwitch, spec});
            }
        }
    }
    return directions;
}

} // namespace ns3::esa
