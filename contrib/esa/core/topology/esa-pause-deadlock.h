// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PAUSE_DEADLOCK_H
#define ESA_PAUSE_DEADLOCK_H

#include "ns3/esa-assert.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// A direction of a link that is paused, and what it waits for.
struct PausedLink
{
    /// Bytes that have come over it and wait for other links: number of the link, and bytes.
    std::vector<std::pair<std::size_t, uint64_t>> waiting;
    uint64_t resumeBytes{0}; ///< it may send again when at most this many are left
    bool isPaused{false};    ///< whether it is
};

/**
 * @ingroup esa
 * @brief Find links that pause each other for ever.
 *
 * A paused link waits until the bytes that have come over it leave the switch at its end. Where
 * they wait for links that are paused, too, and those wait in a circle, nothing moves any more: a
 * deadlock. It is the largest set of paused links of which each has more bytes waiting for links of
 * the set than it may resume with: whatever the other links do, none of the set can ever resume.
 *
 * @param links all links
 * @return numbers of the links of the deadlock, in order; empty if there is none
 */
inline std::vector<std::size_t>
FindPauseDeadlock(const std::vector<PausedLink>& links)
{
    std::vector<bool> isStuck(links.size());
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        isStuck[i] = links[i].isPaused;
    }
    bool hasChanged = true;
    while (hasChanged)
    {
        hasChanged = false;
        for (std::size_t i = 0; i < links.size(); ++i)
        {
            uint64_t stuckBytes = 0;
            for (const auto& [link, bytes] : links[i].waiting)
            {
                ESA_ASSERT(link < links.size(), "bytes wait for one of the links");
                stuckBytes += isStuck[link] ? bytes : 0;
            }
            if (isStuck[i] && stuckBytes <= links[i].resumeBytes)
            {
                isStuck[i] = false;
                hasChanged = true;
            }
        }
    }
    std::vector<std::size_t> stuck;
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        if (isStuck[i])
        {
            stuck.push_back(i);
        }
    }
    return stuck;
}

} // namespace ns3::esa

#endif // ESA_PAUSE_DEADLOCK_H
