/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_OVERTAKING_H
#define ESA_OVERTAKING_H

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Finds the results that larger ones have overtaken, as three duplicate acknowledgements do
 * in TCP.
 *
 * A result is overtaken when a number of larger ones have arrived. So only the largest positions
 * matter, and the smallest of them bounds what is overtaken.
 */
class Overtaking
{
  public:
    /**
     * @param overtakes larger results that make a result late
     * @param first position of the job's first fragment
     */
    Overtaking(uint32_t overtakes, StreamPosition first)
        : m_end(first),
          m_overtakes(overtakes)
    {
        ESA_ASSERT(overtakes >= 1, "a result is overtaken by at least one other");
        m_largest.reserve(overtakes);
    }

    /// @param position position of a new result
    void OnResult(StreamPosition position)
    {
        if (m_largest.size() < m_overtakes)
        {
            m_largest.push_back(position);
        }
        else if (position < m_largest.back())
        {
            return;
        }
        // The smallest one is dropped, and those smaller than the new one move back by one place.
        std::size_t place = m_largest.size() - 1;
        for (; place > 0 && m_largest[place - 1] < position; --place)
        {
            m_largest[place] = m_largest[place - 1];
        }
        m_largest[place] = position;
        ESA_ASSERT(std::is_sorted(m_largest.rbegin(), m_largest.rend()), "the largest comes first");
        if (m_largest.size() == m_overtakes)
        {
            m_end = m_largest.back();
        }
    }

    /// @return missing results before this position are overtaken
    StreamPosition End() const
    {
        return m_end;
    }

  private:
    StreamPosition m_end;                  ///< positions before this one are overtaken
    std::size_t m_overtakes;               ///< larger results that make a result late
    std::vector<StreamPosition> m_largest; ///< largest positions with results, in order
};

} // namespace ns3::esa

#endif // ESA_OVERTAKING_H
