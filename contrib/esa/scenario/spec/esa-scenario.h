// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_H
#define ESA_SCENARIO_H

#include "esa-scenario-parts.h"

#include "ns3/esa-background-kinds.h"
#include "ns3/esa-congestion-window.h"
#include "ns3/esa-jitter.h"
#include "ns3/esa-job-placer.h"
#include "ns3/esa-priority.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-topology-routes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Code that builds a network straight from a JSON file would have to check at every place whether a
 * field exists, has the right type and fits the others. A misspelt choice would end in the "else"
 * branch of some code. So a file is read once, into plain typed values: one member per field,
 * choices as enums. Names, units and ranges are as in esa-scenario.schema.json, and the defaults
 * here are the schema's (a test compares them). ScenarioFields() lists which member belongs to
 * which field.
 *
 * A Scenario may still contain errors. A scenario that has passed every check is a ValidScenario,
 * and only ParseScenario() makes one.
 */

namespace ns3::esa
{

/// Who computes what happens.
enum class EngineChoice : uint8_t
{
    Auto,   ///< whole tasks where this is exact, else rounds, or ns-3 where it is needed
    Rounds, ///< packet by packet, each node for many time steps at a time
    Ns3,    ///< packet by packet, by events of ns-3
};

/// What a fragment carries in the simulation.
enum class PayloadMode : uint8_t
{
    Digest, ///< one integer, which is summed and checked
    Full,   ///< all of its values as well
};

/// The shape of the network.
enum class TopologyKind : uint8_t
{
    LeafSpine, ///< racks, and spines between them
    FatTree,   ///< of k pods
    Graph,     ///< any graph
    Servers,   ///< of several accelerators and cards
};

/// How the jobs of a trace get hosts.
enum class PlacementRule : uint8_t
{
    FirstFit, ///< by PlacementPolicy::Packed
    Spread,   ///< by PlacementPolicy::Spread
};

/// A complete scenario.
struct Scenario
{
    /// Servers and switches.
    struct Topology
    {
        uint32_t hosts{64};         ///< servers for workers
        uint32_t psHosts{0};        ///< servers for PSes; 0: one per job
        uint32_t racks{1};          ///< racks, each with a switch
        uint32_t spines{1};         ///< switches between racks, if there are several
        double oversubscription{1}; ///< of a rack's up-links
        double uplinkDelayUs{1};    ///< one way between switches

        TopologyKind kind{TopologyKind::LeafSpine}; ///< the shape
        uint32_t k{4};                              ///< of a fat tree
        std::vector<double> uplinksGbps;            ///< by level; empty: by oversubscription
        std::string file;                           ///< with a graph; empty once it is read
        GraphSpec graph;                            ///< the graph

        uint32_t servers{8};         ///< with servers: how many
        uint32_t accelerators{8};    ///< of each server
        uint32_t cards{8};           ///< of each server
        bool rails{true};            ///< whether each card of a rack's servers has its own leaf
        double serverGbps{2400};     ///< of an accelerator's link inside its server
        double serverDelayUs{0.025}; ///< of this link, one way
    };

    /// Which hosts the jobs get.
    struct Placement
    {
        PlacementRule rule{PlacementRule::FirstFit};     ///< of the jobs of a trace
        uint32_t racksPerJob{1};                         ///< racks that a job is split over
        PlacementPolicy policy{PlacementPolicy::ByRack}; ///< of other jobs
        uint32_t seed{1};                                ///< of the policy Random
        PsPlace ps{PsPlace::Auto};                       ///< where PSes run
        std::string file;                                ///< empty once it is read
        std::vector<JobPlacement> jobs; ///< one per job; filled in unless there is a trace
    };

    /// Every link, full duplex.
    struct Link
    {
        double rateGbps{100};   ///< rate, each direction
        double delayUs{5};      ///< propagation delay, one way
        uint64_t queueBytes{0}; ///< 0: unlimited
        double queueUs{0};      ///< the same as time, at the rate of each port; 0: bytes count
        PauseSpec pfc;          ///< priority flow control
    };

    /// Marking at the switch's ports to the PSes.
    struct Ecn
    {
        uint64_t thresholdBytes{1000000}; ///< 0: never mark
        double thresholdUs{0};            ///< the same as time; 0: bytes count
    };

    /// Jobs that come and go; jobs.count is the most at a time.
    struct Trace
    {
        std::string file;               ///< where the jobs stand; empty once they are read
        double timeScale{1e-6};         ///< simulated seconds for a second of the trace
        uint32_t maxJobs{0};            ///< most jobs at a time; 0: as many as fit
        std::vector<TraceJobSpec> jobs; ///< in the order of submission; empty: no trace
    };

