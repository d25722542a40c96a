/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-placement-rules.h"

#include "esa-job-trace-rules.h"

#include "ns3/esa-json-path.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{

using nlohmann::json;

void
CheckDefaultPlacement(const json& config, ConfigErrors& errors)
{
    const uint64_t count = WholeNumber(config, "/jobs/count");
    const uint64_t workers = WholeNumber(config, "/jobs/workers");
    if (config.at(json::json_pointer("/placement/jobs")).empty() && !HasJobTrace(config) &&
        count * workers > WholeNumber(config, "/topology/hosts"))
    {
        errors.push_back({"/jobs",
                          std::to_string(count) + " jobs x " + std::to_string(workers) +
                              " workers = " + std::to_string(count * workers) +
                              " is not allowed: must be at most " +
                              FieldWithValue(config, "/topology/hosts") +
                              ", unless /placement/jobs says where they run"});
    }
}

void
CheckRacks(const json& config, ConfigErrors& errors)
{
    const uint64_t hosts = WholeNumber(config, "/topology/hosts");
    const uint64_t racks = WholeNumber(config, "/topology/racks");
    if (hosts % racks != 0)
    {
        Refuse(errors,
               config,
               "/topology/racks",
               "a divisor of " + FieldWithValue(config, "/topology/hosts"));
    }
    if (WholeNumber(config, "/placement/racks_per_job") > racks)
    {
        Refuse(errors,
               config,
               "/placement/racks_per_job",
               "at most " + FieldWithValue(config, "/topology/racks"));
    }
}

void
CheckBackground(const json& config, ConfigErrors& errors)
{
    if (config.at(json::json_pointer("/background/load")).get<double>() > 0 &&
        WholeNumber(config, "/topology/hosts") < 2)
    {
        Refuse(errors, config, "/background/load", "0 with one server, which has no other");
    }
}

void
CheckPlacementSizes(const json& config, ConfigErrors& errors)
{
    const json& jobs = config.at(json::json_pointer("/placement/jobs"));
    if (jobs.empty() || HasJobTrace(config))
    {
        return;
    }
    if (jobs.size() != WholeNumber(config, "/jobs/count"))
    {
        Refuse(errors,
               config,
               "/jobs/count",
               std::to_string(jobs.size()) + ", the number of entries of /placement/jobs");
    }
    std::size_t largest = 0;
    for (const json& job : jobs)
    {
        largest = std::max(largest, job.at("workers").size());
    }
    if (largest != WholeNumber(config, "/jobs/workers"))
    {
        Refuse(errors,
               config,
               "/jobs/workers",
               std::to_string(largest) + ", the workers of the largest job of /placement/jobs");
    }
}

uint64_t
HostCount(const json& config)
{
    const uint64_t psHosts = WholeNumber(config, "/topology/ps_hosts");
    return WholeNumber(config, "/topology/hosts") +
           (psHosts == 0 ? WholeNumber(config, "/jobs/count") : psHosts);
}

std::string
AllowedHosts(const json& config)
{
    const uint64_t hosts = HostCount(config);
    return "a host number from 0 to " + std::to_string(hosts - 1) + " (/topology has " +
           std::to_string(hosts) + " hosts, PS hosts included)";
}

void
CheckPlacementHosts(const json& config, ConfigErrors& errors)
{
    const uint64_t hosts = HostCount(config);
    const std::string allowed = AllowedHosts(config);
    const json& jobs = config.at(json::json_pointer("/placement/jobs"));
    for (std::size_t j = 0; j < jobs.size(); ++j)
    {
        const std::string job = ChildPointer("/placement/jobs", std::to_string(j));
        for (std::size_t w = 0; w < jobs[j].at("workers").size(); ++w)
        {
            if (jobs[j]["workers"][w].get<uint64_t>() >= hosts)
            {
                Refuse(errors, config, job + "/workers/" + std::to_string(w), allowed);
            }
        }
        if (jobs[j].at("ps").get<uint64_t>() >= hosts)
        {
            Refuse(errors, config, job + "/ps", allowed);
        }
    }
}

} // namespace ns3::esa
