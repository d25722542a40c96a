// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A2TP's two windows: how many fragments are under way, and how many of them request an aggregator.

#include "core/constants.h"
#include "core/worker/worker-rig.h"

#include "ns3/esa-two-window-clocking.h"

#include <cmath>
#include <functional>

namespace ns3::esa
{
namespace
{

constexpr StreamPosition kFirst = 1000;             ///< of the job
constexpr Picoseconds kBaseRoundTrip = 30 * kUs;    ///< a round without a slow worker
constexpr uint32_t kPackets = 100;                  ///< of both windows at first
constexpr StreamPosition kAll = kFirst + 1'000'000; ///< more than any test sends

/// @return a moving average of gain 1/8 that began at 0 and saw one fraction for some rounds
double
Average(double fraction, int rounds)
{
    return fraction * (1 - std::pow(7.0 / 8, rounds));
}

/// What the results of a round have.
struct RoundOfResults
{
    uint32_t marked{0};             ///< how many have an ECN mark
    uint32_t contended{0};          ///< how many had an aggregator that others requested
    uint32_t late{0};               ///< how many come after the base round trip
    Picoseconds lateness{31 * kUs}; ///< when those come, after the round's begin
};

/// A clock whose fragments and results come as a test header.
class TwoWindows : public testing::Test
{
  protected:
    TwoWindows()
        : m_sent(kFirst),
          m_clock(Limits(), kFirst, kBaseRoundTrip)
    {
        m_clock.OnReady(m_sent.AddReady(kAll - kFirst), m_sent);
        SendAll();
    }

    /// @return windows from 2 to 500 packets
    static WindowParameters Limits()
    {
        WindowParameters window;
        window.initialPackets = kPackets;
        return window;
    }

    void SendAll()
    {
        for (StreamPosition position; (position = m_clock.Next(m_sent)) != kNoPosition;)
        {
            m_sent.AddSent(position, m_now);
            m_wantsAck.push_back(m_clock.RequestsAggregator(position));
        }
    }

    /// The results of the oldest round arrive; the clock answers them.
    void Receive(const RoundOfResults& results)
    {
        const auto size = static_cast<uint32_t>(m_sizes.front());
        const Picoseconds begin = m_now;
        for (uint32_t i = 0; i < size; ++i)
        {
            m_now = i + results.late < size ? begin : begin + results.lateness;
            InaPacket result;
            result.ecn = i < results.marked;
            result.collision = i < results.contended;
            const StreamPosition position = m_sent.FirstMissing();
            m_sent.AddResult(position);
            m_clock.OnResult(result, position, m_sent, m_now);
            SendAll();
        }
        m_sizes.erase(m_sizes.begin());
        m_sizes.push_back(m_clock.MaxOutstanding());
    }

    /// @return how many fragments of the round that was planned last request an aggregator
    uint32_t Aggregators() const
    {
        StreamPosition begin = m_sent.FirstMissing() + m_sizes.front();
        uint32_t count = 0;
        while (count < m_sizes.back() && m_clock.RequestsAggregator(begin + count))
        {
            ++count;
        }
        return count;
    }

