// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_H
#define ESA_SCENARIO_H

#include "ns3/esa-aggregation-rule.h"
#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-collective-operation.h"
#include "ns3/esa-congestion-control.h"
#include "ns3/esa-congestion-window.h"
#include "ns3/esa-dnn.h"
#include "ns3/esa-execution-trace.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-flow-paths.h"
#include "ns3/esa-flow-protocol.h"
#include "ns3/esa-jitter.h"
#include "ns3/esa-job-placer.h"
#include "ns3/esa-server-plan.h"
#include "ns3/esa-switch-id.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-topology-graph.h"
#include "ns3/esa-topology-routes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Code that builds a network straight from a JSON file would have to check at every place whether a
 * field exists, has the right type and fits the others. A misspelt choice would end in the "else"
 * branch of some code. So a file is read once, into plain typed values: one member per field,
 * choices as enums. Each member has one row, which describes its field (esa-field-row.h). The
 * default of a field is the value here; where it follows from the network, there is none. Elements
 * of lists (jobs, DNNs, faults) and some groups of fields have types of their own, which come
 * first.
 *
 * A Scenario may still contain errors. A scenario that has passed every check is a ValidScenario,
 * and only ParseScenario() makes one.
 */

namespace ns3::esa
{

/// Path of a file that a scenario names; empty: none.
class FilePath : public std::string
{
};

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

/// What to do if a node of an execution trace waits for one that is not there.
enum class MissingNodes : uint8_t
{
    Error, ///< refuse the trace
    Ignore ///< wait for the others only
};

/// Which nodes of an execution trace wait for others.
enum class TraceDependencies : uint8_t
{
    All, ///< control and data dependencies
    Data ///< data dependencies only
};

/// What ranks do, instead of training a DNN.
struct ExecutionSpec
{
    std::vector<std::string> traces;                        ///< paths without .RANK.et; empty: DNNs
    double peakTflops{312};                                 ///< of an accelerator
    double memoryGbytesPerS{2039};                          ///< of an accelerator
    MissingNodes missingNodes{MissingNodes::Error};         ///< that others wait for
    TraceDependencies dependencies{TraceDependencies::All}; ///< that count
    double slice{1}; ///< fraction of all bytes, operations and times of the traces
    /// Filled in: what was read, by job.
    std::vector<std::shared_ptr<const ExecutionTrace>> loaded;
    std::vector<std::string> paths; ///< filled in: traces, seen from where the program runs
    /// Filled in: the host of each process group's PS, by job.
    std::vector<std::vector<uint32_t>> psHosts;
    /// Filled in: the hosts of each process group's servers, by job (JobPlacement::serverHosts).
    std::vector<std::vector<std::vector<uint32_t>>> serverHosts;

    /// @return rates of an accelerator
    DeviceRates Rates() const
    {
        return {peakTflops * 1e12, memoryGbytesPerS * 1e9};
    }
};

/// The switches ("switch" in the file).
struct SwitchSpec
{
    uint64_t memoryBytes{5000000};              ///< memory for aggregation
    std::vector<uint64_t> levelMemoryBytes;     ///< by level; empty: memoryBytes
    IndexRule aggregatorIndex{IndexRule::Auto}; ///< how a task finds its aggregator
    double processingNs{0};                     ///< time in the switch's pipeline

