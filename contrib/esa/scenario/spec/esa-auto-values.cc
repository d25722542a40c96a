// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-priority-range.h"
#include "esa-scenario-draft.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-fields.h"
#include "esa-scenario-network.h"
#include "esa-scenario-schema.h"

#include "ns3/esa-host-link.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

// A window of one bandwidth-delay product keeps a link busy if no other job uses it; with twice as
// much, packets may also wait in a queue as long as they are under way.
constexpr double kWindowTrips = 2;
constexpr double kUnacknowledged = 16; ///< packets of a connection per acknowledgement
// Ours: a double tree of 4 hosts takes 1.11 times its bound with one window, 1.05 with four,
// and 1.00 with eight. Connections of RoCE have no such limit.
constexpr double kTwoWayWindows = 8;
constexpr double kFillTrips = 1.125; ///< as little as keeps it busy, with a margin for uneven times
// Packets beyond the pool. Fitted: a job alone with ESA is fastest with 0.2 to 0.4, for 4 and 12
// workers, with 12 % of the aggregators that a round trip needs.
constexpr double kCollidingTrips = 0.25;
// Fitted: with twice what keeps the link of the PS busy, 8 jobs of 2 to 8 workers with 250 KB are
// fastest, of windows that are powers of two apart; below a quarter of what fills the path, jobs of
// 16 workers take as much longer as their window is smaller.
constexpr double kAtpServerFills = 2;
constexpr double kLeastAtpFill = 0.25;
constexpr double kMinWindow = 64; ///< bursts and acknowledgements of several packets fit in it
// Timers: round trips that a packet may take because it waits in queues, before it counts as lost.
// With 10 (200 us at links of 5 us, the timer of ATP's public code), timers of large jobs and of
// jobs beside flows with DCTCP run out where nothing is lost.
constexpr double kTimeoutTrips = 20;
constexpr double kChecksPerTimeout = 20; ///< as 50 us are of 1 ms, in the paper
constexpr double kStaleTimeouts = 10;    ///< as 10 ms are of 1 ms
constexpr double kLateTrips = 1.5;       ///< a result that takes longer waits for a worker
constexpr double kSwiftTrips = 1.25;     ///< a quarter of the round trip may be queues
constexpr double kDctcpShare = 7;        ///< Alizadeh et al. (SIGCOMM 2010): K > C x RTT / 7
constexpr double kDctcpPackets = 97500;  ///< 65 packets, at any rate
constexpr uint32_t kMaxCards = 1024;
constexpr double kHireBytes = 1e6; ///< ESA paper, Introduction: 1 MB at 100 Gb/s

/// What rules need.
struct AutoNetwork
{
    const Scenario& scenario; ///< fields of earlier rules are filled in
    RoundTrips trips;         ///< between the hosts of jobs
    double memoryBytes;       ///< of the switch that has the least
    bool hasOwnWindow;        ///< whether the user has set window.max_packets

    /// @return bytes that links send for a frame that fills an MTU
    double LongestBytes() const
    {
        return scenario.WireBytes(scenario.LongestFrameBytes());
    }

    /// @return bytes that links send for a frame of ESA and ATP
    double InaBytes() const
    {
        return scenario.WireBytes(kInaFrameBytes);
    }
};

/// @return how many paths the trees of a job fill at a time; the link of a host carries no more
double
PathsAtATime(const AutoNetwork& network)
{
    const Scenario& scenario = network.scenario;
    return std::min<double>(std::max(scenario.aggregation.trees, 1U),
                            std::max(1.0, SlowestHostLinkGbps(scenario) / SlowestGbps(scenario)));
}

/// @param wireBytes that links send for a packet
/// @return packets of a number of round trips at the rate of the paths
double
PacketsOf(const AutoNetwork& network, double trips, double wireBytes)
{
    const double bytes = network.trips.Longest(wireBytes).bytes * PathsAtATime(network);
    return std::ceil(trips * bytes / wireBytes);
}

/// @param wireBytes that links send for a packet
/// @return packets of the largest window that a job can use
double
WindowOf(const AutoNetwork& network, double wireBytes)
{
    return std::max(kMinWindow, PacketsOf(network, kWindowTrips, wireBytes));
}

/// @return the largest window of a system that has its own limit, in packets
double
CapOf(const AutoNetwork& network, const std::string& field)
{
    for (const SystemRecord& record : Systems())
    {
        if (record.onHost.windowCap && field == record.onHost.windowCap->field)
        {
            const System system = SystemWith(record, network.scenario.systemParameters);
            return WindowOf(network, network.scenario.WireBytes(system.DataFrameBytes()));
        }
    }
    throw std::logic_error("no system has the parameter " + field);
}

