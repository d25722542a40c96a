// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// How a run ends: not before bytes and rates allow it, with exact sums or a true error, and not
// long after losses were repaired.

#include "physics/pair.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

// --- bounds

void
TameBounds(Draft& draft)
{
    draft.config.erase("background");
    draft.config["engine"] = "ns3";
    draft.config["systems"] = json::array({draft.config["systems"][0]});
    // A frame that a fault holds back has left the link, and nobody has taken it in.
    ForEachNumber(draft.config["faults"], [](const std::string& pointer, json& number) {
        for (const char* const kind : {"extra_delay_us", "duplicate_probability", "reorder_depth"})
        {
            number = EndsWith(pointer, kind) ? json(0) : number;
        }
    });
}

/// @return bytes of the partitions of a DNN in fp32
double
BytesOf(const json& dnn)
{
    double bytes = 0;
    for (const json& partition : dnn["partitions"])
    {
        bytes += partition["bytes"].get<double>();
    }
    return bytes;
}

/// Least time of an iteration in ms. Each worker's gradients have to leave it but for the part
/// that it sums itself, and it computes.
double
LeastMs(const json& config, std::size_t workers, const json& dnn)
{
    double computeUs = 0;
    for (const json& layer : dnn["layers"])
    {
        computeUs += layer.value("forward_us", 0.0) + layer.value("backward_us", 0.0);
    }
    return std::max(LeastSendMs(config, workers, dnn), computeUs / 1000);
}

std::optional<Pair>
DeriveBounds(Base& base)
{
    Pair pair;
    pair.field = "least time, and frames of links";
    pair.a = base.config;
    pair.wishA.isWatched = true;
    return pair;
}

bool
IsShare(double value)
{
    return value >= 0 && value <= 1 + 1e-9;
}

std::string
JudgeBounds(const Pair& pair, const Outcome& a, const Outcome& /* b */)
{
    if (a.row.is_null())
    {
        return "";
    }
    std::string wrong = a.lines;
    for (const char* const name : {"utilization", "occupied_share", "waiting_share"})
    {
        if (a.row[name].is_number() && !IsShare(a.row[name]))
        {
            wrong += std::string(name) + " is " + a.row[name].dump() + "; ";
        }
    }
    const json& config = pair.a;
    const bool isTrained = config["execution"]["traces"].empty() && config["trace"]["file"] == "" &&
                           config["trace"]["jobs"].empty() &&
                           config["jobs"]["collective"] == "all_reduce" &&
                           !a.row.contains("workers_left");
    if (!isTrained)
    {
        return wrong;
    }
    const std::string letters = config["jobs"]["workload"];
    const json& placed = config["placement"]["jobs"];
    for (std::size_t job = 0; job < a.row["jct_ms_per_job"].size(); ++job)
    {
        const json& dnn = config["dnns"][std::string(1, letters[job % letters.size()])];
        const std::size_t workers = placed.empty() ? config["jobs"]["workers"].get<std::size_t>()
                                                   : placed[job]["workers"].size();
        const double least = config["placement"]["file"] == "" ? LeastMs(config, workers, dnn) : 0;
        const double jct = a.row["jct_ms_per_job"][job];
        if (jct < least * (1 - 1e-6))
        {
            wrong += "job " + std::to_string(job) + " takes " + Text(jct) + " ms, where " +
                     Text(least) + " are the least; ";
        }
    }
    return wrong;
}

// --- ends

void
TameEnds(Draft& draft)
{
    draft.config["systems"] = json::array({draft.config["systems"][0]});
}

std::optional<Pair>
DeriveEnds(Base& base)
{
    Pair pair;
    pair.field = "end";
    pair.a = base.config;
    pair.b = base.config; // the same run shows what was lost
    pair.wishA.isLong = true;
    pair.wishB.isRecorded = true;
    pair.wishB.isLong = true;
    return pair;
}

/// @return whether a link may lose so much that a repair takes longer than a run may stand still
bool
IsHopeless(json faults)
{
    const auto max = [&faults](const char* name) {
        double found = 0;
        ForEachNumber(faults, [&found, name](const std::string& pointer, json& number) {
            found = EndsWith(pointer, name) ? std::max(found, number.get<double>()) : found;
        });
        return found;
    };
    // A burst begins with this probability at each packet, and has half of the maximum on average.
    const double inBursts = max("burst_probability") * (max("burst_max_packets") + 1) / 2;
    return max("loss_probability") > 0.2 || inBursts / (1 + inBursts) > 0.2;
}

/// @return whether results can be lost that only a switch held which has failed
bool
CanLoseForGood(const Pair& pair)
{
    const bool isRepaired = pair.a["recovery"]["enabled"] && !IsHopeless(pair.a["faults"]);
    const auto& failures = pair.a["faults"]["failures"];
    return !isRepaired || std::any_of(failures.begin(), failures.end(), [](const json& failure) {
        return failure.contains("switch");
    });
}

std::string
JudgeEnds(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (!a.row.is_null())
    {
        const bool needsResults = pair.a["execution"]["traces"].empty() &&
                                  pair.a["jobs"]["collective"] == "all_reduce" &&
                                  a.row["workers"] > 1 && pair.a["trace"]["jobs"].empty() &&
                                  pair.a["trace"]["file"] == "";
        return needsResults && a.row["results_checked"] == 0 ? "no result was checked" : "";
    }
    if (a.error.find("wrong sum") != std::string::npos)
    {
        return a.error.substr(0, 300);
    }
    const json& faults = pair.a["faults"];
    const bool hasFaults = !faults["worker_pauses"].empty() || !faults["failures"].empty() ||
                           !faults["ps_failures"].empty() || pair.a["link"]["pfc"]["enabled"];
    if (!CanLoseForGood(pair) && !hasFaults)
    {
        return "no progress: " + a.error.substr(0, 300);
    }
    if (b.lost == 0 && !hasFaults)
    {
        return "no progress, and nothing is lost: " + a.error.substr(0, 300);
    }
    return "";
}

