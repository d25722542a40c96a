// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-port.h"

#include "esa-pause-port.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

Port::Port(PortOwner& owner)
    : m_owner(owner)
{
    m_line.Close();
}

Port::~Port() = default;

void
Port::SetNode(std::shared_ptr<Agenda> agenda, uint32_t number)
{
    m_agenda = std::move(agenda);
    m_number = number;
    if (m_agenda && m_agenda->Paths() && !m_paths)
    {
        m_paths = std::make_unique<LinePaths>();
        FindFastPaths();
    }
}

void
Port::SetRules(const Line::Rules& rules)
{
    m_line.SetRules(rules);
    m_isReady = true;
    FindFastPaths();
}

void
Port::Connect(Port& peer)
{
    m_line.Connect(peer.m_agenda, peer.m_number, peer);
    peer.m_arriving = m_paths.get();
}

void
Port::Disconnect()
{
    m_line.Disconnect();
    SetSink(nullptr);
}

void
Port::Mark(InaPacket& fragment, Picoseconds queued)
{
    if (m_line.Marks(fragment, queued))
    {
        m_owner.OnMarked(fragment);
    }
}

void
Port::SendChecked(InaPacket& fragment, Picoseconds now)
{
    if (!m_isReady)
    {
        m_owner.PreparePort();
    }
    if (m_pauses)
    {
        Hold(fragment, now);
        return;
    }
    if (!m_line.HasRoom(fragment.frameBytes, now))
    {
        m_owner.OnDropped(fragment, false);
        return;
    }
    Mark(fragment, m_line.IdleAt() - now);
    Transmit(fragment, now);
}

Picoseconds
Port::SendFrame(std::unique_ptr<FrameCargo> cargo, uint32_t bytes, Picoseconds now)
{
    if (!m_isReady)
    {
        m_owner.PreparePort();
    }
    if (!m_line.HasRoom(bytes, now))
    {
        return kNever;
    }
    Open();
    if (m_paths)
    {
        m_paths->OnOrdinary(*m_agenda->Paths(), TimesOf(bytes, now));
    }
    const Picoseconds begins = std::max(m_line.IdleAt(), now);
    Frame& frame = m_line.Push(bytes, now);
    frame.Fill(InaPacket{});
    frame.cargo = std::move(cargo);
    OrdinaryTime(now); // forgets what has left
    m_ordinary.push_back({m_line.IdleAt(), m_line.DurationOf(bytes)});
    m_ordinaryTime += m_ordinary.back().duration;
    return begins;
}

void
Port::OnFrame(Frame& frame, Picoseconds now)
{
    if (m_arriving)
    {
        m_arriving->OnArrived(*m_agenda->Paths(), frame.cargo ? nullptr : &frame.fragment, now);
    }
    if (m_isReceivedWatched || frame.cargo)
    {
        m_owner.OnFrameHere(frame, now);
        return;
    }
    Receive(frame.fragment, now);
}

void
Port::Receive(InaPacket& fragment, Picoseconds now)
{
    if (m_pauses)
    {
        m_pauses->Receive(fragment, now);
    }
    else if (m_sink)
    {
        m_sink->ReceiveFragment(fragment, now);
    }
}

void
Port::ReceiveLater(Frame& frame, Picoseconds late, std::function<void(Frame&, Picoseconds)> arrive)
{
    frame.arrival += late;
    const auto kept = std::make_shared<Frame>(std::move(frame));
    m_agenda->PlanArrival(
        kept->arrival,
        m_number,
        [kept, arrive = std::move(arrive)](Picoseconds at) { arrive(*kept, at); });
}

uint64_t
Port::QueuedBytes(Picoseconds now) const
{
    return m_line.InBytes(m_pauses ? QueueTimeWithHeld(now) : m_line.QueueTimeAt(now));
}

Picoseconds
Port::QueueTimeWithHeld(Picoseconds now) const
{
    return m_line.QueueTimeAt(now) + m_pauses->HeldTime();
}

void
Port::Hold(InaPacket& fragment, Picoseconds now)
{
    const Picoseconds queued = QueueTimeWithHeld(now);
    Mark(fragment, queued);
    m_line.NoteQueue(queued + m_line.DurationOf(fragment.frameBytes));
    m_pauses->Hold(fragment, now);
}

void
Port::Transmit(InaPacket& fragment, Picoseconds now)
{
    if (m_isSentWatched)
    {
        m_owner.OnQueued(fragment, std::max(m_line.IdleAt(), now), now);
    }
    if (m_paths)
    {
        m_paths->OnSent(*m_agenda->Paths(), fragment, TimesOf(fragment.frameBytes, now));
    }
    m_line.Push(fragment.frameBytes, now).Fill(std::move(fragment));
}

LinePaths::Times
Port::TimesOf(uint32_t frameBytes, Picoseconds now)
{
    const Picoseconds begins = std::max(m_line.IdleAt(), now);
    const Picoseconds leaves = begins + m_line.DurationOf(frameBytes);
    return {begins,
            leaves,
            leaves + m_line.Delay(),
            WireBytes(frameBytes),
            m_line.Rate().overheadBytes};
}

void
Port::DropIncoming(const InaPacket& fragment)
{
    ++m_incomingDrops;
    m_owner.OnDropped(fragment, true);
}

void
Port::SendSignal(uint32_t bytes, Picoseconds now, std::function<void(Picoseconds)> arrived)
{
    if (!m_isReady)
    {
        m_owner.PreparePort();
    }
    m_line.SendSignal(now + m_line.DurationOf(bytes), std::move(arrived));
}

} // namespace ns3::esa
