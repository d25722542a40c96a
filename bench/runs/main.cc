/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * How much of the work in a packet-hop is needed? Packets come in long rows with consecutive
 * numbers and even spacing. This program counts how long the rows are on each link, and tries what
 * it would cost to move a row, or a task, in one step. The manual has a chapter about it.
 *
 *     ./ns3 run esa-runs -- --counts [--resolution=ps] [--only="ESA, A"]
 *     ./ns3 run esa-runs -- --tasks [--rounds=5]
 */

#include "count-runs.h"
#include "task-trial.h"

#include "ns3/core-module.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

int
main(int argc, char* argv[])
{
    using namespace ns3;
    bool counts = false;
    bool tasks = false;
    uint32_t rounds = 5;
    std::string resolution = "ns";
    std::string only;
    CommandLine cmd(__FILE__);
    cmd.AddValue("counts", "count the runs on every link", counts);
    cmd.AddValue("tasks", "compute tasks without events, and compare", tasks);
    cmd.AddValue("rounds", "measurements of each; medians are printed", rounds);
    cmd.AddValue("resolution", "of ns-3's events: ns or ps", resolution);
    cmd.AddValue("only", "a part of the name of the cases that are run", only);
    cmd.Parse(argc, argv);
    if ((resolution != "ns" && resolution != "ps") || counts == tasks)
    {
        std::fprintf(stderr,
                     "esa-runs: error: %s\n",
                     counts == tasks ? "--counts or --tasks: one of them is needed"
                                     : "--resolution: must be ns or ps");
        return 2;
    }
    if (resolution == "ps")
    {
        Time::SetResolution(Time::PS);
    }
    try
    {
        if (counts)
        {
            esabench::PrintCounts(only);
        }
        else if (!esabench::TryTasks(std::max(rounds, 1U), only))
        {
            std::fprintf(stderr, "esa-runs: error: times differ from the simulator's\n");
            return 1;
        }
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "esa-runs: error: %s\n", error.what());
        return 2;
    }
    return 0;
}
