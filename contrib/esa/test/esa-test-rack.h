// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_RACK_H
#define ESA_TEST_RACK_H

#include "ns3/application-container.h"
#include "ns3/callback.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-host-app.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-topology-shapes.h"
#include "ns3/esa-training-process.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @ingroup tests
/// @brief What the trace sources of workers and of a switch report during a run.
class TestRecord
{
  public:
    TestRecord() = default;
    TestRecord(const TestRecord&) = delete;
    TestRecord& operator=(const TestRecord&) = delete;

    /// @param apps the applications of jobs, whose workers are watched
    void Watch(const ApplicationContainer& apps)
    {
        for (uint32_t i = 0; i < apps.GetN(); ++i)
        {
            const Ptr<Application> app = apps.Get(i);
            if (auto* const worker = ProcessIn<TrainingProcess>(app))
            {
                m_workers.push_back(worker);
                app->TraceConnectWithoutContext("Iteration",
                                                MakeCallback(&TestRecord::OnIteration, this));
                app->TraceConnectWithoutContext("Result",
                                                MakeCallback(&TestRecord::OnResult, this));
            }
        }
    }

    /// @param device a switch, whose outcomes are counted
    void Watch(EsaSwitch& device)
    {
        for (std::size_t i = 0; i < kOutcomes; ++i)
        {
            device.TraceConnectWithoutContext(
                OutcomeName(static_cast<Outcome>(i)),
                Callback<void, const InaPacket&>([this, i](const InaPacket&) { ++m_traced[i]; }));
        }
    }

    /// @return number of results that workers received
    uint64_t Results() const
    {
        uint64_t results = 0;
        for (const auto& worker : m_workers)
        {
            results += worker->Results();
        }
        return results;
    }

    /// @return number of these whose sum was wrong
    uint64_t WrongResults() const
    {
        uint64_t results = 0;
        for (const auto& worker : m_workers)
        {
            results += worker->WrongResults();
        }
        return results;
    }

    /// @return number of results that the trace source reported; each (job, worker, seq) counts
    /// once
    uint64_t DistinctResults() const
    {
        return m_resultsSeen.size();
    }

    /// @return number of workers
    std::size_t Workers() const
    {
        return m_workers.size();
    }

    /// @return iterations of workers that ended, in this order
    const std::vector<IterationRecord>& Iterations() const
    {
        return m_records;
    }

    /// @return end of the last iteration minus start of the first, in milliseconds
    double SpanMs() const
    {
        Picoseconds begin = Picoseconds::max();
        Picoseconds end{0};
        for (const auto& record : m_records)
        {
            begin = std::min(begin, record.begin);
            end = std::max(end, record.end);
        }
        return ToMilliseconds(end - begin);
    }

    /// @return how often its trace source fired
    uint64_t Traced(Outcome outcome) const
    {
        return m_traced[static_cast<std::size_t>(outcome)];
    }

  private:
    /// @param record an iteration that ended
    void OnIteration(const IterationRecord& record)
    {
        m_records.push_back(record);
    }

    /// @param result a result that a worker received
    void OnResult(const InaPacket& result)
    {
        m_resultsSeen.insert({result.job, result.worker, result.seq});
    }

    std::vector<TrainingProcess*> m_workers;    ///< the workers
    std::vector<IterationRecord> m_records;     ///< iterations that ended
    std::array<uint64_t, kOutcomes> m_traced{}; ///< calls of trace sources, by outcome
    std::set<std::tuple<uint16_t, uint16_t, uint32_t>> m_resultsSeen; ///< job, worker, seq
};

/**
 * @ingroup esa
 * @ingroup tests
 * @brief A rack with jobs, and a record of what its trace sources report.
 *
 * Most tests of the module need a small rack whose jobs collide. This class builds one: by default,
 * jobs share 64 aggregators. The public members are settings, which a test changes before it calls
 * Install(). The simulation is destroyed together with the rack.
 */
class TestRack
{
  public:
    /// Values by which two runs are compared.
    using Fingerprint = std::vector<int64_t>;

    /// @param system the system, a name of the system registry
    explicit TestRack(const std::string& system)
        : dnn(SmallDnn(500)),
          helper(system)
    {
        helper.SetChannelAttribute("Delay", TimeValue(NanoSeconds(2500)));
        options.jitter.startMax = FromMicroseconds(5);
        options.jitter.max = FromMicroseconds(5);
    }

    TestRack(const TestRack&) = delete;
    TestRack& operator=(const TestRack&) = delete;

    ~TestRack()
    {
        Simulator::Destroy();
    }

