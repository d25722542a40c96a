/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-table.h"

#include "ns3/esa-result-columns.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-switch-memory.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{
void
WriteSwitchTable(std::ostream& out,
                 const ValidScenario& scenario,
                 const Network& network,
                 const Time& span)
{
    out << "switch,level,aggregators,mean_occupied,added,completed,preempted,passed_through,"
           "fetched,passed_by\n";
    const std::vector<ScenarioSwitch> names = ScenarioSwitches(*scenario);
    const auto& switches = network.helper.GetSwitches();
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        const SwitchPipeline& pipeline = switches[i]->GetPipeline();
        const double occupiedS = pipeline.Table().OccupiedSeconds(SimClock().Now());
        const uint64_t added = pipeline.Count(Outcome::Allocated) +
                               pipeline.Count(Outcome::Aggregated) +
                               pipeline.Count(Outcome::Completed);
        out << names[i].name << ',' << names[i].level << ',' << switches[i]->GetAggregators() << ','
            << FormatNumber(span > Time(0) ? occupiedS / span.GetSeconds() : 0) << ',' << added;
        for (const Outcome outcome : {Outcome::Completed,
                                      Outcome::Preempted,
                                      Outcome::PassedThrough,
                                      Outcome::Fetched,
                                      Outcome::PassedBy})
        {
            out << ',' << pipeline.Count(outcome);
        }
        out << '\n';
    }
}

} // namespace ns3::esa
