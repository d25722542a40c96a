// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// esa-p4-replay: the tests of the recordings. With --switch it is a switch itself: the C++ pipeline
// in place of simple_switch, for tests/p4/simulated-runs.

#include "p4/replay.h"

#include "ns3/esa-p4-tables.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-system-object.h"

#include <algorithm>
#include <exception>
#include <gtest/gtest.h>
#include <iomanip>
#include <iostream>
#include <string>

namespace ns3::esa
{
namespace
{

/// @return the set-up of a switch, as a trace without packets
P4Trace
SetUpOf(const P4Switch& node)
{
    P4Trace trace;
    trace.aggregators = node.aggregators;
    for (const P4Host& host : node.hosts)
    {
        Frame address(6);
        host.address.CopyTo(address.data());
        trace.hosts.push_back({address, host.port});
    }
    for (const P4Job& job : node.jobs)
    {
        if (job.IsWhole())
        {
            trace.jobs.push_back({job.job, job.ports, job.psPort});
            continue;
        }
        TracedTree tree{};
        tree.job = job.job;
        tree.psPort = job.psPort;
        tree.ports = job.ports;
        tree.groups = job.groups;
        const AggregationTree& groups = job.groups->Plan().Tree();
        for (uint16_t group = groups.First(); group <= groups.Root(); ++group)
        {
            const auto worker = job.WorkerTowards(group);
            if (worker && !job.groups->Find(group, 0))
            {
                tree.below[group] = *worker;
            }
        }
        trace.trees.push_back(tree);
    }
    return trace;
}

/// Reads a frame from each line, and writes the frames that leave, then a line with a hyphen.
void
Serve(const std::string& config, const std::string& system, const std::string& name)
{
    EsaSystem::GetTypeId(); // makes the attributes of systems
    const auto switches = P4SwitchesOf(ReadScenario(config, {}).scenario, system);
    const auto found = std::find_if(switches.begin(), switches.end(), [&](const P4Switch& node) {
        return node.name == name;
    });
    if (found == switches.end())
    {
        throw std::runtime_error("there is no switch " + name);
    }
    const P4Trace trace = SetUpOf(*found);
    TracedSequence sequence{};
    sequence.system = system;
    sequence.staleAgeUs = found->staleAgeUs;
    P4Replay replay(trace, sequence);
    for (std::string line; std::getline(std::cin, line);)
    {
        for (const SentPacket& sent : replay.Send(FrameOf(line)))
        {
            std::cout << sent.frame.first << " " << std::hex << std::setfill('0');
            for (const uint8_t byte : sent.frame.second)
            {
                std::cout << std::setw(2) << +byte;
            }
            std::cout << std::dec << "\n";
        }
        std::cout << "-\n";
    }
}

} // namespace
} // namespace ns3::esa

int
main(int argc, char* argv[])
{
    const std::string option = argc > 1 ? argv[1] : "";
    if (option != "--switch")
    {
        testing::InitGoogleTest(&argc, argv);
        return RUN_ALL_TESTS();
    }
    if (argc != 5)
    {
        std::cerr << "usage: esa-p4-replay --switch SCENARIO SYSTEM SWITCH\n";
        return 2;
    }
    try
    {
        ns3::esa::Serve(argv[2], argv[3], argv[4]);
        return 0;
    }
    catch (const std::exception& error)
    {
        std::cerr << "esa-p4-replay: " << error.what() << "\n";
        return 2;
    }
}
