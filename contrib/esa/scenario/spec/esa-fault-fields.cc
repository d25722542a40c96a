/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-fault-fields.h"

#include <nlohmann/json.hpp>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Takes what an object names, and leaves the rest as it is.
void
Update(const json& fields, LinkFaultSpec& spec)
{
    const auto take = [&fields](const char* name, auto& member) {
        if (const auto field = fields.find(name); field != fields.end())
        {
            field->get_to(member);
        }
    };
    take("loss_probability", spec.lossProbability);
    take("burst_probability", spec.burstProbability);
    take("burst_max_packets", spec.burstMaxPackets);
    take("duplicate_probability", spec.duplicateProbability);
    take("reorder_probability", spec.reorderProbability);
    take("reorder_depth", spec.reorderDepth);
    take("extra_delay_us", spec.extraDelayUs);
    take("lost_packets", spec.lostPackets);
    if (const auto down = fields.find("down"); down != fields.end())
    {
        spec.down.clear();
        for (const json& time : *down)
        {
            spec.down.push_back(
                {time.at("from_us").get<double>(), time.at("until_us").get<double>()});
        }
    }
}

/// Both directions of every link, as every_link has them.
std::vector<DirectionFaults>
EveryDirection(const json& everyLink, uint32_t hosts)
{
    LinkFaultSpec spec;
    Update(everyLink, spec);
    std::vector<DirectionFaults> directions;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        directions.push_back({host, true, spec});
        directions.push_back({host, false, spec});
    }
    return directions;
}

} // namespace

void
ReadFaults(const json& config, Scenario& scenario)
{
    const json& faults = config.at("faults");
    auto directions = EveryDirection(faults.at("every_link"), scenario.Hosts());
    for (const json& entry : faults.at("links"))
    {
        const std::string direction = entry.value("direction", "both");
        for (const json& host : entry.at("hosts"))
        {
            const std::size_t first = 2 * host.get<std::size_t>();
            if (direction != "to_host")
            {
                Update(entry, directions[first].spec);
            }
            if (direction != "to_switch")
            {
                Update(entry, directions[first + 1].spec);
            }
        }
    }
    for (const auto& direction : directions)
    {
        if (direction.spec.DoesAnything())
        {
            scenario.faults.links.push_back(direction);
        }
    }
    for (const json& pause : faults.at("worker_pauses"))
    {
        scenario.faults.workerPauses.push_back({pause.at("job").get<uint32_t>(),
                                                pause.at("worker").get<uint32_t>(),
                                                pause.at("at_us").get<double>(),
                                                pause.at("duration_us").get<double>()});
    }
    for (const json& restart : faults.at("ps_restarts"))
    {
        scenario.faults.psRestarts.push_back(
            {restart.at("job").get<uint32_t>(), restart.at("at_us").get<double>()});
    }
}

} // namespace ns3::esa
