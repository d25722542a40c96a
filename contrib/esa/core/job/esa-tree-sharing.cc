// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-tree-sharing.h"

#include "esa-job-racks.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kTreesOfSwitch = 1; ///< at a time

/// @return whether two sets have a switch in common
bool
Meet(const std::set<SwitchId>& a, const std::set<SwitchId>& b)
{
    return std::any_of(a.begin(), a.end(), [&b](SwitchId number) { return b.count(number) > 0; });
}

} // namespace

void
TreeSharing::AddJob(uint16_t job, SharingJob known)
{
    ESA_ASSERT(!known.operations.empty(), "a job has operations");
    State state;
    state.switches = SummingSwitches(known.racks);
    state.known = std::move(known);
    m_jobs.insert_or_assign(job, std::move(state));
}

void
TreeSharing::RemoveJob(uint16_t job)
{
    m_locks.Release(job);
    m_jobs.erase(job);
}

bool
TreeSharing::Begin(uint16_t job, Picoseconds now)
{
    State& state = m_jobs.at(job);
    ESA_ASSERT(!state.isRunning, "the operations of a job follow each other");
    const std::size_t place = PlaceOf(state);
    const SharingJob::Operation& operation = state.known.operations[place];
    if (place == 0)
    {
        state.begin = now - operation.ready;
    }
    bool takesTree = m_locks.Acquire(job, state.known.racks, state.known.hosts, kTreesOfSwitch);
    if (takesTree)
    {
        std::vector<PendingOperation> others;
        for (const auto& [number, other] : m_jobs)
        {
            const auto next = number != job && Meet(state.switches, other.switches)
                                  ? NextOf(other, now)
                                  : std::nullopt;
            if (next)
            {
                others.push_back(*next);
            }
        }
        takesTree = m_policy(OperationAt(state, place, state.begin, now), others, now);
        if (!takesTree)
        {
            m_locks.Release(job);
        }
    }
    state.isRunning = true;
    state.end = now + (takesTree ? operation.withTree : operation.inHosts);
    return takesTree;
}

void
TreeSharing::End(uint16_t job, Picoseconds now)
{
    State& state = m_jobs.at(job);
    ESA_ASSERT(state.isRunning, "what ends has begun");
    m_locks.Release(job);
    state.isRunning = false;
    ++state.next;
    if (PlaceOf(state) == 0)
    {
        state.begin = NextBegin(state, now);
    }
}

Picoseconds
TreeSharing::NextBegin(const State& state, Picoseconds lastResult)
{
    const Picoseconds computed = state.begin + state.known.operations.back().ready;
    return std::max(lastResult, computed) + state.known.forward;
}

PendingOperation
TreeSharing::OperationAt(const State& state,
                         std::size_t place,
                         Picoseconds begin,
                         Picoseconds earliest)
{
    const std::vector<SharingJob::Operation>& operations = state.known.operations;
    const SharingJob::Operation& own = operations[place];
    PendingOperation pending;
    pending.start = std::max(earliest, begin + own.ready);
    pending.withTree = own.withTree;
    pending.inHosts = own.inHosts;
    pending.workers = state.known.workers;
    const auto last = [&](Picoseconds end) {
        for (std::size_t rest = place + 1; rest < operations.size(); ++rest)
        {
            end = std::max(end, begin + operations[rest].ready) + operations[rest].inHosts;
        }
        return std::max(end, begin + operations.back().ready);
    };
    pending.saved = last(pending.start + own.inHosts) - last(pending.start + own.withTree);
    return pending;
}

std::optional<PendingOperation>
TreeSharing::NextOf(const State& state, Picoseconds now)
{
    uint64_t next = state.next;
    Picoseconds begin = state.begin;
    Picoseconds earliest = now;
    if (state.isRunning)
    {
        earliest = std::max(now, state.end);
        ++next;
        if (next % state.known.operations.size() == 0)
        {
            begin = NextBegin(state, earliest);
        }
    }
    if (next >= state.known.iterations * state.known.operations.size())
    {
        return std::nullopt;
    }
    const std::size_t place = next % state.known.operations.size();
    return OperationAt(state, place, begin, earliest);
}

namespace
{

/// @return the time of workers that an operation saves, for the time until it ends
double
WorthOf(const PendingOperation& operation, Picoseconds now)
{
    const auto until = static_cast<double>((operation.start + operation.withTree - now).count());
    return static_cast<double>(operation.saved.count()) * operation.workers / std::max(until, 1.0);
}

} // namespace

bool
TakeIfWorthMost(const PendingOperation& own,
                const std::vector<PendingOperation>& others,
                Picoseconds now)
{
    return std::none_of(others.begin(), others.end(), [&](const PendingOperation& other) {
        return other.start < now + own.withTree && WorthOf(other, now) > WorthOf(own, now);
    });
}

} // namespace ns3::esa
