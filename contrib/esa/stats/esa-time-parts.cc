// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-time-parts.h"

#include "ns3/assert.h"

#include <utility>

namespace ns3::esa
{

TimeParts::TimeParts(Picoseconds begin, std::size_t numbers, std::size_t most)
    : m_most(most),
      m_borders{begin},
      m_values{std::vector<double>(numbers)}
{
    NS_ASSERT_MSG(most > 0 && most % 2 == 0, "parts become one in pairs");
}

void
TimeParts::Append(Picoseconds now, const Read& read)
{
    m_samples = 0;
    m_borders.push_back(now);
    m_values.emplace_back(m_values.front().size());
    read(m_values.back());
}

void
TimeParts::Sample(Picoseconds now, const Read& read)
{
    NS_ASSERT_MSG(now > m_borders.back(), "a part has a length");
    if (++m_samples < m_stride)
    {
        return;
    }
    Append(now, read);
    if (Count() < m_most)
    {
        return;
    }
    for (std::size_t part = 1; part <= m_most / 2; ++part)
    {
        m_borders[part] = m_borders[2 * part];
        m_values[part] = std::move(m_values[2 * part]);
    }
    m_borders.resize(m_most / 2 + 1);
    m_values.resize(m_most / 2 + 1);
    m_stride *= 2;
}

void
TimeParts::Finish(Picoseconds now, const Read& read)
{
    if (now > m_borders.back())
    {
        Append(now, read);
    }
}

} // namespace ns3::esa
