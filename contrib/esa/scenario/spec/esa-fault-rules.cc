/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-fault-rules.h"

#include "esa-placement-rules.h"

#include "ns3/esa-json-path.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

const char* const kLinks = "/faults/links";

/// Fields of a link's faults that need repair if they are not zero or empty.
constexpr std::array<const char*, 6> kHarmful{"loss_probability",
                                              "burst_probability",
                                              "duplicate_probability",
                                              "reorder_probability",
                                              "lost_packets",
                                              "down"};

/// Workers of a job.
std::size_t
WorkersOf(const json& config, std::size_t job)
{
    const json& placement = config.at(json::json_pointer("/placement/jobs"));
    return job < placement.size() ? placement[job].at("workers").size()
                                  : WholeNumber(config, "/jobs/workers");
}

/// The field of an object that needs repair; null if none does.
const char*
HarmfulField(const json& fields)
{
    for (const char* name : kHarmful)
    {
        const auto field = fields.find(name);
        if (field != fields.end() && (field->is_array() ? !field->empty() : *field != 0))
        {
            return name;
        }
    }
    return nullptr;
}

/// Pointer of the first field that needs repair; empty if none does.
std::string
FirstHarm(const json& faults)
{
    if (const char* name = HarmfulField(faults.at("every_link")))
    {
        return ChildPointer("/faults/every_link", name);
    }
    const json& links = faults.at("links");
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        if (const char* name = HarmfulField(links[i]))
        {
            return ChildPointer(ChildPointer(kLinks, std::to_string(i)), name);
        }
    }
    return faults.at("ps_restarts").empty() ? "" : "/faults/ps_restarts";
}

void
CheckOutages(const json& config, const std::string& link, ConfigErrors& errors)
{
    const std::string pointer = ChildPointer(link, "down");
    if (!config.contains(json::json_pointer(pointer)))
    {
        return;
    }
    const json& down = config.at(json::json_pointer(pointer));
    for (std::size_t i = 0; i < down.size(); ++i)
    {
        const std::string time = ChildPointer(pointer, std::to_string(i));
        if (down[i].at("until_us") <= down[i].at("from_us"))
        {
            Refuse(errors,
                   config,
                   ChildPointer(time, "until_us"),
                   "more than " + FieldWithValue(config, ChildPointer(time, "from_us")));
        }
    }
}

} // namespace

void
CheckLinkFaults(const json& config, ConfigErrors& errors)
{
    const uint64_t hosts = HostCount(config);
    const json& links = config.at(json::json_pointer(kLinks));
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        const std::string link = ChildPointer(kLinks, std::to_string(i));
        const json& numbers = links[i].at("hosts");
        for (std::size_t h = 0; h < numbers.size(); ++h)
        {
            if (numbers[h].get<uint64_t>() >= hosts)
            {
                Refuse(errors, config, link + "/hosts/" + std::to_string(h), AllowedHosts(config));
            }
        }
        CheckOutages(config, link, errors);
    }
}

void
CheckServerFaults(const json& config, ConfigErrors& errors)
{
    const uint64_t jobs = WholeNumber(config, "/jobs/count");
    for (const char* const list : {"/faults/worker_pauses", "/faults/ps_restarts"})
    {
        const json& faults = config.at(json::json_pointer(list));
        for (std::size_t i = 0; i < faults.size(); ++i)
        {
            const std::string fault = ChildPointer(list, std::to_string(i));
            const uint64_t job = faults[i].at("job").get<uint64_t>();
            if (job >= jobs)
            {
                Refuse(errors,
                       config,
                       ChildPointer(fault, "job"),
                       "a job number from 0 to " + std::to_string(jobs - 1) + " (" +
                           FieldWithValue(config, "/jobs/count") + ")");
                continue;
            }
            const std::size_t workers = WorkersOf(config, job);
            if (faults[i].contains("worker") && faults[i]["worker"].get<uint64_t>() >= workers)
            {
                Refuse(errors,
                       config,
                       ChildPointer(fault, "worker"),
                       "a worker of job " + std::to_string(job) + ", from 0 to " +
                           std::to_string(workers - 1));
            }
        }
    }
}

void
CheckRecovery(const json& config, ConfigErrors& errors)
{
    const std::string harm = FirstHarm(config.at("faults"));
    if (!harm.empty() && !config.at("recovery").at("enabled").get<bool>())
    {
        Refuse(errors,
               config,
               "/recovery/enabled",
               "true where " + harm + " makes something go wrong that has to be repaired");
    }
}

} // namespace ns3::esa
