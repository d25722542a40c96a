// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-task-dictionary.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

TaskEntry&
TaskDictionary::FindOrInsert(uint64_t position)
{
    if (auto* found = Find(position))
    {
        return *found;
    }
    while (IsTaken(position))
    {
        Grow();
    }
    uint32_t& place = m_places[PlaceOf(position)];
    if (place == kNoEntry)
    {
        place = static_cast<uint32_t>(m_entries.size());
        m_entries.emplace_back();
    }
    TaskEntry& entry = m_entries[place];
    ESA_ASSERT(entry.state != TaskEntry::State::Open, "an open entry is never replaced");
    entry = TaskEntry{};
    entry.position = position;
    AssertInvariants(entry);
    return entry;
}

void
TaskDictionary::Grow()
{
    const std::size_t capacity = 2 * m_places.size();
    ESA_ASSERT(capacity <= kSpread, "tasks under way are closer together than kSpread");
    m_places.assign(capacity, kNoEntry);
    m_waiting.assign((capacity + kWordBits - 1) / kWordBits, 0);
    for (uint32_t entry = 0; entry < m_entries.size(); ++entry)
    {
        uint32_t& place = m_places[PlaceOf(m_entries[entry].position)];
        ESA_ASSERT(place == kNoEntry, "two entries do not meet in a larger array");
        place = entry;
        if (m_entries[entry].Waits())
        {
            NoteWaiting(m_entries[entry]);
        }
    }
}

} // namespace ns3::esa
