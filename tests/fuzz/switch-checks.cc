// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "switch-checks.h"

#include "fuzz-require.h"

#include "ns3/esa-hash.h"

#include <cstddef>

namespace ns3::esa
{
namespace
{

/// @return true if the sums are the same
bool
IsSame(const GradientSum& a, const GradientSum& b)
{
    return a.digest == b.digest && static_cast<bool>(a.values) == static_cast<bool>(b.values) &&
           (!a.values || a.values.Values() == b.values.Values());
}

/// A complete sum leaves as the right kind of packet.
void
CheckComplete(const InaPacket& packet, bool withValues)
{
    Require(packet.bitmap == FullBitmap(packet.fanIn), "a complete sum is complete");
    CheckSum(packet, withValues);
}

} // namespace

GradientSum
SumOf(const SumIdentity& identity, bool withValues)
{
    const uint64_t task = TaskKey(identity.job, identity.seq);
    GradientSum sum;
    int32_t value = 0;
    for (uint32_t member = 0; member < 32; ++member)
    {
        if ((identity.bitmap >> member & 1) != 0)
        {
            sum.digest += Hash64(Hash64(task) + member);
            value += static_cast<int32_t>(identity.seq % 1000 + member); // too small to saturate
        }
    }
    if (withValues && identity.bitmap != 0)
    {
        FragmentValues values;
        values.fill(value);
        sum.values = PayloadRef(values);
    }
    return sum;
}

void
CheckSum(const InaPacket& packet, bool withValues)
{
    Require(IsSame(packet.sum, SumOf(IdentityOf(packet), withValues)),
            "a packet's sum is that of the workers in its bitmap");
}

void
CheckDecision(const Decision& decision,
              const InaPacket& packet,
              const SystemRecord& system,
              bool withValues)
{
    Egress way = Egress::Nowhere;
    switch (decision.outcome)
    {
    case Outcome::Completed:
        CheckComplete(packet, withValues);
        way = packet.kind == PacketKind::Result ? Egress::ToWorkers : Egress::ToParameterServer;
        Require((packet.kind == PacketKind::Result) ==
                    (system.onSwitch.resultSource == ResultSource::Switch),
                "a result is what the switch has to return");
        break;
    case Outcome::Repeated:
        CheckComplete(packet, withValues);
        way = Egress::ToWorker;
        break;
    case Outcome::Preempted:
    case Outcome::Fetched:
        Require(packet.kind == PacketKind::Partial && packet.bitmap != 0,
                "what leaves an aggregator is somebody's");
        CheckSum(packet, withValues);
        way = Egress::ToParameterServer;
        break;
    case Outcome::PassedThrough:
        Require(packet.collision, "a packet that passes through has its collision bit set");
        CheckSum(packet, withValues);
        way = Egress::ToParameterServer;
        break;
    case Outcome::Forwarded:
        way = packet.kind == PacketKind::Query || packet.kind == PacketKind::Forward
                  ? Egress::ToWorker
                  : Egress::ToParameterServer;
        break;
    case Outcome::FetchMissed:
        way = packet.kind == PacketKind::Reminder ? Egress::Nowhere : Egress::ToParameterServer;
        break;
    case Outcome::Released:
    case Outcome::Returned:
    case Outcome::Reclaimed:
        way = Egress::ToWorkers;
        break;
    case Outcome::Allocated:
    case Outcome::Aggregated:
    case Outcome::Duplicate:
    case Outcome::Stale:
    case Outcome::Malformed:
        break;
    case Outcome::JobLeft:
    case Outcome::UnknownJob:
    case Outcome::PassedBy:
    case Outcome::Flow:
        Require(false, "a pipeline knows neither jobs nor ports");
        break;
    }
    Require(decision.egress == way, "the packet goes where its outcome says");
}

void
CheckAggregators(const AggregatorTable& table, Picoseconds now, bool withValues)
{
    uint32_t occupied = 0;
    for (uint32_t index = 0; index < table.Size(); ++index)
    {
        const Aggregator& aggregator = table.At(index);
        if (aggregator.State() == AggregatorState::Free)
        {
            Require(IsSame(aggregator.sum, GradientSum{}), "a free aggregator holds nothing");
            continue;
        }
        const bool isKept = aggregator.State() == AggregatorState::Retained;
        occupied += isKept ? 0 : 1;
        const uint8_t fanIn = aggregator.fanIn;
        const uint32_t bitmap = aggregator.bitmap;
        Require(fanIn >= 1 && fanIn <= 32, "a fan-in fits a bitmap");
        Require(bitmap != 0 && (bitmap & ~FullBitmap(fanIn)) == 0, "a bitmap is within the fan-in");
        const bool isAdding = aggregator.State() == AggregatorState::Aggregating;
        Require((bitmap != FullBitmap(fanIn)) == isAdding,
                "a sum is waited for until it is complete");
        Require(IsSame(aggregator.sum, SumOf(IdentityOf(aggregator), withValues)),
                "an aggregator's sum is that of the workers in its bitmap");
    }
    Require(table.Occupied() == occupied, "the aggregators in use are counted");
    const double most = static_cast<double>(table.Size()) * now.count() / 1e12;
    Require(table.WaitingSeconds(now) <= table.OccupiedSeconds(now) &&
                table.OccupiedSeconds(now) <= most,
            "no more time is counted than has passed");
}

} // namespace ns3::esa
