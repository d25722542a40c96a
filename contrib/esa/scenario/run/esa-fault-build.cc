/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-fault-build.h"

#include "esa-scenario-time.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/esa-link-faults.h"
#include "ns3/uinteger.h"

#include <list>

namespace ns3::esa
{
namespace
{

/// Random streams reserved for one direction of a link.
constexpr int64_t kStreamsEach = 4;
/// Directions of a host's link: to the host, to the switch.
constexpr int64_t kDirections = 2;

/// @return single losses, independent of each other
Ptr<ErrorModel>
MakeBernoulli(double probability)
{
    const auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(probability);
    return model;
}

/// @return bursts of losses
Ptr<ErrorModel>
MakeBursts(double probability, uint32_t longest)
{
    const auto model = CreateObject<BurstErrorModel>();
    model->SetBurstRate(probability);
    const auto size = CreateObject<UniformRandomVariable>();
    size->SetAttribute("Min", DoubleValue(1));
    size->SetAttribute("Max", DoubleValue(longest));
    model->SetRandomBurstSize(size);
    return model;
}

/// @return losses of frames by their place, 1 the first
Ptr<ErrorModel>
MakeList(const std::vector<uint32_t>& places)
{
    const auto model = CreateObject<ReceiveListErrorModel>();
    std::list<uint32_t> fromZero;
    for (const uint32_t place : places)
    {
        fromZero.push_back(place - 1);
    }
    model->SetList(fromZero);
    return model;
}

/// @return what goes wrong on one direction of a link
Ptr<EsaLinkFaults>
MakeFaults(const LinkFaultSpec& spec)
{
    const auto faults = CreateObject<EsaLinkFaults>();
    faults->SetAttribute("DuplicateProbability", DoubleValue(spec.duplicateProbability));
    faults->SetAttribute("ReorderProbability", DoubleValue(spec.reorderProbability));
    faults->SetAttribute("ReorderDepth", UintegerValue(spec.reorderDepth));
    faults->SetAttribute("ExtraDelay", TimeValue(Us(spec.extraDelayUs)));
    if (spec.lossProbability > 0)
    {
        faults->AddErrorModel(MakeBernoulli(spec.lossProbability));
    }
    if (spec.burstProbability > 0)
    {
        faults->AddErrorModel(MakeBursts(spec.burstProbability, spec.burstMaxPackets));
    }
    if (!spec.lostPackets.empty())
    {
        faults->AddErrorModel(MakeList(spec.lostPackets));
    }
    for (const auto& time : spec.down)
    {
        faults->AddOutage(Us(time.fromUs), Us(time.untilUs));
    }
    return faults;
}

} // namespace

void
InstallLinkFaults(const ValidScenario& scenario,
                  const EsaFabric& fabric,
                  const NodeContainer& hosts,
                  int64_t stream)
{
    for (const auto& direction : scenario->faults.links)
    {
        const auto faults = MakeFaults(direction.spec);
        const int64_t towardsHost = stream + kStreamsEach * kDirections * direction.host;
        faults->AssignStreams(direction.toSwitch ? towardsHost + kStreamsEach : towardsHost);
        // Faults belong to the end at which frames arrive.
        const EsaLink& link = fabric.LinkOf(hosts.Get(direction.host));
        (direction.toSwitch ? link.AtSwitch() : link.AtHost())->SetFaults(faults);
    }
}

void
ScheduleServerFaults(const ValidScenario& scenario,
                     const std::vector<Ptr<EsaTrainingApp>>& workers,
                     const std::vector<Ptr<EsaPsApp>>& parameterServers)
{
    for (const auto& pause : scenario->faults.workerPauses)
    {
        std::size_t index = pause.worker;
        for (uint32_t job = 0; job < pause.job; ++job)
        {
            index += scenario->placement.jobs[job].workerHosts.size();
        }
        ScheduleAction(Us(pause.atUs), [worker = workers.at(index), pause] {
            worker->Pause(Us(pause.durationUs));
        });
    }
    for (const auto& restart : scenario->faults.psRestarts)
    {
        ScheduleAction(Us(restart.atUs),
                       [server = parameterServers.at(restart.job)] { server->Restart(); });
    }
}

} // namespace ns3::esa
