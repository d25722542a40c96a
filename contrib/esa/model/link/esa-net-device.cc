/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-net-device.h"

#include "esa-channel.h"
#include "esa-frame-builder.h"
#include "esa-link-faults.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

LogComponent EsaNetDevice::g_log("EsaNetDevice", __FILE__);

EsaNetDevice::EsaNetDevice() = default;
EsaNetDevice::~EsaNetDevice() = default;

void
EsaNetDevice::Attach(Ptr<EsaChannel> channel, Ptr<EsaNetDevice> peer)
{
    NS_LOG_FUNCTION(this << channel << peer);
    NS_ABORT_MSG_IF(m_channel, "EsaNetDevice: already attached");
    m_channel = channel;
    m_peer = peer;
    m_linkChange();
}

void
EsaNetDevice::DoInitialize()
{
    Prepare();
    NetDevice::DoInitialize();
}

void
EsaNetDevice::DoDispose()
{
    if (m_wheel && !m_ring.IsEmpty())
    {
        m_wheel->Remove(*this, m_clock.ToSteps(m_ring.Front().arrival));
    }
    m_wheel = nullptr;
    m_faults = nullptr;
    m_fragmentSink = nullptr;
    m_forwarder = nullptr;
    m_node = nullptr;
    m_channel = nullptr;
    m_peer = nullptr;
    m_receive.Nullify();
    m_promiscReceive.Nullify();
    NetDevice::DoDispose();
}

void
EsaNetDevice::Prepare()
{
    NS_ABORT_MSG_IF(!m_channel, "EsaNetDevice: a frame is sent before the device is attached");
    FreezeAttributes();
    m_channel->FreezeAttributes();
    m_peer->FreezeAttributes();
    m_delay = m_clock.FromTime(m_channel->GetDelay() + m_peer->m_processingDelay);
    const auto asTime = [this](uint64_t bytes) {
        return Picoseconds(
            static_cast<int64_t>(static_cast<double>(bytes) * 8e12 / m_dataRate.GetBitRate()));
    };
    m_queueTime = asTime(m_queueBytes);
    // A queue that is full before it reaches the threshold would drop packets and never mark one.
    const bool isShort = m_queueBytes > 0 && m_queueBytes / 2 < m_ecnBytes;
    m_ecnTime = asTime(isShort ? m_queueBytes / 2 : m_ecnBytes);
    m_markTime = asTime(m_flowMarking.minBytes);
    if (m_ecnTime.count() > 0 && (!m_flowMarking.IsOn() || m_ecnTime < m_markTime))
    {
        m_markTime = m_ecnTime;
    }
    m_peerPort = (uint64_t{m_peer->m_node->GetId()} << 32) | m_peer->m_ifIndex;
    if (!m_wheel)
    {
        m_wheel = ArrivalWheel::Get();
        m_wheel->Join();
    }
    m_prepared = m_pausePort == nullptr; // with flow control, each fragment goes another way
}

Picoseconds
EsaNetDevice::TransmissionTime(uint32_t bytes)
{
    if (bytes != m_lastBytes)
    {
        const uint64_t rate = m_dataRate.GetBitRate();
        m_lastBytes = bytes;
        m_lastTransmission =
            Picoseconds(static_cast<int64_t>((bytes * uint64_t{8000000000000} + rate / 2) / rate));
    }
    return m_lastTransmission;
}

Frame&
EsaNetDevice::Queue(uint32_t bytes, Picoseconds now)
{
    m_idleAt = std::max(m_idleAt, now) + TransmissionTime(bytes);
    m_counts.bytesQueued += bytes;
    m_counts.largestQueue = std::max(m_counts.largestQueue, m_idleAt - now);
    Frame& frame = m_ring.PushBack();
    NS_ASSERT_MSG(bytes > 0, "a frame has a length");
    frame.arrival = m_idleAt + m_delay;
    return frame;
}

void
EsaNetDevice::ScheduleIfIdle(Picoseconds now)
{
    if (m_ring.Size() == 1)
    {
        ScheduleArrival(m_clock.ToSteps(now));
    }
}

