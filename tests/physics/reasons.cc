// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Where a relation is broken for a reason. An entry is as narrow as its mechanism.

#include "physics/pair.h"

#include "ns3/esa-host-link.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3::esa::test
{
namespace
{

/// @return by how much both results differ, ms; infinite if one of them is missing
double
DifferenceMs(const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return std::numeric_limits<double>::infinity();
    }
    return std::abs(a.row["jct_ms"].get<double>() - b.row["jct_ms"].get<double>());
}

/// @return whether both results are within a part of each other
bool
AreWithin(const Outcome& a, const Outcome& b, double part)
{
    return DifferenceMs(a, b) <=
           part * std::max(NumberAt(a.row, "/jct_ms"), NumberAt(b.row, "/jct_ms"));
}

/// @return the time of a frame on the slowest link, ms
double
FrameMs(const nlohmann::json& config)
{
    return LongestBytes(config) * 8 / (SlowestGbps(config) * 1e6);
}

/// @return workers of all jobs
double
WorkersOf(const Pair& pair)
{
    return NumberAt(pair.a, "/jobs/count") * NumberAt(pair.a, "/jobs/workers"); // of the largest
}

/// @return whether both results are about the same, or differ by less than a frame of each worker:
/// where frames reach a queue at once, the frames of all others may be in front of one
bool
AreWithinTies(const Pair& pair, const Outcome& a, const Outcome& b)
{
    return AreWithin(a, b, 0.01) || DifferenceMs(a, b) <= WorkersOf(pair) * FrameMs(pair.a);
}

/// @return whether both results differ by less than what waits at the cards of the workers: where
/// messages are ready at once, the packets of all others may be in front of one
bool
AreWithinCards(const Pair& pair, const Outcome& a, const Outcome& b)
{
    constexpr double kBytes = HostLink::kWaitingPackets * MtuFrameBytes();
    const double ms = kBytes * 8 / (SlowestGbps(pair.a) * 1e6);
    return DifferenceMs(a, b) <= WorkersOf(pair) * std::max(ms, FrameMs(pair.a));
}

/// @return the time of a timer and the repair that it begins, us
double
TimerUs(const nlohmann::json& config)
{
    return NumberAt(config, "/rto/min_us") + NumberAt(config, "/rto/check_us") +
           2 * NumberAt(config, "/reminder/ps_holdoff_us"); // half of a round trip
}

/// @return whether both results differ by no more than some timers and the repairs that they begin
bool
AreWithinTimers(const Pair& pair, const Outcome& a, const Outcome& b, double timers)
{
    return DifferenceMs(a, b) * 1000 <= timers * TimerUs(pair.a);
}

/// @return whether others wait for a late worker longer than for their timers, and the rest is no
/// more than the timers that ran out
bool
TimesOutLateWorkers(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null() || pair.factor <= NumberAt(pair.a, "/rto/min_us"))
    {
        return false;
    }
    const double restMs =
        b.row["sim_ms"].get<double>() - a.row["sim_ms"].get<double>() - pair.factor / 1000;
    return restMs * 1000 <= b.row["reminders_worker"].get<double>() * TimerUs(pair.a);
}

/// @return how many may send to the same link at a time: racks to the one of the PS, or workers
double
SendersOf(const nlohmann::json& config)
{
    const nlohmann::json& topology = config["topology"];
    const std::string kind = topology["kind"];
    const std::string system = config["systems"][0];
    const double k = topology["k"];
    const double workers = NumberAt(config, "/jobs/workers");
    const double racks = kind == "leaf_spine" ? topology["racks"].get<double>()
                         : kind == "fat_tree" ? k * k / 2
                         : kind == "servers"  ? topology["servers"].get<double>()
                                              : workers;
    const bool goThroughRacks = config["jobs"]["collective"] == "all_reduce" && system != "byteps";
    return goThroughRacks ? std::min(racks, workers) : workers;
}

/// @return whether the rest is no more than what all others send while one is late, on the slowest
/// link
bool
WaitsBehindOthers(const Pair& pair, const Outcome& a, const Outcome& b)
{
    constexpr double kWirePerValue = 2; // frames have at most twice the bytes of their values
    const double slower = FastestGbps(pair.a) / SlowestGbps(pair.a);
    const double messageMs =
        kWirePerValue * 2 * slower * LeastSendMs(pair.a, 2, pair.a["dnns"]["S"]);
    const double lateMs = pair.factor / 1000;
    const double laterMs = NumberAt(b.row, "/sim_ms") - NumberAt(a.row, "/sim_ms");
    return laterMs > 0 &&
           laterMs <= lateMs + (SendersOf(pair.a) - 1) * std::min(slower * lateMs, messageMs);
}

