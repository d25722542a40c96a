// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_NETWORK_H
#define ESA_SCENARIO_NETWORK_H

#include "esa-scenario.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-network-failures.h"
#include "ns3/esa-round-trip.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * What a scenario says about its network, whatever the shape: the graph, the places of jobs, the
 * memory of switches, rates and round trips, and the fields that follow from them.
 */

namespace ns3::esa
{

class ScenarioDraft;

/// Makes the topology that a scenario describes, in which every link has a rate and a delay.
/// @param scenario topology and links; with racks and spines, also jobs and where PSes run
/// @return the paths through it; null if there is something wrong
std::shared_ptr<const TopologyRoutes> RoutesOf(const Scenario& scenario);

/// Finds what an entry of faults.failures concerns.
/// @return its links, and when; none: there is no such link or switch
NetworkFailure FailureOf(const FailureSpec& entry, const TopologyGraph& graph);

/// Finds what is wrong with a graph: links that name unknown nodes, and the faults of topologies.
/// @param graph a graph that obeys the schema of topology files
/// @return the errors, with places in the graph
ConfigErrors FindGraphErrors(const nlohmann::json& graph);

/// Choose the hosts of jobs by placement.policy, unless the scenario lists them.
/// @param scenario topology and jobs; there is a host for every worker
/// @return one placement per job
std::vector<JobPlacement> PlacesOfJobs(const Scenario& scenario);

/// @return numbers of the hosts for workers that have none, nor the PS of a job; not for a trace of
/// jobs
std::set<uint32_t> FreeHosts(const Scenario& scenario);

/// @return hosts for servers of each job: those without workers in the racks of its workers, over
/// the jobs that have workers there; 0 if a PS runs beside a worker. With a trace of jobs, 1 if
/// each has a host for its PS
uint32_t ServersPerJob(const Scenario& scenario);

/// @brief Chooses hosts for the extra servers of byteps, if the scenario has this system. The first
/// one runs on the host of the PS. The others run on hosts without workers, in racks of the job's
/// workers if they can, and where the fewest servers are. Where no host is without workers, all run
/// on the host of the PS.
/// @param scenario with the places of its jobs and process groups
void PlaceServers(Scenario& scenario);

/// @return the racks of a job's workers and of its PS, and the groups that they make
AggregationPlan RacksOfJob(const Scenario& scenario, const JobPlacement& place, uint16_t job);

/// List the hosts that jobs may get. Racks and spines have further servers for PSes. In
/// another topology PSes take hosts of racks as workers do; but with a trace, the host of PS number
/// p is in rack p, or in the next rack with a free host, and never has workers.
/// @param scenario topology and number of jobs
ClusterHosts HostsOfCluster(const Scenario& scenario);

/// @return what chooses the hosts of jobs, with all hosts free: placement.rule for jobs of a trace,
/// placement.policy for others
JobPlacer PlacerOf(const Scenario& scenario);

/// A switch of a scenario's network.
struct ScenarioSwitch
{
    std::string name;        ///< as in the topology; else rack0, ..., spine0, ...
    uint32_t level{1};       ///< 1 with hosts, else one more than the lowest switch below it
    std::string memoryField; ///< JSON pointer of the field for its memory
    uint64_t memoryBytes{0}; ///< its memory
};

/// @return how many levels of switches a topology has, as in switch.level_memory_bytes; 0: any
std::size_t SwitchLevels(TopologyKind kind);

/// @return whether switches may have other memory than switch.memory_bytes
bool HasMemoryOfItsOwn(const Scenario& scenario);

/// @return how tasks find their aggregators; Auto: by the rule of the system. This rule needs
/// switches of equal memory, and a window with a limit that counts in order. Elsewhere there is
/// another rule.
IndexRule IndexRuleOf(const Scenario& scenario);

/// @return packets that a worker of the system may have under way, but for the slots of its job; 0:
/// there is no limit
double LargestWindow(const Scenario& scenario, const SystemRecord& system);

/// @param scenario a scenario with a network, and with memory for each of its levels or none
/// @return the switches in the order of EsaFabric::Switches(): switches of racks, then the others
std::vector<ScenarioSwitch> ScenarioSwitches(const Scenario& scenario);

/// A field for the memory of switches.
struct SwitchMemory
{
    std::string field;   ///< JSON pointer of its place
    uint64_t bytes{0};   ///< its value
    bool isNeeded{true}; ///< whether one of these switches sums for a job
    std::string why;     ///< which, for the end of a message; empty: it holds for all switches
};

/// @return the memory of switches that have none of their own
SwitchMemory UsualMemory(const ScenarioDraft& draft);

/// Lists the fields for the memory of the switches that may sum.
/// @param draft a scenario whose jobs have hosts @return each field once
std::vector<SwitchMemory> MemoriesOf(const ScenarioDraft& draft);

/// @return memory of the switch that has the least of those that may sum, in bytes
double LeastMemory(const Scenario& scenario);

/// @return rate of the slowest link, in Gb/s
double SlowestGbps(const Scenario& scenario);

/// @return rate of the fastest link, in Gb/s
double FastestGbps(const Scenario& scenario);

/// @return rate of the slowest link of a host, in Gb/s
double SlowestHostLinkGbps(const Scenario& scenario);

/// @param scenario a scenario whose jobs have room @return the round trips between a job's hosts
RoundTrips RoundTripsOf(const Scenario& scenario);

/// @return the round trips between all hosts of a scenario's network
RoundTrips RoundTripsOfAllHosts(const Scenario& scenario);

/// @return longest round trip of a packet if it waits in no queue and meets the worst fault, in us
double RoundTripUs(const Scenario& scenario, const RoundTrips& trips);

/// @return bytes that arrive over a link from the begin of a pause until it takes effect, at most;
/// for each rate of links in Gb/s
/// @param trips between the hosts of jobs
std::map<double, double> PauseHeadrooms(const RoundTrips& trips, const Scenario& scenario);

/**
 * @brief A length of queues, of which a scenario sets one field.
 *
 * A queue of 100 KB is long at 25 Gb/s, and short at 400 Gb/s. So thresholds and capacities of
 * queues may be given as the time in which a port sends what is queued. Each port then has as many
 * bytes as its own rate demands. The field in bytes has the length at link.rate_gbps.
 */
struct QueueTimeField
{
    const char* time;  ///< in us; 0: the other one is set
    const char* bytes; ///< in bytes
};

/// All fields of this kind.
constexpr QueueTimeField kQueueTimeFields[]{
    {"/link/queue_us", "/link/queue_bytes"},
    {"/link/pfc/xoff_us", "/link/pfc/xoff_bytes"},
    {"/link/pfc/xon_us", "/link/pfc/xon_bytes"},
    {"/ecn/threshold_us", "/ecn/threshold_bytes"},
    {"/flow/dctcp/threshold_us", "/flow/dctcp/threshold_bytes"},
    {"/flow/dcqcn/min_threshold_us", "/flow/dcqcn/min_threshold_bytes"},
    {"/flow/dcqcn/max_threshold_us", "/flow/dcqcn/max_threshold_bytes"}};

/// @return the length at a port of a rate
constexpr uint64_t
QueueBytesOf(double us, double gbps)
{
    return BytesWithin(FromMicroseconds(us), gbps * 1e9);
}

/// @return the length at a port of a rate @param bytes what holds at each port if there is no time
constexpr uint64_t
QueueBytesAt(uint64_t bytes, double us, double gbps)
{
    return us > 0 ? QueueBytesOf(us, gbps) : bytes;
}

/**
 * @brief The value of a field that follows from the network.
 *
 * A window, a timer or a threshold that fits 100 Gb/s and 10 us does not fit another network. A
 * field of this kind may have this value: then it follows from the network and the places of
 * the jobs, by one rule for each field. The rules are multiples of the longest round trip between
 * two hosts of a job (the PS included) and of rate times this round trip (RoundTrips).
 */
inline constexpr const char* kAuto = "auto";

/**
 * @brief Replaces "auto" by numbers, in the configuration and in what was read from it.
 *
 * A value never leaves the range of its field.
 *
 * @param draft what was read from the configuration; its network and the hosts of its jobs have
 * been checked
 */
void FillAutoValues(nlohmann::json& config, ScenarioDraft& draft);

/// @param pointer a field that may be "auto" @return the number that "auto" stands for
nlohmann::json AutoValueOf(const Scenario& scenario, const std::string& pointer);

} // namespace ns3::esa

#endif // ESA_SCENARIO_NETWORK_H
