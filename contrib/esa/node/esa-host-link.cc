// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-host-link.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-frame-sizes.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

void
HostLink::Connect(const std::shared_ptr<Agenda>& agenda, Port& port, const LineRate& rate)
{
    m_agenda = agenda;
    m_port = &port;
    m_rate = rate;
    m_timer.Bind(agenda, [this] { Pump(m_agenda->Now()); });
}

void
HostLink::Add(HostConnection& connection, uint32_t frameBytes)
{
    ESA_ASSERT(m_port, "a link is connected before it has connections");
    ESA_ASSERT(!connection.m_isAdded, "a connection is added once");
    connection.m_isAdded = true;
    ++m_connections;
    if (m_rate.WireBytes(frameBytes) > m_turnBytes)
    {
        m_turnBytes = m_rate.WireBytes(frameBytes);
        FindRoom();
    }
}

void
HostLink::Remove(HostConnection& connection)
{
    if (!connection.m_isAdded)
    {
        return;
    }
    connection.m_isAdded = false;
    --m_connections;
    if (connection.m_isWaiting)
    {
        connection.m_isWaiting = false;
        HostConnection* before = nullptr;
        for (HostConnection* other = m_first; other != &connection; other = other->m_next)
        {
            before = other;
        }
        (before ? before->m_next : m_first) = connection.m_next;
        m_last = m_last == &connection ? before : m_last;
    }
}

void
HostLink::FindRoom()
{
    m_room = std::max(kWaitingPackets * m_rate.WireBytes(MtuFrameBytes()), 2 * m_turnBytes);
    // Whole nanoseconds, but at least the time step after this one. At a very fast link all of the
    // packets leave within a step: then as many wait as leave within two, so that it stays busy.
    const Picoseconds step = m_agenda->Step();
    const int64_t roomPs = TransmissionTime(m_room, m_rate.bitsPerS).count();
    m_halfTime = Picoseconds((roomPs + 499) / 1000 / 2 * 1000);
    if (m_halfTime < step)
    {
        m_halfTime = step;
        const auto perStep =
            static_cast<uint64_t>(static_cast<double>(m_rate.bitsPerS) * ToSeconds(step) / 8);
        m_room = std::max(m_room, 2 * perStep);
    }
}

inline void
HostLink::SendNext(Picoseconds now)
{
    HostConnection& first = *m_first;
    if (first.m_credit <= 0)
    {
        first.m_credit += static_cast<int64_t>(m_turnBytes);
        if (first.m_credit <= 0) // it still owes more than a turn
        {
            GoRound(first);
            return;
        }
    }
    const std::optional<uint32_t> bytes =
        m_agenda->Paths() ? SendOnItsPath(first, now) : first.SendNext(now);
    if (m_first != &first)
    {
        return; // it was removed
    }
    if (!bytes)
    {
        first.m_isWaiting = false;
        m_first = first.m_next;
        return;
    }
    first.m_credit -= *bytes > 0 ? static_cast<int64_t>(m_rate.WireBytes(*bytes)) : 0;
    if (first.m_credit <= 0)
    {
        GoRound(first);
    }
}

void
HostLink::Pump(Picoseconds now)
{
    m_isPumping = true;
    while (m_first)
    {
        if (!m_port->HasUnder(m_room, now))
        {
            // By then half of what waits in the port has left, so the link does not become idle.
            m_timer.Set(now + m_halfTime);
            break;
        }
        SendNext(now);
    }
    m_isPumping = false;
}

std::optional<uint32_t>
HostLink::SendOnItsPath(HostConnection& connection, Picoseconds now)
{
    CriticalPath& path = m_agenda->Paths()->now;
    const CriticalPath before = std::exchange(path, *connection.m_path);
    const auto bytes = connection.SendNext(now);
    path = before;
    return bytes;
}

} // namespace ns3::esa
