/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-helper.h"

#include "esa-channel-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-host.h"
#include "ns3/esa-policy-registry.h"
#include "ns3/esa-ps-app.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-worker-app.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kDefaultEcnThresholdBytes = 1000000; ///< at the ports to PSes

/**
 * @param system a name
 * @return the system's traits
 */
PolicyTraits
TraitsOf(const std::string& system)
{
    const PolicyEntry* entry = FindPolicy(system);
    NS_ABORT_MSG_IF(!entry, "EsaHelper: no system \"" << system << "\" in the registry");
    return entry->make(PolicyParameters{})->Traits();
}

/**
 * @brief A job's share of SwitchML's slots.
 * @param number job number
 * @param slotsPerJob its share
 * @param maxPackets cap of its window; 0: none
 * @return its slots
 */
SlotIndex
ShareOf(uint16_t number, uint32_t slotsPerJob, uint32_t maxPackets)
{
    SlotIndex slots;
    slots.firstSlot = number * slotsPerJob;
    slots.slots = maxPackets > 0 ? std::min(slotsPerJob, maxPackets) : slotsPerJob;
    return slots;
}

/**
 * @brief A job's share of aggregators.
 * @param number job number
 * @param aggregatorsPerJob its share
 * @param maxPackets how many it may use; 0: all
 * @return its aggregators
 */
ShareIndex
AggregatorsOf(uint16_t number, uint32_t aggregatorsPerJob, uint32_t maxPackets)
{
    return {number * aggregatorsPerJob,
            maxPackets > 0 ? std::min(aggregatorsPerJob, maxPackets) : aggregatorsPerJob};
}

} // namespace

EsaHelper::EsaHelper(const std::string& system)
    : m_system(system),
      m_ecnThresholdBytes(kDefaultEcnThresholdBytes)
{
    m_factories.device.SetTypeId(EsaNetDevice::GetTypeId());
    m_factories.channel.SetTypeId(EsaChannel::GetTypeId());
    m_factories.uplinkDevice.SetTypeId(EsaNetDevice::GetTypeId());
    m_factories.uplinkChannel.SetTypeId(EsaChannel::GetTypeId());
    m_factories.node.SetTypeId(EsaSwitch::GetTypeId());
    m_workerFactory.SetTypeId(EsaWorkerApp::GetTypeId());
    m_psFactory.SetTypeId(EsaPsApp::GetTypeId());
    m_reliableFactory.SetTypeId(EsaReliableChannel::GetTypeId());
    for (auto* factory : {&m_factories.node, &m_workerFactory, &m_psFactory})
    {
        factory->Set("System", StringValue(system));
    }
}

void
EsaHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_factories.device.Set(name, value);
}

void
EsaHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_factories.channel.Set(name, value);
}

void
EsaHelper::SetUplinkDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_factories.uplinkDevice.Set(name, value);
}

void
EsaHelper::SetUplinkChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_factories.uplinkChannel.Set(name, value);
}

void
EsaHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_factories.node.Set(name, value);
}

void
EsaHelper::SetWorkerAttribute(const std::string& name, const AttributeValue& value)
{
    m_workerFactory.Set(name, value);
}

void
EsaHelper::SetPsAttribute(const std::string& name, const AttributeValue& value)
{
    m_psFactory.Set(name, value);
}

void
EsaHelper::SetReliableChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_reliableFactory.Set(name, value);
}

void
EsaHelper::SetEcnThreshold(uint64_t bytes)
{
    m_ecnThresholdBytes = bytes;
}

NetDeviceContainer
EsaHelper::InstallRack(Ptr<Node> switchNode, const NodeContainer& hosts)
{
    return m_fabric.Install(m_factories,
                            NodeContainer(switchNode),
                            NodeContainer(),
                            hosts,
                            std::vector<uint32_t>(hosts.GetN(), 0));
}

NetDeviceContainer
EsaHelper::InstallLeafSpine(const NodeContainer& leaves,
                            const NodeContainer& spines,
                            const NodeContainer& hosts,
                            const std::vector<uint32_t>& rackOf)
{
    return m_fabric.Install(m_factories, leaves, spines, hosts, rackOf);
}

ApplicationContainer
EsaHelper::InstallJobs(const std::vector<JobSetup>& jobs, const TrainingOptions& options)
{
    NS_ABORT_MSG_IF(!GetSwitch(), "EsaHelper: InstallRack() comes before InstallJobs()");
    ApplicationContainer apps;
    for (std::size_t number = 0; number < jobs.size(); ++number)
    {
        apps.Add(InstallJob(static_cast<uint16_t>(number),
                            static_cast<uint32_t>(jobs.size()),
                            jobs[number],
                            options));
    }
    return apps;
}

