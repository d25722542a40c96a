/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-free-hosts.h"

#include "ns3/esa-hash.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

FreeHosts::FreeHosts(std::vector<std::vector<uint32_t>> racks, const Scenario::Placement& placement)
    : m_racks(std::move(racks)),
      m_taken(m_racks.size(), 0),
      m_policy(placement.policy)
{
    for (const auto& rack : m_racks)
    {
        m_order.insert(m_order.end(), rack.begin(), rack.end());
    }
    if (m_policy == PlacementPolicy::Random)
    {
        // By a hash, so that the order is the same with every library.
        const uint64_t seed = Hash64(placement.seed);
        const auto keyOf = [seed](uint32_t host) { return Hash64(seed ^ host); };
        std::sort(m_order.begin(), m_order.end(), [&keyOf](uint32_t a, uint32_t b) {
            return keyOf(a) < keyOf(b); // the hash is a bijection: no two keys are equal
        });
    }
}

uint32_t
FreeHosts::TakeFrom(std::size_t rack)
{
    return m_racks[rack][m_taken[rack]++];
}

uint32_t
FreeHosts::Take(uint32_t rack)
{
    const auto isFull = [this](std::size_t i) { return m_taken[i] == m_racks[i].size(); };
    std::size_t from = rack % m_racks.size();
    switch (m_policy)
    {
    case PlacementPolicy::ByRack:
        while (isFull(from))
        {
            from = (from + 1) % m_racks.size();
        }
        return TakeFrom(from);
    case PlacementPolicy::Spread:
        from = 0;
        for (std::size_t i = 1; i < m_racks.size(); ++i)
        {
            if (m_racks[i].size() - m_taken[i] > m_racks[from].size() - m_taken[from])
            {
                from = i;
            }
        }
        return TakeFrom(from);
    case PlacementPolicy::Packed:
    case PlacementPolicy::Random:
        break;
    }
    return m_order[m_next++];
}

} // namespace ns3::esa
