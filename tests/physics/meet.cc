// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs that meet at the links of their hosts. Alone, each has hosts of its own; then all run on the
// hosts of one of them. A link that is busy while anything waits for it, and that takes the jobs in
// turns of a frame, gives closed forms:
//
// - A frame of another job in front of one's own delays it, and nothing makes it earlier. So no job
//   ends earlier than alone.
// - The link never rests while a job waits for it, so the jobs end no later than one after the
//   other.
// - A link carries the bytes of all jobs, so they take as long as all bytes do at its rate.
// - Equal jobs have equal turns. What lets one be in front of another is the card, which takes what
//   it has room for from the job that is ready first, once for each message. So the first
//   iterations are compared: after them, the jobs are out of step, and who is in front has the link
//   alone at times.

#include "physics/pair.h"

#include "ns3/esa-host-link.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kMeetTolerance = 0.02;  ///< of the bounds
constexpr double kEqualTolerance = 0.05; ///< between equal jobs

void
TameMeet(Draft& draft)
{
    Random& random = draft.random;
    Calm(draft);
    json& config = draft.config;
    // How congestion control shares a link is its own rule, and a mark at a queue shrinks windows.
    // A timer takes what waits in the queue for lost.
    for (const char* const name : {"trace",
                                   "execution",
                                   "placement",
                                   "aggregation",
                                   "flow",
                                   "window",
                                   "hire",
                                   "byteps",
                                   "iswitch",
                                   "recovery"})
    {
        config.erase(name);
    }
    config["byteps"] = {{"servers", 0}}; // jobs together leave more hosts for servers
    config["recovery"] = {{"enabled", false}};
    config["rto"] = {{"min_us", kNoTimerUs}};
    config["ecn"] = {{"threshold_bytes", 0}};
    const int64_t jobs = random.Whole(2, 3);
    const int64_t workers = random.Whole(2, 6);
    config["jobs"].update({{"count", jobs}, {"workers", workers}, {"rings", 0}});
    if (random.Chance(0.5))
    {
        DrawOneMessage(draft); // so that equal jobs can be compared
    }
    else
    {
        EnlargePartitions(draft);
    }
    config["topology"] = {{"hosts", jobs * workers}};
    // no job waits for memory
    config["switch"] = {{"processing_ns", draft.Get("/switch/processing_ns")},
                        {"memory_bytes", 40000000}};
}

std::optional<Pair>
DeriveMeet(Base& base)
{
    Pair pair;
    const int64_t jobs = base.config["jobs"]["count"];
    const int64_t workers = base.config["jobs"]["workers"];
    pair.field = "jobs on the same hosts";
    pair.values =
        std::to_string(jobs) + " of " + std::to_string(workers) + " workers, apart and together";
    pair.a = base.config;
    pair.b = base.config;
    for (json* const config : {&pair.a, &pair.b})
    {
        json& placed = (*config)["placement"]["jobs"];
        placed = json::array();
        for (int64_t job = 0; job < jobs; ++job)
        {
            std::vector<int64_t> hosts;
            for (int64_t worker = 0; worker < workers; ++worker)
            {
                hosts.push_back((config == &pair.a ? job * workers : 0) + worker);
            }
            placed.push_back({{"workers", hosts}, {"ps", jobs * workers + job}});
        }
    }
    return pair;
}

/// @return the DNN of a job
const json&
DnnOf(const json& config, std::size_t job)
{
    const std::string letters = config["jobs"]["workload"];
    return config["dnns"][std::string(1, letters[job % letters.size()])];
}

/// @return what the bytes of all jobs take at the link of a host, ms
double
SendAllMs(const json& config)
{
    double ms = 0;
    for (std::size_t job = 0; job < config["jobs"]["count"].get<std::size_t>(); ++job)
    {
        const json& dnn = DnnOf(config, job);
        const double iterations = dnn.value("iterations", config["iterations"].get<double>());
        ms += iterations * LeastSendMs(config, config["jobs"]["workers"], dnn);
    }
    return config["jobs"]["collective"] == "all_reduce" ? ms : 0;
}

/// @return by what equal jobs may differ in an iteration, ms: what cards take of the messages of
/// the job that is ready first. To a switch that sums, a worker sends one message per partition. In
/// hosts, each of the others may send one to the same link, and as many answers come back.
double
CardMs(const json& config, const json& dnn)
{
    const double bytes =
        HostLink::kWaitingPackets * (MtuFrameBytes() + NumberAt(config, "/link/overhead_bytes")) +
        LongestBytes(config);
    const bool isInSwitch = FindSystem(config["systems"][0])->SumsInSwitches() &&
                            config["jobs"]["collective"] == "all_reduce";
    const double messages = isInSwitch ? 1 : 2 * NumberAt(config, "/jobs/workers");
    return messages * static_cast<double>(dnn["partitions"].size()) *
           NumberAt(config, "/jobs/count") * bytes * 8 /
           (NumberAt(config, "/link/rate_gbps") * 1e6);
}

/// @return what is wrong with jobs that take the same time alone
std::string
JudgeEqual(const Pair& pair, const json& alone, const json& together)
{
    std::string wrong;
    for (std::size_t i = 0; i < alone.size(); ++i)
    {
        for (std::size_t j = 0; j < i; ++j)
        {
            const json& dnn = DnnOf(pair.a, i);
            const double first = together[j][0];
            const double second = together[i][0];
            if (alone[i] == alone[j] && dnn == DnnOf(pair.a, j) &&
                std::abs(first - second) >
                    kEqualTolerance * std::max(first, second) + CardMs(pair.a, dnn))
            {
                wrong += "equal jobs take " + Text(first) + " and " + Text(second) +
                         " ms for an iteration, alone " + Text(alone[i][0]) + "; ";
            }
        }
    }
    return wrong;
}

std::string
JudgeMeet(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return a.row.is_null() == b.row.is_null()
                   ? ""
                   : "only one ends: " + a.error.substr(0, 200) + b.error.substr(0, 200);
    }
    const json& alone = a.row["job_jct_ms"];
    const json& together = b.row["job_jct_ms"];
    const double frameMs = LongestBytes(pair.a) * 8 / (SlowestGbps(pair.a) * 1e6);
    const double slackMs =
        frameMs * NumberAt(pair.a, "/jobs/count") * NumberAt(pair.a, "/jobs/workers");
    std::string wrong;
    double sum = 0;
    double last = 0;
    for (std::size_t job = 0; job < alone.size(); ++job)
    {
        const double before = alone[job];
        const double after = together[job];
        if (after < before * (1 - kMeetTolerance) - slackMs)
        {
            wrong += "job " + std::to_string(job) + " takes " + Text(after) + " ms, alone " +
                     Text(before) + "; ";
        }
        sum += before;
        last = std::max(last, after);
    }
    if (last > sum * (1 + kMeetTolerance) + slackMs)
    {
        wrong += "the last job ends after " + Text(last) + " ms, one after the other after " +
                 Text(sum) + "; ";
    }
    if (const double least = SendAllMs(pair.a); last < least * (1 - 1e-6))
    {
        wrong += "the last job ends after " + Text(last) + " ms, and all bytes take " +
                 Text(least) + "; ";
    }
    return wrong + JudgeEqual(pair, a.row["iteration_ms"], b.row["iteration_ms"]);
}

} // namespace

const Relation kMeet{"meet", 3, TameMeet, DeriveMeet, JudgeMeet};

} // namespace ns3::esa::test
