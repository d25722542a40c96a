// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The part of EsaHelper that sets attributes, thresholds and parameters.

#include "esa-helper.h"

#include "ns3/abort.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-system-registry.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return the names of all attributes of a class
std::string
NamesOfAttributes(TypeId tid)
{
    std::string names;
    for (bool isLast = false; !isLast; tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            names += (names.empty() ? "" : ", ") + tid.GetAttribute(i).name;
        }
        isLast = !tid.HasParent();
    }
    return names;
}

/// Sets an attribute; aborts with the names that there are if there is no attribute of that name.
void
SetKnown(ObjectFactory& factory, const std::string& name, const AttributeValue& value)
{
    const TypeId tid = factory.GetTypeId();
    TypeId::AttributeInformation known;
    NS_ABORT_MSG_UNLESS(tid.LookupAttributeByName(name, &known),
                        "EsaHelper: " << tid.GetName() << " has no attribute " << name
                                      << "; it has " << NamesOfAttributes(tid));
    factory.Set(name, value);
}

/// Refuses the attribute that each job overrides, as all its parts must agree on it.
void
RefuseRecovery(const std::string& name)
{
    NS_ABORT_MSG_IF(name == "Recovery",
                    "EsaHelper: Recovery is set for a whole job, by TrainingOptions::recovery");
}

/// Whether a system declares a parameter.
bool
Declares(const System& system, const SystemParameter& parameter)
{
    const auto parameters = ParametersOf(system.Record());
    return std::find(parameters.begin(), parameters.end(), &parameter) != parameters.end();
}

} // namespace

void
EsaHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    NS_ABORT_MSG_IF(name == "EcnThresholdBytes",
                    "EsaHelper: EcnThresholdBytes is set at the ports that mark, by "
                    "SetEcnThreshold()");
    SetInNetwork(m_factories.device, name, value);
}

void
EsaHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    SetInNetwork(m_factories.channel, name, value);
}

void
EsaHelper::SetUplinkDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    SetInNetwork(m_factories.uplinkDevice, name, value);
}

void
EsaHelper::SetUplinkChannelAttribute(const std::string& name, const AttributeValue& value)
{
    SetInNetwork(m_factories.uplinkChannel, name, value);
}

void
EsaHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    SetInNetwork(m_factories.node, name, value);
}

void
EsaHelper::SetSystemAttribute(const std::string& name, const AttributeValue& value)
{
    const bool isOwn = m_system->SetAttributeFailSafe(name, value);
    const bool isFallbacks = m_fallback && m_fallback->SetAttributeFailSafe(name, value);
    const TypeId tid = m_system->GetInstanceTypeId();
    NS_ABORT_MSG_IF(!isOwn && !isFallbacks,
                    "EsaHelper: " << tid.GetName() << " has no attribute " << name
                                  << " that takes this value; it has " << NamesOfAttributes(tid));
}

void
EsaHelper::SetSystemParameter(const SystemParameter& parameter, double value)
{
    bool isDeclared = false;
    for (const Ptr<EsaSystem>& system : {m_system, m_fallback, m_flows})
    {
        if (!system || !Declares(system->Get(), parameter))
        {
            continue;
        }
        isDeclared = true;
        system->SetAttribute(parameter.attribute, *EsaSystem::ValueOf(parameter, value));
    }
    NS_ABORT_MSG_IF(!isDeclared,
                    "EsaHelper: " << m_system->GetInstanceTypeId().GetName() << " has no parameter "
                                  << parameter.field);
}

void
EsaHelper::SetWorkerAttribute(const std::string& name, const AttributeValue& value)
{
    RefuseRecovery(name);
    SetKnown(m_workerFactory, name, value);
}

void
EsaHelper::SetPsAttribute(const std::string& name, const AttributeValue& value)
{
    RefuseRecovery(name);
    SetKnown(m_psFactory, name, value);
}

void
EsaHelper::SetFlowAttribute(const std::string& name, const AttributeValue& value)
{
    RefuseRecovery(name);
    SetKnown(m_flowFactory, name, value);
}

void
EsaHelper::SetEcnThreshold(uint64_t bytes)
{
    NS_ABORT_MSG_IF(m_hasJob,
                    "EsaHelper: the ECN threshold is set too late; it can be set until a job is "
                    "installed");
    m_ecnThresholdBytes = bytes;
}

void
EsaHelper::SetFlowMarking(const FlowMarking& marking)
{
    NS_ABORT_MSG_IF(m_fabric,
                    "EsaHelper: the marking of flows is set too late; it can be set until the "
                    "network is installed");
    m_flowMarking = marking;
}

void
EsaHelper::SetPauses(const PauseParameters& parameters)
{
    NS_ABORT_MSG_IF(m_fabric,
                    "EsaHelper: flow control is set too late; it can be set until the network is "
                    "installed");
    m_pauseParameters = parameters;
    m_pauses = std::make_shared<PauseNetwork>(
        PauseNetwork::Driver{[](Picoseconds at, std::function<void()> what) {
                                 NetworkRunner::Get().AtStep({at}, std::move(what));
                             },
                             [] { Simulator::Stop(); }});
}

void
EsaHelper::SetQueueTimes(const QueueTimes& times)
{
    NS_ABORT_MSG_IF(m_fabric,
                    "EsaHelper: lengths of queues are set too late; they can be set until the "
                    "network is installed");
    m_queueTimes = times;
    m_factories.queueTime = times.queue;
}

void
EsaHelper::SetInNetwork(ObjectFactory& factory,
                        const std::string& name,
                        const AttributeValue& value)
{
    NS_ABORT_MSG_IF(m_fabric,
                    "EsaHelper: " << name << " of " << factory.GetTypeId().GetName()
                                  << " is set too late; it can be set until the network is "
                                     "installed");
    SetKnown(factory, name, value);
}

} // namespace ns3::esa
