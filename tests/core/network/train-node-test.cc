// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Packet trains that arrive at a node.

#include "core/network/noting-node.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-packet-train.h"

#include <array>
#include <cstddef>
#include <numeric>

namespace ns3::esa::test
{
namespace
{

/// A node that takes trains at once, and notes what it gets.
class TrainNode : public AgendaTest, protected PacketReceiver, protected LineEnd
{
  protected:
    TrainNode()
    {
        SetFragmentSink(this);
        rules.bitsPerS = 8000000000; // 1 byte a ns
        rules.delay = Step(10);
    }

    ~TrainNode() override
    {
        for (const auto& line : lines)
        {
            line->Disconnect();
        }
    }

    /// @return a line that ends at a port of the node
    Line& LineTo(uint32_t port)
    {
        Line& line = *lines.emplace_back(std::make_unique<Line>());
        line.SetRules(rules);
        line.Connect(agenda, port, *this);
        return line;
    }

    /// @brief Sends data of several flows in turns. @param senders their endpoints @param packets
    /// of all @param asks whether the last one of each requests an acknowledgement @param number of
    /// the first packet of each @param place of its fragment
    static void Send(Line& line,
                     const std::vector<uint16_t>& senders,
                     uint32_t packets,
                     Picoseconds now,
                     bool asks = false,
                     uint32_t number = 0,
                     uint32_t place = 0)
    {
        std::array<uint64_t, 20> digests;
        std::iota(digests.begin(), digests.end(), number);
        std::vector<InaPacket> header;
        TrainRuns runs;
        runs.size = senders.size();
        runs.count = packets;
        for (const uint16_t sender : senders)
        {
            header.push_back(FlowPacket{1, sender, 9}.ToFragment());
            header.back().frameBytes = 10;
        }
        for (uint32_t i = 0; i < senders.size(); ++i)
        {
            const auto peers = static_cast<uint32_t>(senders.size());
            const uint32_t count = (packets + peers - 1 - i) / peers;
            const auto* const digest = reinterpret_cast<const std::byte*>(digests.data());
            runs.runs[i] = {&header[i], place, number, count, asks, digest, sizeof(uint64_t)};
        }
        if (!line.PushInTurns(runs, now)) // the trains are new
        {
            for (uint32_t packet = 0; packet < packets; ++packet)
            {
                line.PushNext(runs.runs[packet % runs.size].At(packet / runs.size), now);
            }
        }
    }

    /// @brief Sends a train of data. @param sender its endpoint
    static void Send(Line& line, uint16_t sender, uint32_t packets, Picoseconds now)
    {
        Send(line, std::vector<uint16_t>{sender}, packets, now);
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds /* now */) override
    {
        Note("packet " + std::to_string(fragment.seq));
        fragment.group = 77; // who gets a packet may change it
    }

    uint32_t CountAtOnce(const TrainPart& part) const override
    {
        return !takesTrains ? 0 : std::min(part.count, most);
    }

    void ReceiveTrain(const TrainPart& part, Picoseconds /* now */) override
    {
        const uint16_t sender = part.train.first.group;
        EXPECT_EQ(part.followers->digest, part.train.next);
        for (uint32_t i = 1; i < part.count; ++i)
        {
            EXPECT_EQ(part.followers[i].digest, part.train.next + i);
            EXPECT_FALSE(part.followers[i - 1].WantsAck());
        }
        Note(std::to_string(part.count) + " from " + std::to_string(part.train.next) +
             (sender == 2 ? "" : " of " + std::to_string(sender)) +
             (part.followers[part.count - 1].WantsAck() ? ", to be answered" : ""));
    }

    void OnFrame(Frame& frame, Picoseconds /* now */) override
    {
        Note("frame " + std::to_string(frame.fragment.seq));
        direct = gap;
    }

