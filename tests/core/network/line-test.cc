// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// When frames arrive, what finds room, and which frames are lost by chance.

#include "core/network/noting-node.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-loss-gaps.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <random>

namespace ns3::esa::test
{
namespace
{

/// A line to a node that notes when frames arrive.
class ConnectedLine : public AgendaTest, protected LineEnd
{
  protected:
    ~ConnectedLine() override
    {
        line.Disconnect();
    }

    void Connect(const Line::Rules& rules)
    {
        line.SetRules(rules);
        line.Connect(agenda, 0, *this);
    }

    void OnFrame(Frame& /* frame */, Picoseconds now) override
    {
        arrived.push_back(now.count());
    }

    Line line;                    ///< the line
    std::vector<int64_t> arrived; ///< in ps
};

/// @param queuePs room of the queue @return a line of 100 Gb/s and 5 us
Line::Rules
RulesOf(int64_t queuePs)
{
    Line::Rules rules;
    rules.rate.bitsPerS = 100000000000;
    rules.delay = Picoseconds(5000000);
    rules.queueLength = Picoseconds(queuePs);
    return rules;
}

TEST(LineTest, ManyBytesTakeTheirTime)
{
    // The product of bytes and picoseconds no longer fits into 64 bits.
    EXPECT_EQ(TransmissionTime(1514, 100000000000), Picoseconds(121120));
    for (const uint64_t frames : {1523, 1524, 100000, 1000000})
    {
        EXPECT_EQ(TransmissionTime(1514 * frames, 100000000000), Picoseconds(121120 * frames));
    }
    EXPECT_EQ(TransmissionTime(125000000000, 1000000000000), Picoseconds(1000000000000)) << "1 s";
    EXPECT_EQ(TransmissionTime(UINT64_MAX, 1), Picoseconds(INT64_MAX / 4)) << "it is not known";
    EXPECT_EQ(QueueTime(1514, 100000000000), Picoseconds(121120));
    EXPECT_EQ(QueueTime(UINT64_MAX, 1), Picoseconds(INT64_MAX / 4));
}

TEST(LineTest, TheSpanOfAQueueIsThatOfItsBytes)
{
    Line line;
    line.SetRules(RulesOf(0));
    for (const uint64_t frames : {1, 16, 1523, 1524, 1600, 3000, 1000000})
    {
        const Picoseconds span = line.SpanOf(1514 * frames);
        EXPECT_NEAR(static_cast<double>(span.count()), 121120.0 * static_cast<double>(frames), 60);
        EXPECT_GE(line.InBytes(span), 1514 * frames);
        EXPECT_LT(line.InBytes(span - Picoseconds(1)), 1514 * frames);
    }
}

/// @return which of many packets of a flow are marked, with a queue in the middle of the range
std::vector<bool>
MarksWithSalt(uint64_t salt)
{
    Line::Rules rules = RulesOf(0);
    rules.flowMarking = {10000, 30000, 0.5};
    rules.salt = salt;
    Line line;
    line.SetRules(rules);
    std::vector<bool> marks;
    for (int packet = 0; packet < 4000; ++packet)
    {
        InaPacket data;
        data.kind = PacketKind::Data;
        marks.push_back(line.Marks(data, QueueTime(20000, rules.rate.bitsPerS)));
    }
    return marks;
}

TEST(LineTest, ChanceOfMarksDependsOnTheSaltAlone)
{
    const auto count = [](const std::vector<bool>& marks) {
        return static_cast<double>(std::count(marks.begin(), marks.end(), true));
    };
    EXPECT_EQ(MarksWithSalt(1), MarksWithSalt(1));
    const auto one = MarksWithSalt(1);
    const auto two = MarksWithSalt(2);
    EXPECT_NEAR(count(one), 1000, 110) << "a probability of 0.25, four standard deviations";
    EXPECT_NEAR(count(two), 1000, 110);
    double both = 0;
    for (std::size_t packet = 0; packet < one.size(); ++packet)
    {
        both += one[packet] && two[packet] ? 1 : 0;
    }
    EXPECT_NEAR(both, 250, 62) << "they are independent";
}

TEST_F(ConnectedLine, FramesFollowEachOther)
{
    Connect(RulesOf(0));
    EXPECT_EQ(line.Push(306, Picoseconds(0)).arrival, Picoseconds(5024480));
    EXPECT_EQ(line.Push(306, Picoseconds(0)).arrival, Picoseconds(5048960));
    EXPECT_EQ(line.Push(306, Picoseconds(100000)).arrival, Picoseconds(5124480));
    EXPECT_EQ(line.InBytes(line.IdleAt() - Picoseconds(100000)), 306U);
    agenda->Run(6000);
    EXPECT_EQ(arrived, (std::vector<int64_t>{5025000, 5049000, 5125000}));
    EXPECT_EQ(line.Counts().framesCarried, 3U);
    EXPECT_EQ(line.Counts().bytesQueued, 918U);
}

TEST_F(ConnectedLine, EachFrameTakesTheOverheadWithIt)
{
    Line::Rules rules = RulesOf(2 * 26400);
    rules.rate.overheadBytes = 24;
    Connect(rules);
    for (int frame = 1; frame <= 2; ++frame)
    {
        ASSERT_TRUE(line.HasRoom(306, Picoseconds(0)));
        EXPECT_EQ(line.Push(306, Picoseconds(0)).arrival, Picoseconds(5000000 + frame * 26400));
    }
    EXPECT_FALSE(line.HasRoom(1, Picoseconds(0))) << "330 bytes each are 52.8 ns";
    EXPECT_EQ(line.InBytes(line.IdleAt()), 660U);
    EXPECT_EQ(line.SentBytes(Picoseconds(39600)), 495U);
    EXPECT_EQ(line.SentBytes(Picoseconds(52800)), 660U);
    EXPECT_EQ(line.Counts().bytesQueued, 660U);
}

TEST(LineTest, MarksResultsOnlyWhereASystemWantsIt)
{
    for (const int64_t queuePs : {0, 1000000000}) // a limit changes nothing
    {
        SCOPED_TRACE(queuePs);
        const auto marks = [queuePs](PacketKind kind, bool marksResults) {
            Line::Rules rules = RulesOf(queuePs);
            rules.ecn = Picoseconds(1000);
            rules.marksResults = marksResults;
            Line line;
            line.SetRules(rules);
            InaPacket packet;
            packet.kind = kind;
            EXPECT_FALSE(line.Marks(packet, Picoseconds(999)));
            return line.Marks(packet, Picoseconds(1000)) && packet.ecn;
        };
        EXPECT_TRUE(marks(PacketKind::Gradient, false));
        EXPECT_TRUE(marks(PacketKind::Partial, false));
        EXPECT_FALSE(marks(PacketKind::Result, false)) << "the windows of a job would drift apart";
        EXPECT_FALSE(marks(PacketKind::Forward, false)) << "the same";
        EXPECT_TRUE(marks(PacketKind::Result, true));
        EXPECT_TRUE(marks(PacketKind::Forward, true));
    }
}

TEST_F(ConnectedLine, WhatWaitsHasNotBeenSent)
{
    Connect(RulesOf(0));
    for (int frame = 0; frame < 3; ++frame)
    {
        line.Push(1250, Picoseconds(0)); // 100 ns each
    }
    EXPECT_EQ(line.SentBytes(Picoseconds(0)), 0U);
    EXPECT_EQ(line.SentBytes(Picoseconds(150000)), 1875U);
    EXPECT_EQ(line.SentBytes(Picoseconds(300000)), 3750U);
    EXPECT_EQ(line.SentBytes(Picoseconds(900000)), 3750U);
}

TEST_F(ConnectedLine, WhatFindsNoRoomIsCounted)
{
    Connect(RulesOf(50000));
    for (int frame = 0; frame < 2; ++frame)
    {
        ASSERT_TRUE(line.HasRoom(306, Picoseconds(0)));
        line.Push(306, Picoseconds(0));
    }
    EXPECT_FALSE(line.HasRoom(306, Picoseconds(0)));
    EXPECT_EQ(line.Counts().drops, 1U);
    EXPECT_TRUE(line.HasRoom(306, Picoseconds(24480)));
}

TEST_F(ConnectedLine, ControlFramesWaitForNoOtherFrame)
{
    Line::Rules rules = RulesOf(0);
    rules.propagation = Picoseconds(4000000);
    Connect(rules);
    line.Push(1514, Picoseconds(0));
    line.SendSignal(Picoseconds(5120),
                    [this](Picoseconds now) { arrived.push_back(-now.count()); });
    agenda->Run(6000);
    EXPECT_EQ(arrived, (std::vector<int64_t>{-4006000, 5122000}));
}

TEST(FrameQueueTest, TheReaderSeesWhatWasPublished)
{
    FrameQueue queue;
    uint32_t pushed = 0;
    uint32_t taken = 0;
    for (uint32_t round = 0; round < 200; ++round)
    {
        const std::size_t before = queue.Size();
        for (uint32_t frame = 0; frame < round * 7 % 40; ++frame)
        {
            Frame& last = queue.PushBack();
            last.arrival = Picoseconds(pushed);
            last.fragment.seq = pushed++;
        }
        ASSERT_EQ(queue.Size(), before);
        queue.ReleaseIdleMemory(); // there are frames, unless none was pushed
        queue.Publish();
        ASSERT_EQ(queue.Size(), pushed - taken);
        uint32_t next = taken;
        queue.VisitArrivals([&next](Picoseconds arrival) { return arrival.count() == next++; });
        ASSERT_EQ(next, pushed) << "all were looked at, in order";
        for (uint32_t frame = 0; frame < round * 5 % 40 && !queue.IsEmpty(); ++frame)
        {
            ASSERT_EQ(queue.Front().fragment.seq, taken);
            queue.PopFront(queue.Front());
            ++taken;
        }
    }
    EXPECT_EQ(queue.Taken(), taken);
    EXPECT_GT(taken, 2000U);
}

TEST(FrameQueueTest, ManyFramesMayComeAtFirst)
{
    FrameQueue queue;
    queue.Publish(); // of a line that has carried nothing
    EXPECT_TRUE(queue.IsEmpty());
    for (uint32_t frame = 0; frame < 100; ++frame)
    {
        Frame& last = queue.PushBack();
        last.arrival = Picoseconds(frame);
        last.fragment.seq = frame;
    }
    queue.Publish();
    for (uint32_t frame = 0; frame < 100; ++frame)
    {
        ASSERT_EQ(queue.Front().fragment.seq, frame);
        queue.PopFront(queue.Front());
    }
    EXPECT_TRUE(queue.IsEmpty());
}

/// A packet that was pushed, as the reader has to see it.
struct Expected
{
    Picoseconds arrival; ///< when it arrives
    InaPacket packet;    ///< what it is
};

/// Pushes random packets of flows into a queue.
class RandomWriter
{
  public:
    explicit RandomWriter(uint32_t seed)
        : m_random(seed)
    {
        for (uint16_t flow = 0; flow < 6; ++flow)
        {
            m_flows.push_back(FlowPacket{1, flow, 9}.ToFragment());
            m_flows.back().frameBytes = 1514;
        }
    }

