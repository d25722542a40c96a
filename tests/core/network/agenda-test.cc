// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The order of what happens at a node.

#include "core/network/noting-node.h"

#include <stdexcept>

namespace ns3::esa::test
{
namespace
{

TEST_F(AgendaTest, FramesComeBeforeTimersAndTimersBeforeActions)
{
    NodeTimer timer;
    timer.Bind(agenda, [this] { Note("timer"); });
    agenda->Plan(Picoseconds(1500), [this] { Note("action"); });
    timer.Set(Step(2));
    agenda->PlanArrival(Picoseconds(1999), 1, [this](Picoseconds) { Note("late frame"); });
    agenda->PlanArrival(Picoseconds(1999), 0, [this](Picoseconds) { Note("first port"); });
    agenda->PlanArrival(Picoseconds(1001), 9, [this](Picoseconds) { Note("frame"); });
    EXPECT_EQ(agenda->Next(), 2);
    agenda->Run(3);
    EXPECT_EQ(happened,
              (Happened{"frame@2000",
                        "first port@2000",
                        "late frame@2000",
                        "timer@2000",
                        "action@2000"}));
    EXPECT_EQ(agenda->Next(), Agenda::kNoStep);
}

TEST_F(AgendaTest, AControlFrameComesBeforeALateFrameWhicheverIsPlannedFirst)
{
    for (const int64_t at : {1000, 2000})
    {
        const auto frame = [this](Picoseconds) { Note("late frame"); };
        const auto signal = [this](Picoseconds) { Note("control frame"); };
        if (at == 1000)
        {
            agenda->PlanArrival(Picoseconds(at), 3, frame);
        }
        agenda->PlanSignal(Picoseconds(at), 3, signal);
        if (at == 2000)
        {
            agenda->PlanArrival(Picoseconds(at), 3, frame);
        }
    }
    agenda->Run(3);
    EXPECT_EQ(happened,
              (Happened{"control frame@1000",
                        "late frame@1000",
                        "control frame@2000",
                        "late frame@2000"}));
}

TEST_F(AgendaTest, WhatBeginsAStepComesBeforeItsFrames)
{
    agenda->PlanArrival(Picoseconds(1001), 0, [this](Picoseconds) { Note("frame"); });
    agenda->PlanArrival(Picoseconds(1000), 9, [this](Picoseconds) { Note("frame of before"); });
    agenda->Plan(Step(1), [this] { Note("action of before"); });
    agenda->PlanBegin(Picoseconds(1500), [this](Picoseconds now) {
        EXPECT_EQ(now, Step(2));
        Note("begin");
    });
    agenda->PlanBegin(Step(2), [this](Picoseconds) { Note("second begin"); });
    agenda->Run(3);
    EXPECT_EQ(happened,
              (Happened{"frame of before@1000",
                        "action of before@1000",
                        "begin@2000",
                        "second begin@2000",
                        "frame@2000"}));
}

TEST_F(AgendaTest, WhatBeginsAStepIsNotInTheStepBefore)
{
    agenda->PlanArrival(Picoseconds(4000), 0, [this](Picoseconds) { Note("frame"); });
    agenda->PlanBegin(Step(5), [this](Picoseconds) { Note("begin"); });
    agenda->Run(5);
    EXPECT_EQ(happened, (Happened{"frame@4000"}));
    EXPECT_EQ(agenda->Next(), 5);
    agenda->Run(6);
    EXPECT_EQ(happened.back(), "begin@5000");
}

TEST_F(AgendaTest, TheFirstStepHasABegin)
{
    agenda->PlanArrival(Picoseconds(0), 0, [this](Picoseconds) { Note("frame"); });
    agenda->PlanBegin(Picoseconds(0), [this](Picoseconds) { Note("begin"); });
    EXPECT_EQ(agenda->Next(), 0);
    agenda->Run(1);
    EXPECT_EQ(happened, (Happened{"begin@0", "frame@0"}));
}

TEST_F(AgendaTest, ANodeThatGoesRoundInCirclesEndsWithAnError)
{
    NodeTimer timer;
    timer.Bind(agenda, [this, &timer] { timer.Set(agenda->Now()); });
    timer.Set(Step(3));
    EXPECT_THROW(agenda->Run(4), std::runtime_error);
}

TEST_F(AgendaTest, ATimerCountsForItsLastTimeOnly)
{
    NodeTimer timer;
    timer.Bind(agenda, [this] { Note("timer"); });
    timer.Set(Step(5));
    timer.Set(Step(9));
    EXPECT_EQ(timer.At(), Step(9));
    agenda->Run(9);
    EXPECT_TRUE(happened.empty());
    EXPECT_EQ(agenda->Next(), 9);
    timer.Set(Step(12));
    timer.Cancel();
    agenda->Run(20);
    EXPECT_TRUE(happened.empty());
    EXPECT_EQ(timer.At(), kNoDeadline);
}

TEST_F(AgendaTest, ATimerThatGoesDoesNotRunOut)
{
    {
        NodeTimer timer;
        timer.Bind(agenda, [this] { Note("timer"); });
        timer.Set(Step(5));
    }
    agenda->Run(9);
    EXPECT_TRUE(happened.empty());
}

TEST_F(AgendaTest, WhatANodePlansForTheSameStepHappensInIt)
{
    agenda->Plan(Step(4), [this] {
        Note("first");
        agenda->Plan(agenda->Now(), [this] { Note("second"); });
    });
    agenda->Run(5);
    EXPECT_EQ(happened, (Happened{"first@4000", "second@4000"}));
}

TEST_F(AgendaTest, TheDriverHearsOfWhatIsEarlier)
{
    agenda->Plan(Step(9), [] {});
    agenda->Plan(Step(10), [] {});
    agenda->Plan(Step(3), [] {});
    EXPECT_EQ(driver.woken, (std::vector<int64_t>{9, 3}));
}

TEST_F(AgendaTest, NothingHappensOnceItIsClosed)
{
    NodeTimer timer;
    timer.Bind(agenda, [this] { Note("timer"); });
    timer.Set(Step(5));
    agenda->Plan(Step(5), [this] { Note("action"); });
    agenda->Close();
    timer.Set(Step(6));
    agenda->Plan(Step(6), [this] { Note("action"); });
    agenda->Run(9);
    EXPECT_TRUE(happened.empty());
}

TEST_F(AgendaTest, NothingIsDueOnceTheNodeItselfHasClosedIt)
{
    agenda->Plan(Step(5), [this] {
        agenda->Close();
        agenda->PlanArrival(Step(6), 0, [this](Picoseconds) { Note("frame"); });
        agenda->Plan(Step(6), [this] { Note("action"); });
    });
    agenda->Run(6);
    EXPECT_EQ(agenda->Next(), Agenda::kNoStep);
    agenda->Run(9);
    EXPECT_TRUE(happened.empty());
}

} // namespace
} // namespace ns3::esa::test