    /// @return memory of the switch of a rack
    uint64_t RackMemoryBytes() const
    {
        return levelMemoryBytes.empty() ? memoryBytes : levelMemoryBytes.front();
    }
};

/// A server ("host" in the file).
struct HostSpec
{
    double processingNs{0};   ///< time to answer a packet
    double psProcessingNs{0}; ///< the same, of a server with PSes and no workers
};

/// Where the values of a system come from that the file does not set.
enum class ValuesOf : uint8_t
{
    Paper,      ///< the ESA paper, as we read it: the defaults
    PublicCode, ///< the system's public code
};

/// The training jobs ("jobs" in the file).
struct JobsSpec
{
    uint32_t count{8};         ///< number of jobs
    uint32_t workers{8};       ///< workers of each job; of the largest, if they differ
    std::string workload{"A"}; ///< one letter per DNN, jobs take them in turn
    double startMaxUs{1000};   ///< each starts at a random time up to this
    CollectiveKind collective{CollectiveKind::AllReduce}; ///< what is done with the gradients
    uint32_t root{0};  ///< worker that has the data (broadcast, send_receive) or gets
                       ///< the sum (reduce)
    uint32_t rings{0}; ///< of the jobs, the last ones, that sum in a ring whatever the system
};

/// A tree of a job: switches by name.
struct TreeSpec
{
    std::vector<std::vector<std::string>> ways; ///< from a worker's rack to the PS's rack
    std::vector<std::string> sums;              ///< switches that sum
};

/// The trees of a job, which its tasks take in turn.
struct JobTreesSpec
{
    std::vector<TreeSpec> trees; ///< one or more
};

/// Which switches sum ("aggregation" in the file).
struct AggregationSpec
{
    AggregationLevels levels{AggregationLevels::Two}; ///< on the path to a PS
    uint32_t trees{0}; ///< trees that a job's tasks take in turn; 0: as many as the system has
    std::vector<std::string> switches;           ///< that can sum; empty: all can
    std::set<SwitchId> only;                     ///< filled in: the same, in the network
    FilePath file;                               ///< file with the jobs; empty: none
    std::vector<JobTreesSpec> jobs;              ///< trees of each job; empty: by levels and trees
    std::vector<std::vector<SwitchTree>> listed; ///< filled in: the same, in the network

    /// @param ofSystem trees of a job, unless they are chosen
    /// @return the same for the network
    AggregationRule Rule(uint32_t ofSystem = 1) const
    {
        return {levels, trees > 0 ? trees : ofSystem, listed, only};
    }
};

/// A node of a topology that is written as a graph.
struct NodeSpec
{
    static constexpr uint64_t kUsualMemory = UINT64_MAX; ///< switch.memory_bytes

    std::string name;                   ///< no other node has it
    NodeRole role{NodeRole::Host};      ///< what it is
    uint64_t memoryBytes{kUsualMemory}; ///< memory of a switch
};

/// A link of such a topology.
struct LinkSpec
{
    static constexpr uint64_t kUsualQueue = UINT64_MAX; ///< link.queue_bytes

    std::vector<std::string> between; ///< names of two nodes
    double rateGbps{0};               ///< rate, each direction; 0: the usual one
    double delayUs{-1};               ///< delay, one way; -1: the usual one
    uint64_t queueBytes{kUsualQueue}; ///< queue of a switch
};

/// A topology that is written as a graph.
struct GraphSpec
{
    std::vector<NodeSpec> nodes; ///< hosts and switches
    std::vector<LinkSpec> links; ///< between them
};

/// One layer of a DNN.
struct LayerSpec
{
    double forwardUs{0};  ///< forward computation in an iteration, in microseconds
    double backwardUs{0}; ///< backward computation in an iteration, in microseconds
};

/// A DNN as the network sees it.
struct DnnSpec
{
    std::vector<LayerSpec> layers;                          ///< front layer first
    std::vector<Dnn::Partition> partitions;                 ///< in the order of sending
    double commCompRatio{1};                                ///< Comm/Comp of the priority formula
    GradientPrecision precision{GradientPrecision::Single}; ///< how the gradients travel
    uint32_t iterations{0}; ///< of a job that trains it; 0: the scenario's
    double slice{1};        ///< fraction of a model that these layers and partitions are

    /// @return gradient bytes of an iteration
    uint64_t GradientBytes() const
    {
        uint64_t bytes = 0;
        for (const Dnn::Partition& partition : partitions)
        {
            bytes += partition.bytes;
        }
        return bytes;
    }

