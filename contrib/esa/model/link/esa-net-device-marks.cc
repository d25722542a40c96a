/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ECN marks of fragments that find a long queue.

#include "esa-net-device.h"

#include "ns3/esa-hash.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/node.h"

namespace ns3::esa
{

void
EsaNetDevice::SetFlowMarking(const FlowMarking& marking)
{
    m_flowMarking = marking;
    m_prepared = false;
}

void
EsaNetDevice::MarkEcnIfAbove(InaPacket& fragment, Picoseconds queued)
{
    bool isMarked = m_ecnTime.count() > 0 && queued >= m_ecnTime;
    if (m_flowMarking.IsOn() && IsFlowKind(fragment.kind))
    {
        // Acknowledgements are not ECN-capable, as in TCP. The bytes that a port has queued are
        // others for each packet; with the port's number they stand for chance.
        isMarked = fragment.kind == PacketKind::Data &&
                   m_flowMarking.Marks(InBytes(queued),
                                       Hash64(m_counts.bytesQueued) + m_node->GetId() +
                                           (uint64_t{m_ifIndex} << 32));
    }
    if (!isMarked)
    {
        return;
    }
    NS_LOG_DEBUG(m_address << ": the queue is above the ECN threshold, the " << fragment
                           << " is marked");
    fragment.ecn = true;
    ++m_counts.ecnMarks;
    m_ecnTrace(fragment);
}

} // namespace ns3::esa
