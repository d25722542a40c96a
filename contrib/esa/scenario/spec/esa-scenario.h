/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_H
#define ESA_SCENARIO_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A scenario as plain values, one member a field of the scenario file. The names, units, defaults
 * and ranges are those of esa-scenario.schema.json; only ParseScenario() makes one from JSON, so
 * whoever holds a Scenario holds a valid one.
 */

namespace ns3::esa
{

/// Where the servers of one job run: host numbers, workers in the order of their bitmap bits.
struct JobPlacement
{
    std::vector<uint32_t> workerHosts; ///< host of each worker
    uint32_t psHost{0};                ///< host of the parameter server
};

/// One layer of a DNN.
struct LayerSpec
{
    double forwardUs{0};  ///< forward computation in an iteration, in microseconds
    double backwardUs{0}; ///< backward computation in an iteration, in microseconds
};

/// One tensor partition of a DNN.
struct PartitionSpec
{
    uint32_t layer{1}; ///< layer the partition belongs to, 1 is the front layer
    uint64_t bytes{0}; ///< gradient bytes
};

/// A DNN as the network sees it.
struct DnnSpec
{
    std::vector<LayerSpec> layers;         ///< front layer first
    std::vector<PartitionSpec> partitions; ///< in the order of sending
    double commCompRatio{1};               ///< Comm/Comp of the priority formula
    bool halfPrecision{false};             ///< gradients travel as fp16
    uint32_t iterations{0};                ///< of a job that trains it; 0: the scenario's
};

/// Faults of one direction of a link.
struct LinkFaultSpec
{
    /// A time without link.
    struct Outage
    {
        double fromUs{0};  ///< its first moment
        double untilUs{0}; ///< when the link is back
    };

    double lossProbability{0};         ///< single losses
    double burstProbability{0};        ///< bursts of losses ...
    uint32_t burstMaxPackets{1};       ///< ... of 1 to this many
    double duplicateProbability{0};    ///< frames that come twice
    double reorderProbability{0};      ///< frames that are held back ...
    uint32_t reorderDepth{0};          ///< ... by 1 to this many places
    double extraDelayUs{0};            ///< of every frame
    std::vector<uint32_t> lostPackets; ///< places of frames to lose, 1 the first
    std::vector<Outage> down;          ///< times without link

    /// @return true if anything goes wrong
    bool DoesAnything() const
    {
        return lossProbability > 0 || burstProbability > 0 || duplicateProbability > 0 ||
               (reorderProbability > 0 && reorderDepth > 0) || extraDelayUs > 0 ||
               !lostPackets.empty() || !down.empty();
    }
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
    uint32_t job{0};      ///< job number
    uint32_t worker{0};   ///< worker number in the job
    double atUs{0};       ///< when it stops
    double durationUs{0}; ///< for how long
};

/// A time at which a PS starts again.
struct PsRestartSpec
{
    uint32_t job{0}; ///< job number
    double atUs{0};  ///< when it starts again, with nothing in its memory
};

/// A job of a trace, in simulated time.
struct TraceJobSpec
{
    double submitUs{0};     ///< when it comes, in microseconds
    uint32_t workers{1};    ///< hosts that it needs
    std::string dnn;        ///< letter of its DNN
    uint32_t iterations{1}; ///< training iterations
};

/// A complete, valid scenario.
struct Scenario
{
    std::string name;                 ///< short name, for tables
    std::string description;          ///< a sentence
    std::vector<std::string> systems; ///< systems to run, names of the registry
    std::vector<uint32_t> seeds;      ///< one run of every system for each
    uint32_t run{1};                  ///< run (sub-stream) number
    uint32_t iterations{2};           ///< training iterations of every job
    bool fullPayload{false};          ///< carry all values, not only the digest

    struct
    {
        uint32_t hosts{64};         ///< servers for workers
        uint32_t psHosts{0};        ///< servers for PSes; 0: one a job
        uint32_t racks{1};          ///< racks, each with a switch
        uint32_t spines{1};         ///< switches between racks, if there are several
        double oversubscription{1}; ///< of a rack's up-links
        double uplinkDelayUs{1};    ///< one way between rack and spine
    } topology;                     ///< servers and switches

    std::vector<JobPlacement> placement; ///< one a job, always filled in (default: own host each)

