// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RUN_COUNTERS_H
#define ESA_RUN_COUNTERS_H

#include "esa-scenario-build.h"

#include "ns3/esa-link-faults.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-run-result.h"
#include "ns3/esa-scenario.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * The counters of a run are in many places: in every worker, PS, device and switch, and in the
 * statistics of the jobs. After the simulation these functions add them up for a row of results,
 * one function per kind of place.
 */

namespace ns3::esa
{

/// How the memory of a switch was used, and what happened to packets there.
struct SwitchUse
{
    uint64_t aggregators{0};                  ///< its aggregators, or slots
    double occupiedS{0};                      ///< sum of the times in which each was in use
    double waitingS{0};                       ///< of this, with a complete sum
    std::array<uint64_t, kOutcomes> counts{}; ///< packets, by outcome

    /// @return how many packets had an outcome @param outcome which
    uint64_t Count(Outcome outcome) const
    {
        return counts[static_cast<std::size_t>(outcome)];
    }
};

/// @param end when the last job has ended
/// @return how a switch was used until then
SwitchUse UseOf(const SwitchPipeline& pipeline, uint64_t aggregators, Picoseconds end);

/// @return the share of a time in which a device sends; 0 if there is no time
double LoadOf(const EsaNetDevice& device, double seconds);

/// @return what the faults of a link have done to the frames that a device receives
EsaLinkFaults::Counts FaultsAt(const EsaNetDevice& receiver);

/// @return a result that names its run, still without counters
RunResult DescribeRun(const ValidScenario& scenario,
                      const std::string& system,
                      uint32_t seed,
                      const Network& network);

/// @throws std::runtime_error if a sum was wrong
void RefuseWrongSums(const RunResult& result);

/// Add the jobs' times, how well they used their links, and how much padding they sent.
void AddJobs(const Network& network, RunResult& result);

/// Add the jobs and process groups that hosts summed, as they got no memory or tree of switches.
void AddGroups(const Network& network, RunResult& result);

/// Add the times of a job trace. A job's time then counts from its submission.
/// @param result a result after AddJobs()
void AddTrace(std::vector<JobTimes> times, RunResult& result);

/// @return how the switches of a network were used
std::vector<SwitchUse> SwitchesOf(const Network& network);

/// Add what the switches counted.
void AddSwitches(const std::vector<SwitchUse>& switches,
                 const JobStatistics& statistics,
                 RunResult& result);

/// Add what the background traffic counted, if there is any.
void AddBackground(const Network& network, RunResult& result);

/// Add what workers, PSes and links counted. The jobs need not have ended.
void AddHosts(const Network& network, RunResult& result);

/// @brief Adds what the busiest link of each level has carried.
void AddLinks(const ValidScenario& scenario, const Network& network, RunResult& result);

/// Find out whether a link into the rack of a PS sets the time of a run. With one or two levels the
/// sums of all racks meet there, which other fields would avoid. It costs nothing: the devices have
/// counted the frames.
/// @return the busiest link between switches, if it leads to the switch of a PS's rack, is busy for
/// 40 % of the time or more, packets wait there for a quarter of a round trip or more, and the mean
/// load of all is less than 0.7 of that
std::optional<Bottleneck> FindBottleneck(const ValidScenario& scenario, const Network& network);

/// Find links of racks to other switches that a run left idle. Links of a server's cards are some
/// of them.
/// @return the rack with most idle links; nothing if there is none, or if links of hosts are as
/// slow
std::optional<IdleUplinks> FindIdleUplinks(const ValidScenario& scenario, const Network& network);

/// Find servers of one job that share a host.
/// @return the most; nothing if each has a host of its own
std::optional<StackedServers> FindStackedServers(const ValidScenario& scenario,
                                                 const Network& network);

/// Add what the counters show, as sentences. @param result with all of them
void AddNotes(const ValidScenario& scenario, RunResult& result);

} // namespace ns3::esa

#endif // ESA_RUN_COUNTERS_H
