// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_WORKER_WORKER_RIG_H
#define ESA_TEST_CORE_WORKER_WORKER_RIG_H

#include "ns3/esa-system-registry.h"
#include "ns3/esa-worker-transport.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// @return parameters of worker 2 of job 1, of eight workers, with a window of fixed size
inline WorkerTransportParameters
FixedWindow(uint32_t packets, uint64_t firstPosition = 0)
{
    WorkerTransportParameters parameters;
    parameters.job = 1;
    parameters.worker = 2;
    parameters.aggregation = AggregationPlan(8);
    parameters.firstPosition = firstPosition;
    parameters.window.initialPackets = packets;
    parameters.window.maxPackets = packets;
    parameters.window.minPackets = std::min(parameters.window.minPackets, packets);
    parameters.pool = SharedPoolIndex{IndexRule::Mix64, 1000, 2};
    return parameters;
}

/// @return the same, of a worker that repairs losses
inline WorkerTransportParameters
Recovering(uint32_t packets)
{
    WorkerTransportParameters parameters = FixedWindow(packets);
    parameters.repair.recovery = true;
    parameters.window.count = WindowCount::Sequence;
    parameters.cachedResults = packets;
    parameters.slots = {0, packets};
    return parameters;
}

/// Some positions, to compare with.
using Positions = std::vector<uint64_t>;

/// @return first, first + 1, ... end - 1
inline Positions
Range(uint64_t first, uint64_t end)
{
    Positions positions;
    for (uint64_t position = first; position < end; ++position)
    {
        positions.push_back(position);
    }
    return positions;
}

/// A worker's transport, and what it sends.
class WorkerRig
{
  public:
    WorkerRig(const std::string& system, const WorkerTransportParameters& parameters)
        : WorkerRig(MakeTransportParts(System(*FindSystem(system)), parameters), parameters)
    {
    }

    WorkerRig(TransportParts parts, const WorkerTransportParameters& parameters)
        : transport(std::move(parts), parameters)
    {
    }

    /// @return all packets that may be sent now
    std::vector<WorkerTransport::OutgoingPacket> Drain(Picoseconds now = Picoseconds(0))
    {
        std::vector<WorkerTransport::OutgoingPacket> sent;
        WorkerTransport::OutgoingPacket out;
        while (transport.Poll(now, out))
        {
            sent.push_back(out);
            if (sent.size() > kTooMany)
            {
                ADD_FAILURE() << "the transport does not stop sending";
                break;
            }
        }
        return sent;
    }

    /// Fragments are ready, and what may leave is sent.
    void Send(uint64_t fragments)
    {
        transport.Offer(fragments);
        Drain();
    }

    /// @return positions of the fragments that are sent now; repair packets are sent, too
    Positions Fragments(Picoseconds now = Picoseconds(0))
    {
        return PositionsOf(now, true);
    }

    /// @return positions of the repair packets that are sent now; fragments are sent, too
    Positions Repairs(Picoseconds now = Picoseconds(0))
    {
        return PositionsOf(now, false);
    }

    /// The timer runs out; @return positions of the repair packets that are sent then
    Positions RepairsAtTimer(Picoseconds now)
    {
        transport.OnTimer(now);
        return Repairs(now);
    }

    /// @return the result of a fragment
    static InaPacket ResultOf(uint64_t position)
    {
        InaPacket result;
        result.kind = PacketKind::Result;
        result.job = 1;
        result.seq = static_cast<uint32_t>(position);
        result.sum.digest = 1000 + position;
        return result;
    }

    WorkerTransport::ResultStatus Result(uint64_t position,
                                         Picoseconds now = Picoseconds(0),
                                         bool ecn = false)
    {
        InaPacket result = ResultOf(position);
        result.ecn = ecn;
        return transport.OnResult(result, now);
    }

    void Results(const Positions& positions, Picoseconds now = Picoseconds(0))
    {
        for (const uint64_t position : positions)
        {
            Result(position, now);
        }
    }

    /// The PS queries a fragment. @param sums whether it sums the task: then the query is urgent
    /// @return the answer
    WorkerTransport::OutgoingPacket Query(uint64_t position, bool sums = false)
    {
        InaPacket query;
        query.kind = PacketKind::Query;
        query.job = 1;
        query.seq = static_cast<uint32_t>(position);
        query.urgent = sums;
        return transport.OnQuery(query);
    }

    WorkerTransport transport; ///< the transport

  private:
    static constexpr std::size_t kTooMany = 100'000; ///< more than any test offers

    /// @return positions of the packets that are sent now: of fragments, or of all others
    Positions PositionsOf(Picoseconds now, bool fragments)
    {
        Positions positions;
        for (const auto& out : Drain(now))
        {
            if ((out.packet.kind == PacketKind::Gradient) == fragments)
            {
                positions.push_back(out.position);
            }
        }
        return positions;
    }
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_WORKER_WORKER_RIG_H
