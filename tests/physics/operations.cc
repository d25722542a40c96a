// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// One operation of one group of workers, of S bytes at links of rate B. Physics gives
//
// - a least time: what the busiest link of a host carries at least. Of a reduce-scatter, for
// example,
//   each worker sends all but its own part, (n - 1) / n S, whoever sums;
// - where one switch connects all, and windows and memory keep nobody waiting, the closed form:
// with
//   switches S / B, in a ring (n - 1) / n S / B, and latencies (scenario/run/closed-form.h);
// - where all rates are twice as high and all times half as long, half of the time.
//
// A reduce-scatter fills the links up with the help of switches, and an all-gather the links down.
// So both at once take no longer than one after the other, and no longer than the direction that
// carries more: (n + 1) / n S / B with long frames, and 2 (n - 1) / n S / B in a ring. A worker
// hands a window of the one to its card before the other one begins. So a message of one window
// does not overlap, and a longer one overlaps but for a window.

#include "physics/pair.h"
#include "scenario/run/closed-form.h"
#include "scenario/traces/chakra-nodes.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-system.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kFormTolerance = 0.04;  ///< of a closed form
constexpr double kFormFrames = 8;        ///< frames that it may round up, or leave out
constexpr double kHalfTolerance = 0.002; ///< of half a time
constexpr double kRoundingMs = 2e-6;     ///< results have whole nanoseconds
constexpr double kBothTolerance = 0.1;   ///< of the bound of both at once
constexpr int64_t kWindowPackets = 500;  ///< that a worker may have under way, at most
const char* const kBoth = "both at once";

/// @return whether one switch connects all hosts
bool
IsOneSwitch(const json& config)
{
    return config["topology"]["kind"] == "leaf_spine" && NumberAt(config, "/topology/racks") == 1;
}

void
TameOperations(Draft& draft)
{
    Random& random = draft.random;
    Calm(draft);
    json& config = draft.config;
    for (const char* const name : {"trace",
                                   "execution",
                                   "placement",
                                   "aggregation",
                                   "flow",
                                   "hire",
                                   "byteps",
                                   "iswitch",
                                   "host",
                                   "sharp",
                                   "slots",
                                   "recovery"})
    {
        config.erase(name);
    }
    config["systems"] = {random.Pick<std::string>(
        {"esa", "esa", "straw1", "atp", "switchml", "panama", "iswitch", "a2tp", "ring", "ring"})};
    config["iterations"] = 1;
    config["seeds"] = {1};
    config["ecn"] = {{"threshold_bytes", 0}};
    config["rto"] = {{"min_us", kNoTimerUs}};
    config["recovery"] = {{"enabled", false}};
    config["window"] = {{"initial_packets", kWindowPackets}, {"max_packets", kWindowPackets}};
    config["flow"] = {{"protocol", "none"}};
    // each piece is acknowledged; of short ones, this takes a part of the links
    config["pipeline"] = {{"chunk_bytes", random.Pick<int64_t>({65536, 524288})}};
    config["switch"] = {{"memory_bytes", 40000000}, {"aggregator_index", "linear"}};
    const int64_t workers = random.Whole(2, 9);
    config["topology"] = {{"hosts", workers + 1}};
    if (random.Chance(0.3))
    {
        const int64_t racks = random.Whole(2, 3);
        config["topology"] = {{"hosts", 12}, {"racks", racks}, {"spines", random.Whole(1, 2)}};
        config["placement"] = {{"racks_per_job", std::min(racks, workers)}};
        config["aggregation"] = {{"levels", random.Pick<std::string>({"one", "two", "all"})}};
    }
    config["link"] = {{"rate_gbps", random.Pick<double>({1, 2, 4, 8})},
                      {"delay_us", 0.002 * static_cast<double>(random.Whole(50, 1500))},
                      {"mtu_bytes", random.Pick<int64_t>({1500, 4096, 9000})}};
    config["jobs"] = {{"count", 1},
                      {"workers", workers},
                      {"start_max_us", 0},
                      {"root", random.Whole(0, workers - 1)},
                      {"collective",
                       random.Pick<std::string>({"reduce_scatter",
                                                 "reduce_scatter",
                                                 "all_gather",
                                                 "all_gather",
                                                 "broadcast",
                                                 "reduce"})}};
    DrawOneMessage(draft);
    config["dnns"]["S"]["layers"] = {{{"forward_us", 0}, {"backward_us", 0}}};
}

