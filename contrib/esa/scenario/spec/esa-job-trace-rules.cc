/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-trace-rules.h"

#include "ns3/esa-json-path.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

const char* const kJobs = "/trace/jobs";
const char* const kTimeScale = "/trace/time_scale";

constexpr double kMaxTimeS = 1e10;         ///< of a trace, three centuries
constexpr double kMaxSimulatedS = 1e6;     ///< ns-3 counts up to nine times as much
constexpr double kMaxIterations = 1000000; ///< as in the schema
constexpr uint64_t kMaxWorkers = 32;       ///< bits of a switch's bitmap
constexpr double kMicrosecondsPerSecond = 1e6;

bool
IsTime(const json& value)
{
    return value.is_number() && value >= 0 && value <= kMaxTimeS;
}

std::string
AllowedModels(const json& config)
{
    std::string letters;
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        letters += (letters.empty() ? "" : ", ") + letter +
                   (dnn.contains("model") ? " or " + dnn["model"].get<std::string>() : "");
    }
    return "a letter of /dnns, or the model of one: " + letters;
}

} // namespace

bool
HasJobTrace(const json& config)
{
    return !config.at(json::json_pointer(kJobs)).empty();
}

std::string
LetterOfModel(const json& config, const std::string& model)
{
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        if (letter == model || (dnn.contains("model") && dnn["model"] == model))
        {
            return letter;
        }
    }
    return "";
}

std::vector<JobTraceError>
FindJobTraceErrors(const json& config, const json& jobs)
{
    const uint64_t hosts = WholeNumber(config, "/topology/hosts");
    const uint64_t maxWorkers = std::min(hosts, kMaxWorkers);
    const std::string times = "a number of seconds from 0 to 1e10";
    std::vector<JobTraceError> errors;
    double before = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        const json& submit = jobs[i].at("submit_time");
        const json& workers = jobs[i].at("gpu_num");
        if (!IsTime(submit))
        {
            errors.push_back({i, "submit_time", times});
        }
        else if (submit < before)
        {
            errors.push_back({i,
                              "submit_time",
                              "at least " + ShortText(before) +
                                  ", that of the job before: jobs stand in the order in which they "
                                  "are submitted"});
        }
        else
        {
            before = submit.get<double>();
        }
        if (!workers.is_number_integer() || workers < 1 || workers > maxWorkers)
        {
            errors.push_back(
                {i,
                 "gpu_num",
                 "an integer from 1 to " + std::to_string(maxWorkers) + " (" +
                     (hosts < kMaxWorkers ? FieldWithValue(config, "/topology/hosts")
                                          : std::string("a switch's bitmap has 32 bits")) +
                     ")"});
        }
        if (!IsTime(jobs[i].at("duration")))
        {
            errors.push_back({i, "duration", times});
        }
        if (LetterOfModel(config, jobs[i].at("model").get<std::string>()).empty())
        {
            errors.push_back({i, "model", AllowedModels(config)});
        }
    }
    return errors;
}

double
JobTraceIterations(const json& dnn, double linkGbps, double durationUs)
{
    double aloneUs = 0;
    for (const json& layer : dnn.at("layers"))
    {
        aloneUs += layer.value("compute_us", 0.0) + layer.value("forward_us", 0.0) +
                   layer.value("backward_us", 0.0);
    }
    for (const json& partition : dnn.at("partitions"))
    {
        aloneUs += partition.at("bytes").get<double>() * 8 / (linkGbps * 1e3);
    }
    return std::max(1.0, std::round(durationUs / aloneUs));
}

void
CheckJobTrace(const json& config, ConfigErrors& errors)
{
    const json& jobs = config.at(json::json_pointer(kJobs));
    for (const JobTraceError& error : FindJobTraceErrors(config, jobs))
    {
        const std::string job = ChildPointer(kJobs, std::to_string(error.job));
        Refuse(errors, config, ChildPointer(job, error.field), error.allowed);
    }
}

void
CheckJobTraceScale(const json& config, ConfigErrors& errors)
{
    const double scale = config.at(json::json_pointer(kTimeScale)).get<double>();
    const double linkGbps = config.at(json::json_pointer("/link/rate_gbps")).get<double>();
    const json& jobs = config.at(json::json_pointer(kJobs));
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        const std::string letter = LetterOfModel(config, jobs[i].at("model").get<std::string>());
        const double durationS = jobs[i].at("duration").get<double>() * scale;
        const bool isLong = !letter.empty() &&
                            JobTraceIterations(config.at("dnns").at(letter),
                                               linkGbps,
                                               durationS * kMicrosecondsPerSecond) > kMaxIterations;
        if (isLong || jobs[i].at("submit_time").get<double>() * scale > kMaxSimulatedS)
        {
            Refuse(errors,
                   config,
                   kTimeScale,
                   "so small that " + ChildPointer(kJobs, std::to_string(i)) +
                       " comes within 1e6 simulated seconds and has at most 1000000 iterations");
            return;
        }
    }
}

void
CheckBesideJobTrace(const json& config, ConfigErrors& errors)
{
    for (const char* const field :
         {"/placement/jobs", "/faults/worker_pauses", "/faults/ps_restarts"})
    {
        if (HasJobTrace(config) && !config.at(json::json_pointer(field)).empty())
        {
            Refuse(errors, config, field, "[] with a /trace, whose jobs come and go");
        }
    }
}

} // namespace ns3::esa
