// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-rules.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-switchml-wire-format.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kMaxFragments =
    0x7fffffff; ///< numbers within half of the sequence space can be compared

/// The layers, for messages: /dnns/A/layers has 2
std::string
LayersText(const ScenarioDraft& draft, const DnnSpec& dnn)
{
    return draft.PointerOf(dnn.layers) + " has " + std::to_string(dnn.layers.size());
}

void
CheckLayersOf(ScenarioDraft& draft, const DnnSpec& dnn)
{
    const std::size_t layers = dnn.layers.size();
    std::vector<bool> hasPartition(layers + 1);
    for (const Dnn::Partition& partition : dnn.partitions)
    {
        if (partition.layer > layers)
        {
            draft.Refuse(partition.layer,
                         "a layer from 1 to " + std::to_string(layers) + " (" +
                             LayersText(draft, dnn) + ")");
            continue;
        }
        const std::size_t most = layers - partition.layer + 1;
        if (partition.layerCount > most)
        {
            draft.Refuse(partition.layerCount,
                         AtMost(most) + " from layer " + std::to_string(partition.layer) + " on (" +
                             LayersText(draft, dnn) + ")");
        }
        const auto first = hasPartition.begin() + partition.layer;
        std::fill_n(first, std::min<std::size_t>(partition.layerCount, most), true);
    }
    for (std::size_t layer = 1; layer <= layers; ++layer)
    {
        if (!hasPartition[layer])
        {
            draft.Refuse(dnn.layers[layer - 1],
                         "a layer with gradients: no entry of " + draft.PointerOf(dnn.partitions) +
                             " has layer " + std::to_string(layer));
        }
    }
}

/// Checks that the letters of the workload name DNNs of the scenario.
void
CheckWorkload(ScenarioDraft& draft)
{
    std::string known;
    for (const auto& [letter, dnn] : draft->dnns)
    {
        known += (known.empty() ? "" : ", ") + letter;
    }
    for (const char letter : draft->jobs.workload)
    {
        if (draft->dnns.count(std::string(1, letter)) == 0)
        {
            draft.Refuse(draft->jobs.workload, "letters of /dnns: " + known);
            return;
        }
    }
}

/// Checks that partitions name existing layers, and that every layer has a partition.
void
CheckLayers(ScenarioDraft& draft)
{
    for (const auto& [letter, dnn] : draft->dnns)
    {
        CheckLayersOf(draft, dnn);
    }
}

/// Checks that the fragments of an iteration fit into the sequence space.
void
CheckFragments(ScenarioDraft& draft)
{
    for (const auto& [letter, dnn] : draft->dnns)
    {
        uint64_t fragments = 0;
        for (const Dnn::Partition& partition : dnn.partitions)
        {
            fragments += (partition.bytes + kSwitchMlPayloadBytes - 1) / kSwitchMlPayloadBytes;
        }
        draft.Require(fragments <= kMaxFragments,
                      dnn.partitions,
                      "at most " + std::to_string(kMaxFragments) + " packets of " +
                          std::to_string(kSwitchMlPayloadBytes) +
                          " bytes in all, each partition in whole packets (sequence numbers have "
                          "32 bits); of a model, a slice or precision bf16 may do");
        draft.Require(draft->jobs.collective == CollectiveKind::AllReduce ||
                          fragments <= kMaxTasksWithRoles / draft->iterations,
                      draft->iterations,
                      "less: the iterations of " + draft.Quote(draft->jobs.collective) +
                          " have at most 2^32 packets of " + std::to_string(kSwitchMlPayloadBytes) +
                          " bytes");
    }
}

/// Checks that computation alone does not last longer than simulated time can count.
void
CheckSimulatedTime(ScenarioDraft& draft)
{
    if (!draft->execution.traces.empty() || !draft->trace.jobs.empty())
    {
        return; // they have limits of their own
    }
    for (const auto& [letter, dnn] : draft->dnns)
    {
        double us = 0;
        for (const LayerSpec& layer : dnn.layers)
        {
            us += (layer.forwardUs + layer.backwardUs) * LargestSlowdown(*draft);
        }
        const bool isUsed = draft->jobs.workload.find(letter) != std::string::npos;
        if (isUsed && us * draft->iterations > kMaxSimulatedUs)
        {
            draft.Refuse(draft->iterations,
                         "at most " + std::to_string(static_cast<uint64_t>(kMaxSimulatedUs / us)) +
                             ", so that the computation of /dnns/" + letter +
                             " ends within 1e6 simulated seconds");
            return;
        }
    }
}

/// Checks that packets are delayed only where switches sum: flows repair what overtakes by numbers,
/// and would send most packets again.
void
CheckJitter(ScenarioDraft& draft)
{
    const JitterMode mode = draft->jitter.mode;
    const std::string hosts = SystemsWhere(draft.Written(), &SystemRecord::SumsInHosts);
    draft.Require(
        (mode != JitterMode::Packet && mode != JitterMode::PacketInOrder) || hosts.empty(),
        draft->jitter.mode,
        OneOf({"partition", "iteration", "none"}) + " with systems that sum in hosts, as " + hosts +
            " (flows have no delay for each packet)");
}