/// Writes a trace of a reduce-scatter and an all-gather. @param groups the group of each
void
WriteTrace(const std::filesystem::path& folder,
           const std::string& name,
           int64_t ranks,
           uint64_t bytes,
           const std::pair<const char*, const char*>& groups)
{
    ChakraNode scatter = AllReduceOf(1, bytes);
    scatter.communicationType = 7;
    scatter.group = groups.first;
    ChakraNode gather = AllReduceOf(2, bytes / static_cast<uint64_t>(ranks));
    gather.communicationType = 2;
    gather.group = groups.second;
    std::vector<int64_t> all;
    for (int64_t rank = 0; rank < ranks; ++rank)
    {
        all.push_back(rank);
        std::ofstream(folder / (name + "." + std::to_string(rank) + ".et"), std::ios::binary)
            << FileOf({scatter, gather});
    }
    std::ofstream(folder / (name + ".groups.json")) << json{{"0", all}, {"1", all}};
}

/// One after the other, and both at once.
Pair
DeriveBoth(const Base& base)
{
    Pair pair;
    const int64_t ranks = base.config["jobs"]["workers"];
    const uint64_t shard = base.config["dnns"]["S"]["partitions"][0]["bytes"].get<uint64_t>();
    pair.field = kBoth;
    pair.factor = static_cast<double>(shard) * static_cast<double>(ranks);
    for (json* const config : {&pair.a, &pair.b})
    {
        const bool isBoth = config == &pair.b;
        const std::string name = isBoth ? "both" : "each";
        *config = base.config;
        WriteTrace(base.folder,
                   name,
                   ranks,
                   shard * static_cast<uint64_t>(ranks),
                   {"0", isBoth ? "1" : "0"});
        (*config)["execution"]["traces"] = {name};
        (*config)["jobs"]["collective"] = "all_reduce";
    }
    pair.values = std::to_string(ranks) + " ranks, shards of " + std::to_string(shard) + " bytes";
    return pair;
}

std::optional<Pair>
DeriveOperation(Base& base)
{
    // Links of others than hosts have other bounds, which this relation does not know.
    if (base.choice % 3 == 0 && IsOneSwitch(base.config))
    {
        return DeriveBoth(base);
    }
    Pair pair;
    pair.field = base.config["jobs"]["collective"];
    pair.factor = 0.5;
    pair.a = base.config;
    pair.b = base.config;
    pair.b["link"]["rate_gbps"] = 2 * NumberAt(base.config, "/link/rate_gbps");
    ForEachNumber(pair.b, [](const std::string& pointer, json& number) {
        if (EndsWith(pointer, "_us") || EndsWith(pointer, "_ns"))
        {
            number = number.get<double>() / 2;
        }
        else if (pointer.find("uplinks_gbps/") != std::string::npos)
        {
            number = number.get<double>() * 2;
        }
    });
    pair.values = base.config["jobs"]["workers"].dump() + " workers, " +
                  base.config["dnns"]["S"]["partitions"][0]["bytes"].dump() + " bytes";
    return pair;
}

/// @return the least time of an operation in ms: what a worker or the root sends or gets
double
LeastMs(const json& config)
{
    const double workers = NumberAt(config, "/jobs/workers");
    const double othersMs =
        LeastSendMs(config, config["jobs"]["workers"], config["dnns"]["S"]); // (n - 1) / n
    const json& operation = config["jobs"]["collective"];
    const bool isOfAll = operation == "broadcast" || operation == "reduce";
    return isOfAll ? othersMs * workers / (workers - 1) : othersMs;
}

/// @return the time of a frame of a system, in ms
double
FrameMs(const json& config, uint32_t bytes)
{
    return (bytes + NumberAt(config, "/link/overhead_bytes")) * 8 /
           (NumberAt(config, "/link/rate_gbps") * 1e6);
}