    Picoseconds m_now{0};      ///< the time
    SentFragments m_sent;      ///< what was sent
    TwoWindowClocking m_clock; ///< the clock
    std::vector<uint32_t> m_sizes{kPackets,
                                  kPackets}; ///< of the round that is missing and the next
    std::vector<bool> m_wantsAck;            ///< of the fragments sent
};

TEST_F(TwoWindows, BeginWithTheInitialWindowAndOneAggregatorForEachFragment)
{
    EXPECT_EQ(m_wantsAck, std::vector<bool>(kPackets, true));
    EXPECT_EQ(m_clock.MaxOutstanding(), kPackets);
}

TEST_F(TwoWindows, BothGrowByOnePacketARound)
{
    Receive({});
    Receive({});
    EXPECT_EQ(m_clock.MaxOutstanding(), kPackets + 2);
    EXPECT_EQ(Aggregators(), kPackets + 2);
}

TEST_F(TwoWindows, DoNotGrowBeyondTheLargest)
{
    for (int round = 0; round < 450; ++round)
    {
        Receive({});
    }
    EXPECT_EQ(m_clock.MaxOutstanding(), 500U);
    EXPECT_EQ(Aggregators(), 500U);
}

TEST_F(TwoWindows, MarksShrinkBothByHalfOfTheirFraction)
{
    Receive({50, 0});
    const double first = std::floor(kPackets * (1 - Average(0.5, 1) / 2));
    EXPECT_EQ(m_clock.MaxOutstanding(), first);
    EXPECT_EQ(Aggregators(), first) << "never more than fragments";
    Receive({50, 0});
    EXPECT_EQ(m_clock.MaxOutstanding(), std::floor(first * (1 - Average(0.5, 2) / 2)));
}

TEST_F(TwoWindows, ATenthOfContendedResultsIsTolerated)
{
    for (uint32_t round = 0; round < 20; ++round)
    {
        Receive({0, 10}); // of 100 and more
    }
    EXPECT_EQ(Aggregators(), kPackets + 20);
}

TEST_F(TwoWindows, ContentionShrinksTheAggregatorsOnly)
{
    Receive({0, kPackets});
    const double first = std::floor(kPackets * (1 - (Average(1, 1) - 0.1) / 1.9));
    EXPECT_EQ(Aggregators(), first);
    EXPECT_EQ(m_clock.MaxOutstanding(), kPackets + 1) << "the links are not full";
    Receive({0, kPackets});
    EXPECT_EQ(Aggregators(), std::floor(first * (1 - (Average(1, 2) - 0.1) / 1.9)));
}

TEST_F(TwoWindows, ARoundWithoutContentionGrowsThoughThereWasMuch)
{
    Receive({0, kPackets});
    const uint32_t before = Aggregators();
    Receive({});
    EXPECT_GT(Average(1, 1) * 7 / 8, 0.1);
    EXPECT_EQ(Aggregators(), before + 1);
}

TEST_F(TwoWindows, AResultCountsForTheRoundOfItsFragment)
{
    const auto receive = [this](StreamPosition position, bool isMarked) {
        InaPacket result;
        result.ecn = isMarked;
        m_sent.AddResult(position);
        m_clock.OnResult(result, position, m_sent, m_now);
        SendAll();
    };
    receive(kFirst, false); // so that the first fragment of the next round leaves
    receive(kFirst + kPackets, true);
    for (StreamPosition position = kFirst + 1; position < kFirst + kPackets; ++position)
    {
        receive(position, false);
    }
    EXPECT_EQ(m_clock.MaxOutstanding(), kPackets + 1) << "no mark in the first round";
    for (StreamPosition position = 1; position < kPackets; ++position)
    {
        receive(kFirst + kPackets + position, false);
    }
    EXPECT_LT(m_clock.MaxOutstanding(), kPackets + 1);
}

TEST(TwoWindowTransport, FragmentsBeyondTheWindowForAggregatorsPassBy)
{
    WorkerTransportParameters parameters = FixedWindow(kPackets);
    parameters.window.count = WindowCount::Sequence;
    WorkerRig worker("a2tp", parameters);
    worker.transport.Offer(10 * kPackets);
    const auto roundOf = [&worker](StreamPosition begin) {
        for (StreamPosition position = begin; position < begin + kPackets; ++position)
        {
            InaPacket result = WorkerRig::ResultOf(position);
            result.collision = true;
            worker.transport.OnResult(result, kUs);
        }
        uint32_t passing = 0;
        for (const auto& out : worker.Drain(kUs))
        {
            EXPECT_EQ(out.packet.kind, PacketKind::Gradient);
            passing += out.packet.collision ? 1 : 0;
        }
        return passing;
    };
    for (const auto& out : worker.Drain())
    {
        EXPECT_FALSE(out.packet.collision);
    }
    EXPECT_EQ(roundOf(0), 0U) << "the round was planned before";
    EXPECT_EQ(roundOf(kPackets), 2U) << "beta is 1/8: floor(100 x (1 - 0.025 / 1.9)) are 98";
}

TEST_F(TwoWindows, OnlyTheFirstFragmentsOfARoundAskForAnAggregator)
{
    Receive({0, kPackets});
    const uint32_t aggregators = Aggregators();
    Receive({});
    const auto begin = m_wantsAck.begin() + 2 * kPackets; // of the round that was planned
    const auto end = begin + kPackets + 1;
    ASSERT_LE(end - m_wantsAck.begin(), static_cast<std::ptrdiff_t>(m_wantsAck.size()));
    EXPECT_EQ(std::count(begin, end, true), aggregators);
    EXPECT_TRUE(std::is_sorted(begin, end, std::greater<>()));
}

TEST_F(TwoWindows, AggregatorsShrinkFromTheRoundWhereThatIsShorter)
{
    for (int round = 0; round < 10; ++round)
    {
        Receive({m_sizes.front()}); // all results are marked: rounds get shorter
    }
    const uint32_t before = Aggregators();
    EXPECT_LT(before, kPackets);
    EXPECT_EQ(before, m_sizes.back());
    Receive({0, m_sizes.front()});
    EXPECT_EQ(Aggregators(), std::floor(before * (1 - (1.0 / 8 - 0.1) / 1.9)));
}

TEST_F(TwoWindows, ASlowWorkerMakesContentionCountMore)
{
    double punctual = 1;
    for (int round = 0; round < 100; ++round)
    {
        const uint32_t size = m_sizes.front();
        Receive({0, 0, size});
        const double inTime = round == 0 ? 1 : 1.0 / size; // the first round has no begin
        punctual += (inTime - punctual) / 64;
    }
    const uint32_t before = Aggregators();
    Receive({0, m_sizes.front()});
    punctual += (1 - punctual) / 64;
    EXPECT_LT(punctual, 0.3);
    EXPECT_EQ(Aggregators(), std::floor(before * (1 - std::pow(1.0 / 8 - 0.1, punctual) / 1.9)));
}

TEST_F(TwoWindows, APauseOfTheJobIsNoLateness)
{
    for (int round = 0; round < 100; ++round)
    {
        Receive({0, 0, m_sizes.front(), 5 * kBaseRoundTrip});
    }
    const uint32_t before = Aggregators();
    Receive({0, m_sizes.front()});
    EXPECT_EQ(Aggregators(), std::floor(before * (1 - (1.0 / 8 - 0.1) / 1.9)));
}

} // namespace
} // namespace ns3::esa
