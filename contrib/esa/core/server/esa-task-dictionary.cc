/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-task-dictionary.h"

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
    // An open entry is still needed, and a later one says that this array is shorter than the
    // spread of the tasks under way.
    while (
        Place(position).state == TaskEntry::State::Open ||
        (Place(position).state != TaskEntry::State::Unused && Place(position).position > position))
    {
        Grow();
    }
    TaskEntry& entry = Place(position);
    entry = TaskEntry{};
    entry.position = position;
    entry.state = TaskEntry::State::Noted;
    return entry;
}

void
TaskDictionary::Grow()
{
    std::vector<TaskEntry> old(2 * m_entries.size());
    old.swap(m_entries);
    for (auto& entry : old)
    {
        if (entry.state != TaskEntry::State::Unused)
        {
            Place(entry.position) = std::move(entry);
        }
    }
}

} // namespace ns3::esa
