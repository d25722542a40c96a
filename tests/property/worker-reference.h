// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_PROPERTY_WORKER_REFERENCE_H
#define ESA_TEST_PROPERTY_WORKER_REFERENCE_H

#include "ns3/esa-transport-parts.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>

namespace ns3::esa::worker_property
{

inline constexpr uint64_t kFirst = (uint64_t{1} << 32) - 9; ///< first position: numbers wrap soon
inline constexpr uint32_t kWindow = 9;                      ///< packets, fixed; no power of two
inline constexpr std::size_t kOvertakes = 3; ///< larger results that make a result late
inline constexpr Picoseconds kRtoMin = FromMicroseconds(1000); ///< the first timeout

/// A worker's fragments and results as the manual describes them, in the simplest form.
class ReferenceWorker
{
  public:
    explicit ReferenceWorker(const SystemRecord& system)
        : m_hasSlots(system.onHost.clocking == &kSlotClock)
    {
    }

    /// @return the first fragment without result
    uint64_t FirstMissing() const
    {
        uint64_t position = kFirst;
        while (results.count(position) > 0)
        {
            ++position;
        }
        return position;
    }

    /// A result comes; @return whether it is new
    bool Result(uint64_t position)
    {
        return sent.count(position) > 0 && results.insert(position).second;
    }

    /// @return the results that were overtaken and not requested yet
    std::set<uint64_t> Overtaken() const
    {
        std::set<uint64_t> overtaken;
        for (const auto& [position, at] : sent)
        {
            const auto larger = std::distance(results.upper_bound(position), results.end());
            if (!m_hasSlots && results.count(position) == 0 && m_asked.count(position) == 0 &&
                larger >= static_cast<std::ptrdiff_t>(kOvertakes))
            {
                overtaken.insert(position);
            }
        }
        return overtaken;
    }

    /// @param asked results that the worker requests
    /// @return whether it has to request those that it requests the first time, and may request the
    ///         others
    bool MayAsk(const std::set<uint64_t>& asked, Picoseconds now)
    {
        const std::set<uint64_t> overtaken = Overtaken();
        const bool mayProbe = timerRuns && !m_hasSlots;
        const Picoseconds probedAt = m_probedAt;
        timerRuns = false;
        for (const uint64_t position : asked)
        {
            // Each is missing. What was not overtaken waits for a timer. With the first missing
            // result goes what was sent before the last probe.
            const bool isNew = m_asked.count(position) == 0;
            const bool isProbe =
                mayProbe && isNew && (position == FirstMissing() || sent[position] < probedAt);
            const Picoseconds since = isNew ? sent[position] : m_asked[position];
            const bool isDue = m_hasSlots ? now - since >= kRtoMin : !isNew && now > since;
            if (results.count(position) > 0 ||
                (overtaken.count(position) == 0 && !isProbe && !isDue))
            {
                return false;
            }
            m_probedAt = isProbe ? now : m_probedAt;
            m_asked[position] = now;
        }
        return std::includes(asked.begin(), asked.end(), overtaken.begin(), overtaken.end());
    }

    /// @param now the time; @return the fragments that are sent now
    std::set<uint64_t> Send(Picoseconds now)
    {
        std::set<uint64_t> leaving;
        for (uint64_t position = kFirst; position < offeredEnd; ++position)
        {
            const bool isFree =
                m_hasSlots ? position < kFirst + kWindow || results.count(position - kWindow) > 0
                           : position < FirstMissing() + kWindow;
            if (isFree && sent.emplace(position, now).second)
            {
                leaving.insert(position);
            }
        }
        return leaving;
    }

    uint64_t offeredEnd{kFirst};          ///< first position not offered
    std::map<uint64_t, Picoseconds> sent; ///< fragments that have left, and when
    std::set<uint64_t> results;           ///< results that have come
    bool timerRuns{false};                ///< the worker has just looked at its timer

  private:
    bool m_hasSlots;                         ///< a slot waits for its own result only
    Picoseconds m_probedAt{0};               ///< when the last probe left
    std::map<uint64_t, Picoseconds> m_asked; ///< results that were requested, and when last
};

} // namespace ns3::esa::worker_property

#endif // ESA_TEST_PROPERTY_WORKER_REFERENCE_H
