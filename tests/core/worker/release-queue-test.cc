// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Fragments that wait for a delay of their own on the way to the link, and results that are late by
// time, because packets overtake each other.

#include "core/constants.h"
#include "core/worker/worker-rig.h"

#include "ns3/esa-release-queue.h"
#include "ns3/esa-reordering-window.h"

#include <algorithm>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kWindow = 300 * kUs; ///< largest delay

/// @return delays in us, by position; those behind the last one are the last one's
SendDelay
Delays(std::vector<int64_t> us, bool keepsOrder = false)
{
    return {[us](StreamPosition position) {
                return us[std::min<std::size_t>(position, us.size() - 1)] * kUs;
            },
            keepsOrder};
}

/// @return parameters of a worker whose packets wait
WorkerTransportParameters
Waiting(uint32_t window, SendDelay delay)
{
    WorkerTransportParameters parameters = FixedWindow(window);
    parameters.slots = {0, window};
    parameters.sendDelay = std::move(delay);
    parameters.repair.reorderingWindow = parameters.sendDelay.keepsOrder ? 0 * kUs : kWindow;
    parameters.repair.checkInterval = 50 * kUs;
    return parameters;
}

TEST(ReleaseQueue, FragmentsOvertakeEachOther)
{
    ReleaseQueue queue(Delays({30, 10, 20}));
    for (StreamPosition position = 0; position < 3; ++position)
    {
        queue.Admit(position, 5 * kUs);
    }
    StreamPosition out;
    EXPECT_FALSE(queue.Take(15 * kUs - Picoseconds(1), out));
    for (const StreamPosition position : {1, 2, 0})
    {
        const Picoseconds at = queue.Next();
        ASSERT_TRUE(queue.Take(at, out));
        EXPECT_EQ(out, position);
        EXPECT_EQ(at, 5 * kUs + Delays({30, 10, 20}).of(position));
    }
    EXPECT_EQ(queue.Next(), kNoDeadline);
}

TEST(ReleaseQueue, InOrderAFragmentWaitsForThoseBefore)
{
    ReleaseQueue queue(Delays({10, 30, 20, 40}, true));
    for (const StreamPosition position : {0, 2, 1, 3}) // slots run ahead of each other
    {
        queue.Admit(position, Picoseconds(0));
    }
    std::vector<StreamPosition> left;
    std::vector<Picoseconds> at;
    StreamPosition out;
    while (queue.Next() != kNoDeadline)
    {
        at.push_back(queue.Next());
        ASSERT_TRUE(queue.Take(at.back(), out));
        left.push_back(out);
    }
    EXPECT_EQ(left, (Positions{0, 2, 1, 3}));
    EXPECT_EQ(at, (std::vector<Picoseconds>{10 * kUs, 20 * kUs, 30 * kUs, 40 * kUs}));
}

TEST(ReleaseQueue, InOrderEqualTimesKeepTheOrderOfAdmission)
{
    ReleaseQueue queue(Delays({30, 10, 10}, true));
    for (const StreamPosition position : {0, 2, 1})
    {
        queue.Admit(position, Picoseconds(0));
    }
    StreamPosition out;
    for (const StreamPosition position : {0, 2, 1})
    {
        ASSERT_TRUE(queue.Take(30 * kUs, out));
        EXPECT_EQ(out, position);
    }
}

/// A worker whose packets wait, by system.
class WaitingWorker : public testing::TestWithParam<const char*>
{
};

TEST_P(WaitingWorker, SendsWhatTheWindowAdmitsWhenItHasWaited)
{
    WorkerRig rig(GetParam(), Waiting(2, Delays({200, 100, 50})));
    rig.transport.Offer(4);
    EXPECT_TRUE(rig.Fragments().empty());
    EXPECT_EQ(rig.transport.NextPosition(), 2U) << "the window counts what waits";
    EXPECT_EQ(rig.transport.Deadline(), 50 * kUs) << "the check for timeouts";
    rig.transport.OnTimer(50 * kUs);
    EXPECT_EQ(rig.transport.Deadline(), 100 * kUs);
    EXPECT_EQ(rig.Fragments(100 * kUs), (Positions{1}));
    EXPECT_FALSE(rig.Result(0, 100 * kUs).isNew) << "a fragment that waits has no result";
    EXPECT_EQ(rig.Fragments(200 * kUs), (Positions{0}));
    EXPECT_TRUE(rig.Result(0, 210 * kUs).isNew);
    EXPECT_TRUE(rig.Fragments(210 * kUs).empty());
    EXPECT_EQ(rig.Fragments(260 * kUs), (Positions{2})) << "it was admitted by the result";
}

INSTANTIATE_TEST_SUITE_P(Systems, WaitingWorker, testing::Values("esa", "atp", "switchml"));

TEST(WaitingWorkers, AQueryAboutAFragmentThatWaitsIsAnsweredThatItWasNotSent)
{
    WorkerRig rig("esa", Waiting(4, Delays({100})));
    rig.transport.Offer(4);
    rig.Drain();
    EXPECT_EQ(rig.Query(2, true).packet.kind, PacketKind::NotSent);
    std::vector<PacketKind> kinds; // of fragment 2
    for (const auto& out : rig.Drain(100 * kUs))
    {
        if (out.position == 2)
        {
            kinds.push_back(out.packet.kind);
        }
    }
    EXPECT_EQ(kinds, (std::vector<PacketKind>{PacketKind::Gradient, PacketKind::Retransmission}))
        << "the PS gets it, too, as soon as it has left";
}

