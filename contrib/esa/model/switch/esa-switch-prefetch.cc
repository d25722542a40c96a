/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a switch asks the processor for before a fragment arrives. It changes no result.

#include "esa-switch.h"

#include "ns3/esa-prefetch.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/**
 * @param fragment a packet
 * @return true if it is of the worker with the last bit of its sum. Workers are mostly served in
 *         the order of their numbers, so this fragment is likely to complete the sum.
 */
bool
IsOfLastWorker(const InaPacket& fragment)
{
    return fragment.kind == PacketKind::Gradient &&
           fragment.bitmap > FullBitmap(std::min<uint32_t>(fragment.fanIn, kMaxFanIn)) / 2;
}

} // namespace

void
EsaSwitch::PrefetchFor(const InaPacket& fragment, uint32_t stage) const
{
    if (fragment.job >= m_jobs.size())
    {
        return;
    }
    const JobPorts& ports = m_jobs[fragment.job];
    switch (stage)
    {
    case 0:
        Prefetch(&ports, sizeof(JobPorts));
        if (fragment.aggregator < m_pipeline->Table().Indexes())
        {
            Prefetch(&m_pipeline->Table().At(fragment.aggregator), sizeof(Aggregator));
        }
        break;
    case 1:
        Prefetch(ports.workers.data());
        if (fragment.kind != PacketKind::Result && ports.parameterServer)
        {
            ports.parameterServer->PrefetchSend(0);
        }
        break;
    case 2:
    case 3:
        if (ports.forwarding.Groups() &&
            (fragment.kind == PacketKind::Result || IsOfLastWorker(fragment)))
        {
            if (const auto* entry = ports.forwarding.Groups()->Find(fragment.group, fragment.seq))
            {
                PrefetchPorts(ports, entry->workers, stage - 2);
            }
        }
        break;
    default:
        break;
    }
}

void
EsaSwitch::PrefetchPorts(const JobPorts& ports,
                         const std::vector<uint16_t>& workers,
                         uint32_t stage)
{
    for (const uint16_t worker : workers)
    {
        if (worker < ports.workers.size() && ports.workers[worker])
        {
            ports.workers[worker]->PrefetchSend(stage);
        }
    }
}

} // namespace ns3::esa
