// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-stall.h"

#include "esa-link-ends.h"
#include "esa-run-counters.h"
#include "esa-scenario-attributes.h"
#include "esa-scenario-failures.h"

#include "ns3/esa-execution-trace.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-scenario-rules.h"
#include "ns3/esa-training-job.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace ns3::esa
{
namespace
{

/// Time between two checks of a busy run of which nothing else shows the progress.
constexpr int64_t kShortestUs = 20;
/// Time between two checks of a run that somebody else follows, before its deadline.
constexpr int64_t kLongestS = 1000;
/// While no results come, the next check comes after this fraction of the time without any.
constexpr int64_t kFraction = 1000;
/// Factor by which the back-off of a timer multiplies its timeout, at most. Who has had no answer
/// to some 150 questions waits longer (LossDetector): such a run may be given up.
constexpr double kLongestBackOff = 64;
/// Simulated time must not overflow.
constexpr double kMaxUs = 1e14;

/// A message of a protocol takes no longer before it leaves.
constexpr double kLongestStepUs = 14;

/// When the last job begins at the latest, and the last fault that stops a worker or link ends.
double
QuietUntilUs(const Scenario& scenario)
{
    double us = scenario.trace.jobs.empty() ? scenario.jobs.startMaxUs : 0;
    for (const WorkerPauseSpec& pause : scenario.faults.workerPauses)
    {
        us = std::max(us, pause.atUs + pause.durationUs.value_or(scenario.faults.detectionUs));
    }
    for (const DirectionFaults& direction : scenario.faults.links)
    {
        for (const LinkFaultSpec::Outage& outage : direction.spec.down)
        {
            us = std::max(us, outage.untilUs);
        }
    }
    return std::max(us, FailuresEndUs(scenario));
}

/// Longest time for which a worker computes and needs no result.
double
ComputeUs(const Scenario& scenario)
{
    double longestUs = 0;
    for (const auto& [letter, dnn] : scenario.dnns)
    {
        longestUs = std::max(longestUs, dnn.ComputeUs());
    }
    const DeviceRates rates = scenario.execution.Rates();
    for (const auto& trace : scenario.execution.loaded)
    {
        for (const RankTrace& rank : trace->ranks)
        {
            double us = 0;
            for (const ExecutionNode& node : rank.nodes)
            {
                us += node.Computes() ? ToSeconds(rates.DurationOf(node)) * 1e6 : 0;
            }
            longestUs = std::max(longestUs, us * scenario.iterations); // it may send nothing
        }
    }
    return longestUs * LargestSlowdown(scenario);
}

/// The worker that lacks most, and how many do lack some.
struct Lack
{
    const TrainingProcess* worker{nullptr}; ///< lacks most; null: no worker lacks any
    uint64_t expected{0};                   ///< its results, had it ended
    uint64_t workers{0};                    ///< number of workers that lack results
    uint64_t of{0};                         ///< number of workers whose jobs have not left
};

Lack
FindLack(const Network& network)
{
    Lack lack;
    uint64_t most = 0;
    for (const TrainingProcess* worker : network.workers)
    {
        if (worker->HasLeft())
        {
            continue;
        }
        ++lack.of;
        const TrainingJob& job = *worker->Job();
        const uint64_t expected = job.plan.Fragments() * job.iterations;
        if (worker->Results() >= expected)
        {
            continue;
        }
        ++lack.workers;
        if (expected - worker->Results() > most)
        {
            most = expected - worker->Results();
            lack.worker = worker;
            lack.expected = expected;
        }
    }
    return lack;
}

/// @return in brackets, which job of the scenario goes on with fewer workers; empty: it is whole
std::string
DescribeSmallerJob(const Scenario& scenario, const TrainingJob& job)
{
    const uint32_t jobs = scenario.jobs.count;
    return scenario.faults.onLostWorker == OnLostWorker::Stop || job.job < jobs
               ? ""
               : " (job " + std::to_string(job.job % jobs) + " with " +
                     std::to_string(job.workers) + " of its workers)";
}

/// Packets that were lost.
struct Losses
{
    uint64_t atQueues{0}; ///< that found a queue full
    uint64_t onLinks{0};  ///< by faults
};

Losses
CountLosses(const Network& network)
{
    Losses losses;
    for (const EsaLink& link : network.helper.GetFabric().Links())
    {
        for (const auto& device : link.Ends())
        {
            losses.atQueues += device->GetCounts().drops + device->GetCounts().incomingDrops;
            const EsaLinkFaults::Counts faults = FaultsAt(*device);
            losses.onLinks += faults.lost + faults.lostDown;
        }
    }
    return losses;
}

/// Prints which links pause each other for ever, or how many are paused.
void
DescribePauses(std::ostream& text, const ValidScenario& scenario, const Network& network)
{
    const PauseNetwork* const pauses = network.helper.GetPauses();
    if (!pauses)
    {
        return;
    }
    const std::vector<LinkEnd> ends = LinkEnds(scenario);
    const auto devices = DevicesAt(network.helper.GetFabric(), ends);
    std::string names;
    for (const PausePort* port : pauses->Deadlock())
    {
        const auto device = std::find_if(devices.begin(), devices.end(), [port](const auto& end) {
            return &end->GetPort() == &port->GetPort();
        });
        names += (names.empty() ? "" : ", ") + ends.at(device - devices.begin()).name;
    }
    if (!names.empty())
    {
        text << "PFC deadlock: the links of these senders are paused and wait for each other in a "
                "circle: "
             << names << "; ";
    }
    text << pauses->Storms() << " pauses were longer than 1 ms; ";
}

/// @return the fields that limit queues
std::string
QueueFields(const ValidScenario& scenario)
{
    const auto& links = scenario->topology.graph.links;
    const auto own = std::count_if(links.begin(), links.end(), [](const LinkSpec& link) {
        return link.queueBytes != LinkSpec::kUsualQueue;
    });
    return "link.queue_bytes = " + std::to_string(scenario->link.queueBytes) +
           (own == 0 ? ""
                     : ", and " + std::to_string(own) +
                           " of topology.graph.links have queue_bytes of their own");
}

} // namespace

StallWatch::StallWatch(const ValidScenario& scenario, const Time& limit)
    : m_scenario(scenario),
      m_lastProgress(0)
{
    const double stepsUs = kLongestStepUs * (2.0 * scenario->jobs.workers + 1); // twice around
    const double workUs = ComputeUs(*scenario) + scenario->jitter.maxUs + stepsUs +
                          kLongestBackOff * (MinTimeoutUs(*scenario) + scenario->rto.checkUs);
    m_quietUntil = Us(std::min(QuietUntilUs(*scenario), kMaxUs));
    m_limit = limit.IsZero() ? Time::Max() : limit + Us(std::min(workUs, kMaxUs));
}

bool
StallWatch::Look(const Time& lastProgress, bool mayRest)
{
    const Time now = Simulator::Now();
    m_lastProgress = mayRest ? now : Max(m_lastProgress, lastProgress);
    m_isOver = Simulator::IsFinished(); // this check is an event, too, but it is under way
    return !m_isOver && now < Deadline();
}

Time
StallWatch::Deadline() const
{
    const Time from = Max(m_lastProgress, m_quietUntil);
    return m_limit < Time::Max() - from ? from + m_limit : Time::Max();
}

Time
StallWatch::NextLook(const Time& restsFor, bool isFollowed) const
{
    const Time now = Simulator::Now();
    const Time usual = isFollowed
                           ? Seconds(kLongestS)
                           : Max(MicroSeconds(kShortestUs), (now - m_lastProgress) / kFraction);
    return restsFor + Min(usual, Deadline() - now);
}

std::string
StallWatch::Describe(const Network& network) const
{
    std::ostringstream text;
    text << "the jobs wait for results that never arrive: none came ";
    if (m_isOver) // the time of the last event depends on the runner
    {
        text << "after " << m_lastProgress.ToDouble(Time::MS)
             << " ms of simulated time, and nothing is left to do; ";
    }
    else
    {
        text << "from " << m_lastProgress.ToDouble(Time::MS) << " ms until "
             << Simulator::Now().ToDouble(Time::MS)
             << " ms of simulated time, which is longer than --stall-after allows; ";
    }
    const Lack lack = FindLack(network);
    if (lack.worker)
    {
        const TrainingJob& job = *lack.worker->Job();
        text << lack.workers << " of " << lack.of << " workers lack results, most of them worker "
             << lack.worker->Worker() << " of job " << job.job
             << DescribeSmallerJob(*m_scenario, job) << ", which has " << lack.worker->Results()
             << " of " << lack.expected << "; ";
    }
    DescribePauses(text, m_scenario, network);
    text << DescribeFailures(*m_scenario);
    const Losses losses = CountLosses(network);
    text << losses.onLinks << " packets were lost on links (faults), " << losses.atQueues
         << " at full queues (" << QueueFields(m_scenario) << "), and recovery.enabled is "
         << (m_scenario->recovery.enabled ? "true" : "false");
    return text.str();
}

} // namespace ns3::esa