    /// Delay of a partition's readiness.
    struct JitterFields
    {
        JitterMode mode{JitterMode::Partition}; ///< what is delayed
        double maxUs{300};                      ///< largest delay
    };

    /// The worker's window.
    struct Window
    {
        uint32_t initialPackets{200}; ///< at the start of a job
        uint32_t minPackets{2};       ///< halving never goes below
        uint32_t maxPackets{500};     ///< 0: no cap
        uint32_t ssthreshPackets{0};  ///< initial slow-start threshold; 0: infinite
        double growthPackets{1};      ///< added per result in slow start, per window above it
        WindowCount counts{WindowCount::Auto}; ///< with recovery: what it counts
        bool halvesWhenOvertaken{false}; ///< with recovery, atp: an overtaken result halves it
        uint32_t aheadWindows{16}; ///< with recovery: windows from the first missing result on
    };

    /// Compression to 8 bits.
    struct PriorityFields
    {
        double pMaxPerS{5000};                               ///< priority in 1/s that becomes 255
        PriorityEncoding encoding{PriorityEncoding::Linear}; ///< how priorities become 8 bits
    };

    /// Retransmission (reminder) timeout of workers and PSes.
    struct Rto
    {
        double minUs{1000}; ///< smallest timeout
        double checkUs{50}; ///< how often a timer is looked at
    };

    /// Reminder packets.
    struct Reminder
    {
        uint32_t bytes{306}; ///< size on the wire
        uint32_t reorderingThreshold{
            3};                 ///< larger numbers that arrive before a missing one is reminded of
        double psHoldoffUs{10}; ///< a PS does not repeat a worker's reminder within this time
    };

    /// Repair of losses.
    struct Recovery
    {
        bool enabled{true};     ///< whether losses are repaired
        double queryDelayUs{0}; ///< from the switches' answers to a question to the workers
        double staleUs{10000};  ///< 0: never
    };

    /// What goes wrong.
    struct Faults
    {
        LinkFaultSpec everyLink;                       ///< every link's, in both directions
        std::vector<LinkFaultEntry> linkEntries;       ///< of some links ("links" in the file)
        std::vector<WorkerPauseSpec> workerPauses;     ///< times at which workers stand still
        std::vector<PsFailureSpec> psFailures;         ///< PSes that fail
        std::vector<SlowSpec> slow;                    ///< hosts and links that are slow
        std::vector<FailureSpec> failures;             ///< links and switches that fail
        double detectionUs{1000};                      ///< from a failure to what is done about it
        OnLostWorker onLostWorker{OnLostWorker::Stop}; ///< whether its job goes on
        std::vector<DirectionFaults> links; ///< filled in: directions where something goes wrong
    };

    /// TCP flows beside the training.
    struct Background
    {
        double load{0};                               ///< 0: none
        FlowArrivals arrivals{FlowArrivals::Poisson}; ///< when flows begin
        FlowSizes sizes{FlowSizes::Exponential};      ///< how large they are
        double flowBytes{100000};                     ///< mean
    };

    std::string name{"scenario"}; ///< short name, for tables
    std::string description;      ///< a sentence
    /// Systems to run, names of the registry.
    std::vector<std::string> systems{"esa", "atp", "switchml", "straw1", "straw2"};
    /// Parameters that the records of systems declare, by field. All of them are present.
    std::map<std::string, double> systemParameters{DefaultSystemParameters()};
    std::vector<uint32_t> seeds{1};           ///< one run of every system for each
    uint32_t run{1};                          ///< run (sub-stream) number
    uint32_t iterations{2};                   ///< training iterations of every job
    EngineChoice engine{EngineChoice::Auto};  ///< who computes what happens
    PayloadMode payload{PayloadMode::Digest}; ///< what fragments carry
    Topology topology;                        ///< servers and switches
    Placement placement;                      ///< which hosts the jobs get
    Link link;                                ///< every link
    SwitchSpec switchNode;                    ///< the switch
    AggregationSpec aggregation;              ///< which switches sum
    HostSpec host;                            ///< every server
    ValuesOf atpPreset{ValuesOf::Paper};      ///< of ATP
    ValuesOf switchMlPreset{ValuesOf::Paper}; ///< of SwitchML
    Ecn ecn;                                  ///< marking
    JobsSpec jobs;                            ///< the training jobs
    Trace trace;                              ///< jobs that come and go
    ExecutionSpec execution;                  ///< what ranks do, instead of training DNNs
    std::map<std::string, DnnSpec> dnns;      ///< by letter
    JitterFields jitter;                      ///< delay of a partition's readiness
    Window window;                            ///< the worker's window
    FlowSpec flow;                            ///< connections between hosts
    PriorityFields priority;                  ///< compression of priorities
    Rto rto;                                  ///< timeouts
    Reminder reminder;                        ///< reminder packets
    Recovery recovery;                        ///< repair of losses
    Faults faults;                            ///< what goes wrong
    Background background;                    ///< TCP flows
    /// Filled in: the paths through the topology; null only in a draft whose topology has errors.
    std::shared_ptr<const TopologyRoutes> routes;

