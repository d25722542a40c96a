// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Runs jobs that share one switch in the public simulator of MINA (ClubieDong/MinaSimulator), with
// whose sources analysis/mina/compare compiles it. Prints the time of a step of each job in ms.
//
// usage: mina-jct POLICY GBYTES-PER-S RATIO LATENCY-US SPEEDUP STEPS HOSTS TRACE...

#include "allocation_controller.hpp"
#include "data.hpp"
#include "host_allocation_policies/first.hpp"
#include "sharing_policies/greedy.hpp"
#include "sharing_policies/non_sharp.hpp"
#include "sharing_policies/smart.hpp"
#include "tree_building_policies/first.hpp"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

int
main(int argc, char** argv)
{
    if (argc < 9)
    {
        std::cerr << "mina-jct: see the first lines of its source\n";
        return 2;
    }
    const std::string policy = argv[1];
    Job::CalcTransmissionDuration =
        DurationCaculator(std::atof(argv[2]) * 1e9, std::atof(argv[3]), std::atof(argv[4]) * 1e-6);
    ModelInfoProvider::GPUSpeedupRatio = std::atof(argv[5]);
    const auto steps = static_cast<unsigned int>(std::atoi(argv[6]));
    const auto hosts = static_cast<unsigned int>(std::atoi(argv[7]));
    const std::vector<std::string> traces(argv + 8, argv + argc);
    const auto jobs = static_cast<unsigned int>(traces.size());
    AllocationController::SharingPolicy sharing;
    if (policy == "smart")
    {
        sharing = SmartSharingPolicy();
    }
    else if (policy == "greedy")
    {
        sharing = GreedySharingPolicy();
    }
    else
    {
        sharing = NonSharpSharingPolicy();
    }
    std::size_t next = 0;
    FatTree topology({jobs * hosts, 1, 1}, {1, 1, 1});
    AllocationController controller(
        FatTreeResource(topology, 1, std::nullopt),
        [&]() -> std::unique_ptr<Job> {
            return next < traces.size() ? std::make_unique<Job>(traces[next++], hosts, steps)
                                        : nullptr;
        },
        FirstHostAllocationPolicy(),
        FirstTreeBuildingPolicy(false),
        std::move(sharing));
    const SimulationResult result = controller.RunSimulation(std::nullopt, false);
    std::cout << result.TotalJCT / jobs / steps * 1e3 << '\n';
    return result.FinishedJobCount == jobs ? 0 : 1;
}
