// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SEQUENCE_RING_H
#define ESA_SEQUENCE_RING_H

#include "esa-assert.h"
#include "esa-memory-pool.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Entries for a range of consecutive positions that moves forward.
 *
 * A worker has to store something of each fragment between the first missing result and the last
 * one sent. This is an array for it without a search: position p stands at place p modulo the
 * capacity, which grows with the range.
 *
 * @tparam T a default-constructible entry
 */
template <typename T>
class SequenceRing
{
  public:
    SequenceRing()
        : m_entries(kInitialCapacity)
    {
    }

    /// @param position a position in the range
    /// @return its entry
    T& operator[](uint64_t position)
    {
        return m_entries[position & m_mask];
    }

    /// @copydoc operator[]
    const T& operator[](uint64_t position) const
    {
        return m_entries[position & m_mask];
    }

    /// @brief Makes room for a range.
    /// @param first first position whose entry is to be kept
    /// @param end one beyond the last position
    void Reserve(uint64_t first, uint64_t end)
    {
        ESA_ASSERT(first <= end, "a range does not end before it begins");
        if (end - first > m_mask + 1)
        {
            Grow(first, end);
        }
    }

    /// @return entries there is room for
    std::size_t Capacity() const
    {
        return m_entries.size();
    }

  private:
    using Entries = std::vector<T, PoolAllocator<T>>; ///< an array in the pool

    /// @brief Doubles the capacity until the range fits.
    /// @param first first position to keep
    /// @param end one beyond the last
    [[gnu::noinline]] void Grow(uint64_t first, uint64_t end)
    {
        std::size_t capacity = m_entries.size();
        while (capacity < end - first)
        {
            capacity *= 2;
        }
        Entries grown(capacity);
        for (uint64_t position = first; position < first + m_entries.size(); ++position)
        {
            grown[position & (capacity - 1)] = std::move((*this)[position]);
        }
        m_entries.swap(grown);
        m_mask = capacity - 1;
    }

    static constexpr std::size_t kInitialCapacity = 64; ///< entries at first
    static_assert((kInitialCapacity & (kInitialCapacity - 1)) == 0, "a power of two");

    Entries m_entries;                     ///< the entries
    uint64_t m_mask{kInitialCapacity - 1}; ///< places - 1
};

} // namespace ns3::esa

#endif // ESA_SEQUENCE_RING_H
