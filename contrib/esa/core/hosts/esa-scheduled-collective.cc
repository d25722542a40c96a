// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scheduled-collective.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-flow-packet.h"

#include <algorithm>

namespace ns3::esa
{

ScheduledCollective::ScheduledCollective(const CollectiveRole& role,
                                         Finder find,
                                         CollectiveOwner& owner)
    : m_role(role),
      m_find(find),
      m_owner(owner)
{
}

ScheduledCollective::State&
ScheduledCollective::StateOf(const Block& block)
{
    const auto [place, isNew] = m_blocks.try_emplace(block.range.begin);
    State& state = place->second;
    if (!isNew)
    {
        return state;
    }
    const ScheduleMaker make = m_find(block.operation.kind);
    ESA_ASSERT(make, "the operation of every block is known");
    state.block = block;
    state.schedule =
        make({m_role.worker, m_role.workers, state.block, m_role.blocks.Chunks(), m_role.channels});
    state.delivers = IsSum(block.operation.kind);
    state.sums.resize(block.range.Size());
    const std::vector<Strand>& strands = state.schedule.strands;
    state.next.resize(strands.size());
    state.unsent.resize(strands.size());
    state.strandsLeft = static_cast<uint32_t>(strands.size());
    for (uint32_t strand = 0; strand < strands.size(); ++strand)
    {
        for (uint32_t step = 0; step < strands[strand].size(); ++step)
        {
            const ScheduleStep& one = strands[strand][step];
            if (one.missing > 0)
            {
                state.arrivals.push_back({one.Connection().Key(), one.range.begin, strand, step});
            }
        }
    }
    std::stable_sort(state.arrivals.begin(), state.arrivals.end());
    return state;
}

inline void
ScheduledCollective::Add(const State& state,
                         PartialSum& sum,
                         InaPacket& data,
                         StreamPosition position)
{
    sum.Add(data);
    ESA_ASSERT(sum.workers <= m_role.workers, "no worker is in a sum twice");
    if (sum.workers == m_role.workers && state.delivers)
    {
        sum.Fill(data);
        m_owner.Deliver(data, position, state.block.operation.kind);
    }
}

void
ScheduledCollective::OnReady(const PositionRange& partition)
{
    for (StreamPosition at = partition.begin; at < partition.end;)
    {
        State& state = StateOf(m_role.blocks.At(at));
        at = state.block.range.end;
        state.isReady = true;
        const PositionRange own = state.schedule.own;
        for (StreamPosition position = own.begin; position < own.end; ++position)
        {
            InaPacket data;
            data.job = m_role.job;
            data.worker = m_role.worker;
            data.seq = static_cast<uint32_t>(position);
            m_role.oracle.Fill(data, m_role.worker);
            data.bitmap = 1;
            Add(state, state.sums[position - state.block.range.begin], data, position);
        }
        for (uint32_t strand = 0; strand < state.next.size(); ++strand)
        {
            Advance(state, strand);
        }
        EndIfDone(state);
    }
}

ScheduledCollective::Arrival
ScheduledCollective::FindArrival(const State& state, FlowConnection sender, StreamPosition position)
{
    const Arrival wanted{sender.Key(), position, 0, 0};
    auto found = std::upper_bound(state.arrivals.begin(), state.arrivals.end(), wanted);
    ESA_ASSERT(found != state.arrivals.begin() && (found - 1)->from == wanted.from,
               "a worker sends only what its receiver waits for");
    --found;
    // Of two messages with the same fragments, the first one comes first.
    while (found != state.arrivals.begin() && !(*(found - 1) < *found) &&
           state.schedule.strands[(found - 1)->strand][(found - 1)->step].missing > 0)
    {
        --found;
    }
    return *found;
}

ScheduledCollective::Message&
ScheduledCollective::FindMessage(Message& found, FlowConnection sender, StreamPosition position)
{
    State& state = StateOf(m_role.blocks.At(position));
    const Arrival arrival = FindArrival(state, sender, position);
    found = {&state, &state.schedule.strands[arrival.strand][arrival.step], arrival.strand};
    return found;
}

void
ScheduledCollective::OnData(InaPacket& data, StreamPosition position)
{
    Message& message = MessageOf(FlowPacket::ToSender(data), position);
    State& state = *message.state;
    ScheduleStep& step = *message.step;
    ESA_ASSERT(step.range.Has(position) && step.missing > 0,
               "every fragment of a message comes once");
    PartialSum& sum = state.sums[position - state.block.range.begin];
    switch (step.kind)
    {
    case StepKind::Send:
    case StepKind::AwaitSent:
    case StepKind::Clear:
        ESA_ASSERT(false, "a step that gets packets is one that receives");
        break;
    case StepKind::Add:
        Add(state, sum, data, position);
        break;
    case StepKind::TakeSum:
        ESA_ASSERT(data.bitmap == m_role.workers, "it is the sum of all workers");
        sum.Take(data);
        if (state.delivers)
        {
            m_owner.Deliver(data, position, state.block.operation.kind);
        }
        break;
    case StepKind::KeepForeign:
        sum.Take(data);
        m_owner.DeliverForeign(data, position, step.of);
        break;
    case StepKind::ReceiveForeign:
        m_owner.DeliverForeign(data, position, step.of);
        break;
    case StepKind::AwaitClear:
        break;
    }
    --step.missing;
    if (step.missing == 0)
    {
        OnMessageHere(message);
    }
}

void
ScheduledCollective::OnMessageHere(Message& message)
{
    State& state = *message.state;
    const uint32_t strand = message.strand;
    message = Message();
    if (state.isReady)
    {
        Advance(state, strand);
        EndIfDone(state);
    }
}

void
ScheduledCollective::Advance(State& state, uint32_t strand)
{
    const Strand& steps = state.schedule.strands[strand];
    uint32_t& next = state.next[strand];
    while (next < steps.size())
    {
        const ScheduleStep& step = steps[next];
        if (step.missing > 0 || (step.kind == StepKind::AwaitSent && state.unsent[strand] > 0))
        {
            return;
        }
        ++next;
        if (step.kind == StepKind::Send || step.kind == StepKind::Clear)
        {
            const FlowConnection receiver = step.Connection();
            ++state.unacknowledged;
            ++state.unsent[strand];
            m_unsure[receiver.Key()].messages.push_back({state.block.range.begin, strand});
            m_owner.Send(receiver, step.range); // which may call OnSent(), and so this function
        }
    }
    if (next == steps.size())
    {
        ++next; // it ends once
        --state.strandsLeft;
    }
}

void
ScheduledCollective::OnSent(FlowConnection receiver)
{
    Unsure& unsure = m_unsure[receiver.Key()];
    ESA_ASSERT(unsure.sent < unsure.messages.size(), "what leaves was handed over before");
    const auto [block, strand] = unsure.messages[unsure.sent++];
    State& state = m_blocks.at(block);
    --state.unsent[strand];
    Advance(state, strand);
}

void
ScheduledCollective::OnAcknowledged(FlowConnection receiver)
{
    Unsure& unsure = m_unsure[receiver.Key()];
    ESA_ASSERT(unsure.sent > 0, "what is acknowledged was sent");
    State& state = m_blocks.at(unsure.messages.front().block);
    unsure.messages.pop_front();
    --unsure.sent;
    --state.unacknowledged;
    EndIfDone(state);
}

void
ScheduledCollective::EndIfDone(const State& state)
{
    if (state.isReady && state.strandsLeft == 0 && state.unacknowledged == 0)
    {
        const PositionRange range = state.block.range;
        std::replace(m_leaving.begin(),
                     m_leaving.end(),
                     &state,
                     static_cast<const State*>(nullptr));
        m_blocks.erase(range.begin);
        m_owner.OnDone(range);
    }
}

void
ScheduledCollective::Fill(InaPacket& data, StreamPosition position) const
{
    if (data.connection == kClearConnection)
    {
        return; // it carries no data
    }
    const State* const leaving = m_leaving[FlowPacket::ToReceiver(data).Place()];
    if (!leaving || !leaving->block.range.Has(position))
    {
        FillFirst(data, position);
        return;
    }
    leaving->sums[position - leaving->block.range.begin].Fill(data);
}

void
ScheduledCollective::FillFirst(InaPacket& data, StreamPosition position) const
{
    const auto found = m_blocks.find(m_role.blocks.At(position).range.begin);
    ESA_ASSERT(found != m_blocks.end(), "a block is kept until all of it is acknowledged");
    const State& state = found->second;
    m_leaving[FlowPacket::ToReceiver(data).Place()] = &state;
    state.sums[position - state.block.range.begin].Fill(data);
}

} // namespace ns3::esa