void
EsaNetDevice::SendFragment(InaPacket& fragment, Picoseconds now)
{
    if (!m_prepared)
    {
        if (m_pausePort)
        {
            SendPausable(fragment, now);
            return;
        }
        Prepare();
    }
    const Picoseconds queued = m_idleAt - now;
    if (m_queueTime.count() > 0 && queued + TransmissionTime(fragment.frameBytes) > m_queueTime)
    {
        NS_LOG_WARN(m_address << ": the queue is full, the " << fragment << " is dropped");
        ++m_counts.drops;
        m_fragmentDropTrace(fragment);
        return;
    }
    if (m_markTime.count() > 0 && queued >= m_markTime)
    {
        MarkEcnIfAbove(fragment, queued);
    }
    NS_LOG_LOGIC(m_address << ": the " << fragment << " is queued, " << ToSeconds(queued) * 1e9
                           << " ns after the last frame leaves");
    Frame& frame = Queue(fragment.frameBytes, now);
    if (HasSniffer())
    {
        const Time wait = m_clock.ToTime(m_idleAt - m_lastTransmission - now);
        Simulator::Schedule(wait,
                            &EsaNetDevice::Sniff,
                            this,
                            BuildPacket(fragment, m_frameFormat, m_address, m_peer->m_address));
    }
    frame.fragment = std::move(fragment);
    ScheduleIfIdle(now);
}

bool
EsaNetDevice::SendFrame(Ptr<Packet> packet)
{
    if (!m_prepared)
    {
        Prepare();
    }
    const Picoseconds now = m_clock.Now();
    if (m_queueTime.count() > 0 &&
        m_idleAt - now + TransmissionTime(packet->GetSize()) > m_queueTime)
    {
        NS_LOG_WARN(m_address << ": the queue is full, a frame is dropped");
        ++m_counts.drops;
        m_dropTrace(packet);
        return false;
    }
    Frame& frame = Queue(packet->GetSize(), now);
    if (HasSniffer())
    {
        const Time wait = m_clock.ToTime(m_idleAt - m_lastTransmission - now);
        Simulator::Schedule(wait, &EsaNetDevice::Sniff, this, packet->Copy());
    }
    frame.packet = std::move(packet);
    ScheduleIfIdle(now);
    return true;
}

void
EsaNetDevice::ScheduleArrival(int64_t nowStep)
{
    const Picoseconds at = m_ring.Front().arrival;
    m_wheel->Schedule({at, m_peerPort, this}, m_clock.ToSteps(at), nowStep);
}

void
EsaNetDevice::DeliverDue(int64_t nowStep)
{
    Frame frame = m_ring.TakeFront();
    NS_ASSERT_MSG(m_clock.ToSteps(frame.arrival) == nowStep, "a frame arrives in its time step");
    if (!m_ring.IsEmpty())
    {
        ScheduleArrival(nowStep);
    }
    const Picoseconds now = m_clock.FromSteps(nowStep);
    if (m_peer->m_faults)
    {
        m_peer->ApplyFaults(frame, now);
    }
    else
    {
        m_peer->Receive(frame, now);
    }
}

void
EsaNetDevice::Receive(Frame& frame, Picoseconds now)
{
    if (HasSniffer())
    {
        Sniff(frame.packet
                  ? frame.packet
                  : BuildPacket(frame.fragment, m_frameFormat, m_peer->m_address, m_address));
    }
    if (!frame.packet)
    {
        NS_LOG_LOGIC(m_address << ": a " << frame.fragment << " arrives");
        if (m_fragmentSink)
        {
            m_fragmentSink->ReceiveFragment(frame.fragment, now);
        }
    }
    else if (m_forwarder)
    {
        m_forwarder->ForwardFrame(frame.packet, *this);
    }
    else
    {
        // The stack of ns-3 needs an event in the context of its node.
        Simulator::ScheduleWithContext(m_node->GetId(),
                                       Time(0),
                                       &EsaNetDevice::ReceivePacket,
                                       Ptr(this),
                                       frame.packet);
    }
}

bool
EsaNetDevice::HasSniffer() const
{
    return !m_promiscSnifferTrace.IsEmpty() || !m_snifferTrace.IsEmpty();
}

void
EsaNetDevice::Sniff(Ptr<const Packet> packet)
{
    m_promiscSnifferTrace(packet);
    m_snifferTrace(packet);
}

} // namespace ns3::esa