/// @return aggregators of the pool
double
PoolOf(const AutoNetwork& network)
{
    const auto& parameters = network.scenario.systemParameters;
    return std::floor(network.memoryBytes / parameters.at("switch.aggregator_bytes"));
}

/// @return how many jobs run at a time; with a job trace, as many as find hosts
double
JobsAtATime(const Scenario& scenario)
{
    const std::vector<TraceJobSpec>& jobs = scenario.trace.jobs;
    if (jobs.empty())
    {
        return scenario.jobs.count;
    }
    const double workers =
        std::accumulate(jobs.begin(), jobs.end(), 0., [](double sum, const TraceJobSpec& job) {
            return sum + job.workers;
        });
    const auto all = static_cast<double>(jobs.size());
    const double hosts = scenario.Hosts() - scenario.PsHosts();
    const double fit = std::floor(hosts * all / workers);
    const double most = scenario.trace.maxJobs > 0 ? scenario.trace.maxJobs : all;
    return std::clamp(fit, 1.0, std::min(all, most));
}

/// @return the equal part of the pool for each job that runs
double
PartOfPool(const AutoNetwork& network)
{
    return std::floor(PoolOf(network) / JobsAtATime(network.scenario));
}

/// The window of systems that share a pool. It has to fill the path. But a job with more tasks
/// under way than there are aggregators collides with itself, and what collides takes turns at the
/// PS. And jobs whose windows are larger than their equal parts of the pool collide with each
/// other.
double
PoolWindow(const AutoNetwork& network)
{
    const double pool = PoolOf(network);
    const double fill = std::min(PacketsOf(network, kFillTrips, network.InaBytes()),
                                 pool + PacketsOf(network, kCollidingTrips, network.InaBytes()));
    return std::max({kMinWindow,
                     fill,
                     std::min(WindowOf(network, network.InaBytes()), PartOfPool(network)),
                     static_cast<double>(network.scenario.window.minPackets)});
}

/// The window of systems whose aggregators wait for the result. A task that collides goes to the PS
/// in as many frames as it has workers. So beyond the job's equal part of the pool, a window of
/// what fills the path over the workers keeps the link of the PS busy, and more of it waits there.
double
AtpWindow(const AutoNetwork& network)
{
    if (network.hasOwnWindow)
    {
        return 0;
    }
    const double fill = PacketsOf(network, kFillTrips, network.InaBytes());
    const double share =
        std::clamp(kAtpServerFills / network.scenario.jobs.workers, kLeastAtpFill, 1.0);
    return std::max({kMinWindow,
                     std::clamp(PartOfPool(network), share * fill, fill),
                     static_cast<double>(network.scenario.window.minPackets)});
}

double
FirstWindow(const AutoNetwork& network)
{
    const WindowParameters& window = network.scenario.window;
    const double least =
        std::max<double>(window.minPackets, PacketsOf(network, 1, network.InaBytes()));
    return window.maxPackets > 0 ? std::min<double>(least, window.maxPackets) : least;
}

double
PauseThreshold(const AutoNetwork& network)
{
    double headroom = 0;
    for (const auto& [gbps, bytes] : PauseHeadrooms(network.trips, network.scenario))
    {
        headroom = std::max(headroom, bytes);
    }
    const auto queue = static_cast<double>(network.scenario.link.queueBytes);
    if (queue == 0)
    {
        return 2 * headroom;
    }
    return queue > headroom + network.LongestBytes() ? std::min(2 * headroom, queue - headroom)
                                                     : std::ceil(queue / 2);
}

/// What a connection counts in packets follows from bytes: with longer frames it would be more.
/// @param packets of the usual MTU @return packets of the MTU of the links
double
PacketsAs(const AutoNetwork& network, double packets)
{
    return std::ceil(packets * network.scenario.WireBytes(MtuFrameBytes()) /
                     network.LongestBytes());
}

/// Packets of a connection that are under way where no others are: they fill a round trip, wait for
/// an acknowledgement, and wait at both links.
double
FilledPackets(const AutoNetwork& network)
{
    const FlowSpec& flow = network.scenario.flow;
    const double frame = network.LongestBytes();
    const double trips = kWindowTrips * network.trips.Longest(frame).bytes;
    const double packets = std::max(PacketsAs(network, kMinWindow), std::ceil(trips / frame)) +
                           flow.ackEveryPackets +
                           2.0 * PacketsAs(network, HostLink::kWaitingPackets);
    return packets;
}

