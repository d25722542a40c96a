/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-net-device.h"

#include "esa-channel.h"
#include "esa-frame-builder.h"
#include "esa-link-faults.h"
#include "esa-network-runner.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <memory>
#include <utility>

namespace ns3::esa
{
namespace
{

/// A packet of ordinary traffic, with its Ethernet header.
struct PacketCargo : public FrameCargo
{
    /// @param content the packet
    explicit PacketCargo(Ptr<Packet> content)
        : packet(std::move(content))
    {
    }

    Ptr<Packet> packet; ///< the packet
};

} // namespace

Ptr<Packet>
PacketOf(const Frame& frame)
{
    return frame.cargo ? static_cast<const PacketCargo&>(*frame.cargo).packet : nullptr;
}

std::unique_ptr<FrameCargo>
CargoOf(Ptr<Packet> packet)
{
    return std::make_unique<PacketCargo>(std::move(packet));
}

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
    m_line.Disconnect();
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
    const auto asTime = [this](uint64_t bytes) {
        return Picoseconds(
            static_cast<int64_t>(static_cast<double>(bytes) * 8e12 / m_dataRate.GetBitRate()));
    };
    Line::Rules rules;
    rules.bitsPerS = m_dataRate.GetBitRate();
    rules.delay = m_clock.FromTime(m_channel->GetDelay() + m_peer->m_processingDelay);
    rules.queueLength = asTime(m_queueBytes);
    // A queue that is full before it reaches the threshold would drop packets and never mark one.
    const bool isShort = m_queueBytes > 0 && m_queueBytes / 2 < m_ecnBytes;
    rules.ecn = asTime(isShort ? m_queueBytes / 2 : m_ecnBytes);
    rules.flowMarking = m_flowMarking;
    rules.salt = m_node->GetId() + (uint64_t{m_ifIndex} << 32);
    m_line.SetRules(rules);
    if (!m_line.IsConnected())
    {
        NetworkRunner& runner = NetworkRunner::Get();
        LineEnd& end = *m_peer;
        m_line.Connect(runner.AgendaOf(m_peer->m_node), m_peer->m_ifIndex, end);
        runner.AddLine(m_pausePort ? m_clock.FromTime(m_channel->GetDelay()) : rules.delay);
    }
    m_prepared = true;
}

void
EsaNetDevice::MarkAt(Picoseconds queued, InaPacket& fragment)
{
    if (m_line.Marks(fragment, queued))
    {
        NS_LOG_DEBUG(m_address << ": the queue is above the ECN threshold, the " << fragment
                               << " is marked");
        m_ecnTrace(fragment);
    }
}

void
EsaNetDevice::SetFlowMarking(const FlowMarking& marking)
{
    m_flowMarking = marking;
    m_prepared = false;
}

void
EsaNetDevice::SendFragment(InaPacket& fragment, Picoseconds now)
{
    if (!m_prepared)
    {
        Prepare();
    }
    if (m_pausePort)
    {
        SendPausable(fragment, now);
        return;
    }
    if (!m_line.HasRoom(fragment.frameBytes, now))
    {
        NS_LOG_WARN(m_address << ": the queue is full, the " << fragment << " is dropped");
        m_fragmentDropTrace(fragment);
        return;
    }
    const Picoseconds queued = m_line.IdleAt() - now;
    MarkAt(queued, fragment);
    NS_LOG_LOGIC(m_address << ": the " << fragment << " is queued, " << ToSeconds(queued) * 1e9
                           << " ns after the last frame leaves");
    Frame& frame = m_line.Push(fragment.frameBytes, now);
    if (HasSniffer())
    {
        SniffLater(BuildPacket(fragment, m_frameFormat, m_address, m_peer->m_address), now);
    }
    frame.fragment = std::move(fragment);
}

bool
EsaNetDevice::SendFrame(Ptr<Packet> packet)
{
    if (!m_prepared)
    {
        Prepare();
    }
    const Picoseconds now = m_clock.Now();
    if (!m_line.HasRoom(packet->GetSize(), now))
    {
        NS_LOG_WARN(m_address << ": the queue is full, a frame is dropped");
        m_dropTrace(packet);
        return false;
    }
    Frame& frame = m_line.Push(packet->GetSize(), now);
    if (HasSniffer())
    {
        SniffLater(packet->Copy(), now);
    }
    frame.cargo = CargoOf(std::move(packet));
    return true;
}

void
EsaNetDevice::SniffLater(Ptr<const Packet> packet, Picoseconds now)
{
    const Time wait = m_clock.ToTime(m_line.IdleAt() - TransmissionTime(packet->GetSize()) - now);
    Simulator::Schedule(wait, &EsaNetDevice::Sniff, this, packet);
}

void
EsaNetDevice::OnFrame(Frame& frame, Picoseconds now)
{
    if (m_faults)
    {
        ApplyFaults(frame, now);
    }
    else
    {
        Receive(frame, now);
    }
}

void
EsaNetDevice::Receive(Frame& frame, Picoseconds now)
{
    const Ptr<Packet> packet = PacketOf(frame);
    if (HasSniffer())
    {
        Sniff(packet ? packet
                     : BuildPacket(frame.fragment, m_frameFormat, m_peer->m_address, m_address));
    }
    if (!packet)
    {
        NS_LOG_LOGIC(m_address << ": a " << frame.fragment << " arrives");
        if (m_fragmentSink)
        {
            m_fragmentSink->ReceiveFragment(frame.fragment, now);
        }
    }
    else if (m_forwarder)
    {
        m_forwarder->ForwardFrame(packet, *this);
    }
    else
    {
        // The stack of ns-3 needs an event in the context of its node.
        Simulator::ScheduleWithContext(m_node->GetId(),
                                       Time(0),
                                       &EsaNetDevice::ReceivePacket,
                                       Ptr(this),
                                       packet);
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
