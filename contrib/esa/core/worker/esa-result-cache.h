// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RESULT_CACHE_H
#define ESA_RESULT_CACHE_H

#include "ns3/esa-payload.h"
#include "ns3/esa-stream-position.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The most recent results of a worker.
 *
 * A result can be lost on its way to some workers, when no switch and no PS holds it any more.
 * Other workers may have got it. So each worker keeps its recent results, and the PS queries the
 * workers for the one that is missing (paper, "Dealing with Packet Loss", case 2: the cache is as
 * large as the window).
 */
class ResultCache
{
  public:
    /// @param results how many to keep, at least; 0: none
    explicit ResultCache(uint32_t results)
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

    /// @brief Keeps a result. It replaces an older one, as many positions back as the cache has
    /// places.
    /// @param position position of its fragment in the job's stream
    /// @param sum the result
    void Store(StreamPosition position, const GradientSum& sum)
    {
        if (m_laps.empty())
        {
            return;
        }
        const std::size_t place = PlaceOf(position);
        m_laps[place] = LapOf(position);
        m_digests[place] = sum.digest;
        if (sum.values || !m_values.empty())
        {
            m_values.resize(m_laps.size());
            m_values[place] = sum.values;
        }
    }

    /// @param position position of a fragment in the job's stream
    /// @return its result; empty: it is not (or no longer) here
    std::optional<GradientSum> Find(StreamPosition position) const
    {
        if (m_laps.empty() || m_laps[PlaceOf(position)] != LapOf(position))
        {
            return std::nullopt;
        }
        const std::size_t place = PlaceOf(position);
        return GradientSum{m_digests[place], m_values.empty() ? PayloadRef{} : m_values[place]};
    }

  private:
    /// @return place of a result
    std::size_t PlaceOf(StreamPosition position) const
    {
        return position & (m_laps.size() - 1);
    }

    /// @return what separates a result from others in its place; never 0
    uint32_t LapOf(StreamPosition position) const
    {
        return static_cast<uint32_t>(position >> m_bits) + 1;
    }

    // A worker may keep thousands of results, and each result replaces one that left the
    // processor's cache long ago. So they take little room, and nothing is read.
    uint32_t m_bits{0};               ///< places are a power of two: their bits
    std::vector<uint32_t> m_laps;     ///< by place: which result it is; 0: none
    std::vector<uint64_t> m_digests;  ///< by place
    std::vector<PayloadRef> m_values; ///< by place; empty: no result has had values
};

} // namespace ns3::esa

#endif // ESA_RESULT_CACHE_H
