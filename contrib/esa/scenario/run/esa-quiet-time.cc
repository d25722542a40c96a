/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-quiet-time.h"

#include "esa-job-build.h"
#include "esa-scenario-time.h"

#include "ns3/esa-background-traffic.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-network-bounds.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

// All times are in microseconds, as in scenarios.

/// Frames that must all arrive for one repair: a reminder and its answer, a question and its
/// answer, and the result, each over the links of two hosts; and one more of each kind.
constexpr double kFramesPerRepair = 12;
/// Repairs without any loss: aggregators that were split by collisions are fetched one by one.
constexpr double kRepairsWithoutLoss = 3;
/// The number of repairs in turn is chosen so that all of them fail with a probability of less than
/// 1e-9, for any of 32 workers, or of all if a job has more.
constexpr double kFewWorkers = 32;
constexpr double kUnlikely = 1e9;
/// Where most repairs fail, a run ends with an error if more than this number of them fail in turn.
constexpr double kMostRepairs = 1000;
/// Losses at full queues are not known beforehand. TCP and the windows leave more room than this.
constexpr double kLossAtQueues = 0.1;
/// Doubling a timeout up to the longest back-off takes twice that back-off.
constexpr double kBackOffs = 2;
/// srtt + 4 rttvar, divided by the longest sample, is at most this.
constexpr double kEstimatePerSample = 3;
/// The largest size that is likely, in mean sizes, where sizes are exponential.
constexpr double kLargestExponential = 20;
/// Largest limit: simulated time must not overflow.
constexpr double kLargestUs = 1e14;

/// Time that bytes take at a rate.
double
SendUs(double bytes, double gbps)
{
    return bytes * 8 / (gbps * 1e3);
}

/// Probability that a link loses a frame; the worst of all links that carry any.
double
LossOnLinks(const Scenario& scenario)
{
    double worst = scenario.link.queueBytes > 0 ? kLossAtQueues : 0;
    for (const DirectionFaults& direction : scenario.faults.links)
    {
        const LinkFaultSpec& spec = direction.spec;
        const double meanBurst = (1.0 + spec.burstMaxPackets) / 2;
        const double loss = spec.lossProbability + spec.burstProbability * meanBurst;
        worst = loss < 1 ? std::max(worst, loss) : worst; // else nothing is worth waiting for
    }
    return worst;
}

/// Repairs that may be needed one after the other until one works.
double
RepairsInTurn(const Scenario& scenario)
{
    if (!scenario.recovery.enabled)
    {
        return kRepairsWithoutLoss; // nothing repairs a loss
    }
    double repairs = kRepairsWithoutLoss;
    const double works = std::pow(1 - LossOnLinks(scenario), kFramesPerRepair);
    if (works < 1)
    {
        const double workers = std::max<double>(scenario.jobs.workers, kFewWorkers);
        repairs += std::min(std::log(workers * kUnlikely) / -std::log1p(-works), kMostRepairs);
    }
    std::size_t listed = 0; // of lost frames, each can make one repair fail
    for (const DirectionFaults& direction : scenario.faults.links)
    {
        listed = std::max(listed, direction.spec.lostPackets.size());
    }
    return repairs + static_cast<double>(listed);
}

/// Total time in which some server or link stands still.
double
BlockedUs(const Scenario& scenario)
{
    std::vector<std::pair<double, double>> times;
    for (const DirectionFaults& direction : scenario.faults.links)
    {
        for (const LinkFaultSpec::Outage& outage : direction.spec.down)
        {
            times.emplace_back(outage.fromUs, outage.untilUs);
        }
    }
    for (const WorkerPauseSpec& pause : scenario.faults.workerPauses)
    {
        times.emplace_back(pause.atUs, pause.atUs + pause.durationUs);
    }
    std::sort(times.begin(), times.end());
    double blockedUs = 0;
    double endUs = 0;
    for (const auto& [fromUs, untilUs] : times)
    {
        blockedUs += std::max(untilUs - std::max(fromUs, endUs), 0.0);
        endUs = std::max(endUs, untilUs);
    }
    return blockedUs;
}

/// Bytes of the frames that a worker sends in an iteration.
double
IterationBytes(const DnnSpec& dnn, const SystemRecord& system)
{
    double frames = 0;
    for (const PartitionSpec& partition : dnn.partitions)
    {
        frames += std::ceil(static_cast<double>(partition.bytes) /
                            static_cast<double>(PayloadBytes(system.onHost.frame)));
    }
    return frames * DataFrameBytes(system.onHost.frame);
}

/// What all jobs have under way at most. Of hosts that sum it is all that they send in an
/// iteration: the first result may come when the last summand has arrived.
double
BytesUnderWay(const Scenario& scenario, const SystemRecord& system)
{
    const double frame = DataFrameBytes(system.onHost.frame);
    const bool hasWindow = system.onHost.sum == SumPlace::Switch && !system.admission.fallback;
    double window = scenario.window.maxPackets * frame;
    if (const SystemParameter* cap = system.onHost.windowCap)
    {
        window = scenario.systemParameters.at(cap->field) * frame;
    }
    const auto ofJob = [&](const DnnSpec& dnn, std::size_t workers) {
        const double all = IterationBytes(dnn, system);
        const bool isBounded = hasWindow && window > 0;
        return static_cast<double>(workers) * (isBounded ? std::min(all, window) : all);
    };
    double bytes = 0;
    for (std::size_t job = 0; job < scenario.placement.jobs.size(); ++job)
    {
        const std::string& letters = scenario.jobs.workload; // jobs take them in turn
        bytes += ofJob(scenario.dnns.at({letters[job % letters.size()]}),
                       scenario.placement.jobs[job].workerHosts.size());
    }
    double largest = 0;
    for (const TraceJobSpec& job : scenario.trace.jobs)
    {
        largest = std::max(largest, ofJob(scenario.dnns.at(job.dnn), job.workers));
    }
    return bytes + largest * scenario.jobs.count;
}

