/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The order of what happens at a node, step by step and in rounds.

#include "ns3/esa-agenda.h"
#include "ns3/esa-line.h"
#include "ns3/esa-rounds.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// A driver that notes when nodes have something earlier to do.
class NotingDriver : public Agenda::Driver
{
  public:
    void Wake(Agenda& /* agenda */, int64_t step) override
    {
        woken.push_back(step);
    }

    void OnSent(Line& line) override
    {
        line.Publish();
    }

    std::vector<int64_t> woken; ///< the steps
};

/// A node that notes what happens.
class AgendaTest : public testing::Test
{
  protected:
    /// @return the time of a step
    static Picoseconds Step(int64_t step)
    {
        return Picoseconds(1000 * step);
    }

    /// @brief Notes something, with the time.
    void Note(const std::string& what)
    {
        happened.push_back(what + "@" + std::to_string(agenda->Now().count()));
    }

    NotingDriver driver; ///< of the node
    std::shared_ptr<Agenda> agenda{
        std::make_shared<Agenda>(driver, StepClock(1000), 7)}; ///< of the node
    std::vector<std::string> happened;                         ///< in order
};

using Happened = std::vector<std::string>;

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

/// Nodes in a circle, each connected with all others, that pass random packets on.
class Crowd : public Agenda::Driver
{
  public:
    /// @param nodes how many @param seed of their packets @param threads that share them
    Crowd(uint32_t nodes, uint64_t seed, uint32_t threads = 1)
    {
        rounds.SetThreads(threads, 0);
        for (uint32_t node = 0; node < nodes; ++node)
        {
            m_nodes.push_back(std::make_unique<Node>());
            m_nodes[node]->agenda = std::make_shared<Agenda>(*this, StepClock(1000), node);
            rounds.Add(m_nodes[node]->agenda);
        }
        for (uint32_t from = 0; from < nodes; ++from)
        {
            m_nodes[from]->random.seed(seed + from);
            m_nodes[from]->lines.resize(nodes);
            for (uint32_t to = 0; to < nodes; ++to)
            {
                if (to != from)
                {
                    auto& line = m_nodes[from]->lines[to];
                    line = std::make_unique<Line>();
                    Line::Rules rules;
                    rules.bitsPerS = 100000000000;
                    rules.delay = Picoseconds(500000 + 1000 * (from + to));
                    line->SetRules(rules);
                    line->Connect(m_nodes[to]->agenda, from, *m_nodes[to]);
                    rounds.AddLine(*m_nodes[from]->agenda, *m_nodes[to]->agenda);
                }
            }
            Node& node = *m_nodes[from];
            node.ask = [this, from] { rounds.Defer([this, from] { asked.push_back(from); }); };
            node.timer.Bind(node.agenda, [&node] { node.Send(2); });
            node.timer.Set(Picoseconds(1000 * from));
        }
    }

    void Wake(Agenda& /* agenda */, int64_t step) override
    {
        rounds.OnWake(step);
    }

    void OnSent(Line& line) override
    {
        rounds.OnSent(line);
    }

    /// @brief Runs for a time. @param length of rounds, in steps
    void Run(int64_t until, int64_t length)
    {
        for (int64_t next = rounds.Next(); next < until; next = rounds.Next())
        {
            rounds.Run(next + length);
        }
    }

    /// @return all that the nodes got, in their orders
    std::vector<std::string> Got() const
    {
        std::vector<std::string> got;
        for (const auto& node : m_nodes)
        {
            got.push_back(node->got);
        }
        return got;
    }

    Rounds rounds; ///< the nodes
    std::vector<uint32_t>
        asked; ///< nodes that got every fifth packet of another one, in the order of asking

  private:
    /// One of them.
    struct Node : public LineEnd
    {
        void OnFrame(Frame& frame, Picoseconds now) override
        {
            got += std::to_string(frame.fragment.seq) + "@" + std::to_string(now.count()) + " ";
            if (random() % 3 > 0)
            {
                Send(1);
            }
            if (frame.fragment.seq % 5 == 0)
            {
                ask();
            }
            if (random() % 7 == 0)
            {
                timer.Set(now + Picoseconds(random() % 3000000));
            }
        }

        /// @brief Sends packets to others.
        void Send(uint32_t packets)
        {
            for (uint32_t packet = 0; packet < packets; ++packet)
            {
                auto& line = lines[random() % lines.size()];
                if (line)
                {
                    const auto bytes = static_cast<uint32_t>(58 + random() % 300);
                    line->Push(bytes, agenda->Now()).fragment.seq = ++sent;
                }
            }
        }

        std::shared_ptr<Agenda> agenda;           ///< its agenda
        std::vector<std::unique_ptr<Line>> lines; ///< by receiver
        NodeTimer timer;                          ///< sends, too
        std::function<void()> ask;                ///< asks for something at the round's end
        std::mt19937_64 random;                   ///< of its own
        uint32_t sent{0};                         ///< packets
        std::string got;                          ///< packets and times
    };

    std::vector<std::unique_ptr<Node>> m_nodes; ///< the nodes
};

TEST(RoundsTest, TheNumberOfThreadsChangesNothing)
{
    std::size_t asked = 0;
    for (uint64_t seed = 1; seed <= 5; ++seed)
    {
        Crowd alone(9, seed);
        alone.Run(30000, 501);
        asked += alone.asked.size();
        for (const uint32_t threads : {2U, 3U, 4U, 9U})
        {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", threads " + std::to_string(threads));
            Crowd shared(9, seed, threads);
            shared.Run(30000, 501);
            EXPECT_EQ(shared.Got(), alone.Got());
            EXPECT_EQ(shared.asked, alone.asked);
            EXPECT_EQ(shared.rounds.Visits(), alone.rounds.Visits());
        }
    }
    EXPECT_GT(asked, 10U);
}

TEST(RoundsTest, WhatANodeThrowsReachesTheCaller)
{
    for (const uint32_t threads : {1U, 2U, 3U})
    {
        NotingDriver driver;
        Rounds rounds;
        rounds.SetThreads(threads);
        for (uint32_t node = 0; node < 3; ++node)
        {
            rounds.Add(std::make_shared<Agenda>(driver, StepClock(1000), node));
        }
        rounds.Nodes()[2]->Plan(Picoseconds(5000), [] { throw std::runtime_error("of a node"); });
        EXPECT_THROW(rounds.Run(10), std::runtime_error);
    }
}

TEST(RoundsTest, TheLengthOfRoundsChangesNothing)
{
    std::size_t written = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        Crowd byStep(9, seed);
        byStep.Run(30000, 1);
        for (const std::string& got : byStep.Got())
        {
            written += got.size();
        }
        for (const int64_t length : {7, 100, 501})
        {
            Crowd inRounds(9, seed);
            inRounds.Run(30000 - length, length);
            inRounds.Run(30000, 1);
            EXPECT_EQ(inRounds.Got(), byStep.Got()) << "seed " << seed << ", length " << length;
        }
    }
    EXPECT_GT(written, 10000U) << "a crowd that falls silent shows nothing";
}

} // namespace
} // namespace ns3::esa::test
