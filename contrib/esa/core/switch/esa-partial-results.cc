// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-partial-results.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3::esa
{

bool
PartialResults::IsSettled(const Aggregator& aggregator, const InaPacket& fragment, bool isRoot)
{
    if (fragment.urgent)
    {
        return true; // a switch below is done with it, because the root is
    }
    if (aggregator.Holds(fragment))
    {
        // A copy: the root may have sent the result without this group, and it was lost.
        return aggregator.State() == AggregatorState::Aggregating &&
               (aggregator.bitmap & fragment.bitmap) != 0 && !isRoot;
    }
    return aggregator.State() != AggregatorState::Free && aggregator.job == fragment.job &&
           static_cast<int32_t>(fragment.seq - aggregator.seq) < 0;
}

void
PartialResults::Keep(uint32_t place, const Aggregator& aggregator, const InaPacket& next)
{
    if (m_count == kMaxResults)
    {
        throw std::runtime_error("a switch keeps " + std::to_string(kMaxResults) +
                                 " results that a worker of job " + std::to_string(aggregator.job) +
                                 " may still request, and has no memory for more");
    }
    ++m_count;
    m_results[place].push_back({aggregator, FullBitmap(aggregator.fanIn) & ~next.bitmap});
}

void
PartialResults::NoteSent(uint32_t place, const InaPacket& fragment)
{
    const auto found = m_results.find(place);
    if (found == m_results.end())
    {
        return;
    }
    std::deque<Kept>& results = found->second;
    for (Kept& kept : results)
    {
        const bool isEarlier = static_cast<int32_t>(kept.result.seq - fragment.seq) < 0;
        if (isEarlier && kept.result.job == fragment.job && kept.result.group == fragment.group)
        {
            kept.mayAsk &= ~fragment.bitmap;
        }
    }
    while (!results.empty() && results.front().mayAsk == 0)
    {
        results.pop_front();
        --m_count;
    }
}

const Aggregator*
PartialResults::Find(uint32_t place, const Aggregator& aggregator, const InaPacket& fragment) const
{
    if (aggregator.Holds(fragment) && aggregator.State() == AggregatorState::Retained)
    {
        return &aggregator;
    }
    const auto found = m_results.find(place);
    if (found == m_results.end())
    {
        return nullptr;
    }
    const auto& results = found->second;
    const auto kept = std::find_if(results.begin(), results.end(), [&](const Kept& one) {
        return one.result.Holds(fragment);
    });
    return kept == results.end() ? nullptr : &kept->result;
}

void
PartialResults::RemoveJob(uint16_t job)
{
    for (auto& [place, results] : m_results)
    {
        const auto first = std::remove_if(results.begin(), results.end(), [job](const Kept& kept) {
            return kept.result.job == job;
        });
        m_count -= static_cast<uint64_t>(results.end() - first);
        results.erase(first, results.end());
    }
}

} // namespace ns3::esa
