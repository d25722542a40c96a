// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_PROPERTY_WORKER_SET_H
#define ESA_TEST_PROPERTY_WORKER_SET_H

#include "ns3/esa-ina-packet.h"

#include <algorithm>
#include <set>

namespace ns3::esa
{

/// @return the numbers of the workers whose fragments it carries
inline std::set<int>
WorkersOf(const InaPacket& packet)
{
    std::set<int> workers;
    for (int worker = 0; worker < 32; ++worker)
    {
        if ((packet.bitmap & (1U << worker)) != 0)
        {
            workers.insert(worker);
        }
    }
    return workers;
}

/// @param workers workers whose fragments are in a packet
/// @return true if there are workers, and their job has each of them
inline bool
ArePossible(const std::set<int>& workers, int fanIn)
{
    return !workers.empty() && fanIn <= 32 && *workers.rbegin() < fanIn;
}

/// @return true if no worker is in both
inline bool
AreApart(const std::set<int>& a, const std::set<int>& b)
{
    return std::none_of(a.begin(), a.end(), [&b](int worker) { return b.count(worker) > 0; });
}

inline uint32_t
BitmapOf(const std::set<int>& workers)
{
    uint32_t bitmap = 0;
    for (const int worker : workers)
    {
        bitmap += 1U << worker;
    }
    return bitmap;
}

} // namespace ns3::esa

#endif // ESA_TEST_PROPERTY_WORKER_SET_H
