// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-line.h"

#include "ns3/esa-hash.h"

namespace ns3::esa
{

void
Line::SetRules(const Rules& rules)
{
    m_rules = rules;
    m_delay = rules.delay;
    m_lastBytes = 0;
    m_spanBytes = 0;
    m_minMark = QueueTime(rules.flowMarking.minBytes, rules.rate.bitsPerS);
    if (rules.ecn.count() > 0 && (!rules.flowMarking.IsOn() || rules.ecn < m_minMark))
    {
        m_minMark = rules.ecn;
    }
    FindThresholds();
}

void
Line::FindThresholds()
{
    const bool isLimited = m_rules.queueLength.count() > 0;
    m_thresholds = m_isWatched || isLimited ? Picoseconds::min()
                   : m_minMark.count() > 0  ? m_minMark
                                            : Picoseconds::max();
}

void
Line::Connect(std::shared_ptr<Agenda> reader, uint32_t port, LineEnd& end)
{
    m_reader = std::move(reader);
    m_port = port;
    m_end = &end;
    m_reader->AddLine(*this, port);
}

void
Line::Disconnect()
{
    if (m_reader)
    {
        m_reader->RemoveLine(m_port);
        m_reader = nullptr;
    }
}

void
Line::Open()
{
    if (!m_isOpen)
    {
        m_isOpen = true;
        if (m_reader)
        {
            m_reader->OnOpened();
        }
    }
}

void
Line::Publish()
{
    m_isAnnounced = false;
    const bool wasEmpty = m_frames.IsEmpty();
    m_frames.Publish();
    if (!m_reader)
    {
        return;
    }
    if (wasEmpty && !m_frames.IsEmpty())
    {
        m_reader->OnFirstFrame(m_port, m_frames.FirstArrival());
    }
    for (Signal& signal : m_signals)
    {
        m_reader->PlanSignal(signal.at, m_port, std::move(signal.arrive));
    }
    m_signals.clear();
}

bool
Line::MarksAbove(InaPacket& fragment, Picoseconds queued)
{
    // A result that is marked on its way to one rack would shrink only the windows there. The
    // windows of a job would drift apart, and its fast workers' fragments would wait in switches.
    const bool isMarkable = m_rules.marksResults || !IsResultKind(fragment.kind);
    bool isMarked = isMarkable && ReachesThreshold(queued, m_rules.ecn);
    if (m_rules.flowMarking.IsOn() && IsFlowKind(fragment.kind))
    {
        // Acknowledgements are not ECN-capable, as in TCP. Chance is a hash of the port, of seed
        // and run, and of the number of the packet among those that may be marked here.
        isMarked = fragment.kind == PacketKind::Data &&
                   m_rules.flowMarking.Marks(InBytes(queued), Hash64(++m_markable) + m_rules.salt);
    }
    if (isMarked)
    {
        fragment.ecn = true;
        ++m_ecnMarks;
    }
    return isMarked;
}

void
Line::FindSpan(uint64_t bytes)
{
    m_spanBytes = bytes;
    Picoseconds below(0); // in which fewer bytes are sent
    m_span = 2 * TransmissionTime(bytes, m_rules.rate.bitsPerS) + Picoseconds(1);
    while (m_span - below > Picoseconds(1))
    {
        const Picoseconds middle = below + (m_span - below) / 2;
        (InBytes(middle) < bytes ? below : m_span) = middle;
    }
    ESA_ASSERT(InBytes(m_span) >= bytes, "the span is long enough for the bytes");
}

uint64_t
Line::InBytes(Picoseconds span) const
{
    return span.count() <= 0
               ? 0
               : static_cast<uint64_t>(
                     ToSeconds(span) * static_cast<double>(m_rules.rate.bitsPerS) / 8 + 0.5);
}

} // namespace ns3::esa
