/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Frames that arrive over a link with faults.

#include "esa-link-faults.h"
#include "esa-net-device.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{

void
EsaNetDevice::SetFaults(Ptr<EsaLinkFaults> faults)
{
    m_faults = faults;
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
}

void
EsaNetDevice::ApplyFaults(Frame& frame, Picoseconds now)
{
    const auto fate = m_faults->ApplyFaults(
        frame.packet ? frame.packet : Create<Packet>(frame.fragment.frameBytes));
    if (fate.copies == 0)
    {
        if (frame.packet)
        {
            m_phyRxDropTrace(frame.packet);
        }
        else
        {
            m_fragmentLostTrace(frame.fragment);
        }
        return;
    }
    if (fate.copies > 1)
    {
        Frame copy = frame;
        if (frame.packet)
        {
            copy.packet = frame.packet->Copy(); // receivers take packets apart
        }
        DeliverLate(copy, fate.copyLag, now);
    }
    DeliverLate(frame, fate.lag, now);
}

void
EsaNetDevice::DeliverLate(Frame& frame, uint32_t lag, Picoseconds now)
{
    const uint32_t bytes =
        frame.packet ? frame.packet->GetSize() : uint32_t{frame.fragment.frameBytes};
    const Picoseconds late =
        m_clock.FromTime(m_faults->GetExtraDelay()) + lag * m_peer->TransmissionTime(bytes);
    if (late.count() == 0)
    {
        Receive(frame, now);
        return;
    }
    frame.arrival += late;
    m_peer->m_wheel->ScheduleOnce(frame.arrival,
                                  m_peer->m_peerPort,
                                  m_clock.ToSteps(frame.arrival),
                                  [this, frame]() mutable { Receive(frame, m_clock.Now()); });
}

} // namespace ns3::esa
