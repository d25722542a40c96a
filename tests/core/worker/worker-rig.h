/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_CORE_WORKER_WORKER_RIG_H
#define ESA_TEST_CORE_WORKER_WORKER_RIG_H

#include "ns3/esa-policy-registry.h"
#include "ns3/esa-worker-transport.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
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
    parameters.fanIn = 8;
    parameters.firstPosition = firstPosition;
    parameters.window.initialPackets = packets;
    parameters.window.maxPackets = packets;
    parameters.pool = SharedPoolIndex{IndexRule::Mix64, 1000, 2};
    return parameters;
}

/// A worker's transport, and what it sends.
class WorkerRig
{
  public:
    /**
     * @param system a name of the policy registry
     * @param parameters the transport's
     */
    WorkerRig(const std::string& system, const WorkerTransportParameters& parameters)
        : transport(FindPolicy(system)->make({})->Traits(), parameters)
    {
    }

    /// @return all that may leave now
    std::vector<WorkerTransport::Departure> Drain(Picoseconds now = Picoseconds(0))
    {
        std::vector<WorkerTransport::Departure> departures;
        WorkerTransport::Departure departure;
        while (transport.Poll(now, departure))
        {
            departures.push_back(departure);
            if (departures.size() > kTooMany)
            {
                ADD_FAILURE() << "the transport does not stop sending";
                break;
            }
        }
        return departures;
    }

    /// @return positions of the fragments that leave now; overdue words leave too
    std::vector<uint64_t> Fragments(Picoseconds now = Picoseconds(0))
    {
        return Positions(now, true);
    }

    /// @return positions of the overdue words that leave now; fragments leave too
    std::vector<uint64_t> Overdue(Picoseconds now = Picoseconds(0))
    {
        return Positions(now, false);
    }

    /// A result arrives.
    WorkerTransport::Receipt Result(uint64_t position,
                                    Picoseconds now = Picoseconds(0),
                                    bool ecn = false)
    {
        Fragment result;
        result.kind = PacketKind::Result;
        result.job = 1;
        result.seq = static_cast<uint32_t>(position);
        result.ecn = ecn;
        result.sum.digest = 1000 + position;
        return transport.OnResult(result, now);
    }

    WorkerTransport transport; ///< the transport

  private:
    static constexpr std::size_t kTooMany = 100'000; ///< more than any test offers

    /// @return positions of what leaves now, of fragments or of all else
    std::vector<uint64_t> Positions(Picoseconds now, bool fragments)
    {
        std::vector<uint64_t> positions;
        for (const auto& departure : Drain(now))
        {
            if ((departure.packet.kind == PacketKind::Gradient) == fragments)
            {
                positions.push_back(departure.position);
            }
        }
        return positions;
    }
};

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

} // namespace ns3::esa

#endif // ESA_TEST_CORE_WORKER_WORKER_RIG_H
