// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-result-cache.h"

namespace ns3::esa
{

ResultCache::ResultCache(uint32_t results)
{
    if (results == 0)
    {
        return;
    }
    while (std::size_t{1} << m_bits < results)
    {
        ++m_bits;
    }
    m_laps.resize(std::size_t{1} << m_bits);
    m_digests.resize(m_laps.size());
}

void
ResultCache::StoreValues(std::size_t place, const PayloadRef& values)
{
    m_values.resize(m_laps.size());
    m_values[place] = values;
}

std::optional<GradientSum>
ResultCache::Find(StreamPosition position) const
{
    if (m_laps.empty() || m_laps[PlaceOf(position)] != LapOf(position))
    {
        return std::nullopt;
    }
    const std::size_t place = PlaceOf(position);
    return GradientSum{m_digests[place], m_values.empty() ? PayloadRef{} : m_values[place]};
}

} // namespace ns3::esa