    /// @return computation in an iteration, forward and backward, in microseconds
    double ComputeUs() const
    {
        double us = 0;
        for (const LayerSpec& layer : layers)
        {
            us += layer.forwardUs + layer.backwardUs;
        }
        return us;
    }
};

/// A job of a trace. The file gives times in seconds of the trace.
struct TraceJobSpec
{
    double submitS{0};   ///< when it is submitted, in seconds of the trace
    uint32_t workers{1}; ///< hosts that it needs
    double durationS{0}; ///< how long it trained, in seconds of the trace
    std::string dnn;     ///< letter of its DNN

    double submitUs{0};     ///< filled in: when it is submitted, in simulated microseconds
    uint32_t iterations{1}; ///< filled in: training iterations
};

/// Directions of a link that a fault concerns.
enum class LinkDirection : uint8_t
{
    Both,     ///< frames to the switch and to the host
    ToSwitch, ///< frames to the switch
    ToHost,   ///< frames to the host
};

/// Faults of one direction of a link.
struct LinkFaultSpec
{
    /// A time at which the link is down.
    struct Outage
    {
        double fromUs{0};  ///< begin
        double untilUs{0}; ///< end
    };

    double lossProbability{0};         ///< single losses
    double burstProbability{0};        ///< bursts of losses ...
    uint32_t burstMaxPackets{1};       ///< ... of 1 to this many
    double duplicateProbability{0};    ///< frames that come twice
    double reorderProbability{0};      ///< frames that are held back ...
    uint32_t reorderDepth{0};          ///< ... by 1 to this many places
    double extraDelayUs{0};            ///< of every frame
    std::vector<uint32_t> lostPackets; ///< places of frames to lose, 1 the first
    std::vector<Outage> down;          ///< times at which the link is down

    /// @return true if anything goes wrong
    bool DoesAnything() const
    {
        return lossProbability > 0 || burstProbability > 0 || duplicateProbability > 0 ||
               (reorderProbability > 0 && reorderDepth > 0) || extraDelayUs > 0 ||
               !lostPackets.empty() || !down.empty();
    }
};

/// An entry of faults.links: the values that it names replace the values of faults.every_link.
struct LinkFaultEntry
{
    std::vector<uint32_t> hosts;                  ///< host numbers
    LinkDirection direction{LinkDirection::Both}; ///< of their links
    LinkFaultSpec spec;                           ///< what goes wrong
};

/// One direction of a link, and what goes wrong there.
struct DirectionFaults
{
    uint32_t host{0};    ///< host number
    bool toSwitch{true}; ///< false: to the host
    LinkFaultSpec spec;  ///< what goes wrong
};

/// A time at which a worker stands still.
struct WorkerPauseSpec
{
    uint32_t job{0};                  ///< job number
    uint32_t worker{0};               ///< number of the worker in the job
    double atUs{0};                   ///< begin
    std::optional<double> durationUs; ///< how long; nothing: for good
};

/// What happens to a job when one of its workers is lost for good.
enum class OnLostWorker : uint8_t
{
    Stop,    ///< it waits, and the run ends with an error
    Continue ///< the workers that are left go on without it
};

/// Hosts or links that are slower than others.
struct SlowSpec
{
    std::vector<uint32_t> hosts;      ///< host numbers: of workers that compute slowly
    std::vector<std::string> between; ///< or names of two nodes: of a link with a lower rate
    double slowdown{1};               ///< factor of the time
};

/// A link or a switch that fails, and may come back.
struct FailureSpec
{
    std::vector<std::string> between; ///< names of two nodes: of a link
    std::string switchName;           ///< or name of a switch ("switch" in the file)
    double atUs{0};                   ///< when it fails
    std::optional<double> untilUs;    ///< when it is back; nothing: never
};

/// A PS that fails, and may start again.
struct PsFailureSpec
{
    uint32_t job{0}; ///< job number
    double atUs{0};  ///< when it fails
    std::optional<double>
        untilUs; ///< when it starts again, with an empty dictionary; nothing: never
};

/// DCTCP, with marks at one threshold.
struct DctcpSpec
{
    uint64_t thresholdBytes{0}; ///< K
    double thresholdUs{0};      ///< K as time; 0: bytes count
    double gain{0.0625};        ///< g
};

/// Named sets of DCQCN's parameters.
enum class DcqcnPreset : uint8_t
{
    Paper40G,   ///< SIGCOMM 2015, figure 14
    Ns3Rdma40G, ///< the simulator of DCQCN's authors
    Hpcc100G,   ///< the simulators of HPCC and of SimAI
    SimAi200G,  ///< the simulator of SimAI, with thresholds for 200 Gb/s
    SimAi400G,  ///< the same for 400 Gb/s
    Auto        ///< as HPCC's script writes them for the rate of the links
};

/// DCQCN, with marks at random between two thresholds.
struct DcqcnSpec
{
    uint64_t minThresholdBytes{5000};   ///< Kmin
    uint64_t maxThresholdBytes{200000}; ///< Kmax
    double minThresholdUs{0};           ///< Kmin as time; 0: bytes count
    double maxThresholdUs{0};           ///< Kmax as time; 0: bytes count
    double maxProbability{0.01};        ///< Pmax
    double gain{0.00390625};            ///< g
    double timerUs{55};                 ///< T
    uint64_t counterBytes{10000000};    ///< B
    double increaseGbps{0.04};          ///< R_AI
    double hyperIncreaseGbps{0.4};      ///< R_HAI

