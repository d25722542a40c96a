// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-pause-port.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-pause-deadlock.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kPauseFrameBytes = 64; ///< a MAC control frame

} // namespace

PauseNetwork::PauseNetwork(Driver driver)
    : m_driver(std::move(driver))
{
}

PauseNetwork::~PauseNetwork() = default;

void
PauseNetwork::AddLink(const LinkEnd& lower,
                      const LinkEnd& upper,
                      bool isLowerAtSwitch,
                      const PauseParameters& own)
{
    PausePort* const atLower = Add(lower, isLowerAtSwitch, own);
    PausePort* const atUpper = Add(upper, true, own);
    atLower->m_peer = atUpper;
    atUpper->m_peer = atLower;
}

PausePort*
PauseNetwork::Add(const LinkEnd& end, bool isAtSwitch, const PauseParameters& own)
{
    ESA_ASSERT(!end.port.Pauses(), "flow control is added once");
    PausePort*& arrivedAt = m_arrivedAt[end.node];
    m_ports.push_back(std::make_unique<PausePort>(*this, end.port, arrivedAt, isAtSwitch, own));
    end.port.SetPauses(m_ports.back().get());
    return m_ports.back().get();
}

void
PauseNetwork::OnStorm()
{
    ++m_storms;
    std::map<const PausePort*, std::size_t> numbers;
    for (const auto& port : m_ports)
    {
        numbers.emplace(port.get(), numbers.size());
    }
    // What a port sends comes in at its peer, and waits for other ports there.
    std::vector<PausedLink> links(m_ports.size());
    for (const auto& port : m_ports)
    {
        const std::size_t number = numbers.at(port.get());
        links[number].isPaused = port->m_isPaused && port->m_peer->m_requestsPause;
        links[number].resumeBytes = port->m_peer->m_parameters.xonBytes;
        std::map<std::size_t, uint64_t> bytesFrom;
        for (const auto& held : port->m_held)
        {
            if (held.from)
            {
                bytesFrom[numbers.at(held.from->m_peer)] +=
                    port->m_port.WireBytes(held.fragment.frameBytes);
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
        m_driver.stop();
    }
}

PausePort::PausePort(PauseNetwork& network,
                     Port& port,
                     PausePort*& arrivedAt,
                     bool isAtSwitch,
                     const PauseParameters& parameters)
    : m_network(network),
      m_port(port),
      m_arrivedAt(arrivedAt),
      m_isAtSwitch(isAtSwitch),
      m_parameters(parameters)
{
}

void
PausePort::Receive(InaPacket& fragment, Picoseconds now)
{
    const uint64_t room = m_parameters.bufferBytes;
    if (m_isAtSwitch && room > 0 &&
        m_waitingBytes + m_peer->m_port.WireBytes(fragment.frameBytes) > room)
    {
        m_port.DropIncoming(fragment);
        return;
    }
    if (PacketReceiver* const sink = m_port.Sink())
    {
        m_arrivedAt = m_isAtSwitch ? this : nullptr;
        sink->ReceiveFragment(fragment, now);
        m_arrivedAt = nullptr;
    }
}

void
PausePort::Hold(InaPacket& fragment, Picoseconds now)
{
    // Of the copies of one packet, which a switch stores once, the first one counts.
    PausePort* const from = std::exchange(m_arrivedAt, nullptr);
    const uint32_t bytes = m_port.WireBytes(fragment.frameBytes);
    m_heldTime += m_port.DurationOf(fragment.frameBytes);
    const NodePaths* const paths = m_port.NodeAgenda()->Paths();
    m_held.push_back(
        {std::move(fragment), from, paths ? std::make_unique<CriticalPath>(paths->now) : nullptr});
    if (from)
    {
        from->Count(bytes, now);
    }
    SendNext(now);
}

void
PausePort::SendNext(Picoseconds now)
{
    const Line& line = m_port.GetLine();
    const Picoseconds step = m_port.NodeAgenda()->Step();
    while (!m_isPaused && !m_held.empty() && line.IdleAt() < now + step)
    {
        Held next = std::move(m_held.front());
        m_held.pop_front();
        const uint32_t bytes = m_port.WireBytes(next.fragment.frameBytes);
        m_heldTime -= m_port.DurationOf(next.fragment.frameBytes);
        TransmitOnItsPath(next, now);
        m_leaving.push_back({line.IdleAt(), bytes, next.from});
    }
    SetTimer();
}

void
PausePort::TransmitOnItsPath(Held& held, Picoseconds now)
{
    NodePaths* const paths = m_port.NodeAgenda()->Paths();
    if (!paths)
    {
        m_port.Transmit(held.fragment, now);
        return;
    }
    const CriticalPath before = std::exchange(paths->now, *held.path);
    m_port.Transmit(held.fragment, now);
    paths->now = before;
}

void
PausePort::SetTimer()
{
    if (m_leaving.empty())
    {
        return;
    }
    BindTimers();
    Picoseconds at = m_leaving.front().left;
    if (!m_isPaused && !m_held.empty())
    {
        const StepClock& clock = m_port.NodeAgenda()->Clock();
        const Picoseconds begins = m_port.GetLine().IdleAt();
        at = std::min(at, clock.RoundUp(begins + Picoseconds(1)) - clock.FromSteps(1));
    }
    if (!m_next.IsSet() || m_next.At() > at)
    {
        m_next.Set(at);
    }
}

void
PausePort::BindTimers()
{
    if (m_isBound)
    {
        return;
    }
    m_isBound = true;
    const auto& agenda = m_port.NodeAgenda();
    m_next.Bind(
        agenda,
        [this, node = agenda.get()] { OnTimer(node->Now()); },
        TimePart::Queue);
    // A look at all ports concerns all nodes.
    m_storm.Bind(agenda, [this, node = agenda.get()] {
        m_network.m_driver.planForAll(node->Now(), [this] { m_network.OnStorm(); });
    });
}

void
PausePort::OnTimer(Picoseconds now)
{
    while (!m_leaving.empty() && m_leaving.front().left <= now)
    {
        const Leaving gone = m_leaving.front();
        m_leaving.pop_front();
        if (gone.from)
        {
            gone.from->Count(-int64_t{gone.bytes}, now);
        }
    }
    SendNext(now);
}

void
PausePort::Count(int64_t bytes, Picoseconds now)
{
    m_waitingBytes += bytes;
    const bool requests = m_requestsPause ? m_waitingBytes > m_parameters.xonBytes
                                          : m_waitingBytes > m_parameters.xoffBytes;
    if (requests == m_requestsPause)
    {
        return;
    }
    m_port.m_owner.OnPauseRequested(m_waitingBytes, requests);
    m_requestsPause = requests;
    m_port.SendSignal(kPauseFrameBytes, now, [peer = m_peer, requests](Picoseconds at) {
        peer->SetPaused(requests, at);
    });
}

void
PausePort::SetPaused(bool isPaused, Picoseconds now)
{
    ESA_ASSERT(isPaused != m_isPaused, "pause frames arrive in order, and each changes something");
    m_isPaused = isPaused;
    if (!isPaused)
    {
        const Picoseconds pause = now - m_pausedAt;
        m_pausedTime += pause;
        m_pauses += pause > Picoseconds(0) ? 1 : 0;
        m_longestPause = std::max(m_longestPause, pause);
        m_storm.Cancel();
        SendNext(now);
        return;
    }
    m_pausedAt = now;
    BindTimers();
    m_storm.Set(now + m_parameters.storm);
}

Picoseconds
PausePort::PausedTime(Picoseconds now) const
{
    return m_isPaused ? m_pausedTime + now - m_pausedAt : m_pausedTime;
}

Picoseconds
PausePort::LongestPause(Picoseconds now) const
{
    return m_isPaused ? std::max(m_longestPause, now - m_pausedAt) : m_longestPause;
}

} // namespace ns3::esa
