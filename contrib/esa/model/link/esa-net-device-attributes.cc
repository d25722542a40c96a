/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Attributes and trace sources of the device.

#include "esa-net-device.h"

#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaNetDevice);

TypeId
EsaNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("Esa")
            .AddConstructor<EsaNetDevice>()
            .AddAttribute("DataRate",
                          "Rate of the link.",
                          DataRateValue(DataRate("100Gb/s")),
                          BeforeUse(MakeDataRateAccessor(&EsaNetDevice::m_dataRate)),
                          MakeDataRateChecker())
            .AddAttribute("Mtu",
                          "Largest packet of ordinary traffic, in bytes, without Ethernet header.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&EsaNetDevice::SetMtu, &EsaNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(68))
            .AddAttribute(
                "QueueBytes",
                "Length of the queue in bytes, with the frame being sent; what would "
                "exceed it is dropped. 0: unlimited. EsaHelper sets 0 at the hosts' ends of links.",
                UintegerValue(0),
                MakeUintegerAccessor(&EsaNetDevice::SetQueueBytes, &EsaNetDevice::GetQueueBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "EcnThresholdBytes",
                "A fragment that finds at least this many bytes queued is marked, or half of "
                "QueueBytes if that is less. 0: never. Scenarios set it at the switch's "
                "ports to the PSes.",
                UintegerValue(0),
                MakeUintegerAccessor(&EsaNetDevice::SetEcnThresholdBytes,
                                     &EsaNetDevice::GetEcnThresholdBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("ProcessingDelay",
                          "Time that the node needs for each frame that arrives here; it delays, "
                          "but does not limit the rate.",
                          TimeValue(Time(0)),
                          BeforeUse(MakeTimeAccessor(&EsaNetDevice::m_processingDelay)),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Sniffer",
                            "Frames sent, as their transmission begins, and received.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer: the link has two ends.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "Frames of ordinary traffic that found the queue full.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_dropTrace),
                            "ns3::Packet::TracedCallback")
            .AddAttribute("ReceiveErrorModel",
                          "Losses of frames that arrive here, as one of the device's faults.",
                          PointerValue(),
                          MakePointerAccessor(&EsaNetDevice::SetReceiveErrorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("PhyRxDrop",
                            "Ordinary frames that were lost on the link to this device.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("FragmentLost",
                            "Fragments that were lost on the link to this device.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_fragmentLostTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("FragmentDrop",
                            "Fragments that found the queue full.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_fragmentDropTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("EcnMark",
                            "Fragments that found the queue above the ECN threshold.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_ecnTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

const char*
EsaNetDevice::AttributesSettableUntil() const
{
    return "a job is installed, a frame is sent or the simulation begins";
}

void
EsaNetDevice::SetQueueBytes(uint64_t bytes)
{
    m_queueBytes = bytes;
    m_port.ForgetRules();
}

uint64_t
EsaNetDevice::GetQueueBytes() const
{
    return m_queueBytes;
}

void
EsaNetDevice::SetEcnThresholdBytes(uint64_t bytes)
{
    m_ecnBytes = bytes;
    m_port.ForgetRules();
}

uint64_t
EsaNetDevice::GetEcnThresholdBytes() const
{
    return m_ecnBytes;
}

} // namespace ns3::esa
