// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A rack of plain classes trains without ns-3, step by step and in rounds.

#include "node/silent-port-owner.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-collective-process.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-ps-process.h"
#include "ns3/esa-repair.h"
#include "ns3/esa-rounds.h"
#include "ns3/esa-scheduled-collective.h"
#include "ns3/esa-switch-node.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-training-process.h"
#include "ns3/esa-transport-parts.h"
#include "ns3/esa-worker-process.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// A job in a rack, made of plain classes alone: hosts, lines and a switch, without ns-3.
class PlainRack
{
  public:
    static constexpr uint64_t kBitsPerS = 100000000000;        ///< of each link
    static constexpr Picoseconds kDelay = FromMicroseconds(5); ///< of each link

    /// @param system its name @param workers of the job @param aggregators of the switch
    /// @param threads that share the nodes
    PlainRack(const std::string& system,
              uint32_t workers,
              uint32_t aggregators,
              uint32_t threads = 1)
        : PlainRack(*FindSystem(system), workers, aggregators, threads)
    {
    }

    /// @param system its record @param operations with all partitions; none: all-reduces
    PlainRack(const SystemRecord& system,
              uint32_t workers,
              uint32_t aggregators,
              uint32_t threads = 1,
              const std::vector<CollectiveOperation>& operations = {})
        : m_system(system),
          m_operations(operations)
    {
        m_rounds.SetThreads(threads, 0);
        m_switchAgenda = AddAgenda();
        MakeJob(workers, aggregators);
        m_switch.SetPipeline(std::make_unique<SwitchPipeline>(m_system, aggregators, m_random),
                             FrameSizes(m_job->frameBytes, kInaFrameBytes));
        for (uint32_t host = 0; host <= workers; ++host) // the PS has one of its own
        {
            m_links.push_back(std::make_unique<Link>(host, AddAgenda(), m_switchAgenda));
            m_links.back()->down.SetSink(&m_switch);
        }
        AddMembers();
    }

    PlainRack(const PlainRack&) = delete;
    PlainRack& operator=(const PlainRack&) = delete;

    ~PlainRack()
    {
        for (const auto& agenda : m_rounds.Nodes())
        {
            agenda->Close();
        }
    }

    /// @brief Runs until nothing is due. @param round steps at a time, less than a line takes
    /// @param until ends before this step
    void Run(int64_t round, int64_t until = Agenda::kNoStep)
    {
        for (const auto& start : std::exchange(m_starts, {}))
        {
            start();
        }
        while (m_rounds.Next() < until)
        {
            m_rounds.Run(m_rounds.Next() + round);
        }
    }

    /// @brief The job leaves, as it may at any time.
    void Leave()
    {
        m_switch.RemoveJob(0, Picoseconds(0));
        m_switch.CloseJob(0);
        for (const auto& link : m_links)
        {
            link->host.RemoveJob(0);
        }
        for (const auto& worker : m_workers)
        {
            worker->Release();
        }
        for (const auto& server : m_servers)
        {
            server->Release();
        }
        if (m_ps)
        {
            m_ps->Release();
        }
    }

    /// @return the workers
    const std::vector<std::unique_ptr<TrainingProcess>>& Workers() const
    {
        return m_workers;
    }

    /// @return the PS, if the system has one that adds
    PsProcess& Ps()
    {
        return *m_ps;
    }

    /// @return when iterations ended, by worker and iteration
    const std::vector<std::vector<Picoseconds>>& Ends() const
    {
        return m_ends;
    }

    /// @return bytes that the switch has sent to a worker
    uint64_t BytesTo(uint16_t worker) const
    {
        return m_links[worker]->down.SentBytes(FromMicroseconds(1e6));
    }

    /// @return the switch's pipeline
    const SwitchPipeline& Pipeline() const
    {
        return *m_switch.Pipeline();
    }

  private:
    /// A host, and its link to the switch.
    struct Link : private SilentPortOwner
    {
        /// @param number of the port at the switch @param own of the host @param other of the
        /// switch
        Link(uint32_t number, std::shared_ptr<Agenda> own, std::shared_ptr<Agenda> other)
        {
            up.SetNode(own, 0);
            up.SetSink(&host);
            down.SetNode(std::move(other), number);
            host.Connect(std::move(own), up, {kBitsPerS});
            PreparePort();
        }

        Port up{*this};   ///< of the host
        Port down{*this}; ///< of the switch
        HostNode host;    ///< the host

      private:
        void PreparePort() override
        {
            Line::Rules rules;
            rules.rate.bitsPerS = kBitsPerS;
            rules.delay = kDelay;
            up.SetRules(rules);
            down.SetRules(rules);
            up.Connect(down);
            down.Connect(up);
        }
    };

    /// Always the same number.
    struct Half : public RandomSource
    {
        double Uniform() override
        {
            return 0.5;
        }
    };

    /// @return the agenda of a new node
    std::shared_ptr<Agenda> AddAgenda()
    {
        m_rounds.Add(std::make_shared<Agenda>(m_rounds,
                                              StepClock(1000),
                                              static_cast<uint32_t>(m_rounds.Nodes().size())));
        return m_rounds.Nodes().back();
    }

