/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
    TaskEntry& entry = Place(position);
    ESA_ASSERT(entry.state != TaskEntry::State::Open, "an open entry is never replaced");
    entry = TaskEntry{};
    entry.position = position;
    entry.state = TaskEntry::State::Noted;
    return entry;
}

void
TaskDictionary::Grow()
{
    ESA_ASSERT(2 * m_entries.size() <= kSpread, "tasks under way are closer together than kSpread");
    std::vector<TaskEntry> old(2 * m_entries.size());
    old.swap(m_entries);
    for (auto& entry : old)
    {
        if (entry.state != TaskEntry::State::Unused)
        {
            ESA_ASSERT(Place(entry.position).state == TaskEntry::State::Unused,
                       "two entries do not meet in a larger array");
            Place(entry.position) = std::move(entry);
        }
    }
}

} // namespace ns3::esa
