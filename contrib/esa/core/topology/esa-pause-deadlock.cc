// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-pause-deadlock.h"

#include "ns3/esa-assert.h"

namespace ns3::esa
{

std::vector<std::size_t>
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
