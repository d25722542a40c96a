// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ARRIVAL_ORDER_H
#define ESA_ARRIVAL_ORDER_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief When a frame arrives at a node, and where. A node serves frames in this order.
struct FrameArrival
{
    int64_t ps;    ///< exact time
    uint32_t port; ///< number of the node's port

    /// @return whether this one is served first
    bool operator<(const FrameArrival& other) const
    {
        return ps != other.ps ? ps < other.ps : port < other.port;
    }
};

/**
 * @ingroup esa
 * @brief Puts arrivals in order, by buckets and insertion: a heap would cost a cache miss for each.
 * @tparam T an arrival, with an operator<
 * @param arrivals the arrivals, on return in order
 * @param sorted memory for as many
 * @param buckets memory, too
 * @param span largest time in them
 * @param timeOf returns the time of an arrival, from 0 to the span
 */
template <typename T, typename TimeOf>
void
SortArrivals(std::vector<T>& arrivals,
             std::vector<T>& sorted,
             std::vector<uint32_t>& buckets,
             uint64_t span,
             TimeOf timeOf)
{
    constexpr std::size_t kFew = 16; // they are put in order by insertion alone
    if (arrivals.size() > kFew)
    {
        // As many buckets as arrivals: then most are in their places.
        uint32_t shift = 0;
        while (span >> shift > arrivals.size())
        {
            ++shift;
        }
        buckets.assign((span >> shift) + 2, 0);
        for (const T& arrival : arrivals)
        {
            ++buckets[(timeOf(arrival) >> shift) + 1];
        }
        std::partial_sum(buckets.begin(), buckets.end(), buckets.begin());
        sorted.resize(arrivals.size());
        for (const T& arrival : arrivals)
        {
            sorted[buckets[timeOf(arrival) >> shift]++] = arrival;
        }
        arrivals.swap(sorted);
    }
    for (std::size_t i = 1; i < arrivals.size(); ++i)
    {
        const T arrival = arrivals[i];
        std::size_t place = i;
        for (; place > 0 && arrival < arrivals[place - 1]; --place)
        {
            arrivals[place] = arrivals[place - 1];
        }
        arrivals[place] = arrival;
    }
}

} // namespace ns3::esa

#endif // ESA_ARRIVAL_ORDER_H