/// @return the record of the system of a scenario, with its parameters
System
SystemOf(const Pair& pair)
{
    const auto parsed = ParseScenario(pair.a.dump(), "pair", {}, pair.folder).scenario;
    return SystemWith(*FindSystem(parsed->systems[0]), parsed->systemParameters);
}

std::string
JudgeBoth(const Pair& pair, double eachMs, double bothMs)
{
    const System system = SystemOf(pair);
    const double ranks = NumberAt(pair.a, "/jobs/workers");
    const double frames = std::ceil(pair.factor / system.PayloadBytes());
    const double frameMs = FrameMs(pair.a, system.DataFrameBytes());
    const double wayMs = 2 * NumberAt(pair.a, "/link/delay_us") / 1000;
    const bool isRing = system.Record().SumsInHosts();
    const double bytesMs = pair.factor * 8 / (NumberAt(pair.a, "/link/rate_gbps") * 1e6);
    const double leastMs = 2 * bytesMs * (ranks - 1) / ranks;
    std::string wrong;
    const auto add = [&](const char* what, double ms) {
        wrong += std::string("both at once take ") + Text(bothMs) + " ms, " + what + " " +
                 Text(ms) + "; ";
    };
    if (isRing && bothMs < leastMs * (1 - 1e-6))
    {
        add("and the bytes of a link take", leastMs);
    }
    if (!isRing && bothMs < bytesMs * (1 + 1 / ranks) * (1 - 1e-6))
    {
        add("and the bytes of a link up take", bytesMs * (1 + 1 / ranks));
    }
    const double slackMs = kFormFrames * ranks * frameMs;
    if (bothMs > eachMs * (1 + kBothTolerance) + slackMs)
    {
        add("one after the other", eachMs);
    }
    // all frames and a shard up; all frames and those without values down
    const double upMs = frames * frameMs * (1 + 1 / ranks);
    const double downMs = frames * (frameMs + FrameMs(pair.a, kEmptyFrameBytes));
    const double boundMs =
        isRing ? 2 * frames * frameMs * (ranks - 1) / ranks : std::max(upMs, downMs);
    const double steps = isRing ? ranks - 1 : 4;
    const double alone = isRing ? 0 : std::min<double>(frames, kWindowPackets) * frameMs;
    if (const double mostMs = boundMs * (1 + kBothTolerance) + slackMs + alone + steps * wayMs;
        bothMs > mostMs)
    {
        add("at most due are", mostMs);
    }
    return wrong;
}

std::string
JudgeOperation(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return "it does not end: " + a.error.substr(0, 200) + b.error.substr(0, 200);
    }
    const double first = a.row["jct_ms"];
    const double second = b.row["jct_ms"];
    if (pair.field == kBoth)
    {
        return JudgeBoth(pair, first, second);
    }
    std::string wrong;
    if (const double least = LeastMs(pair.a); first < least * (1 - 1e-6))
    {
        wrong += "it takes " + Text(first) + " ms, where " + Text(least) + " are the least; ";
    }
    if (std::abs(second - first / 2) > kHalfTolerance * first + kRoundingMs)
    {
        wrong +=
            "at twice the rates it takes " + Text(second) + " ms, and " + Text(first) + " before; ";
    }
    const auto parsed = ParseScenario(pair.a.dump(), "pair", {}, pair.folder).scenario;
    if (const auto formMs = ClosedFormMs(parsed, parsed->systems[0]))
    {
        const double slackMs = kFormFrames * FrameMs(pair.a, SystemOf(pair).DataFrameBytes());
        if (std::abs(first - *formMs) > kFormTolerance * *formMs + slackMs)
        {
            wrong +=
                "it takes " + Text(first) + " ms, and " + Text(*formMs) + " by the closed form; ";
        }
    }
    return wrong;
}

} // namespace

const Relation kOperations{"operations", 4, TameOperations, DeriveOperation, JudgeOperation};

} // namespace ns3::esa::test
