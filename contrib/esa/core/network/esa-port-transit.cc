/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How a port sends on what is in transit to it.

#include "esa-port.h"

#include <algorithm>

namespace ns3::esa
{

void
Port::SettleTransit(const ArrivalMoment& before)
{
    const auto isBefore = [&before](const TransitTrain& train) { return train.First() < before; };
    if (std::none_of(m_transit.begin(), m_transit.end(), isBefore))
    {
        return;
    }
    m_line.Hold(false);
    const bool areApart = PrepareTransit();
    while (TransitTrain* const next = m_line.PassOn(m_transit, before, m_agenda->Clock()))
    {
        SendFirst(*next);
        next->isOnward = areApart && !next->IsDone() && m_line.GoesOn(*next);
    }
    m_transit.erase(std::remove_if(m_transit.begin(),
                                   m_transit.end(),
                                   [](const TransitTrain& train) { return train.IsDone(); }),
                    m_transit.end());
    m_line.Hold(!m_transit.empty());
}

bool
Port::PrepareTransit()
{
    uint32_t onward = 0; // trains of the line: a bit for each number
    for (const TransitTrain& train : m_transit)
    {
        onward |= uint32_t{1} << train.Onward();
    }
    const bool areApart = static_cast<std::size_t>(__builtin_popcount(onward)) == m_transit.size();
    for (TransitTrain& train : m_transit)
    {
        train.isOnward = areApart && m_line.GoesOn(train);
    }
    return areApart;
}

void
Port::SendFirst(TransitTrain& train)
{
    const Picoseconds time = m_agenda->Now();
    const Picoseconds now = m_agenda->Clock().RoundUp(Picoseconds(train.First().ps));
    if (m_line.IsShort(now))
    {
        m_line.PushNext(train.Next(), now);
    }
    else
    {
        m_agenda->ActAt(now);
        InaPacket made = train.Next().Packet();
        SendNow(made, now);
        m_agenda->ActAt(time);
    }
    train.Pass();
}

} // namespace ns3::esa