/// What flows of background traffic have in one queue at most.
double
BackgroundBytes(const Scenario& scenario)
{
    const Scenario::Background& background = scenario.background;
    if (background.load == 0)
    {
        return 0;
    }
    const double buffer = BackgroundTraffic::kBufferBytes;
    const double largest = background.sizes == FlowSizes::Pareto
                               ? buffer
                               : std::min(background.flowBytes * kLargestExponential, buffer);
    return largest * scenario.topology.hosts / (1 - background.load);
}

/// Longest time that a packet waits in queues on its way from host to host.
double
QueueUs(const Scenario& scenario, const SystemRecord& system)
{
    double bytes = BytesUnderWay(scenario, system) + BackgroundBytes(scenario);
    if (scenario.link.queueBytes > 0)
    {
        bytes =
            std::min(bytes,
                     LinksBetweenHosts(scenario) * static_cast<double>(scenario.link.queueBytes));
    }
    return SendUs(bytes, SlowestGbps(scenario));
}

/// Longest computation of an iteration.
double
ComputeUs(const Scenario& scenario)
{
    double longestUs = 0;
    for (const auto& [letter, dnn] : scenario.dnns)
    {
        double us = 0;
        for (const LayerSpec& layer : dnn.layers)
        {
            us += layer.forwardUs + layer.backwardUs;
        }
        longestUs = std::max(longestUs, us);
    }
    return longestUs;
}

/// Longest time in which the GPUs of a server sum an iteration and get its results.
double
ServerLinkUs(const Scenario& scenario)
{
    const Scenario::Host& host = scenario.host;
    double longestUs = 0;
    for (const auto& [letter, dnn] : scenario.dnns)
    {
        double us = 0;
        for (const PartitionSpec& partition : dnn.partitions)
        {
            // Each GPU of the chain may hold a fragment, of which the last one is padded.
            const double bytes = static_cast<double>(partition.bytes) + host.gpus * kMtuFrameBytes;
            us += 2 * (SendUs(bytes, host.gpuLinkGbps) + host.gpus * host.gpuLinkDelayUs);
        }
        longestUs = std::max(longestUs, us);
    }
    return host.gpus > 1 ? longestUs : 0;
}

/// A round trip between two hosts, without queues.
double
BaseRoundTripUs(const Scenario& scenario)
{
    double extraUs = 0;
    double depth = 0;
    for (const DirectionFaults& direction : scenario.faults.links)
    {
        extraUs = std::max(extraUs, direction.spec.extraDelayUs);
        depth = std::max<double>(depth, direction.spec.reorderDepth);
    }
    const double links = LinksBetweenHosts(scenario);
    const double frame = std::max<double>(kMtuFrameBytes, scenario.reminder.bytes);
    const double oneWayUs = LongestPropagationUs(scenario) + 2 * extraUs +
                            (links - 1) * scenario.switchNode.processingNs / 1000 +
                            scenario.host.processingNs / 1000 +
                            (links + 2 * depth) * SendUs(frame, SlowestGbps(scenario));
    return 2 * oneWayUs;
}

} // namespace

Time
BaseRoundTrip(const ValidScenario& scenario)
{
    return Us(std::min(BaseRoundTripUs(*scenario), kLargestUs));
}

Time
LongestQuietTime(const ValidScenario& valid, const SystemRecord& system)
{
    const Scenario& scenario = *valid;
    // Workers that sum in a ring pass each block on, twice around, before the first result.
    const double steps = system.onHost.sum == SumPlace::Switch ? 1 : 2.0 * scenario.jobs.workers;
    const double stepUs = BaseRoundTripUs(scenario) + 2 * scenario.flow.stepUs;
    const double networkUs = steps * stepUs + 2 * QueueUs(scenario, system); // there and back
    const double blockedUs = BlockedUs(scenario);
    const double startUs = scenario.trace.jobs.empty() ? scenario.jobs.startMaxUs : 0;
    const double pauseUs =
        startUs + ComputeUs(scenario) + ServerLinkUs(scenario) + scenario.jitter.maxUs + blockedUs;
    const double sampleUs = networkUs + scenario.jitter.maxUs + blockedUs;
    const double timeoutUs = std::max(scenario.rto.minUs, kEstimatePerSample * sampleUs);
    const double otherTimersUs = scenario.rto.checkUs + scenario.recovery.queryDelayUs +
                                 scenario.recovery.staleUs + scenario.reminder.psHoldoffUs;
    const double repairUs = kLongestBackOff * timeoutUs + otherTimersUs + networkUs;
    const double limitUs = pauseUs + networkUs + (RepairsInTurn(scenario) + kBackOffs) * repairUs;
    return Us(std::min(limitUs, kLargestUs));
}

} // namespace ns3::esa