    struct
    {
        double rateGbps{100};
        double delayUs{5};
        uint64_t queueBytes{0}; ///< 0: unlimited
    } link;                     ///< every link, full duplex

    struct
    {
        uint64_t memoryBytes{5000000};
        uint64_t aggregatorBytes{264};
        uint64_t mtuAggregatorBytes{1472};
        uint64_t slotBytes{272};
        std::string aggregatorIndex{"mix64"}; ///< mix64, crc32 or linear
        double processingNs{0};
    } switchNode; ///< the switch ("switch" in the file)

    struct
    {
        double processingNs{0};
    } host; ///< every server

    struct
    {
        uint64_t thresholdBytes{1000000}; ///< 0: never mark
    } ecn;                                ///< marking at the switch's ports to the PSes

    struct
    {
        uint32_t count{8};
        uint32_t workers{8};
        std::string workload{"A"}; ///< one letter a DNN, jobs take them in turn
        double startMaxUs{1000};
    } jobs; ///< the training jobs

    std::map<std::string, DnnSpec> dnns; ///< by letter

    struct
    {
        std::vector<TraceJobSpec> jobs; ///< in the order in which they come; empty: no trace
        bool spread{false};             ///< place jobs over racks, rather than first fit
    } trace;                            ///< jobs that come and go; jobs.count is the most at a time

    struct
    {
        std::string mode{"partition"}; ///< partition, iteration or none
        double maxUs{300};
    } jitter; ///< delay of a partition's readiness

    struct
    {
        uint32_t initialPackets{200};
        uint32_t minPackets{2};
        uint32_t maxPackets{500};         ///< 0: no cap
        uint32_t ssthreshPackets{0};      ///< initial slow-start threshold; 0: infinite
        double growthPackets{1};          ///< added a result in slow start, a window above it
        uint32_t switchmlMaxPackets{333}; ///< 0: as many as the job has slots
        uint32_t iswitchMaxPackets{0};    ///< 0: as many as the job has aggregators
    } window;                             ///< the worker's window

    struct
    {
        uint32_t windowPackets{256};
        uint32_t ackEveryPackets{16};
        uint32_t nicPackets{16};
    } flow; ///< connections between hosts, where those sum

    struct
    {
        uint64_t partitionBytes{4096000};
    } byteps; ///< parameter servers without aggregation in the network

    struct
    {
        uint64_t jobMemoryBytes{1000000};
    } hire; ///< admission of jobs to the switch's memory

    struct
    {
        double pMaxPerS{5000};
        std::string encoding{"linear"}; ///< linear or log2
    } priority;                         ///< compression to 8 bits

    struct
    {
        double minUs{1000};
        double checkUs{50};
    } rto; ///< retransmission (reminder) timeout of workers and PSes

    struct
    {
        uint32_t bytes{306};
        uint32_t overtakes{3};
        double psHoldoffUs{10};
    } reminder; ///< reminder packets

    struct
    {
        double preemptProbability{0.5};
    } straw2; ///< the random straw-man

    struct
    {
        bool enabled{false};
        double queryDelayUs{1000};
        double staleUs{10000}; ///< 0: never
    } recovery;                ///< repair of losses

    struct
    {
        std::vector<DirectionFaults> links; ///< those where something goes wrong
        std::vector<WorkerPauseSpec> workerPauses;
        std::vector<PsRestartSpec> psRestarts;
    } faults; ///< what goes wrong

    struct
    {
        double load{0};                   ///< 0: none
        std::string arrivals{"poisson"};  ///< poisson or on_off
        std::string sizes{"exponential"}; ///< exponential, fixed or pareto
        double flowBytes{100000};         ///< mean
    } background;                         ///< TCP flows beside the training

    /// @return number of servers for PSes
    uint32_t PsHosts() const
    {
        return topology.psHosts > 0 ? topology.psHosts : jobs.count;
    }

    /**
     * @param host number of a server
     * @return its rack: those of workers rack by rack, those of PSes in turn
     */
    uint32_t RackOf(uint32_t host) const
    {
        return host < topology.hosts ? host / (topology.hosts / topology.racks)
                                     : (host - topology.hosts) % topology.racks;
    }

    /// @return number of servers, those of PSes included
    uint32_t Hosts() const
    {
        return topology.hosts + PsHosts();
    }
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_H
