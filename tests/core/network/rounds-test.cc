// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What happens at nodes does not depend on rounds, groups, jobs and threads.

#include "ns3/esa-agenda.h"
#include "ns3/esa-job-ends.h"
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

/// A link between two nodes, with a line in each direction.
struct Link
{
    uint32_t a;        ///< one node
    uint32_t b;        ///< the other one
    int64_t delayNs;   ///< of both lines
    bool aSends{true}; ///< whether it sends to the other one
    bool bSends{true}; ///< whether it sends to the other one
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
        links.push_back({0, first, 70 + rack, rack < 2, rack < 2});
        for (uint32_t host = 1; host <= 3; ++host)
        {
            links.push_back({first, first + host, 500 + host});
        }
    }
    return links;
}

constexpr int64_t kLookahead = 300; ///< steps from what makes the end of a job known to its end
constexpr int64_t kShortest = 71;   ///< line of FourRacks(), in steps
constexpr uint64_t kMuchWork = 100; ///< of Run() in a crowd with jobs

/// A job of a crowd.
struct SmallJob
{
    std::vector<uint32_t> nodes; ///< that it concerns
    int64_t end;                 ///< step in which it ends
};

/// @return jobs for FourRacks(): one of two racks, one of each of the others
std::vector<SmallJob>
JobsOfRacks()
{
    return {{{1, 3, 6}, 8000}, {{9, 10, 12}, 3000}, {{13, 15}, 12000}, {{14, 16}, 7000}};
}

/// Nodes that pass random packets on.
class Crowd
{
  public:
    /// @param links between them @param seed of their packets @param threads that share them
    /// @param packets that each node sends at first
    Crowd(const std::vector<Link>& links, uint64_t seed, uint32_t threads = 1, uint32_t packets = 2)
    {
        rounds.SetThreads(threads, 0, kMuchWork);
        uint32_t nodes = 0;
        for (const Link& link : links)
        {
            nodes = std::max({nodes, link.a + 1, link.b + 1});
        }
        for (uint32_t number = 0; number < nodes; ++number)
        {
            m_nodes.push_back(std::make_unique<Node>());
            Node& node = *m_nodes[number];
            node.agenda = std::make_shared<Agenda>(rounds, StepClock(1000), number);
            rounds.Add(node.agenda);
            node.random.seed(seed + number);
            node.ask = [this, number] {
                rounds.AfterThisRound([this, number] { asked.push_back(number); });
            };
            node.timer.Bind(node.agenda, [&node, packets] { node.Send(packets); });
            node.timer.Set(Picoseconds(1000 * number));
        }
        for (const Link& link : links)
        {
            Connect(link.a, link.b, link.delayNs, link.aSends);
            Connect(link.b, link.a, link.delayNs, link.bSends);
        }
    }

    /// @brief Runs for a time. @param length of rounds, in steps, at most
    void Run(int64_t until, int64_t length)
    {
        for (int64_t next = rounds.Next(); next < until; next = rounds.Next())
        {
            rounds.Run(std::min(until, next + length));
        }
    }

    /// @brief The same, in rounds of one step and one node, as events of a simulator.
    void RunByNode(int64_t until)
    {
        const auto isEarlier = [](const auto& a, const auto& b) { return a->Next() < b->Next(); };
        for (;;)
        {
            const auto& nodes = rounds.Nodes();
            Agenda& next = **std::min_element(nodes.begin(), nodes.end(), isEarlier);
            if (next.Next() >= until)
            {
                return;
            }
            rounds.RunNode(next, next.Next());
        }
    }

    /// @brief Adds jobs, whose ends become known before.
    void AddJobs(const std::vector<SmallJob>& jobs)
    {
        for (std::size_t job = 0; job < jobs.size(); ++job)
        {
            rounds.AddJob(jobs[job].nodes, kLookahead);
            m_nodes[jobs[job].nodes.back()]->agenda->Plan(
                Picoseconds(1000 * (jobs[job].end - kLookahead)),
                [this, job, last = jobs[job].end + kShortest] {
                    rounds.AfterThisRound([this, job, last] { rounds.EndJob(job, last); });
                });
        }
    }

