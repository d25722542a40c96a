// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregator-index.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-hash.h"

#include <algorithm>
#include <array>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kCrc32Polynomial = 0xedb88320; ///< IEEE 802.3, reflected

/// @return the CRC of every byte
constexpr std::array<uint32_t, 256>
MakeCrcTable()
{
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < table.size(); ++byte)
    {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
        {
            crc = (crc >> 1) ^ ((crc & 1) ? kCrc32Polynomial : 0);
        }
        table[byte] = crc;
    }
    return table;
}

constexpr std::array<uint32_t, 256> kCrcTable = MakeCrcTable();

/// @param key job and sequence number
/// @return CRC-32 of their six bytes, least significant first
uint32_t
Crc32(uint64_t key)
{
    uint32_t crc = UINT32_MAX;
    for (int byte = 0; byte < 6; ++byte)
    {
        crc = (crc >> 8) ^ kCrcTable[(crc ^ (key >> (8 * byte))) & 0xff];
    }
    return ~crc;
}

} // namespace

uint32_t
SharedPoolIndex::OtherIndex(uint16_t job, uint32_t seq) const
{
    if (rule == IndexRule::Crc32)
    {
        return Scale(Crc32(TaskKey(job, seq)));
    }
    ESA_ASSERT(rule == IndexRule::Linear, "WindowSlotIndex knows the other one");
    ESA_ASSERT(aggregators >= 1 && jobs >= 1, "a pool has an aggregator and a job at least");
    const uint64_t offset = uint64_t{job % jobs} * aggregators / jobs;
    return static_cast<uint32_t>((offset + seq) % aggregators);
}

WindowSlotIndex::WindowSlotIndex(uint32_t aggregators, uint32_t window, uint16_t job)
    : m_aggregators(aggregators),
      m_places(std::min(aggregators, window)),
      m_halfBits(1),
      m_key(Hash64(job))
{
    ESA_ASSERT(m_places >= 1, "a pool has an aggregator, and a window a place at least");
    while (uint64_t{1} << 2 * m_halfBits < aggregators)
    {
        ++m_halfBits;
    }
}

uint32_t
WindowSlotIndex::Index(uint32_t place, uint32_t changes) const
{
    ESA_ASSERT(place < m_places, "every place is in the window");
    // A Feistel network is a permutation of all numbers with its bits, whatever its hash is. What
    // is too large goes through it again.
    constexpr uint64_t kRounds = 4;
    const uint32_t turns = m_aggregators / m_places;
    uint64_t entry = place + uint64_t{changes % turns} * m_places;
    const uint64_t mask = (uint64_t{1} << m_halfBits) - 1;
    do
    {
        uint64_t left = entry >> m_halfBits;
        uint64_t right = entry & mask;
        for (uint64_t round = 0; round < kRounds; ++round)
        {
            const uint64_t next = left ^ (Hash64(m_key ^ (round << 40 | right)) & mask);
            left = right;
            right = next;
        }
        entry = left << m_halfBits | right;
    } while (entry >= m_aggregators);
    return static_cast<uint32_t>(entry);
}

} // namespace ns3::esa