    std::vector<std::unique_ptr<Line>> lines; ///< to the node
    Line::Rules rules;                        ///< of the lines
    uint64_t direct{0};      ///< packets that go to the sink, where they are counted
    uint64_t gap{2};         ///< so many go to it after each that does not
    bool takesTrains{false}; ///< whether several packets are taken at once ...
    uint32_t most{100};      ///< ... and how many of a train at most
};

/// @brief Sends a fragment of 10 bytes. @param seq its number
void
SendFragment(Line& line, uint32_t seq, Picoseconds now)
{
    InaPacket fragment;
    fragment.seq = seq;
    line.Push(10, now).Fill(std::move(fragment));
}

TEST_F(TrainNode, PortsMayHaveLargeNumbers)
{
    direct = 1000;
    SetDirect(true, &direct);
    Line& low = LineTo(5);
    Line& high = LineTo(65541); // the same 16 bits
    Line& highest = LineTo(99999);
    for (uint32_t packet = 0; packet < 2; ++packet)
    {
        SendFragment(highest, 6 + packet, Picoseconds(0));
        SendFragment(high, 4 + packet, Picoseconds(0));
        SendFragment(low, 2 + packet, Picoseconds(0));
    }
    agenda->Run(100);
    EXPECT_EQ(happened,
              (Happened{"packet 2@20000",
                        "packet 4@20000",
                        "packet 6@20000",
                        "packet 3@30000",
                        "packet 5@30000",
                        "packet 7@30000"}));
}

TEST_F(TrainNode, FramesOfOneRunMayBeFarApart)
{
    direct = 1000;
    SetDirect(true, &direct);
    Line& one = LineTo(0);
    Line& other = LineTo(1);
    SendFragment(one, 1, Picoseconds(0));
    SendFragment(one, 3, Step(300000000000)); // 300 s
    SendFragment(other, 2, Step(10000000000));
    SendFragment(other, 4, Step(900000000000));
    agenda->Run(1000000000000);
    EXPECT_EQ(happened,
              (Happened{"packet 1@20000",
                        "packet 2@10000000020000",
                        "packet 3@300000000020000",
                        "packet 4@900000000020000"}));
}

TEST_F(TrainNode, PacketsArriveOneByOneIfNobodyTakesThemAtOnce)
{
    Line& line = LineTo(0);
    Send(line, 2, 3, Picoseconds(0));
    agenda->Run(100);
    EXPECT_EQ(happened, (Happened{"packet 0@20000", "packet 1@30000", "packet 2@40000"}));
    EXPECT_EQ(line.Counts().bytesQueued, 30U);
    EXPECT_EQ(line.Counts().framesCarried, 3U);
    EXPECT_EQ(line.Counts().largestQueue, Step(30));
}

TEST_F(TrainNode, ATrainIsTakenUpToWhatComesBetween)
{
    takesTrains = true;
    Line& line = LineTo(0);
    Send(line, 2, 6, Picoseconds(0));
    agenda->Plan(Step(40), [this] { Note("action"); });
    agenda->Run(61);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000", "2 from 1@40000", "action@40000", "2 from 3@60000"}));
    agenda->Run(100);
    EXPECT_EQ(happened.back(), "1 from 5@70000");
}

TEST_F(TrainNode, ATrainIsTakenUpToAPacketThatIsAskedAbout)
{
    takesTrains = true;
    direct = 3;
    SetDirect(false, &direct);
    Line& line = LineTo(0);
    Send(line, 2, 8, Picoseconds(0));
    agenda->Run(1000);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "2 from 1@40000",
                        "frame 3@50000",
                        "2 from 4@70000",
                        "frame 6@80000",
                        "1 from 7@90000"}));
    EXPECT_EQ(direct, 1U);
}

TEST_F(TrainNode, TrainsInTurnsAreTakenTogether)
{
    takesTrains = true;
    Line& line = LineTo(0);
    Send(line, {2, 3, 4}, 11, Picoseconds(0));
    EXPECT_EQ(line.Counts().bytesQueued, 110U);
    agenda->Run(200);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "packet 0@30000",
                        "packet 0@40000",
                        "3 from 1@110000",
                        "2 from 1 of 4@100000",
                        "3 from 1 of 3@120000"}));
}

TEST_F(TrainNode, TrainsGoOnInTurnsWithOtherMessages)
{
    takesTrains = true;
    Line& line = LineTo(0);
    Send(line, {2, 3}, 2, Picoseconds(0));
    Send(line, {2, 3}, 4, Picoseconds(0), false, 1, 1);
    Send(line, {3, 2}, 4, Picoseconds(200000), true, 3, 70);
    EXPECT_EQ(line.Counts().bytesQueued, 100U);
    EXPECT_EQ(line.Counts().largestQueue, Step(60));
    agenda->Run(500);
    EXPECT_EQ(line.Counts().framesCarried, 10U);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "packet 0@30000",
                        "2 from 1@60000",
                        "2 from 1 of 3@70000",
                        "1 from 3@230000",
                        "2 from 3 of 3, to be answered@240000",
                        "1 from 4, to be answered@250000"}));
}

TEST_F(TrainNode, WhatBringsAboutSomethingIsTheLastPacket)
{
    takesTrains = true;
    most = 2;
    Line& line = LineTo(0);
    Send(line, {2, 3}, 9, Picoseconds(0), true);
    agenda->Run(200);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "packet 0@30000",
                        "1 from 1 of 3@50000",
                        "2 from 1@60000",
                        "1 from 3@80000",
                        "2 from 2 of 3, to be answered@90000",
                        "1 from 4, to be answered@100000"}));
}

TEST_F(TrainNode, WhatIsPlannedMeanwhileComesBetween)
{
    takesTrains = true;
    Line& line = LineTo(0);
    Send(line, 2, 2, Picoseconds(0));
    LineTo(1); // on which nothing comes
    agenda->Plan(Step(25), [this] {
        agenda->PlanArrival(Picoseconds(29500), 5, [this](Picoseconds) { Note("late"); });
        agenda->Plan(Step(29), [this] { Note("action"); });
    });
    agenda->Run(100);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000", "action@29000", "late@30000", "1 from 1@30000"}));
}

} // namespace
} // namespace ns3::esa::test