    /// @param fragments fragments (ESA's) in each of four partitions
    /// @return a DNN of two layers, whose rear layer is sent first and last
    static Dnn SmallDnn(uint64_t fragments)
    {
        const uint64_t bytes = fragments * kInaPayloadBytes;
        return Dnn{{FromMicroseconds(20), FromMicroseconds(20)},
                   {{2, bytes}, {1, bytes}, {1, bytes}, {2, bytes}},
                   1.0};
    }

    /// @brief Installs jobs on the hosts named.
    /// @param workerHosts for each job, the host of each worker
    /// @param psHosts for each job, the host of its PS
    void Install(uint32_t hostCount,
                 const std::vector<std::vector<uint32_t>>& workerHosts,
                 const std::vector<uint32_t>& psHosts)
    {
        helper.SetSwitchAttribute("MemoryBytes", UintegerValue(memoryBytes));
        hosts.Create(hostCount);
        helper.InstallFabric(std::make_unique<EsaFabric>(makeTopology ? makeTopology(hostCount)
                                                                      : MakeStar(hostCount, {}),
                                                         hosts));
        m_payloadBytes = PayloadBytes(helper.SystemOf(0).Record().onHost.frame);
        std::vector<JobSetup> jobs;
        for (std::size_t number = 0; number < workerHosts.size(); ++number)
        {
            JobSetup job{dnn, {}, hosts.Get(psHosts[number]), iterations};
            for (const uint32_t host : workerHosts[number])
            {
                job.workers.Add(hosts.Get(host));
            }
            jobs.push_back(job);
        }
        options.protocol = FlowProtocol::None; // so that frames have as many values as they may
        record.Watch(*helper.GetSwitch());
        record.Watch(helper.InstallJobs(jobs, options));
        helper.AssignStreams(0);
    }

    /// @brief Installs jobs with a host of its own for each worker and PS.
    /// @param workers workers of each
    void Install(uint32_t jobs, uint32_t workers)
    {
        std::vector<std::vector<uint32_t>> workerHosts(jobs);
        std::vector<uint32_t> psHosts;
        for (uint32_t job = 0; job < jobs; ++job)
        {
            for (uint32_t worker = 0; worker < workers; ++worker)
            {
                workerHosts[job].push_back(job * workers + worker);
            }
            psHosts.push_back(jobs * workers + job);
        }
        Install(jobs * workers + jobs, workerHosts, psHosts);
    }

    /// @return its link to its switch
    const EsaLink& LinkOf(uint32_t host) const
    {
        return helper.GetFabric().LinkOf(hosts.Get(host));
    }

    /// @return true if the simulation ended by itself
    bool Run()
    {
        bool ended = false;
        Simulator::Schedule(MilliSeconds(200), [&ended] {
            ended = Simulator::IsFinished(); // nothing else is scheduled
            Simulator::Stop();
        });
        Simulator::Run();
        return ended;
    }

    /// @return number of results that all workers together must receive
    uint64_t ExpectedResults() const
    {
        return FragmentPlan(dnn, m_payloadBytes).Fragments() * record.Workers() * iterations;
    }

    /// @return packets that had it, as the switch counts
    uint64_t Counted(Outcome outcome)
    {
        return helper.GetSwitch()->GetPipeline().Count(outcome);
    }

    /// @return all times of the iterations in the order of their ends, and the switch's counts
    Fingerprint GetFingerprint()
    {
        Fingerprint print;
        for (const auto& r : record.Iterations())
        {
            print.insert(print.end(),
                         {r.job, r.worker, r.begin.count(), r.lastResult.count(), r.end.count()});
        }
        for (std::size_t i = 0; i < kOutcomes; ++i)
        {
            print.push_back(static_cast<int64_t>(Counted(static_cast<Outcome>(i))));
        }
        return print;
    }

    uint64_t memoryBytes{64 * 264}; ///< of the switch
    Dnn dnn;                        ///< what every job trains
    /// Makes the topology for a number of hosts; empty: one rack.
    std::function<TopologyGraph(uint32_t)> makeTopology;
    uint32_t iterations{2};  ///< of every job
    TrainingOptions options; ///< what jobs have in common
    EsaHelper helper;        ///< builds the rack; takes further settings
    NodeContainer hosts;     ///< the hosts, once installed
    TestRecord record;       ///< what the trace sources report

  private:
    uint32_t m_payloadBytes{0}; ///< gradient bytes in a fragment
};

/// @ingroup esa
/// @ingroup tests
/// @brief A case with racks.
class RackTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    /// @brief Runs the jobs of a rack: each worker gets each result once, and exact.
    void RunJobs(TestRack& rack)
    {
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the run does not end by itself");
        NS_TEST_ASSERT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_ASSERT_MSG_EQ(rack.record.DistinctResults(),
                              rack.ExpectedResults(),
                              "a result was reported twice, or not at all");
        NS_TEST_ASSERT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
    }
};

} // namespace ns3::esa

#endif // ESA_TEST_RACK_H