/// The window of a connection. Acknowledgements wait behind the data of connections in the other
/// direction, at switches too: then a round trip is as long as it takes to send all of these
/// windows. So a window is several times what an empty network needs.
double
FlowWindow(const AutoNetwork& network)
{
    return kTwoWayWindows * FilledPackets(network);
}

/// Memory of a job that hire admits: what the paper names, or what its window needs if that is
/// more. With more than a switch has, no job would be admitted.
double
AdmittedBytes(const AutoNetwork& network)
{
    double bytes = kHireBytes;
    double least = 0; // a slot
    for (const SystemRecord& record : Systems())
    {
        if (record.admission.jobBytes)
        {
            const System system = SystemWith(record, network.scenario.systemParameters);
            least = std::max(least, static_cast<double>(system.AggregatorBytes()));
            bytes = std::max(
                bytes,
                WindowOf(network, network.scenario.WireBytes(system.DataFrameBytes())) * least);
        }
    }
    return std::max(least, std::min(bytes, network.memoryBytes));
}

/// The servers of byteps that are not beside workers: one on each host that is left over, at most
/// as many as the largest job has workers.
double
ExtraServersOf(const AutoNetwork& network)
{
    const Scenario& scenario = network.scenario;
    const uint32_t most =
        ServerPlan::MostExtraServers(scenario.jobs.workers, scenario.bytePs.isColocated);
    const uint32_t servers = std::min({ServersPerJob(scenario), scenario.jobs.workers, most});
    return scenario.bytePs.isColocated ? servers : std::max(servers, 1U);
}

double
RoundTripUsOf(const AutoNetwork& network)
{
    return network.trips.Longest(network.LongestBytes()).us;
}

/// @return whether jobs may have a tree, and a ring, for each card of a server
bool
HasCards(const Scenario& scenario)
{
    return scenario.AreRacksServers() && scenario.aggregation.jobs.empty();
}

/// What uses every card of a server: as many as a server has, else one.
double
CardsOf(const AutoNetwork& network)
{
    const Scenario& scenario = network.scenario;
    return HasCards(scenario) ? scenario.routes->MaxTrees(kMaxCards) : 1;
}

/// The smallest timeout. At the cards of servers, packets wait behind those of the other direction.
/// The acknowledgement of any packet puts the timeout off, so it need not cover whole windows.
double
TimeoutUs(const AutoNetwork& network)
{
    const double us = kTimeoutTrips * RoundTripUsOf(network);
    const double frameUs = network.LongestBytes() * 8 / (SlowestGbps(network.scenario) * 1e3);
    return network.scenario.AreRacksServers() ? us + 4 * FilledPackets(network) * frameUs : us;
}

/// A field that may follow from the network, and how.
struct AutoRule
{
    const char* pointer;                               ///< the field
    std::function<double(const AutoNetwork&)> compute; ///< its value
};

