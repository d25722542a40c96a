/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packet trains that arrive at a node.

#include "core/network/noting-node.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-packet-train.h"

namespace ns3::esa::test
{
namespace
{

/// A node that takes trains at once or passes them on, and notes what it gets.
class TrainNode : public AgendaTest, protected PacketReceiver, protected LineEnd
{
  protected:
    TrainNode()
    {
        SetFragmentSink(this);
        rules.bitsPerS = 8000000000; // 1 byte a ns
        rules.delay = Step(10);
    }

    /// @return a line that ends at a port of the node
    std::unique_ptr<Line> LineTo(uint32_t port)
    {
        auto line = std::make_unique<Line>();
        line->SetRules(rules);
        line->Connect(agenda, port, *this);
        return line;
    }

    /// @brief Sends a train of data. @param sender its endpoint
    static void Send(Line& line, uint16_t sender, uint32_t packets, Picoseconds now)
    {
        InaPacket data = FlowPacket{1, sender, 9}.ToFragment();
        data.frameBytes = 10;
        line.PushTrain({data, 0, 0, 0}, packets, now, [](uint32_t number) { return number; });
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds /* now */) override
    {
        Note("packet " + std::to_string(fragment.seq));
        fragment.group = 77; // who gets a packet may change it
    }

    uint32_t CountAtOnce(const TrainPart& part) override
    {
        return takesTrains ? part.count : 0;
    }

    void ReceiveTrain(const TrainPart& part, Picoseconds /* now */) override
    {
        EXPECT_EQ(part.train.first.group, 2);
        EXPECT_EQ(part.followers->digest, part.train.next);
        Note(std::to_string(part.count) + " from " + std::to_string(part.train.next));
    }

    bool PassOn(const TrainPacket& packet, Port*& way, Picoseconds /* now */) override
    {
        if (!passesOn)
        {
            return false;
        }
        Note("on " + std::to_string(packet.seq) + (way ? " as before" : ""));
        way = reinterpret_cast<Port*>(this); // which nobody looks at
        return true;
    }

    void OnFrame(Frame& frame, Picoseconds /* now */) override
    {
        Note("frame " + std::to_string(frame.fragment.seq));
        direct = gap;
    }

    Line::Rules rules;       ///< of the lines
    uint64_t direct{0};      ///< packets that go to the sink, where they are counted
    uint64_t gap{2};         ///< so many go to it after each that does not
    bool takesTrains{false}; ///< whether several packets are taken at once
    bool passesOn{false};    ///< whether packets are passed on
};

TEST_F(TrainNode, PacketsArriveOneByOneIfNobodyTakesThemAtOnce)
{
    const auto line = LineTo(0);
    Send(*line, 2, 3, Picoseconds(0));
    agenda->Run(100);
    EXPECT_EQ(happened, (Happened{"packet 0@20000", "packet 1@30000", "packet 2@40000"}));
    EXPECT_EQ(line->Counts().bytesQueued, 30U);
    EXPECT_EQ(line->Counts().framesCarried, 3U);
    EXPECT_EQ(line->Counts().largestQueue, Step(30));
    line->Disconnect();
}

TEST_F(TrainNode, ATrainIsTakenUpToWhatComesBetween)
{
    takesTrains = true;
    const auto line = LineTo(0);
    Send(*line, 2, 6, Picoseconds(0));
    agenda->Plan(Step(40), [this] { Note("action"); });
    agenda->Run(61);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "2 from 1@40000",
                        "action@40000",
                        "packet 3@50000",
                        "1 from 4@60000"}));
    agenda->Run(100);
    EXPECT_EQ(happened.back(), "1 from 5@70000");
    line->Disconnect();
}

TEST_F(TrainNode, ATrainIsTakenUpToAPacketThatIsAskedAbout)
{
    takesTrains = true;
    direct = 3;
    SetDirect(false, &direct);
    const auto line = LineTo(0);
    Send(*line, 2, 8, Picoseconds(0));
    agenda->Run(1000);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "2 from 1@40000",
                        "frame 3@50000",
                        "2 from 4@70000",
                        "frame 6@80000",
                        "1 from 7@90000"}));
    EXPECT_EQ(direct, 1U);
    line->Disconnect();
}

TEST_F(TrainNode, PacketsThatArePassedOnAreCounted)
{
    passesOn = true;
    direct = 4;
    SetDirect(false, &direct);
    const auto line = LineTo(0);
    const auto other = LineTo(1);
    Send(*line, 2, 4, Picoseconds(0));
    Send(*other, 3, 3, Picoseconds(5000));
    agenda->Run(1000);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "packet 0@25000",
                        "on 1@30000",
                        "on 1@35000",
                        "frame 2@40000",
                        "on 2 as before@45000",
                        "on 3 as before@50000"}));
    EXPECT_EQ(direct, 0U);
    line->Disconnect();
    other->Disconnect();
}

TEST_F(TrainNode, WhatIsPlannedMeanwhileComesBetween)
{
    takesTrains = true;
    const auto line = LineTo(0);
    Send(*line, 2, 2, Picoseconds(0));
    const auto other = LineTo(1);
    agenda->Plan(Step(25), [this] {
        agenda->PlanArrival(Picoseconds(29500), 5, [this](Picoseconds) { Note("late"); });
        agenda->Plan(Step(29), [this] { Note("action"); });
    });
    agenda->Run(100);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000", "action@29000", "late@30000", "packet 1@30000"}));
    line->Disconnect();
    other->Disconnect();
}

TEST_F(TrainNode, TheWayIsAskedForAgainAfterAnAction)
{
    passesOn = true;
    const auto line = LineTo(0);
    const auto other = LineTo(1);
    Send(*line, 2, 5, Picoseconds(0));
    Send(*other, 3, 2, Picoseconds(5000));
    agenda->Plan(Step(42), [this] { Note("action"); });
    agenda->Run(100);
    EXPECT_EQ(happened,
              (Happened{"packet 0@20000",
                        "packet 0@25000",
                        "on 1@30000",
                        "on 1@35000",
                        "on 2 as before@40000",
                        "action@42000",
                        "on 3@50000",
                        "on 4 as before@60000"}));
    line->Disconnect();
    other->Disconnect();
}

} // namespace
} // namespace ns3::esa::test
