/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The order of what happens at a node, step by step and in rounds.

#include "core/network/noting-node.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-line.h"
#include "ns3/esa-rounds.h"

#include <algorithm>
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

/// A link between two nodes, with a line in each direction.
struct Link
{
    uint32_t a;        ///< one node
    uint32_t b;        ///< the other one
    int64_t delayNs;   ///< of both lines
    bool isOpen{true}; ///< whether nodes send into them
};

/// @return links between all nodes
std::vector<Link>
AllPairs(uint32_t nodes)
{
    std::vector<Link> links;
    for (uint32_t a = 0; a < nodes; ++a)
    {
        for (uint32_t b = a + 1; b < nodes; ++b)
        {
            links.push_back({a, b, 500 + a + b});
        }
    }
    return links;
}

/// @return links of four racks of a switch and three hosts, and of a spine. The last two racks do
/// not hear of others
std::vector<Link>
FourRacks()
{
    std::vector<Link> links;
    for (uint32_t rack = 0; rack < 4; ++rack)
    {
        const uint32_t first = 1 + 4 * rack;
        links.push_back({0, first, 70 + rack, rack < 2});
        for (uint32_t host = 1; host <= 3; ++host)
        {
            links.push_back({first, first + host, 500 + host});
        }
    }
    return links;
}

/// Nodes that pass random packets on.
class Crowd : public Agenda::Driver
{
  public:
    /// @param links between them @param seed of their packets @param threads that share them
    /// @param packets that each node sends at first
    Crowd(const std::vector<Link>& links, uint64_t seed, uint32_t threads = 1, uint32_t packets = 2)
    {
        rounds.SetThreads(threads, 0);
        uint32_t nodes = 0;
        for (const Link& link : links)
        {
            nodes = std::max({nodes, link.a + 1, link.b + 1});
        }
        for (uint32_t number = 0; number < nodes; ++number)
        {
            m_nodes.push_back(std::make_unique<Node>());
            Node& node = *m_nodes[number];
            node.agenda = std::make_shared<Agenda>(*this, StepClock(1000), number);
            rounds.Add(node.agenda);
            node.random.seed(seed + number);
            node.ask = [this, number] {
                rounds.Defer([this, number] { asked.push_back(number); });
            };
            node.timer.Bind(node.agenda, [&node, packets] { node.Send(packets); });
            node.timer.Set(Picoseconds(1000 * number));
        }
        for (const Link& link : links)
        {
            Connect(link.a, link.b, link);
            Connect(link.b, link.a, link);
        }
    }

    void Wake(Agenda& agenda, int64_t step) override
    {
        rounds.OnWake(agenda, step);
    }

    void OnSent(Line& line) override
    {
        rounds.OnSent(line);
    }

    /// @brief Runs for a time. @param length of rounds, in steps, at most
    void Run(int64_t until, int64_t length)
    {
        for (int64_t next = rounds.Next(); next < until; next = rounds.Next())
        {
            rounds.Run(std::min(until, next + length));
        }
    }

    /// @brief Opens all lines.
    void Open()
    {
        for (const auto& node : m_nodes)
        {
            for (const auto& line : node->lines)
            {
                line->Open();
            }
        }
    }

    void OnOpened() override
    {
        rounds.OnOpened();
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
                if (line->IsOpen())
                {
                    const auto bytes = static_cast<uint32_t>(58 + random() % 300);
                    line->Push(bytes, agenda->Now()).fragment.seq = ++sent;
                }
            }
        }

        std::shared_ptr<Agenda> agenda;           ///< its agenda
        std::vector<std::unique_ptr<Line>> lines; ///< to others
        NodeTimer timer;                          ///< sends, too
        std::function<void()> ask;                ///< asks for something at the round's end
        std::mt19937_64 random;                   ///< of its own
        uint32_t sent{0};                         ///< packets
        std::string got;                          ///< packets and times
    };

    /// @brief Adds a line.
    void Connect(uint32_t from, uint32_t to, const Link& link)
    {
        auto& line = m_nodes[from]->lines.emplace_back(std::make_unique<Line>());
        Line::Rules rules;
        rules.bitsPerS = 100000000000;
        rules.delay = Picoseconds(1000 * link.delayNs);
        line->SetRules(rules);
        line->Connect(m_nodes[to]->agenda, from, *m_nodes[to]);
        rounds.AddLine(*m_nodes[from]->agenda, *line, link.delayNs + 1);
        if (!link.isOpen)
        {
            line->Close();
        }
    }

    std::vector<std::unique_ptr<Node>> m_nodes; ///< the nodes
};

TEST(RoundsTest, ThreadsAndGroupsChangeNothing)
{
    std::size_t asked = 0;
    for (const auto& links : {AllPairs(9), FourRacks()})
    {
        for (uint64_t seed = 1; seed <= 3; ++seed)
        {
            Crowd byStep(links, seed);
            byStep.Run(30000, 1);
            asked += byStep.asked.size();
            for (const uint32_t threads : {1U, 2U, 3U, 9U})
            {
                SCOPED_TRACE("seed " + std::to_string(seed) + ", threads " +
                             std::to_string(threads));
                Crowd shared(links, seed, threads);
                shared.Run(30000, 10000);
                EXPECT_EQ(shared.Got(), byStep.Got());
                EXPECT_EQ(shared.asked, byStep.asked);
            }
        }
    }
    EXPECT_GT(asked, 10U);
}

TEST(RoundsTest, RacksThatHearOfNobodyHaveLongRounds)
{
    Crowd crowd(FourRacks(), 1, 1, 500);
    crowd.Run(10000, 10000);
    EXPECT_LT(crowd.rounds.Visits(), 1800U) << "2288, if they hear of others";
}

TEST(RoundsTest, ALineThatIsOpenedIsHeard)
{
    std::vector<Link> links = FourRacks();
    const auto run = [&links](int64_t length) {
        Crowd crowd(links, 3);
        crowd.Run(10000, length);
        crowd.Open();
        crowd.Run(30000, length);
        return crowd.Got();
    };
    EXPECT_EQ(run(10000), run(1));
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
        Agenda& thrower = *rounds.Nodes()[2];
        thrower.Plan(Picoseconds(5000), [] { throw std::runtime_error("of a node"); });
        rounds.OnWake(thrower, thrower.Next());
        EXPECT_THROW(rounds.Run(10), std::runtime_error);
    }
}

TEST(RoundsTest, TheLengthOfRoundsChangesNothing)
{
    std::size_t written = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        Crowd byStep(AllPairs(9), seed);
        byStep.Run(30000, 1);
        for (const std::string& got : byStep.Got())
        {
            written += got.size();
        }
        for (const int64_t length : {7, 100, 501})
        {
            Crowd inRounds(AllPairs(9), seed);
            inRounds.Run(30000, length);
            EXPECT_EQ(inRounds.Got(), byStep.Got()) << "seed " << seed << ", length " << length;
        }
    }
    EXPECT_GT(written, 10000U) << "a crowd that falls silent shows nothing";
}

} // namespace
} // namespace ns3::esa::test