ApplicationContainer
EsaHelper::InstallJob(uint16_t number,
                      uint32_t jobs,
                      const JobSetup& setup,
                      const TrainingOptions& options)
{
    constexpr uint32_t kMaxWorkers = 32; // bits of the bitmap
    const uint32_t workers = setup.workers.GetN();
    NS_ABORT_MSG_IF(workers == 0 || workers > kMaxWorkers,
                    "EsaHelper: a job has 1 to 32 workers, not " << workers);
    const PolicyTraits traits = TraitsOf(m_system);
    const uint32_t aggregators = GetSwitch()->GetAggregators();
    const auto psPort = m_fabric.PortTowards(setup.parameterServer);
    DataRateValue rate;
    psPort->GetAttribute("DataRate", rate);
    NS_ABORT_MSG_IF(rate.Get().GetBitRate() == 0, "EsaHelper: the links' DataRate is 0");
    NS_ABORT_MSG_IF(traits.memory != MemoryLayout::SharedPool && aggregators < jobs,
                    "EsaHelper: " << jobs << " jobs, but " << aggregators
                                  << " slots in MemoryBytes of the switch");
    const bool isFixed = traits.window == WindowRule::Fixed;

    const std::vector<uint32_t> rackOf = m_fabric.RacksOf(setup.workers);
    const uint32_t home = m_fabric.RackOf(setup.parameterServer);
    NS_ABORT_MSG_IF(JobRacks::EntriesOf(rackOf, home) > JobRacks::kMaxEntries,
                    "EsaHelper: a second-level sum has 32 entries at most");
    const JobRacks racks(rackOf, home);
    const auto job = std::make_shared<const TrainingJob>(TrainingJob{
        number,
        static_cast<uint8_t>(workers),
        setup.iterations,
        FragmentPlan(setup.dnn,
                     PayloadBytes(traits.frame),
                     static_cast<double>(rate.Get().GetBitRate()),
                     options.priority),
        GradientOracle(number, workers, options.fullPayload, setup.dnn.precision, setup.gradients),
        JitterSource(options.jitter),
        SharedPoolIndex{options.indexRule, aggregators, jobs},
        ShareOf(number, aggregators / jobs, options.switchmlMaxPackets),
        AggregatorsOf(number, aggregators / jobs, isFixed ? options.iswitchMaxPackets : 0),
        racks});

    const bool usesChannel = options.recovery && traits.NeedsReliableChannel();
    Ipv4Address psAddress;
    std::vector<Ipv4Address> workerAddresses;
    if (usesChannel)
    {
        psAddress = InstallReliableChannel(setup.parameterServer, m_reliableFactory)->GetAddress();
    }
    const Time start = SimClock().ToTime(job->jitter.JobStart(number));
    ApplicationContainer apps;
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        auto app = m_workerFactory.Create<EsaWorkerApp>();
        app->SetJob(job, static_cast<uint16_t>(worker));
        app->SetAttribute("Recovery", BooleanValue(options.recovery));
        if (usesChannel)
        {
            const auto host = setup.workers.Get(worker);
            workerAddresses.push_back(
                InstallReliableChannel(host, m_reliableFactory)->GetAddress());
            Acquaint(host, setup.parameterServer);
            app->SetParameterServerAddress(psAddress);
        }
        app->SetStartTime(start);
        setup.workers.Get(worker)->AddApplication(app);
        apps.Add(app);
    }
    auto ps = m_psFactory.Create<EsaPsApp>();
    ps->SetJob(number, job->workers, racks);
    ps->SetAttribute("Recovery", BooleanValue(options.recovery));
    ps->SetWorkerAddresses(workerAddresses);
    setup.parameterServer->AddApplication(ps);
    apps.Add(ps);
    if (traits.marking == MarkingPorts::AtWorkers)
    {
        MarkAt(setup.workers);
    }
    else
    {
        psPort->SetAttribute("EcnThresholdBytes", UintegerValue(m_ecnThresholdBytes));
    }
    m_fabric.AddJob(number, setup.workers, setup.parameterServer);
    return apps;
}

void
EsaHelper::MarkAt(const NodeContainer& hosts)
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        for (const auto& device :
             {(*host)->GetObject<EsaHost>()->GetDevice(), m_fabric.PortTowards(*host)})
        {
            device->SetAttribute("EcnThresholdBytes", UintegerValue(m_ecnThresholdBytes));
        }
    }
}

int64_t
EsaHelper::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const auto& node : m_fabric.Switches())
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
    // PcapHelper::CreateFile() makes files that count microseconds; a frame takes 24 ns.
    const auto file = CreateObject<PcapFileWrapper>();
    file->SetAttribute("NanosecMode", BooleanValue(true));
    file->Open(filename, std::ios::out | std::ios::binary);
    NS_ABORT_MSG_IF(file->Fail(), "EsaHelper: cannot write " << filename);
    file->Init(PcapHelper::DLT_EN10MB);
    pcap.HookDefaultSink<EsaNetDevice>(device, "PromiscSniffer", file);
}

} // namespace ns3::esa
