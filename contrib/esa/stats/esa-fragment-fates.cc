/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-fragment-fates.h"

#include <bitset>

namespace ns3::esa
{
namespace
{

/// How many fragments are in a sum that has not changed its group.
uint64_t
FragmentsOf(const InaPacket& sum)
{
    return std::bitset<kMaxFanIn>(sum.bitmap).count();
}

} // namespace

FragmentFates&
FragmentFates::operator+=(const FragmentFates& other)
{
    toWorkers += other.toWorkers;
    sentOn += other.sentOn;
    preempted += other.preempted;
    fetched += other.fetched;
    passedThrough += other.passedThrough;
    dropped += other.dropped;
    answered += other.answered;
    left += other.left;
    return *this;
}

FragmentFateCounter::FragmentFateCounter(Ptr<EsaSwitch> node)
    : m_node(node)
{
    const auto connect = [&](Outcome outcome, void (FragmentFateCounter::*call)(const InaPacket&)) {
        node->TraceConnectWithoutContext(OutcomeName(outcome), MakeCallback(call, this));
    };
    connect(Outcome::Allocated, &FragmentFateCounter::OnAllocated);
    connect(Outcome::Completed, &FragmentFateCounter::OnCompleted);
    connect(Outcome::Preempted, &FragmentFateCounter::OnPreempted);
    connect(Outcome::Fetched, &FragmentFateCounter::OnFetched);
}

void
FragmentFateCounter::OnAllocated(const InaPacket& fragment)
{
    if (fragment.job >= m_fanIn.size())
    {
        m_fanIn.resize(fragment.job + 1, 1);
    }
    m_fanIn[fragment.job] = fragment.fanIn;
}

void
FragmentFateCounter::OnCompleted(const InaPacket& sum)
{
    // A sum for the switch above is a fragment of another group by now. A sum of one fragment needs
    // no aggregator.
    const uint64_t fragments = sum.job < m_fanIn.size() ? m_fanIn[sum.job] : 1;
    (sum.kind == PacketKind::Result ? m_fates.toWorkers : m_fates.sentOn) += fragments;
}

void
FragmentFateCounter::OnPreempted(const InaPacket& partial)
{
    m_fates.preempted += FragmentsOf(partial);
}

void
FragmentFateCounter::OnFetched(const InaPacket& partial)
{
    m_fates.fetched += FragmentsOf(partial);
}

FragmentFates
FragmentFateCounter::Get() const
{
    const SwitchPipeline& pipeline = m_node->GetPipeline();
    FragmentFates fates = m_fates;
    fates.passedThrough = pipeline.Count(Outcome::PassedThrough);
    fates.dropped = pipeline.Count(Outcome::Duplicate) + pipeline.Count(Outcome::Stale) +
                    pipeline.Count(Outcome::Malformed);
    fates.answered = pipeline.Count(Outcome::Repeated);
    const uint64_t added = pipeline.Count(Outcome::Allocated) +
                           pipeline.Count(Outcome::Aggregated) +
                           pipeline.Count(Outcome::Completed) + pipeline.Count(Outcome::Preempted);
    const uint64_t gone = fates.toWorkers + fates.sentOn + fates.preempted + fates.fetched;
    fates.left = added > gone ? added - gone : 0; // a resend brings a fragment that was not added
    return fates;
}

} // namespace ns3::esa
