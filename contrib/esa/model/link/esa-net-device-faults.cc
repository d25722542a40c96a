/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Frames that arrive over a link with faults.

#include "esa-link-faults.h"
#include "esa-net-device.h"

#include "ns3/abort.h"

#include <memory>
#include <utility>

namespace ns3::esa
{

void
EsaNetDevice::SetFaults(Ptr<EsaLinkFaults> faults)
{
    m_faults = faults;
    WatchPort();
}

Ptr<EsaLinkFaults>
EsaNetDevice::GetFaults() const
{
    return m_faults;
}

void
EsaNetDevice::SetReceiveErrorModel(Ptr<ErrorModel> model)
{
    if (!model)
    {
        NS_ABORT_MSG_IF(m_faults,
                        "EsaNetDevice: ReceiveErrorModel cannot be taken away; disable the model");
        return; // the attribute's initial value
    }
    if (!m_faults)
    {
        m_faults = CreateObject<EsaLinkFaults>();
    }
    m_faults->AddErrorModel(model);
    WatchPort();
}

void
EsaNetDevice::ApplyFaults(Frame& frame, Picoseconds now)
{
    const Ptr<Packet> packet = PacketOf(frame);
    const auto fate = packet ? m_faults->ApplyFaults(packet)
                             : m_faults->ApplyFaults(uint32_t{frame.fragment.frameBytes});
    if (fate.copies == 0)
    {
        if (packet)
        {
            m_phyRxDropTrace(packet);
        }
        else
        {
            m_fragmentLostTrace(frame.fragment);
        }
        return;
    }
    if (fate.copies > 1)
    {
        Frame copy;
        copy.arrival = frame.arrival;
        copy.fragment = frame.fragment;
        if (packet)
        {
            copy.cargo = CargoOf(packet->Copy()); // receivers take packets apart
        }
        DeliverLate(copy, fate.copyLag, now);
    }
    DeliverLate(frame, fate.lag, now);
}

void
EsaNetDevice::DeliverLate(Frame& frame, uint32_t lag, Picoseconds now)
{
    const Ptr<Packet> packet = PacketOf(frame);
    const uint32_t bytes = packet ? packet->GetSize() : uint32_t{frame.fragment.frameBytes};
    const Picoseconds late =
        m_clock.FromTime(m_faults->GetExtraDelay()) + lag * m_peer->TransmissionTime(bytes);
    if (late.count() == 0)
    {
        Receive(frame, now);
        return;
    }
    m_port.ReceiveLater(frame, late, [this](Frame& kept, Picoseconds at) { Receive(kept, at); });
}

} // namespace ns3::esa
