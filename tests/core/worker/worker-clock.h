// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_WORKER_WORKER_CLOCK_H
#define ESA_TEST_CORE_WORKER_WORKER_CLOCK_H

#include "core/constants.h"
#include "core/worker/worker-rig.h"

namespace ns3::esa
{

constexpr Picoseconds kLongest = BackedOff(kMs, kMaxBackOffs); ///< the last one

/// A worker that repairs losses, and a clock that goes from event to event.
class WorkerClock : public WorkerRig
{
  public:
    explicit WorkerClock(const std::string& system = "esa",
                         const WorkerTransportParameters& parameters = Recovering(20))
        : WorkerRig(system, parameters)
    {
    }

    /// More fragments are ready; @return those that are sent
    std::vector<uint64_t> Send(uint64_t fragments)
    {
        transport.Offer(fragments);
        return Fragments(now);
    }

    /// The result of a fragment arrives after a time; @return the repair packets that are sent then
    std::vector<uint64_t> ResultAfter(Picoseconds time, uint64_t position)
    {
        now += time;
        EXPECT_TRUE(Result(position, now).isNew) << position;
        return Repairs(now);
    }

    /// Sends fragments one after another, each of which has its result a round trip later.
    void Measure(Picoseconds roundTrip, int times = 200)
    {
        for (int i = 0; i < times; ++i)
        {
            const uint64_t position = transport.NextPosition();
            Send(1);
            EXPECT_TRUE(ResultAfter(roundTrip, position).empty()) << position;
        }
    }

    /// @return time until the deadline
    Picoseconds ToDeadline() const
    {
        return transport.Deadline() - now;
    }

    /// Lets the time pass until the deadline; @return what is sent then
    std::vector<WorkerTransport::OutgoingPacket> AtDeadline()
    {
        EXPECT_NE(transport.Deadline(), kNoDeadline);
        EXPECT_GT(transport.Deadline(), now) << "a deadline is not in the past";
        transport.OnTimer(transport.Deadline() - Picoseconds(1));
        EXPECT_TRUE(Drain(transport.Deadline() - Picoseconds(1)).empty()) << "too early";
        now = transport.Deadline();
        transport.OnTimer(now);
        return Drain(now);
    }

    /// @return positions of what is sent at the deadline
    std::vector<uint64_t> AskedAtDeadline()
    {
        std::vector<uint64_t> positions;
        for (const auto& out : AtDeadline())
        {
            positions.push_back(out.position);
        }
        return positions;
    }

    Picoseconds now{0}; ///< the time
};

/// Times are equal, up to what integer estimates leave of a deviation.
inline void
ExpectAbout(Picoseconds time, Picoseconds expected)
{
    EXPECT_GE(time, expected);
    EXPECT_LT(time, expected + kUs / 100);
}

} // namespace ns3::esa

#endif // ESA_TEST_CORE_WORKER_WORKER_CLOCK_H