// --- repair

constexpr double kTimes = 5;
constexpr double kRoundTrips = 10;
constexpr double kTimeouts = 3;
constexpr double kFarBeyond = 3;

/// Leaves packets that are lost in bursts, at full queues or while a link is down.
void
TameRepair(Draft& draft)
{
    Random& random = draft.random;
    Calm(draft);
    json& config = draft.config;
    for (const char* const name : {"window",
                                   "flow",
                                   "reminder",
                                   "rto",
                                   "atp",
                                   "switchml",
                                   "pipeline",
                                   "byteps",
                                   "aggregation"})
    {
        config.erase(name);
    }
    config["recovery"] = {{"enabled", true}};
    config["rto"]["min_us"] = random.Pick<double>({20, 200, 1000});
    config["link"]["rate_gbps"] = random.Pick<double>({10, 25, 100, 400});
    config["link"]["delay_us"] = random.Pick<double>({0.5, 1, 5, 20});
    config["switch"]["memory_bytes"] = random.Pick<int64_t>({20000, 200000, 5000000});
    const std::string kind = random.Pick<std::string>({"queue", "queue", "down", "both"});
    if (kind != "down")
    {
        const int64_t frames = random.Pick<int64_t>({20, 50, 100, 330, 660});
        config["link"]["queue_bytes"] = frames * 1514;
    }
    if (kind != "queue")
    {
        const double begin = std::round(random.Scaled(0.1, 100));
        json down{{"from_us", begin}, {"until_us", begin + random.Pick<double>({1, 10, 50, 200})}};
        json link{{"hosts", {0}}, {"down", {down}}};
        link["direction"] = random.Pick<std::string>({"both", "to_switch", "to_host"});
        config["faults"]["links"] = {link};
    }
}

/// SwitchML repairs by a timer of its own for each slot, as published. The others of these systems
/// have no losses in their hardware.
bool
IsRepaired(const std::string& system)
{
    for (const char* const other : {"switchml", "sharp", "iswitch"})
    {
        if (system == other)
        {
            return false;
        }
    }
    return true;
}

/// @return what a path takes at most, in us, without the times of frames
double
PathUs(const json& config)
{
    double us = 2 * NumberAt(config, "/link/delay_us") +
                4 * NumberAt(config, "/topology/uplink_delay_us") +
                (6 * NumberAt(config, "/switch/processing_ns") +
                 2 * NumberAt(config, "/host/processing_ns") +
                 2 * NumberAt(config, "/host/ps_processing_ns")) /
                    1000;
    for (const json& link : config["topology"]["graph"]["links"])
    {
        us += link.value("delay_us", 0.0);
    }
    return us;
}

/// A window leaves a host at once. Where a link on its path is slower than the link of the host, a
/// round trip brings what the queue there holds, and drops the rest.
/// @return round trips that bring all gradients of a worker, to and from it
double
QueuesOfBytes(const json& config)
{
    const double queue = NumberAt(config, "/link/queue_bytes");
    double bytes = 0;
    for (const auto& [letter, dnn] : config["dnns"].items())
    {
        bytes = std::max(bytes, BytesOf(dnn));
    }
    return queue > 0 && SlowestGbps(config) < FastestGbps(config) ? 2 * bytes / queue : 0;
}

std::optional<Pair>
DeriveRepair(Base& base)
{
    if (!IsRepaired(base.config["systems"][0]) || !base.config["execution"]["traces"].empty())
    {
        return std::nullopt;
    }
    Pair pair;
    pair.field = "losses";
    pair.values = "without and with";
    pair.a = base.config;
    pair.b = base.config;
    // A queue with a limit marks packets at half of it: windows of both runs are alike.
    const int64_t queue = base.config["link"]["queue_bytes"];
    if (queue > 0)
    {
        pair.a["ecn"]["threshold_bytes"] = queue / 2;
        pair.a["link"]["queue_bytes"] = 0;
    }
    double downUs = 0;
    for (const json& link : base.config["faults"]["links"])
    {
        for (const json& down : link.value("down", json::array()))
        {
            downUs += down["until_us"].get<double>() - down["from_us"].get<double>();
        }
    }
    pair.a["faults"]["links"] = json::array();
    const double trips = kRoundTrips + QueuesOfBytes(base.config);
    pair.factor = trips * 2 * PathUs(base.config) + 2 * downUs +
                  kTimeouts * NumberAt(base.config, "/rto/min_us"); // in us, beside kTimes
    pair.wishA.isLong = true;
    pair.wishB.isLong = true;
    return pair;
}

std::string
JudgeRepair(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return a.row.is_null() ? "" : "no progress: " + b.error.substr(0, 300);
    }
    const double alone = a.row["jct_ms"];
    const double allowed = kTimes * alone + pair.factor / 1000;
    const double jct = b.row["jct_ms"];
    return jct <= kFarBeyond * allowed ? ""
                                       : "jct_ms " + Text(jct) + " where " + Text(allowed) +
                                             " are allowed, " + Text(alone) + " without losses";
}

} // namespace

const Relation kBounds{"bounds", 3, TameBounds, DeriveBounds, JudgeBounds};
const Relation kEnds{"ends", 3, TameEnds, DeriveEnds, JudgeEnds, false, true};
const Relation kRepair{"repair", 2, TameRepair, DeriveRepair, JudgeRepair};

} // namespace ns3::esa::test