    DcqcnPreset preset{DcqcnPreset::Paper40G}; ///< where the other values come from
    double minimumGbps{0.04};                  ///< lowest rate
    double notificationUs{50};                 ///< N
    double notificationDelayUs{0};             ///< until the rate follows
    double alphaTimerUs{55};                   ///< K
    uint32_t fastRecoveries{5};                ///< F
};

/// Swift.
struct SwiftSpec
{
    double targetUs{0};          ///< base target
    double hopUs{0};             ///< for each further switch
    double flowScalingUs{50};    ///< fs_range
    double increasePackets{1};   ///< ai
    double decrease{0.8};        ///< beta
    double largestDecrease{0.5}; ///< max_mdf
};

/// Priority flow control of links.
struct PauseSpec
{
    bool enabled{false};   ///< whether links pause
    uint64_t xoffBytes{0}; ///< more bytes waiting pause the link that they came over
    uint64_t xonBytes{0};  ///< with at most this many it goes on
    double xoffUs{0};      ///< the first one as time; 0: bytes count
    double xonUs{0};       ///< the second one as time; 0: bytes count
};

/// Connections between hosts, where hosts sum.
struct FlowSpec
{
    uint32_t windowPackets{0};   ///< packets that may wait for their acknowledgement
    uint32_t ackEveryPackets{0}; ///< packets per acknowledgement
    uint32_t channels{1};        ///< parts of a collective, each over a card of its own

    FlowRepair repair{FlowRepair::GoBackN};    ///< with recovery: what is sent again
    double reorderingUs{0};                    ///< until a packet that was overtaken is missing
    FlowPaths paths{FlowPaths::Auto};          ///< how packets are spread over equal paths
    FlowProtocol protocol{FlowProtocol::Auto}; ///< how workers' messages are sent

    CongestionAlgorithm congestionControl{CongestionAlgorithm::Window}; ///< who decides the rate
    uint32_t initialPackets{10};                                        ///< first window
    DctcpSpec dctcp;                                                    ///< of "dctcp"
    DcqcnSpec dcqcn;                                                    ///< of "dcqcn"
    SwiftSpec swift;                                                    ///< of "swift"
};

/// Parameter servers of byteps.
struct BytePsSpec
{
    uint32_t servers{0};    ///< of a job, besides those beside workers
    bool isColocated{true}; ///< whether there is a server beside each worker

    /// @return servers of a job, or process group, that are not beside its workers
    uint32_t ServersOf(uint32_t workers) const
    {
        return std::min(servers, ServerPlan::MostExtraServers(workers, isColocated));
    }
};

/// A complete scenario.
struct Scenario
{
    /// Servers and switches.
    struct Topology
    {
        uint32_t hosts{64};         ///< servers for workers
        uint32_t psHosts{0};        ///< servers for PSes; 0: one per job or process group
        uint32_t racks{1};          ///< racks, each with a switch
        uint32_t spines{1};         ///< switches between racks, if there are several
        double oversubscription{1}; ///< of a rack's up-links
        double uplinkDelayUs{1};    ///< one way between switches

