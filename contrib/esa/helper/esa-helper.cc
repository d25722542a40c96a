// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-helper.h"

#include "esa-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-topology-shapes.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <utility>

namespace ns3::esa
{

namespace
{

constexpr uint64_t kDefaultEcnThresholdBytes = 1000000; ///< at the ports to PSes

} // namespace

LogComponent EsaHelper::g_log("EsaHelper", __FILE__);

EsaHelper::EsaHelper(const std::string& system)
    : m_system(EsaSystem::Create(system)),
      m_flows(EsaSystem::Create("ring")),
      m_ecnThresholdBytes(kDefaultEcnThresholdBytes)
{
    WarnOfMissingLogs();
    m_factories.device.SetTypeId(EsaNetDevice::GetTypeId());
    m_factories.channel.SetTypeId(EsaChannel::GetTypeId());
    m_factories.uplinkDevice.SetTypeId(EsaNetDevice::GetTypeId());
    m_factories.uplinkChannel.SetTypeId(EsaChannel::GetTypeId());
    m_factories.node.SetTypeId(EsaSwitch::GetTypeId());
    m_factories.node.Set("System", PointerValue(m_system));
    if (const SystemRecord* fallback = FallbackOf(m_system->Get().Record()))
    {
        m_fallback = EsaSystem::Create(fallback->name);
    }
}

const EsaFabric&
EsaHelper::InstallFabric(std::unique_ptr<EsaFabric> fabric)
{
    NS_ABORT_MSG_IF(m_fabric, "EsaHelper: a network is installed already");
    m_fabric = std::move(fabric);
    m_fabric->Install(m_factories);
    for (const EsaLink& link : m_fabric->Links())
    {
        SetThresholds(link);
    }
    return *m_fabric;
}

void
EsaHelper::SetThresholds(const EsaLink& link)
{
    const auto length = [&link](uint64_t bytes, Picoseconds time) {
        const auto bitsPerS = static_cast<double>(link.Upper()->Rate().bitsPerS);
        return time.count() == 0 ? bytes : BytesWithin(time, bitsPerS);
    };
    const bool isUplink = link.GetKind() == EsaLink::Kind::Uplink;
    FlowMarking marking = m_flowMarking;
    marking.minBytes = length(marking.minBytes, m_queueTimes.minMark);
    marking.maxBytes = length(marking.maxBytes, m_queueTimes.maxMark);
    link.Upper()->SetFlowMarking(marking);
    if (isUplink) // hosts do not mark what they send
    {
        link.Lower()->SetFlowMarking(marking);
    }
    if (isUplink && m_queueTimes.ecn.count() > 0)
    {
        SetEcnOf(link.Lower());
        SetEcnOf(link.Upper());
    }
    if (m_pauses)
    {
        PauseParameters own = m_pauseParameters;
        own.xoffBytes = length(own.xoffBytes, m_queueTimes.xoff);
        own.xonBytes = length(own.xonBytes, m_queueTimes.xon);
        own.bufferBytes = length(own.bufferBytes, m_queueTimes.queue);
        m_pauses->AddLink({link.Lower()->GetPort(), link.LowerNode()->GetId()},
                          {link.Upper()->GetPort(), link.UpperNode()->GetId()},
                          isUplink,
                          own);
    }
}

const EsaFabric&
EsaHelper::GetFabric() const
{
    NS_ABORT_MSG_IF(!m_fabric, "EsaHelper: no network is installed yet");
    return *m_fabric;
}

const EsaFabric&
EsaHelper::InstallRack(Ptr<Node> switchNode, const NodeContainer& hosts)
{
    InstallFabric(
        std::make_unique<EsaFabric>(MakeStar(hosts.GetN(), {}), hosts, NodeContainer(switchNode)));
    ShowPortsAsBridge(switchNode);
    return *m_fabric;
}

ApplicationContainer
EsaHelper::InstallJobs(const std::vector<JobSetup>& jobs, const TrainingOptions& options)
{
    NS_ABORT_MSG_IF(!GetSwitch(),
                    "EsaHelper: InstallRack() or InstallFabric() comes before InstallJobs()");
    ApplicationContainer apps;
    JobIdentity identity;
    identity.shares = static_cast<uint32_t>(jobs.size());
    for (const JobSetup& setup : jobs)
    {
        apps.Add(InstallJob(identity, setup, options));
        ++identity.number;
        ++identity.share;
    }
    return apps;
}

int64_t
EsaHelper::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const auto& node : GetSwitches())
    {
        used += node->AssignStreams(stream + used);
    }
    return used;
}

void
EsaHelper::EnablePcapInternal(std::string prefix,
                              Ptr<NetDevice> nd,
                              bool /* promiscuous */,
                              bool explicitFilename)
{
    const auto device = nd->GetObject<EsaNetDevice>();
    if (!device)
    {
        return;
    }
    PcapHelper pcap;
    const std::string filename =
        explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    // PcapHelper::CreateFile() makes files with a resolution of 1 us; a frame takes 24 ns.
    const auto file = CreateObject<PcapFileWrapper>();
    file->SetAttribute("NanosecMode", BooleanValue(true));
    file->Open(filename, std::ios::out | std::ios::binary);
    NS_ABORT_MSG_IF(file->Fail(), "EsaHelper: cannot write " << filename);
    file->Init(PcapHelper::DLT_EN10MB);
    pcap.HookDefaultSink<EsaNetDevice>(device, "PromiscSniffer", file);
}

void
WarnOfMissingLogs()
{
#ifndef NS3_LOG_ENABLE
    static bool isTold = false;
    const char* const components = std::getenv("NS_LOG");
    if (!isTold && components && *components != '\0')
    {
        std::cerr << "esa: NS_LOG has no effect: this build has no logs; "
                     "./ns3 configure -d debug compiles them in"
                  << std::endl;
        isTold = true;
    }
#endif
}

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
    const TypeId tid = factory.GetTypeId();
    TypeId::AttributeInformation known;
    NS_ABORT_MSG_UNLESS(tid.LookupAttributeByName(name, &known),
                        "EsaHelper: " << tid.GetName() << " has no attribute " << name
                                      << "; it has " << NamesOfAttributes(tid));
    factory.Set(name, value);
}

} // namespace ns3::esa
