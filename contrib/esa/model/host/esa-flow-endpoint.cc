/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-endpoint.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/esa-setting-accessor.h"
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
            .AddAttribute(
                "Window",
                "Packets of a flow that may wait for their acknowledgement.",
                UintegerValue(256),
                BeforeUse(MakeSettingAccessor<UintegerValue>(&EsaFlowEndpoint::m_settings,
                                                             &FlowSettings::flow,
                                                             &FlowParameters::windowPackets)),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "AckEvery",
                "Packets of a flow per acknowledgement.",
                UintegerValue(16),
                BeforeUse(MakeSettingAccessor<UintegerValue>(&EsaFlowEndpoint::m_settings,
                                                             &FlowSettings::flow,
                                                             &FlowParameters::ackEveryPackets)),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("NicPackets",
                          "Largest number of data packets that wait at the host's link; flows take "
                          "turns to send the next.",
                          UintegerValue(16),
                          BeforeUse(MakeSettingAccessor<UintegerValue>(&EsaFlowEndpoint::m_settings,
                                                                       &FlowSettings::nicPackets)),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("StepTime",
                          "Time that a message takes before its first packet leaves.",
                          TimeValue(Time(0)),
                          BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                                   &FlowSettings::stepTime)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RtoMin",
                          "Least timeout of the first packet without acknowledgement.",
                          TimeValue(MilliSeconds(1)),
                          BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                                   &FlowSettings::flow,
                                                                   &FlowParameters::rtoMin)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Recovery",
                          "Retransmit what is lost.",
                          BooleanValue(false),
                          BeforeUse(MakeSettingAccessor<BooleanValue>(&EsaFlowEndpoint::m_settings,
                                                                      &FlowSettings::flow,
                                                                      &FlowParameters::recovery)),
                          MakeBooleanChecker())
            .AddAttribute(
                "ReorderingWindow",
                "With SelectiveRepeat: a packet counts as missing once a later one has been there "
                "for this time.",
                TimeValue(Time(0)),
                BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                         &FlowSettings::flow,
                                                         &FlowParameters::reorderingWindow)),
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
                          BeforeUse(MakeSettingAccessor<UintegerValue>(
                              &EsaFlowEndpoint::m_settings,
                              &FlowSettings::flow,
                              &FlowParameters::congestion,
                              &CongestionParameters::initialPackets)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DctcpGain",
                          "DCTCP: weight of the last window in the estimate of congestion (g).",
                          DoubleValue(0.0625),
                          BeforeUse(MakeSettingAccessor<DoubleValue>(&EsaFlowEndpoint::m_settings,
                                                                     &FlowSettings::flow,
                                                                     &FlowParameters::congestion,
                                                                     &CongestionParameters::dctcp,
                                                                     &DctcpParameters::gain)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DcqcnGain",
                          "DCQCN: weight of a notification in the estimate of congestion (g).",
                          DoubleValue(0.00390625),
                          BeforeUse(MakeSettingAccessor<DoubleValue>(&EsaFlowEndpoint::m_settings,
                                                                     &FlowSettings::flow,
                                                                     &FlowParameters::congestion,
                                                                     &CongestionParameters::dcqcn,
                                                                     &DcqcnParameters::gain)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "DcqcnTimer",
                "DCQCN: time between two increases of the rate.",
                TimeValue(MicroSeconds(55)),
                BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                         &FlowSettings::flow,
                                                         &FlowParameters::congestion,
                                                         &CongestionParameters::dcqcn,
                                                         &DcqcnParameters::increaseTimer)),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "DcqcnBytes",
                "DCQCN: bytes sent between two increases of the rate; 0: only the timer counts.",
                UintegerValue(10000000),
                BeforeUse(MakeSettingAccessor<UintegerValue>(&EsaFlowEndpoint::m_settings,
                                                             &FlowSettings::flow,
                                                             &FlowParameters::congestion,
                                                             &CongestionParameters::dcqcn,
                                                             &DcqcnParameters::byteCounter)),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "DcqcnIncrease",
                "DCQCN: an additive increase of the target rate (R_AI).",
                DataRateValue(DataRate("40Mb/s")),
                BeforeUse(MakeSettingAccessor<DataRateValue>(&EsaFlowEndpoint::m_settings,
                                                             &FlowSettings::flow,
                                                             &FlowParameters::congestion,
                                                             &CongestionParameters::dcqcn,
                                                             &DcqcnParameters::increaseBitsPerS)),
                MakeDataRateChecker())
            .AddAttribute("DcqcnHyperIncrease",
                          "DCQCN: the step of hyper increases of the target rate (R_HAI).",
                          DataRateValue(DataRate("400Mb/s")),
                          BeforeUse(MakeSettingAccessor<DataRateValue>(
                              &EsaFlowEndpoint::m_settings,
                              &FlowSettings::flow,
                              &FlowParameters::congestion,
                              &CongestionParameters::dcqcn,
                              &DcqcnParameters::hyperIncreaseBitsPerS)),
                          MakeDataRateChecker())
            .AddAttribute(
                "DcqcnMinimum",
                "DCQCN: the lowest rate.",
                DataRateValue(DataRate("40Mb/s")),
                BeforeUse(MakeSettingAccessor<DataRateValue>(&EsaFlowEndpoint::m_settings,
                                                             &FlowSettings::flow,
                                                             &FlowParameters::congestion,
                                                             &CongestionParameters::dcqcn,
                                                             &DcqcnParameters::minBitsPerS)),
                MakeDataRateChecker())
            .AddAttribute(
                "DcqcnNotification",
                "DCQCN: least time between two notifications of congestion (N).",
                TimeValue(MicroSeconds(50)),
                BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                         &FlowSettings::flow,
                                                         &FlowParameters::congestion,
                                                         &CongestionParameters::dcqcn,
                                                         &DcqcnParameters::notificationInterval)),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("DcqcnAlphaTimer",
                          "DCQCN: without a notification the estimate shrinks after this time (K).",
                          TimeValue(MicroSeconds(55)),
                          BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                                   &FlowSettings::flow,
                                                                   &FlowParameters::congestion,
                                                                   &CongestionParameters::dcqcn,
                                                                   &DcqcnParameters::alphaTimer)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "DcqcnFastRecoveries",
                "DCQCN: increases of each kind that halve the way to the target (F).",
                UintegerValue(5),
                BeforeUse(MakeSettingAccessor<UintegerValue>(&EsaFlowEndpoint::m_settings,
                                                             &FlowSettings::flow,
                                                             &FlowParameters::congestion,
                                                             &CongestionParameters::dcqcn,
                                                             &DcqcnParameters::fastRecoveries)),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("SwiftTarget",
                          "Swift: target of the round-trip time through one switch.",
                          TimeValue(MicroSeconds(25)),
                          BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                                   &FlowSettings::flow,
                                                                   &FlowParameters::congestion,
                                                                   &CongestionParameters::swift,
                                                                   &SwiftParameters::baseTarget)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("SwiftHop",
                          "Swift: what each further switch adds to the target.",
                          TimeValue(MicroSeconds(3)),
                          BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                                   &FlowSettings::flow,
                                                                   &FlowParameters::congestion,
                                                                   &CongestionParameters::swift,
                                                                   &SwiftParameters::hopTarget)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SwiftFlowScaling",
                          "Swift: what small windows add to the target, at most (fs_range).",
                          TimeValue(MicroSeconds(50)),
                          BeforeUse(MakeSettingAccessor<TimeValue>(&EsaFlowEndpoint::m_settings,
                                                                   &FlowSettings::flow,
                                                                   &FlowParameters::congestion,
                                                                   &CongestionParameters::swift,
                                                                   &SwiftParameters::flowScaling)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "SwiftIncrease",
                "Swift: growth of the window per round trip, in packets (ai).",
                DoubleValue(1),
                BeforeUse(MakeSettingAccessor<DoubleValue>(&EsaFlowEndpoint::m_settings,
                                                           &FlowSettings::flow,
                                                           &FlowParameters::congestion,
                                                           &CongestionParameters::swift,
                                                           &SwiftParameters::increasePackets)),
                MakeDoubleChecker<double>(0))
            .AddAttribute("SwiftDecrease",
                          "Swift: weight of the excess delay in a decrease (beta).",
                          DoubleValue(0.8),
                          BeforeUse(MakeSettingAccessor<DoubleValue>(&EsaFlowEndpoint::m_settings,
                                                                     &FlowSettings::flow,
                                                                     &FlowParameters::congestion,
                                                                     &CongestionParameters::swift,
                                                                     &SwiftParameters::decrease)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "SwiftLargestDecrease",
                "Swift: largest decrease of the window, as a part of it (max_mdf).",
                DoubleValue(0.5),
                BeforeUse(MakeSettingAccessor<DoubleValue>(&EsaFlowEndpoint::m_settings,
                                                           &FlowSettings::flow,
                                                           &FlowParameters::congestion,
                                                           &CongestionParameters::swift,
                                                           &SwiftParameters::largestDecrease)),
                MakeDoubleChecker<double>(0, 1));
    return tid;
}

EsaFlowEndpoint::EsaFlowEndpoint() = default;
EsaFlowEndpoint::~EsaFlowEndpoint() = default;

const FlowSettings&
EsaFlowEndpoint::UseSettings()
{
    FreezeAttributes();
    return m_settings;
}

void
EsaFlowEndpoint::SetSelective(bool enabled)
{
    m_settings.flow.repair = enabled ? FlowRepair::SelectiveRepeat : FlowRepair::GoBackN;
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
            m_settings.flow.congestion.algorithm = algorithm;
            return;
        }
    }
    NS_ABORT_MSG("EsaFlowEndpoint: CongestionControl is window, dctcp, dcqcn or swift, not "
                 << name);
}

} // namespace ns3::esa