        TopologyKind kind{TopologyKind::LeafSpine}; ///< the shape
        uint32_t k{4};                              ///< of a fat tree
        std::vector<double> uplinksGbps;            ///< by level; empty: by oversubscription
        FilePath file;                              ///< with a graph; empty once it is read
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
        FilePath file;                                   ///< empty once it is read
        std::vector<JobPlacement> jobs; ///< one per job; filled in unless there is a trace
    };

    /// Every link, full duplex.
    struct Link
    {
        double rateGbps{100};                           ///< rate, each direction
        uint32_t overheadBytes{kEthernetOverheadBytes}; ///< sent with each frame besides
        double delayUs{5};                              ///< propagation delay, one way
        uint64_t queueBytes{0};                         ///< 0: unlimited
        double queueUs{0}; ///< the same as time, at the rate of each port; 0: bytes count
        PauseSpec pfc;     ///< priority flow control
    };

    /// Marking at the switch's ports to the PSes.
    struct Ecn
    {
        uint64_t thresholdBytes{0}; ///< 0: never mark
        double thresholdUs{0};      ///< the same as time; 0: bytes count
    };

    /// Jobs that come and go; jobs.count is the most at a time.
    struct Trace
    {
        FilePath file;                  ///< where the jobs stand; empty once they are read
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

    /// Compression to 8 bits.
    struct PriorityFields
    {
        double pMaxPerS{0}; ///< priority in 1/s that becomes 255
    };

    /// Retransmission (reminder) timeout of workers and PSes.
    struct Rto
    {
        double minUs{0};   ///< smallest timeout
        double checkUs{0}; ///< how often a timer is looked at
    };

    /// Reminder packets.
    struct Reminder
    {
        uint32_t bytes{306}; ///< length of its frame
        uint32_t reorderingThreshold{
            3};                ///< larger numbers that arrive before a missing one is reminded of
        double psHoldoffUs{0}; ///< a PS does not repeat a worker's reminder within this time
    };

    /// Repair of losses.
    struct Recovery
    {
        bool enabled{true}; ///< whether losses are repaired
        double staleUs{0};  ///< 0: never
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
        double load{0};            ///< 0: none
        double flowBytes{100000};  ///< mean
        bool isOfFreeHosts{false}; ///< whether only free hosts send and receive
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
    bool parts{false};                        ///< whether the parts of JCTs are measured
    Topology topology;                        ///< servers and switches
    Placement placement;                      ///< which hosts the jobs get
    Link link;                                ///< every link
    SwitchSpec switchNode;                    ///< the switch
    AggregationSpec aggregation;              ///< which switches sum
    HostSpec host;                            ///< every server
    ValuesOf atpPreset{ValuesOf::Paper};      ///< of ATP
    ValuesOf switchMlPreset{ValuesOf::Paper}; ///< of SwitchML
    BytePsSpec bytePs;                        ///< of byteps
    Ecn ecn;                                  ///< marking
    JobsSpec jobs;                            ///< the training jobs
    Trace trace;                              ///< jobs that come and go
    ExecutionSpec execution;                  ///< what ranks do, instead of training DNNs
    std::map<std::string, DnnSpec> dnns;      ///< by letter
    JitterFields jitter;                      ///< delay of a partition's readiness
    WindowParameters window;                  ///< the worker's window
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

    /// @param frameBytes length of a frame @return bytes that a link sends for it
    double WireBytes(double frameBytes) const
    {
        return frameBytes + link.overheadBytes;
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
        return !HasServersForPses() && trace.jobs.empty() && topology.psHosts == 0 &&
               (HasServers() || jobs.count * (jobs.workers + uint64_t{1}) > topology.hosts);
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
