// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Workers that begin late. Each step of an all-reduce begins when the last of those that it waits
// for has ended, and lasts as long as always. So its time is a maximum of sums (max-plus algebra):
// if one of the times is L longer, the whole is at most L longer, and never shorter. This does not
// hold for packets that meet in queues and change their order. So there is one job, and one message
// for each of its workers. And a worker that begins L late has all that it sends before it.

#include "physics/pair.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kLateTolerance = 0.02; ///< of the time without lateness

void
TameLate(Draft& draft)
{
    Calm(draft);
    json& config = draft.config;
    for (const char* const name : {"trace", "execution", "recovery", "hire", "iswitch"})
    {
        config.erase(name);
    }
    if (config.contains("flow"))
    {
        config["flow"].erase("congestion_control");
    }
    config["recovery"] = {{"enabled", false}};
    if (draft.random.Chance(0.7))
    {
        config["rto"] = {{"min_us", kNoTimerUs}}; // nobody takes a late worker for a lost packet
    }
    config["ecn"] = {{"threshold_bytes", 0}};
    config["jobs"]["count"] = 1;
    config["jobs"]["rings"] = 0;
    config["switch"] = {{"processing_ns", draft.Get("/switch/processing_ns")}};
    config["switch"]["memory_bytes"] = 40000000; // no task waits for memory
    DrawOneMessage(draft);
}

/// @return how long a worker computes, of all its iterations, us
double
ComputeUs(const json& config)
{
    const double us = NumberAt(config, "/dnns/S/layers/0/forward_us") +
                      NumberAt(config, "/dnns/S/layers/0/backward_us");
    return us * NumberAt(config, "/iterations");
}

std::optional<Pair>
DeriveLate(Base& base)
{
    Random& random = base.random;
    const json& nodes = base.config["topology"]["graph"]["nodes"];
    const bool isShort = std::any_of(nodes.begin(), nodes.end(), [](const json& node) {
        return node.contains("memory_bytes"); // tasks may wait for it
    });
    if (isShort || base.scenario->placement.jobs.size() != 1)
    {
        return std::nullopt;
    }
    const auto& hosts = base.scenario->placement.jobs[0].workerHosts;
    if (hosts.size() < 2)
    {
        return std::nullopt;
    }
    Pair pair;
    pair.a = base.config;
    pair.b = base.config;
    const int64_t some =
        random.Chance(0.6) ? 1 : random.Whole(1, static_cast<int64_t>(hosts.size()));
    std::vector<int64_t> workers;
    for (std::size_t worker = 0; worker < hosts.size(); ++worker)
    {
        workers.push_back(static_cast<int64_t>(worker));
    }
    workers = random.Shuffled(workers);
    workers.resize(some);
    const double computeUs = ComputeUs(base.config);
    if (computeUs > 0 && base.choice % 2 == 0)
    {
        pair.field = "slow workers";
        const double slowdown = random.Pick<double>({1.01, 1.1, 1.5, 2, 5});
        json slow = json::array();
        for (const int64_t worker : workers)
        {
            slow.push_back(hosts[worker]);
        }
        pair.b["faults"]["slow"] = {{{"hosts", slow}, {"slowdown", slowdown}}};
        pair.factor = (slowdown - 1) * computeUs;
    }
    else
    {
        pair.field = "late workers";
        pair.factor = std::round(random.Scaled(1, 500));
        for (const int64_t worker : workers)
        {
            const double us = worker == workers[0]
                                  ? pair.factor
                                  : std::max(1.0, std::round(pair.factor * random.Scaled(0.01, 1)));
            pair.b["faults"]["worker_pauses"].push_back(
                {{"job", 0}, {"worker", worker}, {"at_us", 0}, {"duration_us", us}});
        }
    }
    pair.values = std::to_string(some) + " of " + std::to_string(hosts.size()) + ", " +
                  Text(pair.factor) + " us";
    return pair;
}

std::string
JudgeLate(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return a.row.is_null() == b.row.is_null()
                   ? ""
                   : "only one ends: " + a.error.substr(0, 200) + b.error.substr(0, 200);
    }
    const double before = a.row["sim_ms"];
    const double after = b.row["sim_ms"];
    const double lateMs = pair.factor / 1000;
    const double frameMs = LongestBytes(pair.a) * 8 / (SlowestGbps(pair.a) * 1e6);
    const double slackMs = kLateTolerance * before + frameMs * NumberAt(pair.a, "/jobs/workers");
    const bool sendsLate =
        pair.field == "late workers" && pair.a["jobs"]["collective"] == "all_reduce";
    const double leastMs =
        sendsLate ? lateMs + LeastSendMs(pair.a, pair.a["jobs"]["workers"], pair.a["dnns"]["S"])
                  : 0;
    if (after >= leastMs * (1 - 1e-6) && after >= before - slackMs &&
        after <= before + lateMs + slackMs)
    {
        return "";
    }
    return "it ends after " + Text(before) + " and " + Text(after) + " ms, " +
           Text(after - before) + " later, by workers that are " + Text(lateMs) +
           " late; the least is " + Text(leastMs);
}

} // namespace

const Relation kLate{"late", 3, TameLate, DeriveLate, JudgeLate};

} // namespace ns3::esa::test
