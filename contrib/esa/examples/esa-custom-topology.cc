// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Two training jobs of four workers each share the memory of one switch. This program makes the
// nodes itself:
//
//     host 0 ... host 3    host 4 ... host 7    host 8      host 9
//     (workers of job 0)   (workers of job 1)   (PS of 0)   (PS of 1)
//               \                 |               |           /
//                ------ switch, 40 KB for aggregation --------
//
// Job 0 is the smaller one. It has less time left in an iteration, so its fragments have the higher
// priority, and when memory is short it preempts partial sums of job 1.

#include "ns3/command-line.h"
#include "ns3/esa-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;

namespace
{

uint64_t g_preemptions = 0; ///< partial sums that had to leave the switch

/// @param record an iteration of a worker, which has just ended
void
PrintIteration(const esa::IterationRecord& record)
{
    std::cout << "job " << record.job << ", worker " << record.worker << ": iteration "
              << record.iteration << " took " << (record.end - record.begin).count() / 1000000
              << " us" << std::endl;
}

/// @param sum what leaves the switch for its parameter server
void
CountPreemption(const esa::InaPacket& /* sum */)
{
    ++g_preemptions;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string system = "esa";
    std::string pcap;
    esa::TrainingOptions options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("system", "esa, atp, switchml, straw1 or straw2", system);
    cmd.AddValue("fullPayload",
                 "Carry all gradient values, not only a digest",
                 options.fullPayload);
    cmd.AddValue("pcap", "Write captures whose names begin with this", pcap);
    cmd.Parse(argc, argv);

    NodeContainer switchNode(1);
    NodeContainer hosts(10);
    esa::EsaHelper helper(system);
    helper.SetChannelAttribute("Delay", StringValue("2.5us"));
    helper.SetSwitchAttribute("MemoryBytes", UintegerValue(40000));
    const esa::EsaFabric& fabric = helper.InstallRack(switchNode.Get(0), hosts);

    // Layers, front layer first, then the partitions that a worker sends, in order.
    std::vector<esa::JobSetup> jobs(2);
    const auto us = [](double us) { return esa::FromMicroseconds(us); };
    jobs[0].dnn = {{us(10), us(10)}, {{2, 24800}, {1, 24800}}, 1.0};
    jobs[1].dnn = {{us(20), us(20), us(20)}, {{3, 24800}, {2, 24800}, {1, 24800}}, 1.0};
    for (uint32_t number = 0; number < jobs.size(); ++number)
    {
        for (uint32_t worker = 0; worker < 4; ++worker)
        {
            jobs[number].workers.Add(hosts.Get(4 * number + worker));
        }
        jobs[number].parameterServer = hosts.Get(8 + number);
        jobs[number].iterations = 2;
    }
    // These iterations are short, so a timeout must not take a millisecond.
    options.worker.rtoMin = us(50);
    options.ps.rtoMin = us(50);
    options.priority.pMaxPerS = 100000; // of the front layer's last fragments: 1 / 20 us x 2
    options.jitter.startMax = us(1);
    options.jitter.max = us(10);
    const ApplicationContainer apps = helper.InstallJobs(jobs, options);
    helper.AssignStreams(0);

    for (uint32_t i = 0; i < apps.GetN(); ++i)
    {
        // A parameter server has no iterations: its trace source then reports nothing.
        apps.Get(i)->TraceConnectWithoutContext("Iteration", MakeCallback(&PrintIteration));
    }
    helper.GetSwitch()->TraceConnectWithoutContext("Preempted", MakeCallback(&CountPreemption));
    if (!pcap.empty())
    {
        helper.EnablePcap(pcap, fabric.Devices());
    }

    Simulator::Run();
    std::cout << g_preemptions << " partial sums were preempted; all is over after "
              << Simulator::Now().As(Time::US) << std::endl;
    Simulator::Destroy();
    return 0;
}
