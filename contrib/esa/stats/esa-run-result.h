// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RUN_RESULT_H
#define ESA_RUN_RESULT_H

#include "esa-job-times.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A link into the rack of a PS that is busy while others between switches are not.
struct Bottleneck
{
    std::string sender; ///< the end of the link that sends, as in the table of links
    double load{0};     ///< share of the time in which it sends
    double mean{0};     ///< the same of all links between switches, in both directions
    double waitUs{0};   ///< longest time that a packet waited in its queue
};

/// A rack with links to switches above that carried next to nothing, beside others that did.
struct IdleUplinks
{
    std::string rack;  ///< name of its switch
    uint32_t idle{0};  ///< links that carried less than a hundredth of the busiest one
    uint32_t links{0}; ///< links to switches above
};

/// Servers of one job that share a host, and so its link.
struct StackedServers
{
    uint32_t servers{0}; ///< on the host with most
    double load{0};      ///< share of the time in which the link to this host sends
};

/// A job, or a process group of it, of a system that gives memory or trees to some of them only.
struct HostSummedGroup
{
    uint32_t job{0};             ///< number of the job
    std::vector<uint32_t> ranks; ///< of the process group; empty: the whole job
    uint64_t allReduces{0};      ///< in all iterations
};

/// Collectives of a run, without messages from one worker to another.
struct Collectives
{
    uint64_t count{0}; ///< how many, in all iterations
    double bytes{0};   ///< of all of them
};

/// Collectives that did not run in the way of the run's system.
struct OtherWay : Collectives
{
    /// Why.
    enum class Cause : uint8_t
    {
        Operation, ///< the system has no algorithm for it
        Admission, ///< switches have no memory or tree for it
        Servers    ///< its workers are not in servers with equal numbers of workers
    };

    Cause cause;                           ///< why
    std::string way;                       ///< the system in whose way they ran
    std::vector<std::string> operations{}; ///< Operation: which ones
    std::string field{}; ///< Admission: that lets no more in; empty: no field does
    double value{0};     ///< the value of the field
    double enough{0};    ///< a value of the field that lets all in
};

/// @ingroup esa
/// @brief The result of one run (one system, one seed): one row of result.csv.
struct RunResult
{
    std::string system;              ///< name in the registry
    uint32_t jobs{0};                ///< number of jobs
    uint32_t workers{0};             ///< workers per job (the first job's, if they differ)
    std::string workload;            ///< letters of the DNNs
    uint32_t seed{0};                ///< seed
    uint32_t run{0};                 ///< run number
    uint32_t iterations{0};          ///< iterations of every job
    double slice{1};                 ///< smallest fraction of a model that a job trains
    double jctMs{0};                 ///< JCT of an iteration, mean over jobs and iterations
    std::vector<double> jctMsPerJob; ///< the same for each job
    std::vector<std::vector<double>> iterationMs; ///< times of all iterations, by job
    std::vector<uint32_t> workersLeft; ///< by job: workers at its end; empty: none may be lost
    std::vector<uint32_t> iterationsWithFewer; ///< by job: iterations without the lost workers
    std::vector<double> jobMs;      ///< from start (trace: submission) to end of each job
    double makespanMs{0};           ///< from the first start (trace: submission) to the last end
    std::vector<double> jctPartsMs; ///< by TimePart: parts that add up to it; empty: unknown
    std::optional<double> exposedShare{}; ///< of the time of communication; none: unknown
    std::vector<uint64_t> upBytes; ///< by level of links: most that one has carried; empty: unknown
    std::vector<uint64_t> downBytes;   ///< the same from above
    double utilization{0};             ///< the paper's utilisation, mean over jobs and iterations
    uint64_t aggregators{0};           ///< aggregators (SwitchML: slots) of all switches
    uint64_t fewestAggregators{0};     ///< of the switch with fewest of those that have some
    double meanOccupied{0};            ///< aggregators occupied, mean over time
    double occupiedShare{0};           ///< meanOccupied / aggregators
    double waitingShare{0};            ///< fraction that holds a complete sum until its release
    double additionsPerAggregatorS{0}; ///< fragments added per aggregator and second
    uint64_t collisions{0};            ///< fragments that met another task's aggregator
    uint64_t preemptions{0};           ///< ... and took it
    uint64_t passedThrough{0};         ///< ... and went on to the PS
    uint64_t fetched{0};               ///< partial sums fetched by a reminder or resend
    uint64_t remindersWorker{0};       ///< reminders (ATP: resends) sent by workers
    uint64_t remindersPs{0};           ///< reminders sent by PSes
    uint64_t ecnMarks{0};              ///< packets marked
    std::optional<uint64_t> pauseStorms{}; ///< pauses (PFC) longer than the limit; none without
    uint64_t packetsLost{0};               ///< packets lost: at full queues, and by faults of links
    uint64_t queueDrops{0};                ///< of these, at full queues
    uint64_t packetsDuplicated{0};         ///< packets that came twice
    uint64_t packetsReordered{0};          ///< packets that were held back
    uint64_t queries{0};                   ///< questions of PSes to workers
    uint64_t retransmissions{0};           ///< fragments that workers sent in answer
    uint64_t resultsRecovered{0};          ///< results that PSes got from workers' caches
    uint64_t resultsForwarded{0};          ///< results that PSes sent to single workers
    uint64_t resultsRepeated{0};           ///< results that the switch sent again (SwitchML)
    uint64_t copiesDropped{0};             ///< fragments and sums that switch or PS had already
    uint64_t reclaimed{0};                 ///< aggregators left over that a result freed (ATP)
    uint64_t backgroundFlows{0};           ///< TCP flows that ended
    double backgroundFlowUs{0};            ///< their mean time from begin to last byte
    double backgroundGbps{0};              ///< bytes of TCP flows that arrived, as a rate
    uint64_t packetHops{0};                ///< packets carried over a link
    uint64_t events{0};                    ///< simulator events
    double simMs{0};                       ///< simulated time
    double wallS{0};                       ///< wall-clock time of the run
    uint64_t resultsChecked{0}; ///< results whose sum a worker compared with the exact one
    uint64_t resultsWrong{0};   ///< of these, wrong ones (a run with any fails)
    std::optional<Bottleneck> bottleneck;   ///< where packets wait, if it is one link
    std::optional<IdleUplinks> idleUplinks; ///< the rack with most; none: all are used, or not
                                            ///< slower than the links of hosts
    std::optional<StackedServers> stacked;  ///< servers of byteps; none: each has a host of its own
    Collectives collectives;                ///< all of them
    std::vector<OtherWay> otherWays{}; ///< not in the way of the system; one of a cause and a field
    uint64_t messages{0};              ///< from one worker to another
    bool hasSums{false};               ///< results are sums
    bool hasOthers{false};             ///< results are no sums
    double paddingShare{0}; ///< of the data that workers sent, what only fills their packets
    uint64_t groups{0}; ///< jobs and process groups that request memory or trees; 0: all have some
    std::vector<HostSummedGroup> hostSummed; ///< those that fell back to hosts
    std::vector<JobTimes> jobTimes; ///< jobs of a job trace, by number; empty: there is none
    std::map<std::string, std::string> autos; ///< by field: what stood for "auto" (AutosOf())
    std::vector<std::string> notes; ///< what the counters show, as sentences (NotesOnRuns())
};

} // namespace ns3::esa

#endif // ESA_RUN_RESULT_H