/// Workers of the smallest job.
uint32_t
SmallestJob(const Scenario& scenario)
{
    uint32_t smallest = scenario.jobs.workers;
    for (const JobPlacement& job : scenario.placement.jobs)
    {
        smallest = std::min(smallest, static_cast<uint32_t>(job.workerHosts.size()));
    }
    return smallest;
}

/// The systems of the module that have an operation, for messages.
std::string
SystemsThatKnow(CollectiveKind kind)
{
    std::string names;
    for (const SystemRecord& system : Systems())
    {
        const SystemRecord* fallback = FallbackOf(system);
        if (KnowsOperation(system, kind) && (!fallback || KnowsOperation(*fallback, kind)))
        {
            names += (names.empty() ? "" : ", ") + std::string(system.name);
        }
    }
    return names;
}

/// Checks that every system has the operation of the jobs, and every job has its root.
void
CheckCollective(ScenarioDraft& draft)
{
    const auto& jobs = draft->jobs;
    if (jobs.collective == CollectiveKind::AllReduce)
    {
        return;
    }
    const std::string others = SystemsWhere(draft.Written(), [&jobs](const SystemRecord& system) {
        return !KnowsOperation(system, jobs.collective);
    });
    draft.Require(others.empty(),
                  jobs.collective,
                  Only("all_reduce") + " with " + others + " (this operation is known to " +
                      SystemsThatKnow(jobs.collective) + ")");
    if (!draft->trace.jobs.empty() || !draft->trace.file.empty())
    {
        draft.Refuse(jobs.collective, Only("all_reduce") + " with a trace of jobs");
        return;
    }
    const uint32_t workers = SmallestJob(*draft);
    draft.Require(jobs.root < workers,
                  jobs.root,
                  "the number of a worker of every job, from 0 to " + std::to_string(workers - 1));
    draft.Require(jobs.collective != CollectiveKind::SendReceive || workers >= 2,
                  jobs.collective,
                  "another operation for a job of one worker");
}

/// Checks that every job has servers, and no more beside those of its workers than BytePS allows.
void
CheckServers(ScenarioDraft& draft)
{
    const BytePsSpec& bytePs = draft->bytePs;
    const std::string systems = SystemsWhere(draft.Written(), &HasServers);
    if (systems.empty())
    {
        return;
    }
    draft.Require(bytePs.servers > 0 || bytePs.isColocated,
                  bytePs.servers,
                  "at least 1 with " + draft.Quote(bytePs.isColocated));
    if (draft->execution.traces.empty() && bytePs.isColocated)
    {
        const uint32_t workers = draft->jobs.workers;
        draft.Require(bytePs.servers <= ServerPlan::MostExtraServers(workers, true),
                      bytePs.servers,
                      AtMost(ServerPlan::MostExtraServers(workers, true)) + " with " +
                          draft.Quote(bytePs.isColocated) + " and " +
                          draft.Quote(draft->jobs.workers));
    }
}

void
CheckPayload(ScenarioDraft& draft)
{
    const std::string systems = SystemsWhere(draft.Written(), [&draft](const SystemRecord& system) {
        return SystemWith(system, draft->systemParameters).PayloadBytes() > kInaPayloadBytes;
    });
    draft.Require(systems.empty() || draft->payload == PayloadMode::Digest,
                  draft->payload,
                  Only("digest") + " with " + systems +
                      " (packets of more than 62 values carry none here)");
}

void
CheckJobNumbers(ScenarioDraft& draft)
{
    const std::string systems = SystemsWith(draft.Written(), FrameFormat::SwitchMl);
    if (systems.empty() || draft->jobs.count <= kMaxSwitchMlJobs)
    {
        return;
    }
    const std::string most = std::to_string(kMaxSwitchMlJobs);
    const std::string why = " (the job number in its header has 8 bits)";
    if (draft->trace.jobs.empty())
    {
        draft.Refuse(draft->jobs.count, "at most " + most + " with " + systems + why);
        return;
    }
    draft.Refuse(draft->trace.maxJobs,
                 "1 to " + most + " with " + systems + ", where " +
                     std::to_string(draft->jobs.count) + " jobs fit at a time" + why);
}

} // namespace

double
LargestSlowdown(const Scenario& scenario)
{
    double slowdown = 1;
    for (const SlowSpec& entry : scenario.faults.slow)
    {
        slowdown = entry.hosts.empty() ? slowdown : std::max(slowdown, entry.slowdown);
    }
    return slowdown;
}

void
ApplyJobRules(ScenarioDraft& draft)
{
    CheckPayload(draft);
    CheckCollective(draft);
    CheckJobNumbers(draft);
    CheckServers(draft);
    CheckWorkload(draft);
    CheckSimulatedTime(draft);
    CheckJitter(draft);
    CheckLayers(draft);
    CheckFragments(draft);
}

} // namespace ns3::esa