/// @return the rules; a later one may read the fields of earlier ones
const std::vector<AutoRule>&
AutoRules()
{
    using Net = AutoNetwork;
    static const std::vector<AutoRule> rules{
        {"/iswitch/values",
         [](const Net& net) { return MtuPayloadBytes(net.scenario.MtuBytes()) / 4.0; }},
        {"/sharp/values",
         [](const Net& net) {
             return std::min(512.0, MtuPayloadBytes(net.scenario.MtuBytes()) / 4.0);
         }},
        {"/aggregation/trees",
         [](const Net& net) { return HasCards(net.scenario) ? CardsOf(net) : 0; }},
        {"/flow/channels", CardsOf},
        {"/flow/reordering_us",
         [](const Net& net) {
             return KeepsOrder(net.scenario.flow.paths) ? 0 : RoundTripUsOf(net);
         }},
        {"/flow/ack_every_packets", [](const Net& net) { return PacketsAs(net, kUnacknowledged); }},
        {"/flow/window_packets", FlowWindow},
        {"/window/max_packets", PoolWindow},
        {"/window/atp_max_packets", AtpWindow},
        {"/window/initial_packets", FirstWindow},
        {"/window/switchml_max_packets",
         [](const Net& net) { return CapOf(net, "window.switchml_max_packets"); }},
        {"/window/iswitch_max_packets",
         [](const Net& net) { return CapOf(net, "window.iswitch_max_packets"); }},
        {"/hire/job_memory_bytes", AdmittedBytes},
        {"/byteps/servers", ExtraServersOf},
        {"/panama/active_us", [](const Net& net) { return 4 * RoundTripUsOf(net); }},
        // A job alone never fills a queue with this much: its window is no larger.
        {"/ecn/threshold_bytes",
         [](const Net& net) {
             return std::max(kWindowTrips * net.trips.Longest(net.LongestBytes()).bytes,
                             kMinWindow * net.InaBytes());
         }},
        {"/priority/p_max_per_s", [](const Net& net) { return LargestPriority(net.scenario); }},
        {"/rto/min_us", TimeoutUs},
        {"/rto/check_us", // no timer is shorter than a round trip
         [](const Net& net) {
             return std::max<double>(net.scenario.rto.minUs, RoundTripUsOf(net)) /
                    kChecksPerTimeout;
         }},
        {"/recovery/stale_us",
         [](const Net& net) { return kStaleTimeouts * net.scenario.rto.minUs; }},
        // From the PS to a switch that sums, and back.
        {"/reminder/ps_holdoff_us", [](const Net& net) { return RoundTripUsOf(net) / 2; }},
        {"/a2tp/base_round_trip_us",
         [](const Net& net) { return kLateTrips * RoundTripUsOf(net); }},
        {"/flow/dctcp/threshold_bytes",
         [](const Net& net) {
             return std::max(kDctcpPackets,
                             net.trips.Longest(net.LongestBytes()).bytes / kDctcpShare);
         }},
        {"/flow/swift/target_us",
         [](const Net& net) {
             return kSwiftTrips * net.trips.ThroughOneSwitch(net.LongestBytes()).us;
         }},
        {"/flow/swift/hop_us",
         [](const Net& net) {
             return kSwiftTrips * net.trips.FurtherSwitchUs(net.LongestBytes());
         }},
        {"/link/pfc/xoff_bytes", PauseThreshold},
        {"/link/pfc/xon_bytes",
         [](const Net& net) { return static_cast<double>(net.scenario.link.pfc.xoffBytes) / 2; }},
    };
    return rules;
}

/// The least memory of a switch that sums, where it is not known yet which switches do.
double
LeastMemoryOf(const ScenarioDraft& draft)
{
    Scenario scenario = *draft;
    if (HasMemoryOfItsOwn(scenario))
    {
        FindSummingSwitches(scenario, draft.Written());
    }
    return LeastMemory(scenario);
}

/// The value of a field, within its range, with as many digits as people read.
json
ValueBy(const AutoRule& rule, const AutoNetwork& network)
{
    const double value = rule.compute(network);
    const json& part = *ScenarioSchema::Get().Find(rule.pointer);
    const double most = part.at("maximum").get<double>();
    const double least = part.contains("minimum") ? part["minimum"].get<double>() : 0;
    if (TypeOf(part) == "integer")
    {
        return static_cast<uint64_t>(std::clamp(std::ceil(value), least, most));
    }
    constexpr double kPerUs = 1000;
    return std::clamp(std::ceil(value * kPerUs) / kPerUs, least, most);
}

} // namespace

json
AutoValueOf(const Scenario& scenario, const std::string& pointer)
{
    const AutoNetwork network{scenario, RoundTripsOf(scenario), LeastMemory(scenario), false};
    for (const AutoRule& rule : AutoRules())
    {
        if (pointer == rule.pointer)
        {
            return ValueBy(rule, network);
        }
    }
    throw std::logic_error(pointer + " never follows from the network");
}

void
FillAutoValues(json& config, ScenarioDraft& draft)
{
    std::vector<const AutoRule*> wanted;
    for (const AutoRule& rule : AutoRules())
    {
        const json::json_pointer place(rule.pointer);
        if (config.contains(place) && config.at(place) == kAuto)
        {
            wanted.push_back(&rule);
        }
    }
    if (wanted.empty())
    {
        return;
    }
    const json window = config.value(json::json_pointer("/window/max_packets"), json(kAuto));
    const AutoNetwork network{*draft, RoundTripsOf(*draft), LeastMemoryOf(draft), window != kAuto};
    for (const AutoRule* rule : wanted)
    {
        const json value = ValueBy(*rule, network);
        config[json::json_pointer(rule->pointer)] = value;
        draft.Fill(rule->pointer, value);
    }
}

} // namespace ns3::esa