    /// @return length of the longest IP packet of links
    uint32_t MtuBytes() const
    {
        return static_cast<uint32_t>(systemParameters.at(kMtuBytes.field));
    }

    /// @return length of a frame that fills this
    uint32_t LongestFrameBytes() const
    {
        return MtuFrameBytes(MtuBytes());
    }

    /// @return whether PSes have servers besides topology.hosts; other topologies have no further
    /// ones
    bool HasServersForPses() const
    {
        return topology.kind == TopologyKind::LeafSpine;
    }

    /// @return whether hosts are accelerators, and racks their servers
    bool HasServers() const
    {
        return routes && routes->Graph().hasServers;
    }

    /// @return whether a rack is a server, and its links to other switches are the server's cards
    bool AreRacksServers() const
    {
        return HasServers() || flow.paths == FlowPaths::Rail;
    }

    /// @return how packets of flows are spread over equal paths; never FlowPaths::Auto
    FlowPaths PathsOfFlows() const
    {
        const bool isAuto = flow.paths == FlowPaths::Auto;
        return !isAuto ? flow.paths : AreRacksServers() ? FlowPaths::Rail : FlowPaths::Job;
    }

    /// @return whether each PS runs on the host of a worker, without placement.jobs
    bool ArePsesBesideWorkers() const
    {
        const bool areHostsFew =
            !HasServersForPses() && trace.jobs.empty() && topology.psHosts == 0 &&
            (HasServers() || jobs.count * (jobs.workers + uint64_t{1}) > topology.hosts);
        return placement.ps == PsPlace::BesideWorkers ||
               (placement.ps == PsPlace::Auto && areHostsFew);
    }

    /// @return number of servers for PSes
    uint32_t PsHosts() const
    {
        const uint32_t most = topology.psHosts > 0 ? topology.psHosts : jobs.count;
        return ArePsesBesideWorkers() ? 0 : most;
    }

    /// @return its rack
    uint32_t RackOf(uint32_t host) const
    {
        return ToNumber(routes->RackOf(host));
    }

    /// @return what it is called
    std::string HostName(uint32_t host) const
    {
        return routes->Graph().nodes[routes->Hosts()[host]].name;
    }

    /// @return factor of the time for which a worker on a host computes
    double SlowdownOf(uint32_t host) const
    {
        double slowdown = 1;
        for (const SlowSpec& entry : faults.slow)
        {
            const bool isOf =
                std::find(entry.hosts.begin(), entry.hosts.end(), host) != entry.hosts.end();
            slowdown = isOf ? entry.slowdown : slowdown;
        }
        return slowdown;
    }

    /// @return number of racks
    uint32_t Racks() const
    {
        return static_cast<uint32_t>(routes->Racks().size());
    }

    /// @return number of servers, the PSes' servers included
    uint32_t Hosts() const
    {
        return static_cast<uint32_t>(routes->Hosts().size());
    }
};

class ScenarioDraft;

/**
 * @ingroup esa
 * @brief A scenario that has passed every check.
 *
 * Code that builds and runs a network takes this type. So it never gets a scenario that was made
 * without the checks or changed after them. Only ScenarioDraft::Validated() makes one, and its
 * fields can be read but not changed.
 */
class ValidScenario
{
  public:
    /// @return the fields
    const Scenario* operator->() const
    {
        return &m_scenario;
    }

    /// @return the fields
    const Scenario& operator*() const
    {
        return m_scenario;
    }

  private:
    friend class ScenarioDraft;

    /// @param scenario a scenario that has passed every check, and is complete
    explicit ValidScenario(Scenario scenario)
        : m_scenario(std::move(scenario))
    {
    }

    Scenario m_scenario; ///< the fields
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_H