/// A worker that requests late results, and whose fragments 0, 1, ... leave every microsecond.
class LateInTime : public testing::TestWithParam<const char*>
{
  protected:
    LateInTime()
    {
        m_rig.transport.Offer(100);
        for (int position = 0; position < 100; ++position)
        {
            EXPECT_EQ(m_rig.Fragments(position * kUs).size(), 1U);
        }
    }

    /// The result of a fragment arrives 110 us after it left; @return what is requested
    Positions ResultOf(uint64_t position)
    {
        const Picoseconds now = static_cast<int64_t>(position + 110) * kUs;
        EXPECT_TRUE(m_rig.Result(position, now).isNew);
        return m_rig.Repairs(now);
    }

    static SendDelay Ramp()
    {
        return {[](StreamPosition position) { return static_cast<int64_t>(position) * kUs; },
                false};
    }

    WorkerRig m_rig{GetParam(), Waiting(200, Ramp())}; ///< the worker
};

TEST_P(LateInTime, LargerResultsSayNothing)
{
    for (uint64_t position = 1; position < 50; ++position)
    {
        EXPECT_TRUE(ResultOf(position).empty()) << position;
    }
}

TEST_P(LateInTime, AResultIsLateAfterARoundTripAndTheWindow)
{
    for (const uint64_t position : {1, 2, 4})
    {
        ResultOf(position);
    }
    // The round trip is 110 us. 0 and 3 left before 4, and all others after it.
    EXPECT_TRUE(m_rig.RepairsAtTimer(409 * kUs).empty());
    EXPECT_EQ(m_rig.RepairsAtTimer(410 * kUs + 50 * kUs), (Positions{0, 3}))
        << "checked every 50 us";
    EXPECT_TRUE(m_rig.RepairsAtTimer(900 * kUs).empty()) << "nothing that left later has arrived";
}

TEST_P(LateInTime, WhatIsAskedForMayBeLateAgain)
{
    ResultOf(1);
    EXPECT_EQ(m_rig.RepairsAtTimer(450 * kUs), (Positions{0}));
    EXPECT_TRUE(m_rig.Result(2, 500 * kUs).isNew);
    EXPECT_TRUE(m_rig.RepairsAtTimer(900 * kUs).empty()) << "2 left before 0 was asked for";
    m_rig.transport.Offer(1);
    m_rig.Fragments(900 * kUs);
    EXPECT_EQ(m_rig.Fragments(1000 * kUs), (Positions{100}));
    EXPECT_TRUE(m_rig.Result(100, 1010 * kUs).isNew);
    const Positions again = m_rig.RepairsAtTimer(1300 * kUs);
    EXPECT_EQ(std::count(again.begin(), again.end(), 0U), 1) << "it has been missing for too long";
}

TEST_P(LateInTime, WhatHasItsResultIsNotAskedFor)
{
    ResultOf(3);
    EXPECT_TRUE(m_rig.Result(0, 400 * kUs).isNew);
    EXPECT_EQ(m_rig.RepairsAtTimer(500 * kUs), (Positions{1, 2}));
}

INSTANTIATE_TEST_SUITE_P(Systems, LateInTime, testing::Values("esa", "atp"));

TEST(LateInTimeOfShares, NothingIsLateWhereNoSumIsSplit)
{
    WorkerTransportParameters parameters = Waiting(100, Delays({0}));
    parameters.share = ShareIndex{0, 100};
    WorkerRig rig("iswitch", parameters);
    rig.transport.Offer(10);
    rig.Drain();
    rig.Results({5, 6, 7, 8}, 10 * kUs);
    EXPECT_TRUE(rig.RepairsAtTimer(5000 * kUs).empty());
}

TEST(LateInTimeWithRecovery, AskedForAtItsDeadline)
{
    WorkerTransportParameters parameters = Recovering(100);
    parameters.repair.reorderingWindow = kWindow;
    WorkerRig rig("esa", parameters);
    rig.transport.Offer(4);
    rig.Drain(0 * kUs);
    rig.transport.Offer(4);
    rig.Drain(1 * kUs);
    for (const uint64_t position : {4, 5, 6})
    {
        rig.Result(position, 111 * kUs);
        EXPECT_TRUE(rig.Repairs(111 * kUs).empty()) << "larger ones say nothing";
    }
    const Picoseconds deadline = rig.transport.Deadline();
    EXPECT_EQ(deadline, 410 * kUs) << "sent at 0, and 110 us of round trip";
    Positions asked = rig.RepairsAtTimer(deadline); // in an order of this worker
    std::sort(asked.begin(), asked.end());
    EXPECT_EQ(asked, Range(0, 4));
}

TEST(LateInTimeWithRecovery, TheLastOneThatLeftIsProbedAlthoughLargerOnesAreHere)
{
    WorkerTransportParameters parameters = Recovering(100);
    parameters.repair.reorderingWindow = kWindow;
    parameters.sendDelay = Delays({50, 0});
    WorkerRig rig("atp", parameters);
    rig.transport.Offer(5);
    rig.Drain(0 * kUs);
    rig.Drain(50 * kUs);
    for (const uint64_t position : {1, 2, 3, 4})
    {
        rig.Result(position, 60 * kUs);
        rig.Drain(60 * kUs);
    }
    const Picoseconds deadline = rig.transport.Deadline();
    ASSERT_NE(deadline, kNoDeadline);
    EXPECT_EQ(rig.RepairsAtTimer(deadline), (Positions{0}));
}

} // namespace
} // namespace ns3::esa