/// @return whether messages of hosts meet between switches, and both results are near each other
bool
MeetsBetweenSwitches(const Pair& pair, const Outcome& a, const Outcome& b)
{
    return SendersOf(pair.a) > 1 && AreWithin(a, b, 0.1);
}

/// @return whether the rest is no more than a chunk on each step to the root of a tree and back
bool
WaitsBehindOtherTree(const Pair& pair, const Outcome& a, const Outcome& b)
{
    constexpr double kProtocolBytes = 576'000; // of the protocol with the longest chunks
    const std::string protocol = pair.a["flow"]["protocol"];
    const double chunkBytes =
        protocol == "none" ? NumberAt(pair.a, "/pipeline/chunk_bytes") : kProtocolBytes;
    const double chunkMs = chunkBytes * 8 / (SlowestGbps(pair.a) * 1e6);
    const double steps = 2 * std::ceil(std::log2(NumberAt(pair.a, "/jobs/workers")));
    return DifferenceMs(a, b) <= pair.factor / 1000 + steps * chunkMs;
}

/// @return whether the window has more tasks than the memory, and both results differ by no more
/// timers than ran out in one of them
bool
WaitsForMemory(const Pair& pair, const Outcome& a, const Outcome& b)
{
    const double tasks =
        NumberAt(pair.a, "/switch/memory_bytes") / NumberAt(pair.a, "/switch/aggregator_bytes");
    if (a.row.is_null() || b.row.is_null() || tasks >= NumberAt(pair.a, "/window/max_packets"))
    {
        return false;
    }
    const double reminders =
        std::max(a.row["reminders_worker"].get<double>(), b.row["reminders_worker"].get<double>());
    return AreWithinTimers(pair, a, b, reminders);
}

/// @return whether a queue marks flows that is shorter than the time by which arrivals are rounded
bool
MarksAtOnce(const Pair& pair, const Outcome& /* a */, const Outcome& /* b */)
{
    const double bitsPerNs = NumberAt(pair.a, "/link/rate_gbps");
    const std::string control = pair.a["flow"]["congestion_control"];
    return control == "dctcp" && NumberAt(pair.a, "/flow/dctcp/threshold_bytes") * 8 < bitsPerNs;
}

/// @return whether both may differ by the packets that DCQCN marks by chance
bool
HasOtherMarks(const Pair& pair, const Outcome& a, const Outcome& b)
{
    return pair.a["flow"]["congestion_control"] == "dcqcn" && AreWithin(a, b, 0.05);
}

/// @return whether tasks met at an aggregator in one of both
bool
HasCollisions(const Pair& /* pair */, const Outcome& a, const Outcome& b)
{
    return (!a.row.is_null() && a.row["collisions"] > 0) ||
           (!b.row.is_null() && b.row["collisions"] > 0);
}

/// @return whether tasks met, and both results are near each other
bool
AreNearWithCollisions(const Pair& pair, const Outcome& a, const Outcome& b)
{
    return HasCollisions(pair, a, b) && AreWithin(a, b, 0.2);
}

/// @return whether jitter shuffles packets, and both results differ by no more timers than workers
/// have asked for sums
bool
IsShuffled(const Pair& pair, const Outcome& a, const Outcome& b)
{
    return pair.a["jitter"]["mode"] == "packet" && !a.row.is_null() && !b.row.is_null() &&
           AreWithinTimers(pair, a, b, b.row["reminders_worker"]);
}

/// @return whether other jobs got no memory or trees
bool
HasOtherAdmissions(const Pair& /* pair */, const Outcome& a, const Outcome& b)
{
    const char* const column = "groups_summed_in_hosts";
    return a.row.value(column, nlohmann::json()) != b.row.value(column, nlohmann::json());
}

/// @return whether a link is so slow that a run may stand still for longer than it is allowed to
bool
HasCrawlingLink(const Pair& pair, const Outcome& /* a */, const Outcome& /* b */)
{
    return SlowestGbps(pair.a) < 0.01;
}

/// @return whether flows that go back meet a queue of a few frames before a slower link
bool
HasShortQueue(const Pair& pair, const Outcome& /* a */, const Outcome& /* b */)
{
    const double fewFrames = 4 * LongestBytes(pair.a);
    const auto isShort = [fewFrames](double queue) { return queue > 0 && queue < fewFrames; };
    bool areShort = isShort(NumberAt(pair.a, "/link/queue_bytes"));
    const nlohmann::json::json_pointer links("/topology/graph/links");
    for (const auto& link : pair.a.value(links, nlohmann::json::array()))
    {
        areShort |= isShort(link.value("queue_bytes", 0.0));
    }
    return areShort && pair.a["flow"]["repair"] == "go_back_n" &&
           SlowestGbps(pair.a) < NumberAt(pair.a, "/link/rate_gbps");
}

