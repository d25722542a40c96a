// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-fragment-fates.h"

#include <bitset>
#include <cstddef>
#include <utility>

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

FragmentFateCounter::FragmentFateCounter(Ptr<EsaSwitch> node, RacksOfJob racksOfJob)
    : m_node(node),
      m_racksOfJob(std::move(racksOfJob))
{
    node->TraceConnectWithoutContext(OutcomeName(Outcome::Completed),
                                     MakeCallback(&FragmentFateCounter::OnCompleted, this));
    const auto countPartial = [&](Outcome outcome, FateCount fate) {
        node->TraceConnectWithoutContext(
            OutcomeName(outcome),
            Callback<void, const InaPacket&>(
                [this, fate](const InaPacket& partial) { m_fates.*fate += FragmentsOf(partial); }));
    };
    countPartial(Outcome::Preempted, &FragmentFates::preempted);
    countPartial(Outcome::Fetched, &FragmentFates::fetched);
}

void
FragmentFateCounter::OnCompleted(const InaPacket& sum)
{
    const AggregationTree& tree = m_racksOfJob(sum.job).TreeOfTask(sum.seq);
    const AggregationTree::Group& group = tree.At(sum.group);
    if (sum.kind == PacketKind::Gradient) // it is a fragment of the group above by now
    {
        std::size_t member = 0;
        for (uint32_t bits = sum.bitmap; (bits & 1) == 0; bits >>= 1)
        {
            ++member;
        }
        m_fates.toNext += tree.At(group.members[member]).FanIn();
        return;
    }
    (sum.kind == PacketKind::Result ? m_fates.toWorkers : m_fates.toServer) += group.FanIn();
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
    const uint64_t gone =
        fates.toWorkers + fates.toServer + fates.toNext + fates.preempted + fates.fetched;
    fates.left = added > gone ? added - gone : 0; // a resend brings a fragment that was not added
    return fates;
}

} // namespace ns3::esa
