// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BY_JOB_H
#define ESA_BY_JOB_H

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What a switch has of each of its jobs, by job number.
 *
 * A large network has many jobs, and most switches have few of them. An array by job number would
 * have an entry for every job in every switch. So the array has only the places of the entries.
 * Jobs leave for good: what remains of one is that it was there.
 *
 * @tparam T an entry
 */
template <typename T>
class ByJob
{
  public:
    /// @param job job number @return whether the job has an entry
    bool Has(uint16_t job) const
    {
        return job < m_places.size() && m_places[job] < kRemoved;
    }

    /// @param job job number @return whether its entry was removed, and none was set since
    bool IsRemoved(uint16_t job) const
    {
        return job < m_places.size() && m_places[job] == kRemoved;
    }

    /// @param job job number @return its entry; null: it has none
    const T* Find(uint16_t job) const
    {
        return Has(job) ? &m_entries[m_places[job]] : nullptr;
    }

    /// @param job number of a job that has an entry @return the entry
    T& operator[](uint16_t job)
    {
        ESA_ASSERT(Has(job), "only a job that was added has an entry");
        return m_entries[m_places[job]];
    }

    /// @copydoc operator[]
    const T& operator[](uint16_t job) const
    {
        ESA_ASSERT(Has(job), "only a job that was added has an entry");
        return m_entries[m_places[job]];
    }

    /// @brief Adds an entry, or replaces it. References to entries become invalid.
    void Set(uint16_t job, T entry)
    {
        if (Has(job))
        {
            (*this)[job] = std::move(entry);
            return;
        }
        if (job >= m_places.size())
        {
            m_places.resize(std::size_t{job} + 1, kNone);
        }
        m_places[job] = static_cast<uint32_t>(m_entries.size());
        m_entries.push_back(std::move(entry));
    }

    /// @brief Removes the entry of a job that has one. References to entries become invalid.
    void Remove(uint16_t job)
    {
        ESA_ASSERT(Has(job), "only a job that was added is removed");
        const uint32_t place = m_places[job];
        // The last entry moves to its place.
        const auto last = static_cast<uint32_t>(m_entries.size() - 1);
        *std::find(m_places.begin(), m_places.end(), last) = place;
        std::swap(m_entries[place], m_entries[last]);
        m_entries.pop_back();
        m_places[job] = kRemoved;
    }

    /// @brief Removes all entries.
    void Clear()
    {
        m_places.clear();
        m_entries.clear();
    }

  private:
    static constexpr uint32_t kNone = UINT32_MAX;   ///< of a job that never had an entry
    static constexpr uint32_t kRemoved = kNone - 1; ///< of a job whose entry was removed

    std::vector<uint32_t> m_places; ///< in m_entries, by job number
    std::vector<T> m_entries;       ///< of jobs that have one
};

} // namespace ns3::esa

#endif // ESA_BY_JOB_H