    /// Two partitions of two layers, two iterations.
    void MakeJob(uint32_t workers, uint32_t aggregators)
    {
        const uint32_t payload = m_system.PayloadBytes();
        const Dnn dnn{{FromMicroseconds(20), FromMicroseconds(30)},
                      {{2, 200 * payload}, {1, 300 * payload}},
                      1.0};
        JitterSource::Parameters noJitter;
        noJitter.mode = JitterMode::None;
        const FragmentPlan plan(dnn, payload);
        const auto job = std::make_shared<TrainingJob>(
            TrainingJob{m_system,
                        0,
                        workers,
                        2,
                        plan,
                        GradientOracle(0, workers, false),
                        JitterSource(noJitter),
                        SharedPoolIndex{IndexRule::Mix64, aggregators, 1},
                        SlotIndex{0, aggregators / 2},
                        ShareIndex{0, aggregators},
                        AggregationPlan(workers),
                        BlockPlan({plan.EndOf(0), plan.EndOf(1)}, 64)});
        job->priorities = FragmentPriorities(plan,
                                             m_system,
                                             workers,
                                             static_cast<double>(kBitsPerS),
                                             PriorityCodec{});
        job->frameBytes = m_system.DataFrameBytes();
        if (HasServers(m_system.Record()))
        {
            job->servers = std::make_shared<const ServerPlan>(workers,
                                                              1,
                                                              true,
                                                              KeysOf(dnn, job->blocks, false));
        }
        if (!m_operations.empty())
        {
            const std::vector<uint64_t> ends{plan.EndOf(0), plan.EndOf(1)};
            job->aggregation.SetRoles(
                std::make_shared<const TaskRoles>(ends, m_operations, workers));
        }
        m_job = job;
        m_ends.resize(workers);
    }

    /// Adds workers and servers, and tells the switch of them.
    void AddMembers()
    {
        const auto settings = std::make_shared<const HostSettings>();
        JobPorts ports;
        for (uint16_t worker = 0; worker < m_job->workers; ++worker)
        {
            Link& link = *m_links[worker];
            ports.trees[0].workers.push_back(&link.down);
            ports.hosts.push_back(&link.down);
            if (m_system.Record().SumsInHosts())
            {
                m_workers.push_back(std::make_unique<CollectiveProcess>(m_job, worker, settings));
            }
            else
            {
                m_workers.push_back(std::make_unique<WorkerProcess>(m_job, worker, settings));
            }
            TrainingProcess& process = *m_workers.back();
            process.GetHooks().iteration.Set([this](const IterationRecord& record) {
                m_ends[record.worker].push_back(record.end);
            });
            m_starts.emplace_back([&process, &link] { process.Start(link.host, Picoseconds(0)); });
        }
        ports.trees[0].parameterServer = &m_links.back()->down;
        if (m_system.Record().SumsInHosts())
        {
            AddSummingServers(settings, ports);
        }
        else
        {
            ports.groups = std::make_shared<const GroupTable>(m_job->aggregation, SwitchId{});
            m_ps = std::make_unique<PsProcess>(m_job, settings);
            m_ps->Start(m_links.back()->host, Picoseconds(0));
        }
        m_switch.AddJob(0, ports);
    }

    /// Adds the servers of the way in which hosts sum, if it has any.
    void AddSummingServers(const std::shared_ptr<const HostSettings>& settings, JobPorts& ports)
    {
        if (!m_job->servers)
        {
            return;
        }
        ports.hosts.push_back(&m_links.back()->down);
        ports.extraServers = 1;
        for (const uint16_t endpoint : m_job->servers->Endpoints())
        {
            m_servers.push_back(std::make_unique<PushPullProcess>(m_job, endpoint, settings));
            Link& link =
                endpoint == ExtraServer(0) ? *m_links.back() : *m_links[WorkerAt(endpoint)];
            m_starts.emplace(m_starts.begin(), [&link, &server = *m_servers.back()] {
                server.Start(link.host, Picoseconds(0));
            });
        }
    }

    System m_system;                                         ///< the system
    std::vector<CollectiveOperation> m_operations;           ///< with all partitions
    Half m_random;                                           ///< for its collision rule
    Rounds m_rounds;                                         ///< all nodes
    std::shared_ptr<Agenda> m_switchAgenda;                  ///< of the switch
    std::shared_ptr<const TrainingJob> m_job;                ///< the job
    SwitchNode m_switch;                                     ///< the switch
    std::vector<std::unique_ptr<Link>> m_links;              ///< one per worker, and the PS's
    std::vector<std::unique_ptr<TrainingProcess>> m_workers; ///< the workers
    std::vector<std::unique_ptr<PushPullProcess>> m_servers; ///< of host aggregation
    std::unique_ptr<PsProcess> m_ps;                         ///< otherwise
    std::vector<std::function<void()>> m_starts;             ///< what starts
    std::vector<std::vector<Picoseconds>> m_ends;            ///< of iterations
};

