// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-workers.h"

#include <algorithm>

namespace ns3::esa
{

bool
JobWorkers::IsEmpty(TaskEntry& entry, EntrySet set) const
{
    const uint32_t* words = Words(entry, set);
    return std::all_of(words, words + Words(entry), [](uint32_t word) { return word == 0; });
}

void
JobWorkers::RemoveAll(TaskEntry& entry, EntrySet set, EntrySet other) const
{
    for (std::size_t word = 0; word < Words(entry); ++word)
    {
        Words(entry, set)[word] &= ~Words(entry, other)[word];
    }
}

void
JobWorkers::Empty(TaskEntry& entry, EntrySet set) const
{
    std::fill_n(Words(entry, set), Words(entry), 0);
}

bool
JobWorkers::IsFull(TaskEntry& entry, EntrySet set) const
{
    const uint32_t* words = Words(entry, set);
    for (std::size_t word = 0; word < Words(entry); ++word)
    {
        if (words[word] != FullWord(entry, word))
        {
            return false;
        }
    }
    return true;
}

JobWorkers::Overlap
JobWorkers::OverlapOf(TaskEntry& entry, const InaPacket& packet) const
{
    const uint32_t* inSum = Words(entry, EntrySet::InSum);
    Overlap overlap;
    ForEachWord(packet, [&](std::size_t word, uint32_t bits) {
        overlap.inPacket += CountOf(bits);
        overlap.inBoth += CountOf(inSum[word] & bits);
    });
    return overlap;
}

void
JobWorkers::Add(TaskEntry& entry, const InaPacket& packet) const
{
    if (RoleOf(entry.position).IsGather())
    {
        entry.inSum = static_cast<uint16_t>(Workers());
        return;
    }
    uint32_t* inSum = Words(entry, EntrySet::InSum);
    uint32_t added = 0;
    ForEachWord(packet, [&](std::size_t word, uint32_t bits) {
        inSum[word] |= bits;
        added += CountOf(bits);
    });
    entry.inSum = static_cast<uint16_t>(entry.inSum + added);
}

bool
JobWorkers::AreNoneIn(const InaPacket& packet) const
{
    uint32_t any = 0;
    ForEachWord(packet, [&any](std::size_t, uint32_t bits) { any |= bits; });
    return any == 0;
}

} // namespace ns3::esa
