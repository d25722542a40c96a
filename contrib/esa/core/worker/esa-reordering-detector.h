// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REORDERING_DETECTOR_H
#define ESA_REORDERING_DETECTOR_H

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Finds the results that larger ones have overtaken.
 *
 * A single larger result means nothing where packets take several paths or pass a PS. To count the
 * larger results for each missing one costs a counter per fragment. But a result is overtaken when
 * a fixed number of larger ones have arrived. So only this number of the largest positions matters,
 * and the smallest of them bounds what is overtaken. Mostly they follow each other, and then the
 * smallest one stands for them all.
 *
 * Further reading: duplicate acknowledgements (DupThresh, RFC 5681), RACK (RFC 8985), the packet
 * threshold of QUIC (RFC 9002).
 */
class ReorderingDetector
{
  public:
    /// @param reorderingThreshold larger results that make a result late
    /// @param first position of the job's first fragment
    ReorderingDetector(uint32_t reorderingThreshold, StreamPosition first)
        : m_end(first),
          m_overtakes(reorderingThreshold)
    {
        ESA_ASSERT(reorderingThreshold >= 1, "a result is overtaken by at least one other");
        if (reorderingThreshold > kFew)
        {
            m_many.resize(reorderingThreshold);
        }
    }

    /// @param position position of a new result
    void OnResult(StreamPosition position)
    {
        if (position == m_next)
        {
            ++m_next;
            ++m_end;
            return;
        }
        Insert(position);
    }

    /// @return missing results before this position are overtaken
    StreamPosition End() const
    {
        return m_end;
    }

  private:
    /// @brief OnResult(), where the largest positions do not follow each other.
    [[gnu::noinline]] void Insert(StreamPosition position)
    {
        StreamPosition* largest = m_overtakes > kFew ? m_many.data() : m_few.data();
        if (m_next != kNoPosition)
        {
            for (std::size_t place = 0; place < m_size; ++place)
            {
                largest[place] = m_next - 1 - place;
            }
        }
        if (m_size < m_overtakes)
        {
            ++m_size;
        }
        else if (position < largest[m_size - 1])
        {
            return;
        }
        // The smallest one is dropped, and those smaller than the new one move back by one place.
        std::size_t place = m_size - 1;
        for (; place > 0 && largest[place - 1] < position; --place)
        {
            largest[place] = largest[place - 1];
        }
        largest[place] = position;
        ESA_ASSERT(std::is_sorted(largest, largest + m_size, std::greater<>()),
                   "the largest comes first");
        m_next = kNoPosition;
        if (m_size == m_overtakes)
        {
            m_end = largest[m_size - 1];
            m_next = largest[0] - m_end + 1 == m_size ? largest[0] + 1 : kNoPosition;
        }
    }

    /// As many as usual stand in this object: every other place in memory costs time.
    static constexpr std::size_t kFew = 3;

    StreamPosition m_end;               ///< positions before this one are overtaken
    StreamPosition m_next{kNoPosition}; ///< after the largest positions, if these follow each other
    uint32_t m_overtakes;               ///< larger results that make a result late
    uint32_t m_size{0};                 ///< how many of the largest positions there are

    // Largest positions with results, in order, in one of two places; of no use if m_next has them
    std::array<StreamPosition, kFew> m_few{}; ///< if kFew are enough
    std::vector<StreamPosition> m_many;       ///< otherwise
};

} // namespace ns3::esa

#endif // ESA_REORDERING_DETECTOR_H