    /// @brief Pushes a packet. @param queue takes it @return what it is
    Expected Push(FrameQueue& queue)
    {
        InaPacket packet = m_flows[m_random() % m_flows.size()];
        packet.seq = m_random();
        packet.sum.digest = m_random();
        m_now += Picoseconds(m_random() % 3);
        Frame& frame = queue.PushBack();
        frame.arrival = m_now;
        frame.Fill(packet);
        return {m_now, packet};
    }

    uint32_t Random()
    {
        return static_cast<uint32_t>(m_random());
    }

  private:
    std::mt19937 m_random;          ///< random numbers
    std::vector<InaPacket> m_flows; ///< what each flow has sent last
    Picoseconds m_now{0};           ///< the last arrival
};

/// @brief Takes the first packet of a queue. @param queue has one @return what it is
Expected
TakeOne(FrameQueue& queue)
{
    Frame& frame = queue.Front();
    const Expected taken{queue.FirstArrival(), frame.fragment};
    frame.fragment.seq = 12345; // who gets it may change it
    queue.PopFront(frame);
    return taken;
}

TEST(FrameQueueTest, FramesComeOutAsTheyWentInAcrossChunksAndRests)
{
    FrameQueue queue;
    RandomWriter writer(7);
    std::deque<Expected> expected;
    uint32_t rests = 0;
    for (uint32_t round = 0; round < 2000; ++round)
    {
        for (uint32_t left = writer.Random() % 80; left > 0; --left)
        {
            expected.push_back(writer.Push(queue));
        }
        queue.Publish();
        std::size_t next = 0;
        queue.VisitArrivals(
            [&](Picoseconds arrival) { return arrival == expected[next++].arrival; });
        ASSERT_EQ(next, expected.size()) << "all were looked at, in order";
        for (uint32_t left = writer.Random() % 80; left > 0 && !queue.IsEmpty(); --left)
        {
            const Expected taken = TakeOne(queue);
            ASSERT_EQ(taken.arrival, expected.front().arrival);
            const InaHeader& said = taken.packet;
            ASSERT_EQ(std::memcmp(&said, &expected.front().packet, sizeof(said)), 0);
            ASSERT_EQ(taken.packet.sum.digest, expected.front().packet.sum.digest);
            expected.pop_front();
        }
        rests += queue.IsEmpty() ? 1 : 0;
        queue.ReleaseIdleMemory();
    }
    EXPECT_GT(rests, 10U) << "the writer goes on in a new chunk";
}

/// @return the frames of 0 to frames - 1 that are lost
std::vector<int>
LostOf(double probability, uint64_t key, int frames)
{
    LossGaps gaps(probability, key);
    std::vector<int> lost;
    for (int frame = 0; frame < frames; ++frame)
    {
        if (gaps.Next())
        {
            lost.push_back(frame);
        }
    }
    return lost;
}

TEST(LossGapsTest, FramesAreLostAsOftenAsWanted)
{
    for (const double probability : {0.0, 0.001, 0.01, 0.2, 0.7, 1.0})
    {
        const int frames = 400000;
        const double expected = probability * frames;
        const double deviation = std::sqrt(expected * (1 - probability));
        EXPECT_NEAR(static_cast<double>(LostOf(probability, 42, frames).size()),
                    expected,
                    4 * deviation);
    }
}

TEST(LossGapsTest, LossesAreIndependent)
{
    // After a loss the next frame is lost as often as any other.
    const auto lost = LostOf(0.1, 7, 400000);
    double pairs = 0;
    for (std::size_t i = 1; i < lost.size(); ++i)
    {
        pairs += lost[i] == lost[i - 1] + 1 ? 1 : 0;
    }
    EXPECT_NEAR(pairs / static_cast<double>(lost.size()), 0.1, 0.01);
}

TEST(LossGapsTest, TheKeyChoosesTheFrames)
{
    EXPECT_EQ(LostOf(0.05, 3, 1000), LostOf(0.05, 3, 1000));
    EXPECT_NE(LostOf(0.05, 3, 1000), LostOf(0.05, 4, 1000));
}

} // namespace
} // namespace ns3::esa::test