const char* const kPools = "esa,atp,a2tp,straw1,straw2,panama"; ///< jobs share the aggregators
const char* const kHosts =                                      ///< hosts sum
    "ring,halving_doubling,double_tree,hierarchical,byteps";
const char* const kCrawling =
    "a partition, or a full queue, takes longer than --stall-after on a slow link";
const char* const kTies =
    "of frames that reach a queue at once, the one of the lower port is first";

} // namespace

const std::vector<Reason>&
Reasons()
{
    static const std::vector<Reason> reasons{
        {"ends", "", "", HasCrawlingLink, kCrawling},
        {"repair", "", "", HasCrawlingLink, kCrawling},
        {"ends",
         kHosts,
         "",
         HasShortQueue,
         "a queue of a few frames before a slower link drops nearly all of each round"},
        {"monotone",
         kPools,
         "/link/",
         AreNearWithCollisions,
         "where frames come at other times, other tasks meet at an aggregator"},
        {"monotone",
         kPools,
         "/window/",
         [](const Pair&, const Outcome& a, const Outcome& b) {
             return !a.row.is_null() && !b.row.is_null() &&
                    b.row["collisions"] > a.row["collisions"];
         },
         "with more packets under way than aggregators, more tasks of a job meet, and wait for "
         "reminders"},
        {"monotone",
         kPools,
         "",
         [](const Pair& pair, const Outcome& a, const Outcome& b) {
             return HasCollisions(pair, a, b) &&
                    (AreWithinTimers(pair, a, b, 1) || WaitsForMemory(pair, a, b));
         },
         "what is left in a switch waits for a timer, once more or once less; with less memory "
         "than the window needs, task after task does"},
        {"monotone",
         kHosts,
         "",
         [](const Pair&, const Outcome& a, const Outcome& b) {
             return !a.row.is_null() && !b.row.is_null() && a.row["jobs"] > 1 &&
                    b.row["makespan_ms"].get<double>() <= 1.05 * a.row["makespan_ms"].get<double>();
         },
         "jobs share a queue, and a job whose packets come earlier is in front of another one; the "
         "last job does not end later"},
        {"step",
         kPools,
         "/jitter/max_us",
         HasCollisions,
         "where frames come in another order, tasks meet, and what atp left in the switch waits "
         "for a timer"},
        {"step",
         kPools,
         "/jitter/max_us",
         IsShuffled,
         "packets that are ready at once leave in another order, however small the jitter is; if "
         "three overtake one, its worker asks for the sum, which leaves the switch, and what comes "
         "later waits there for a timer"},
        {"monotone",
         kHosts,
         "/link/",
         MarksAtOnce,
         "times are rounded up to a step of a nanosecond, so a frame that waits for nothing else "
         "is marked or not, as the time of a frame divides"},
        {"same",
         kPools,
         "a trace of one all-reduce",
         HasCollisions,
         "the tasks of a process group have other numbers than those of a DNN, so others meet"},
        {"late",
         kPools,
         "",
         TimesOutLateWorkers,
         "whoever waits for a late worker longer than a timer fetches its sum from the switch, and "
         "the late fragments wait there for another timer"},
        {"late",
         "",
         "",
         WaitsBehindOthers,
         "where several send to one link, the others fill its queue in the meantime, so that what "
         "is late waits behind as much of each of them"},
        {"late",
         kHosts,
         "",
         MeetsBetweenSwitches,
         "messages of several workers take turns at links between switches, and one that comes "
         "later finds them free"},
        {"late",
         "double_tree",
         "",
         WaitsBehindOtherTree,
         "both trees share the link of a host; whoever is late has chunks of both to send at once, "
         "and each waits for the other"},
        {"meet",
         "sharp,hire",
         "",
         HasOtherAdmissions,
         "a tree has its links alone and a switch runs three programs, so other jobs run as rings"},
        {"neutral",
         kPools,
         "order of jobs",
         HasCollisions,
         "the number of a job is part of the hash"},
        {"neutral", "sharp,hire", "order of jobs", nullptr, "jobs are admitted in their order"},
        {"neutral", "", "order of jobs", AreWithinTies, kTies},
        {"neutral", kHosts, "order of jobs", AreWithinCards, kTies},
        {"neutral", "", "order of links", AreWithinTies, kTies},
        {"neutral",
         kHosts,
         "order of links",
         HasOtherMarks,
         "of two frames that come at once another one is marked, and its sender slows down"},
    };
    return reasons;
}

} // namespace ns3::esa::test
