// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-slot-clocking.h"

namespace ns3::esa
{

void
SlotClocking::OnReady(const PositionRange& ready, const SentFragments& sent)
{
    for (StreamPosition position = ready.begin; position < ready.end; ++position)
    {
        if (IsSlotFree(position, sent))
        {
            m_free.push_back(position);
        }
    }
}

void
SlotClocking::OnResult(const InaPacket& /* result */,
                       StreamPosition position,
                       const SentFragments& sent,
                       Picoseconds /* now */)
{
    if (!IsSlotFree(position, sent))
    {
        return; // it came although its fragment was not sent, and an earlier one is missing
    }
    StreamPosition next = position + m_slots;
    while (next < sent.ReadyEnd() && sent.HasResult(next))
    {
        next += m_slots;
    }
    if (next < sent.ReadyEnd())
    {
        m_free.push_back(next);
    }
}

bool
SlotClocking::IsSlotFree(StreamPosition position, const SentFragments& sent) const
{
    while (position >= m_untaken && position - m_slots >= sent.FirstMissing())
    {
        position -= m_slots;
        if (!sent.HasResult(position))
        {
            return false;
        }
    }
    return true;
}

bool
SlotClocking::Choose(const SentFragments& sent, StreamPosition& out)
{
    while (!m_free.empty())
    {
        out = m_free.front();
        m_free.pop_front();
        if (!sent.HasResult(out)) // it may have come although the fragment was not sent
        {
            return true;
        }
    }
    return false;
}

uint32_t
SlotClocking::MaxOutstanding() const
{
    return m_slots;
}

} // namespace ns3::esa