    /// @brief Runs until nobody does more. @return how often Run() was called
    uint32_t RunToEnd(int64_t until)
    {
        uint32_t runs = 0;
        uint64_t before = 0;
        do
        {
            before = rounds.Visits();
            rounds.Run(until);
            ++runs;
        } while (rounds.Visits() > before);
        return runs;
    }

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
        std::function<void()> ask;                ///< requests something at the round's end
        std::mt19937_64 random;                   ///< of its own
        uint32_t sent{0};                         ///< packets
        std::string got;                          ///< packets and times
    };

    void Connect(uint32_t from, uint32_t to, int64_t delayNs, bool isOpen)
    {
        auto& line = m_nodes[from]->lines.emplace_back(std::make_unique<Line>());
        Line::Rules rules;
        rules.rate.bitsPerS = 100000000000;
        rules.delay = Picoseconds(1000 * delayNs);
        line->SetRules(rules);
        line->Connect(m_nodes[to]->agenda, from, *m_nodes[to]);
        rounds.AddLine(*m_nodes[from]->agenda, *line, delayNs + 1);
        if (!isOpen)
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

TEST(RoundsTest, ARoundOfOneNodeChangesNothing)
{
    for (uint64_t seed = 1; seed <= 3; ++seed)
    {
        Crowd byStep(FourRacks(), seed);
        byStep.Run(30000, 1);
        Crowd byNode(FourRacks(), seed);
        byNode.RunByNode(30000);
        EXPECT_EQ(byNode.Got(), byStep.Got());
        EXPECT_EQ(byNode.asked, byStep.asked);
        EXPECT_EQ(byNode.rounds.Frames(), byStep.rounds.Frames());
    }
}

TEST(RoundsTest, ARunStopsWhereSomethingMayConcernAll)
{
    constexpr int64_t kSteps = 50;
    for (const bool hasCause : {false, true})
    {
        Crowd crowd(AllPairs(9), 1, 1, 500);
        const int64_t first = crowd.rounds.Next();
        crowd.rounds.SetLookahead(hasCause ? 10000 : kSteps);
        if (hasCause)
        {
            crowd.rounds.AddCause(first + kSteps);
        }
        crowd.rounds.Run(30000);
        const int64_t plan = first + kSteps + crowd.rounds.ShortestLine();
        EXPECT_GE(crowd.rounds.Next(), plan);
        EXPECT_LT(crowd.rounds.Next(), plan + 100) << "all was done before";
    }
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
        Rounds rounds;
        rounds.SetThreads(threads);
        for (uint32_t node = 0; node < 3; ++node)
        {
            rounds.Add(std::make_shared<Agenda>(rounds, StepClock(1000), node));
        }
        Agenda& thrower = *rounds.Nodes()[2];
        thrower.Plan(Picoseconds(5000), [] { throw std::runtime_error("of a node"); });
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

TEST(RoundsTest, GroupsThatWorkAheadToTheEndsOfTheirJobsChangeNothing)
{
    for (uint64_t seed = 1; seed <= 2; ++seed)
    {
        Crowd byStep(FourRacks(), seed, 1, 20);
        byStep.Run(12000 + kShortest + 1, 1);
        std::sort(byStep.asked.begin(), byStep.asked.end());
        for (const uint32_t threads : {1U, 2U, 3U, 9U})
        {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", threads " + std::to_string(threads));
            Crowd ahead(FourRacks(), seed, threads, 20);
            ahead.AddJobs(JobsOfRacks());
            EXPECT_GT(ahead.RunToEnd(1000000), 2U) << "a caller can look at the run";
            EXPECT_EQ(ahead.Got(), byStep.Got()) << "nobody does more than until the last end";
            std::sort(ahead.asked.begin(), ahead.asked.end());
            EXPECT_EQ(ahead.asked, byStep.asked);
        }
    }
}

TEST(RoundsTest, ARackThatOnlySendsGoesOnAfterTheEndOfItsOwnJob)
{
    std::vector<Link> links = FourRacks();
    links[8].bSends = true; // the third rack, whose job ends first, sends to the spine
    Crowd byStep(links, 1, 1, 20);
    byStep.Run(12000 + kShortest + 1, 1);
    Crowd ahead(links, 1, 1, 20);
    ahead.AddJobs(JobsOfRacks());
    ahead.RunToEnd(1000000);
    EXPECT_EQ(ahead.Got(), byStep.Got()) << "others wait for what it may send";
}

TEST(RoundsTest, GroupsOfAJobThatDoesNotEndWorkToTheEndOfTheRun)
{
    std::vector<SmallJob> jobs = JobsOfRacks();
    jobs[2].end = 50000;
    Crowd byStep(FourRacks(), 1, 1, 20);
    byStep.Run(20000, 1);
    Crowd ahead(FourRacks(), 1, 1, 20);
    ahead.AddJobs(jobs);
    ahead.RunToEnd(20000);
    EXPECT_EQ(ahead.Got(), byStep.Got());
    EXPECT_GE(ahead.rounds.Next(), 20000);
}

TEST(RoundsTest, AGroupDoesAllOfItsWorkBeforeTheNextOne)
{
    const std::vector<SmallJob> jobs = {{{9, 10}, 12000}, {{13, 14}, 12000}};
    Crowd crowd(FourRacks(), 1, 1, 20);
    crowd.AddJobs(jobs);
    crowd.RunToEnd(1000000);
    const auto isOfLastRack = [](uint32_t node) { return node >= 13; };
    const auto isOfRack = [](uint32_t node) { return node >= 9 && node < 13; };
    const auto first = std::find_if(crowd.asked.begin(), crowd.asked.end(), isOfLastRack);
    EXPECT_GT(std::count_if(crowd.asked.begin(), first, isOfRack), 5);
    EXPECT_LT(std::count_if(first, crowd.asked.end(), isOfRack), 2) << "after the ends of jobs";
}

TEST(JobEndsTest, AGroupMayWorkToTheLastEndOfItsOwnJobs)
{
    JobEnds jobs;
    EXPECT_TRUE(jobs.IsEmpty());
    jobs.Add({1});
    jobs.Add({1, 2});
    jobs.Add({3});
    JobEnds::Limit of1;
    JobEnds::Limit of3;
    JobEnds::Limit ofNobody;
    jobs.Assign(0, of1);
    jobs.Assign(1, of1);
    jobs.Assign(2, of3);
    EXPECT_EQ(ofNobody.Step(), 0);
    EXPECT_EQ(of1.Step(), JobEnds::kOpen);
    jobs.End(1, 70);
    EXPECT_EQ(of1.Step(), JobEnds::kOpen) << "job 0 goes on";
    jobs.End(0, 50);
    EXPECT_EQ(of1.Step(), 71);
    EXPECT_EQ(jobs.LimitOfRun(), JobEnds::kOpen) << "job 2 goes on";
    jobs.End(2, 60);
    EXPECT_EQ(of3.Step(), 61);
    EXPECT_EQ(jobs.LimitOfRun(), 71);
    JobEnds::Limit again; // lines were opened
    jobs.Assign(1, again);
    EXPECT_EQ(again.Step(), 71);
}

} // namespace
} // namespace ns3::esa::test
