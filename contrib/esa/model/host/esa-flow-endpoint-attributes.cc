/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Attributes of an end of flows.

#include "esa-flow-endpoint.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaFlowEndpoint);

TypeId
EsaFlowEndpoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaFlowEndpoint")
            .SetParent<Object>()
            .SetGroupName("Esa")
            .AddConstructor<EsaFlowEndpoint>()
            .AddAttribute("Window",
                          "Packets of a flow that may wait for their acknowledgement.",
                          UintegerValue(256),
                          BeforeUse(MakeUintegerAccessor(&EsaFlowEndpoint::SetWindow)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AckEvery",
                          "Packets of a flow per acknowledgement.",
                          UintegerValue(16),
                          BeforeUse(MakeUintegerAccessor(&EsaFlowEndpoint::SetAckEvery)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("NicPackets",
                          "Largest number of data packets that wait at the host's link; flows take "
                          "turns to send the next.",
                          UintegerValue(16),
                          BeforeUse(MakeUintegerAccessor(&EsaFlowEndpoint::m_nicPackets)),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("StepTime",
                          "Time that a message takes before its first packet leaves.",
                          TimeValue(Time(0)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_stepTime)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RtoMin",
                          "Least timeout of the first packet without acknowledgement.",
                          TimeValue(MilliSeconds(1)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_rtoMin)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Recovery",
                          "Retransmit what is lost.",
                          BooleanValue(false),
                          BeforeUse(MakeBooleanAccessor(&EsaFlowEndpoint::SetRecovery)),
                          MakeBooleanChecker())
            .AddAttribute("ReorderingWindow",
                          "With SelectiveRepeat: a packet counts as missing once a later one has "
                          "been there for this time.",
                          TimeValue(Time(0)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_reorderingWindow)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SelectiveRepeat",
                          "Retransmit only what is missing, not all that follows it (go-back-N).",
                          BooleanValue(false),
                          BeforeUse(MakeBooleanAccessor(&EsaFlowEndpoint::SetSelective)),
                          MakeBooleanChecker())
            .AddAttribute(
                "CongestionControl",
                "How flows find out how fast they may send: window (fixed), dctcp, dcqcn or swift.",
                StringValue("window"),
                BeforeUse(MakeStringAccessor(&EsaFlowEndpoint::SetCongestionControl)),
                MakeStringChecker())
            .AddAttribute("InitialWindow",
                          "First window of DCTCP and Swift, in packets.",
                          UintegerValue(10),
                          BeforeUse(MakeUintegerAccessor(&EsaFlowEndpoint::m_initialPackets)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DctcpGain",
                          "DCTCP: weight of the last window in the estimate of congestion (g).",
                          DoubleValue(0.0625),
                          BeforeUse(MakeDoubleAccessor(&EsaFlowEndpoint::m_dctcpGain)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DcqcnGain",
                          "DCQCN: weight of a notification in the estimate of congestion (g).",
                          DoubleValue(0.00390625),
                          BeforeUse(MakeDoubleAccessor(&EsaFlowEndpoint::m_dcqcnGain)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DcqcnTimer",
                          "DCQCN: time between two increases of the rate.",
                          TimeValue(MicroSeconds(55)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_dcqcnTimer)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "DcqcnBytes",
                "DCQCN: bytes sent between two increases of the rate; 0: only the timer counts.",
                UintegerValue(10000000),
                BeforeUse(MakeUintegerAccessor(&EsaFlowEndpoint::m_dcqcnBytes)),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("DcqcnIncrease",
                          "DCQCN: an additive increase of the target rate (R_AI).",
                          DataRateValue(DataRate("40Mb/s")),
                          BeforeUse(MakeDataRateAccessor(&EsaFlowEndpoint::m_dcqcnIncrease)),
                          MakeDataRateChecker())
            .AddAttribute("DcqcnHyperIncrease",
                          "DCQCN: the step of hyper increases of the target rate (R_HAI).",
                          DataRateValue(DataRate("400Mb/s")),
                          BeforeUse(MakeDataRateAccessor(&EsaFlowEndpoint::m_dcqcnHyperIncrease)),
                          MakeDataRateChecker())
            .AddAttribute("DcqcnMinimum",
                          "DCQCN: the lowest rate.",
                          DataRateValue(DataRate("40Mb/s")),
                          BeforeUse(MakeDataRateAccessor(&EsaFlowEndpoint::m_dcqcnMinimum)),
                          MakeDataRateChecker())
            .AddAttribute("DcqcnNotification",
                          "DCQCN: least time between two notifications of congestion (N).",
                          TimeValue(MicroSeconds(50)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_dcqcnNotification)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("DcqcnAlphaTimer",
                          "DCQCN: without a notification the estimate shrinks after this time (K).",
                          TimeValue(MicroSeconds(55)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_dcqcnAlphaTimer)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("DcqcnFastRecoveries",
                          "DCQCN: increases of each kind that halve the way to the target (F).",
                          UintegerValue(5),
                          BeforeUse(MakeUintegerAccessor(&EsaFlowEndpoint::m_dcqcnRecoveries)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SwiftTarget",
                          "Swift: target of the round-trip time through one switch.",
                          TimeValue(MicroSeconds(25)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_swiftTarget)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("SwiftHop",
                          "Swift: what each further switch adds to the target.",
                          TimeValue(MicroSeconds(3)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_swiftHop)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SwiftFlowScaling",
                          "Swift: what small windows add to the target, at most (fs_range).",
                          TimeValue(MicroSeconds(50)),
                          BeforeUse(MakeTimeAccessor(&EsaFlowEndpoint::m_swiftFlowScaling)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SwiftIncrease",
                          "Swift: growth of the window per round trip, in packets (ai).",
                          DoubleValue(1),
                          BeforeUse(MakeDoubleAccessor(&EsaFlowEndpoint::m_swiftIncrease)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("SwiftDecrease",
                          "Swift: weight of the excess delay in a decrease (beta).",
                          DoubleValue(0.8),
                          BeforeUse(MakeDoubleAccessor(&EsaFlowEndpoint::m_swiftDecrease)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("SwiftLargestDecrease",
                          "Swift: largest decrease of the window, as a part of it (max_mdf).",
                          DoubleValue(0.5),
                          BeforeUse(MakeDoubleAccessor(&EsaFlowEndpoint::m_swiftLargestDecrease)),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

void
EsaFlowEndpoint::SetWindow(uint32_t packets)
{
    m_flow.windowPackets = packets;
}

void
EsaFlowEndpoint::SetAckEvery(uint32_t packets)
{
    m_flow.ackEveryPackets = packets;
}

void
EsaFlowEndpoint::SetRecovery(bool enabled)
{
    m_flow.recovery = enabled;
}

void
EsaFlowEndpoint::SetSelective(bool enabled)
{
    m_flow.repair = enabled ? FlowRepair::SelectiveRepeat : FlowRepair::GoBackN;
}

void
EsaFlowEndpoint::SetCongestionControl(const std::string& name)
{
    for (const auto algorithm : {CongestionAlgorithm::Window,
                                 CongestionAlgorithm::Dctcp,
                                 CongestionAlgorithm::Dcqcn,
                                 CongestionAlgorithm::Swift})
    {
        if (name == NameOf(algorithm))
        {
            m_algorithm = algorithm;
            return;
        }
    }
    NS_ABORT_MSG("EsaFlowEndpoint: CongestionControl is window, dctcp, dcqcn or swift, not "
                 << name);
}

CongestionParameters
EsaFlowEndpoint::Congestion(const DataRate& line) const
{
    const auto bitsPerS = [](const DataRate& rate) {
        return static_cast<double>(rate.GetBitRate());
    };
    CongestionParameters parameters;
    parameters.algorithm = m_algorithm;
    parameters.initialPackets = m_initialPackets;
    parameters.lineBitsPerS = bitsPerS(line);
    parameters.dctcp.gain = m_dctcpGain;
    parameters.dcqcn.gain = m_dcqcnGain;
    parameters.dcqcn.increaseTimer = m_clock.FromTime(m_dcqcnTimer);
    parameters.dcqcn.byteCounter = m_dcqcnBytes;
    parameters.dcqcn.increaseBitsPerS = bitsPerS(m_dcqcnIncrease);
    parameters.dcqcn.hyperIncreaseBitsPerS = bitsPerS(m_dcqcnHyperIncrease);
    parameters.dcqcn.minBitsPerS = bitsPerS(m_dcqcnMinimum);
    parameters.dcqcn.notificationInterval = m_clock.FromTime(m_dcqcnNotification);
    parameters.dcqcn.alphaTimer = m_clock.FromTime(m_dcqcnAlphaTimer);
    parameters.dcqcn.fastRecoveries = m_dcqcnRecoveries;
    parameters.swift.baseTarget = m_clock.FromTime(m_swiftTarget);
    parameters.swift.hopTarget = m_clock.FromTime(m_swiftHop);
    parameters.swift.flowScaling = m_clock.FromTime(m_swiftFlowScaling);
    parameters.swift.increasePackets = m_swiftIncrease;
    parameters.swift.decrease = m_swiftDecrease;
    parameters.swift.largestDecrease = m_swiftLargestDecrease;
    return parameters;
}

} // namespace ns3::esa
