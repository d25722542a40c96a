/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-pause-port.h"

#include "esa-channel.h"
#include "esa-net-device.h"
#include "esa-network-runner.h"

#include "ns3/assert.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/esa-pause-deadlock.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kPauseFrameBytes = 64; ///< a MAC control frame

} // namespace

LogComponent EsaPausePort::g_log("EsaPausePort", __FILE__);

EsaPauseNetwork::~EsaPauseNetwork() = default;

void
EsaPauseNetwork::AddLink(EsaNetDevice& lower, EsaNetDevice& upper, bool isLowerAtSwitch)
{
    m_ports.push_back(lower.AddPausePort(*this, isLowerAtSwitch));
    m_ports.push_back(upper.AddPausePort(*this, true));
    const std::size_t last = m_ports.size() - 1;
    m_ports[last - 1]->m_peer = m_ports[last].get();
    m_ports[last]->m_peer = m_ports[last - 1].get();
}

void
EsaPauseNetwork::OnStorm()
{
    ++m_storms;
    std::map<const EsaPausePort*, std::size_t> numbers;
    for (const auto& port : m_ports)
    {
        numbers.emplace(port.get(), numbers.size());
    }
    // What a port sends comes in at its peer, and waits for other ports there.
    std::vector<PausedLink> links(m_ports.size());
    for (const auto& port : m_ports)
    {
        const std::size_t number = numbers.at(port.get());
        links[number].isPaused = port->m_isPaused && port->m_peer->m_asksForPause;
        links[number].resumeBytes = m_parameters.xonBytes;
        std::map<std::size_t, uint64_t> bytesFrom;
        for (const auto& held : port->m_held)
        {
            if (held.from)
            {
                bytesFrom[numbers.at(held.from->m_peer)] += held.fragment.frameBytes;
            }
        }
        for (const auto& [sender, bytes] : bytesFrom)
        {
            links[sender].waiting.emplace_back(number, bytes);
        }
    }
    const auto stuck = FindPauseDeadlock(links);
    if (!stuck.empty() && m_deadlock.empty())
    {
        for (const std::size_t number : stuck)
        {
            m_deadlock.push_back(m_ports[number].get());
        }
        Simulator::Stop();
    }
}

EsaPausePort::EsaPausePort(EsaPauseNetwork& network,
                           EsaNetDevice& device,
                           bool isAtSwitch,
                           PacketReceiver* sink)
    : m_network(network),
      m_device(device),
      m_isAtSwitch(isAtSwitch),
      m_sink(sink)
{
}

void
EsaPausePort::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    const uint64_t room = m_network.m_parameters.bufferBytes;
    if (m_isAtSwitch && room > 0 && m_waitingBytes + fragment.frameBytes > room)
    {
        m_device.Drop(fragment);
        return;
    }
    m_network.m_arrivedAt = m_isAtSwitch ? this : nullptr;
    m_sink->ReceiveFragment(fragment, now);
    m_network.m_arrivedAt = nullptr;
}

void
EsaPausePort::Hold(InaPacket& fragment, Picoseconds /* now */)
{
    // Of the copies of one packet, which a switch stores once, the first one counts.
    EsaPausePort* const from = std::exchange(m_network.m_arrivedAt, nullptr);
    const uint32_t bytes = fragment.frameBytes;
    m_heldBytes += bytes;
    m_held.push_back({std::move(fragment), from});
    if (from)
    {
        from->Count(bytes);
    }
    SendNext();
}

void
EsaPausePort::SendNext()
{
    if (m_isPaused || m_sentBytes > 0 || m_held.empty())
    {
        return;
    }
    Held next = std::move(m_held.front());
    m_held.pop_front();
    m_sentFrom = next.from;
    m_sentBytes = next.fragment.frameBytes;
    m_heldBytes -= m_sentBytes;
    const Picoseconds now = m_clock.Now();
    const Picoseconds left = m_device.Transmit(next.fragment, now);
    BindTimers();
    m_sent.Set(now + left);
}

void
EsaPausePort::BindTimers()
{
    if (m_isBound)
    {
        return;
    }
    m_isBound = true;
    NetworkRunner& runner = NetworkRunner::Get();
    const auto agenda = runner.AgendaOf(m_device.GetNode());
    m_sent.Bind(agenda, [this] { OnSent(); });
    // A look at all ports concerns all nodes.
    m_storm.Bind(agenda, [this, &runner] {
        runner.PlanForAll(m_clock.Now(), [this] { m_network.OnStorm(); });
    });
}

void
EsaPausePort::OnSent()
{
    const int64_t bytes = m_sentBytes;
    m_sentBytes = 0;
    if (m_sentFrom)
    {
        m_sentFrom->Count(-bytes);
    }
    SendNext();
}

void
EsaPausePort::Count(int64_t bytes)
{
    m_waitingBytes += bytes;
    const PauseParameters& parameters = m_network.m_parameters;
    const bool asks = m_asksForPause ? m_waitingBytes > parameters.xonBytes
                                     : m_waitingBytes > parameters.xoffBytes;
    if (asks == m_asksForPause)
    {
        return;
    }
    NS_LOG_DEBUG(m_device.GetAddress() << ": " << m_waitingBytes << " bytes wait, the other end "
                                       << (asks ? "has to pause" : "may go on"));
    m_asksForPause = asks;
    m_device.SendSignal(kPauseFrameBytes,
                        [this, asks](Picoseconds /* now */) { m_peer->SetPaused(asks); });
}

void
EsaPausePort::SetPaused(bool isPaused)
{
    NS_ASSERT_MSG(isPaused != m_isPaused,
                  "pause frames arrive in order, and each changes something");
    m_isPaused = isPaused;
    if (!isPaused)
    {
        const Time pause = m_clock.TimeNow() - m_pausedAt;
        m_pausedTime += pause;
        m_longestPause = Max(m_longestPause, pause);
        m_storm.Cancel();
        SendNext();
        return;
    }
    m_pausedAt = m_clock.TimeNow();
    ++m_pauses;
    BindTimers();
    m_storm.Set(m_clock.Now() + m_clock.FromTime(m_network.m_parameters.storm));
}

Time
EsaPausePort::PausedTime() const
{
    return m_isPaused ? m_pausedTime + m_clock.TimeNow() - m_pausedAt : m_pausedTime;
}

Time
EsaPausePort::LongestPause() const
{
    return m_isPaused ? Max(m_longestPause, m_clock.TimeNow() - m_pausedAt) : m_longestPause;
}

} // namespace ns3::esa
