/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-slot-clocking.h"

namespace ns3::esa
{

void
SlotClocking::OnReady(const PositionRange& ready, const SentFragments& sent)
{
    m_ready = ready.end;
    for (StreamPosition position = ready.begin; position < ready.end; ++position)
    {
        if (position < m_untaken || sent.HasResult(position - m_slots))
        {
            m_free.push_back(position);
        }
    }
}

void
SlotClocking::OnResult(const InaPacket& /* result */,
                       StreamPosition position,
                       const SentFragments& /* sent */,
                       Picoseconds /* now */)
{
    if (position + m_slots < m_ready)
    {
        m_free.push_back(position + m_slots);
    }
}

bool
SlotClocking::Next(const SentFragments& /* sent */, StreamPosition& out)
{
    if (m_free.empty())
    {
        return false;
    }
    out = m_free.front();
    m_free.pop_front();
    return true;
}

uint32_t
SlotClocking::MaxOutstanding() const
{
    return m_slots;
}

} // namespace ns3::esa
