/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A device with priority flow control.

#include "esa-channel.h"
#include "esa-frame-builder.h"
#include "esa-net-device.h"
#include "esa-pause-port.h"

#include "ns3/abort.h"
#include "ns3/esa-ina-packet-text.h"

#include <algorithm>
#include <memory>

namespace ns3::esa
{

std::unique_ptr<EsaPausePort>
EsaNetDevice::AddPausePort(EsaPauseNetwork& network, bool isAtSwitch)
{
    NS_ABORT_MSG_IF(!m_fragmentSink || m_pausePort,
                    "EsaNetDevice: flow control is added once, after the node of the device");
    auto port = std::make_unique<EsaPausePort>(network, *this, isAtSwitch, m_fragmentSink);
    m_pausePort = port.get();
    m_fragmentSink = port.get();
    m_prepared = false;
    return port;
}

const EsaPausePort*
EsaNetDevice::GetPausePort() const
{
    return m_pausePort;
}

void
EsaNetDevice::SendPausable(InaPacket& fragment, Picoseconds now)
{
    const double heldS = 8.0 * static_cast<double>(m_pausePort->HeldBytes()) /
                         static_cast<double>(m_dataRate.GetBitRate());
    const Picoseconds queued = std::max(m_line.IdleAt() - now, Picoseconds(0)) +
                               Picoseconds(static_cast<int64_t>(heldS * 1e12));
    MarkAt(queued, fragment);
    m_line.NoteQueue(queued + TransmissionTime(fragment.frameBytes));
    m_pausePort->Hold(fragment, now);
}

Picoseconds
EsaNetDevice::Transmit(InaPacket& fragment, Picoseconds now)
{
    NS_LOG_LOGIC(m_address << ": the " << fragment << " leaves");
    // Nodes act at whole time steps, up to a step after the last frame has left.
    const bool isNext = now - m_line.IdleAt() <= m_clock.FromSteps(1);
    Frame& frame = m_line.Push(fragment.frameBytes, isNext ? m_line.IdleAt() : now);
    if (HasSniffer())
    {
        Sniff(BuildPacket(fragment, m_frameFormat, m_address, m_peer->m_address));
    }
    frame.fragment = std::move(fragment);
    return m_line.IdleAt() - now;
}

void
EsaNetDevice::Drop(const InaPacket& fragment)
{
    NS_LOG_WARN(m_address << ": no room is left for what comes in, the " << fragment
                          << " is dropped");
    m_line.CountDrop();
    m_fragmentDropTrace(fragment);
}

void
EsaNetDevice::SendSignal(uint32_t bytes, std::function<void(Picoseconds)> arrived)
{
    if (!m_prepared)
    {
        Prepare();
    }
    const Picoseconds at =
        m_clock.Now() + TransmissionTime(bytes) + m_clock.FromTime(m_channel->GetDelay());
    const auto [reader, port] = m_line.Reader();
    reader->PlanArrival(at, port, std::move(arrived));
}

} // namespace ns3::esa