/// Checks that all workers have trained.
void
ExpectExactSums(const PlainRack& rack)
{
    for (const auto& worker : rack.Workers())
    {
        EXPECT_FALSE(worker->IsTraining());
        EXPECT_EQ(worker->Results(), 2 * worker->Job()->plan.Fragments());
        EXPECT_EQ(worker->WrongResults(), 0U);
        EXPECT_EQ(rack.Ends()[worker->Worker()].size(), 2U);
    }
}

/// With each of some systems.
using PlainRackTest = testing::TestWithParam<std::string>;

TEST_P(PlainRackTest, TrainsWithExactSumsStepByStepAndInRounds)
{
    PlainRack steps(GetParam(), 4, 64);
    steps.Run(1);
    ExpectExactSums(steps);
    for (const uint32_t threads : {1U, 2U, 3U})
    {
        SCOPED_TRACE(threads);
        PlainRack rounds(GetParam(), 4, 64, threads);
        rounds.Run(PlainRack::kDelay.count() / 1000);
        EXPECT_EQ(rounds.Ends(), steps.Ends()) << "iterations end at the same times";
        EXPECT_EQ(rounds.Pipeline().Received(), steps.Pipeline().Received());
    }
}

TEST(PlainRackWithoutPs, ReceivesNothingFromAPsThatHasFailed)
{
    constexpr int64_t kSteps = 3'000'000; // longer than both iterations, and the first timeout
    PlainRack whole("atp", 4, 64);
    whole.Run(1, kSteps);
    EXPECT_FALSE(whole.Workers().front()->IsTraining());
    PlainRack failed("atp", 4, 64);
    failed.Ps().Fail();
    failed.Run(1, kSteps);
    for (const auto& worker : failed.Workers())
    {
        EXPECT_EQ(worker->Results(), 0U);
    }
}

TEST(PlainRackWithRoles, OnlyTheRootOfAReduceGetsTheSums)
{
    PlainRack rack(*FindSystem("esa"), 4, 64, 1, {{CollectiveKind::Reduce, 2}});
    rack.Run(1);
    ExpectExactSums(rack);
    EXPECT_EQ(rack.BytesTo(0), rack.BytesTo(1));
    EXPECT_LT(3 * rack.BytesTo(0), rack.BytesTo(2)) << "the others learn that the task is done";
}

/// Counts the objects of a class.
template <typename Base>
class Counted : public Base
{
  public:
    template <typename... Arguments>
    explicit Counted(Arguments&&... arguments)
        : Base(std::forward<Arguments>(arguments)...)
    {
        ++s_live;
    }

    ~Counted() override
    {
        --s_live;
    }

    static inline int s_live{0}; ///< objects that there are
};

/// A part of a transport that is counted. Without losses it repairs nothing.
using CountedRepair = Counted<RetransmissionRepair>;

constexpr TransportPart<Repair> kCountedRepair{
    [](const System& /* system */,
       const WorkerTransportParameters& parameters) -> std::unique_ptr<Repair> {
        return std::make_unique<CountedRepair>(parameters.repair);
    }};

/// Workers in a ring that are counted.
using CountedCollective = Counted<ScheduledCollective>;

constexpr HostSum kCountedRing{
    [](const CollectiveRole& role, CollectiveOwner& owner) -> std::unique_ptr<Collective> {
        return std::make_unique<CountedCollective>(role, kRingSum.find, owner);
    }};

/// A job leaves in the middle of its training. @param live the parts of its workers
void
ExpectNothingIsKept(const SystemRecord& system, const int& live)
{
    PlainRack rack(system, 4, 64);
    const TrainingProcess& worker = *rack.Workers().front();
    for (int64_t until = 1000; worker.Results() == 0; until += 1000)
    {
        rack.Run(1, until);
    }
    ASSERT_EQ(live, 4);
    const uint32_t outstanding = worker.MaxOutstanding();
    const uint64_t results = worker.Results();
    rack.Leave();
    EXPECT_EQ(live, 0);
    rack.Run(1);
    EXPECT_GT(rack.Pipeline().Count(Outcome::JobLeft), 0U) << "packets that were under way";
    EXPECT_EQ(worker.Results(), results);
    EXPECT_EQ(worker.MaxOutstanding(), outstanding) << "counts are kept";
}

TEST(PlainRackWithoutJob, KeepsNoTransportAndDropsLatePackets)
{
    SystemRecord system = *FindSystem("esa");
    system.onHost.repair = &kCountedRepair;
    ExpectNothingIsKept(system, CountedRepair::s_live);
}

TEST(PlainRackWithoutJob, KeepsNoCollectiveAndDropsLatePackets)
{
    SystemRecord system = *FindSystem("ring");
    system.onHost.sum = &kCountedRing;
    ExpectNothingIsKept(system, CountedCollective::s_live);
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         PlainRackTest,
                         testing::Values("esa", "atp", "switchml", "ring", "double_tree", "byteps"),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa::test
