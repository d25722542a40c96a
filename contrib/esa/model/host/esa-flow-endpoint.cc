// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

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
    static TypeId tid = [] {
        TypeId id = TypeId("ns3::esa::EsaFlowEndpoint")
                        .SetParent<Object>()
                        .SetGroupName("Esa")
                        .AddConstructor<EsaFlowEndpoint>();
        const SettingAttributes settings(id, &EsaFlowEndpoint::m_settings);
        const auto flow = settings.In(&FlowSettings::flow);
        const auto congestion = flow.In(&FlowParameters::congestion);
        const auto dctcp = congestion.In(&CongestionParameters::dctcp);
        const auto dcqcn = congestion.In(&CongestionParameters::dcqcn);
        const auto swift = congestion.In(&CongestionParameters::swift);
        flow.Add("Window",
                 "Packets of a flow that may wait for their acknowledgement.",
                 UintegerValue(256),
                 &FlowParameters::windowPackets,
                 MakeUintegerChecker<uint32_t>(1));
        flow.Add("AckEvery",
                 "Packets of a flow per acknowledgement.",
                 UintegerValue(16),
                 &FlowParameters::ackEveryPackets,
                 MakeUintegerChecker<uint32_t>(1));
        settings.Add("NicPackets",
                     "Largest number of data packets that wait at the host's link; flows take "
                     "turns to send the next.",
                     UintegerValue(16),
                     &FlowSettings::nicPackets,
                     MakeUintegerChecker<uint32_t>(2));
        settings.Add("StepTime",
                     "Time that a message takes before its first packet leaves.",
                     TimeValue(Time(0)),
                     &FlowSettings::stepTime,
                     MakeTimeChecker(Time(0)));
        flow.Add("RtoMin",
                 "Least timeout of the first packet without acknowledgement.",
                 TimeValue(MilliSeconds(1)),
                 &FlowParameters::rtoMin,
                 MakeTimeChecker(NanoSeconds(1)));
        flow.Add("Recovery",
                 "Retransmit what is lost.",
                 BooleanValue(false),
                 &FlowParameters::recovery,
                 MakeBooleanChecker());
        flow.Add("ReorderingWindow",
                 "With SelectiveRepeat: a packet counts as missing once a later one has been there "
                 "for this time.",
                 TimeValue(Time(0)),
                 &FlowParameters::reorderingWindow,
                 MakeTimeChecker(Time(0)));
        id.AddAttribute("SelectiveRepeat",
                        "Retransmit only what is missing, not all that follows it (go-back-N).",
                        BooleanValue(false),
                        BeforeUse(MakeBooleanAccessor(&EsaFlowEndpoint::SetSelective)),
                        MakeBooleanChecker());
        id.AddAttribute(
            "CongestionControl",
            "How flows find out how fast they may send: window (fixed), dctcp, dcqcn or swift.",
            StringValue("window"),
            BeforeUse(MakeStringAccessor(&EsaFlowEndpoint::SetCongestionControl)),
            MakeStringChecker());
        congestion.Add("InitialWindow",
                       "First window of DCTCP and Swift, in packets.",
                       UintegerValue(10),
                       &CongestionParameters::initialPackets,
                       MakeUintegerChecker<uint32_t>(1));
        dctcp.Add("DctcpGain",
                  "DCTCP: weight of the last window in the estimate of congestion (g).",
                  DoubleValue(0.0625),
                  &DctcpParameters::gain,
                  MakeDoubleChecker<double>(0, 1));
        dcqcn.Add("DcqcnGain",
                  "DCQCN: weight of a notification in the estimate of congestion (g).",
                  DoubleValue(0.00390625),
                  &DcqcnParameters::gain,
                  MakeDoubleChecker<double>(0, 1));
        dcqcn.Add("DcqcnTimer",
                  "DCQCN: time between two increases of the rate.",
                  TimeValue(MicroSeconds(55)),
                  &DcqcnParameters::increaseTimer,
                  MakeTimeChecker(NanoSeconds(1)));
        dcqcn.Add("DcqcnBytes",
                  "DCQCN: bytes sent between two increases of the rate; 0: only the timer counts.",
                  UintegerValue(10000000),
                  &DcqcnParameters::byteCounter,
                  MakeUintegerChecker<uint64_t>());
        dcqcn.Add("DcqcnIncrease",
                  "DCQCN: an additive increase of the target rate (R_AI).",
                  DataRateValue(DataRate("40Mb/s")),
                  &DcqcnParameters::increaseBitsPerS,
                  MakeDataRateChecker());
        dcqcn.Add("DcqcnHyperIncrease",
                  "DCQCN: the step of hyper increases of the target rate (R_HAI).",
                  DataRateValue(DataRate("400Mb/s")),
                  &DcqcnParameters::hyperIncreaseBitsPerS,
                  MakeDataRateChecker());
        dcqcn.Add("DcqcnMinimum",
                  "DCQCN: the lowest rate.",
                  DataRateValue(DataRate("40Mb/s")),
                  &DcqcnParameters::minBitsPerS,
                  MakeDataRateChecker());
        dcqcn.Add("DcqcnNotification",
                  "DCQCN: least time between two notifications of congestion (N).",
                  TimeValue(MicroSeconds(50)),
                  &DcqcnParameters::notificationInterval,
                  MakeTimeChecker(NanoSeconds(1)));
        dcqcn.Add("DcqcnAlphaTimer",
                  "DCQCN: without a notification the estimate shrinks after this time (K).",
                  TimeValue(MicroSeconds(55)),
                  &DcqcnParameters::alphaTimer,
                  MakeTimeChecker(NanoSeconds(1)));
        dcqcn.Add("DcqcnFastRecoveries",
                  "DCQCN: increases of each kind that halve the way to the target (F).",
                  UintegerValue(5),
                  &DcqcnParameters::fastRecoveries,
                  MakeUintegerChecker<uint32_t>());
        swift.Add("SwiftTarget",
                  "Swift: target of the round-trip time through one switch.",
                  TimeValue(MicroSeconds(25)),
                  &SwiftParameters::baseTarget,
                  MakeTimeChecker(NanoSeconds(1)));
        swift.Add("SwiftHop",
                  "Swift: what each further switch adds to the target.",
                  TimeValue(MicroSeconds(3)),
                  &SwiftParameters::hopTarget,
                  MakeTimeChecker(Time(0)));
        swift.Add("SwiftFlowScaling",
                  "Swift: what small windows add to the target, at most (fs_range).",
                  TimeValue(MicroSeconds(50)),
                  &SwiftParameters::flowScaling,
                  MakeTimeChecker(Time(0)));
        swift.Add("SwiftIncrease",
                  "Swift: growth of the window per round trip, in packets (ai).",
                  DoubleValue(1),
                  &SwiftParameters::increasePackets,
                  MakeDoubleChecker<double>(0));
        swift.Add("SwiftDecrease",
                  "Swift: weight of the excess delay in a decrease (beta).",
                  DoubleValue(0.8),
                  &SwiftParameters::decrease,
                  MakeDoubleChecker<double>(0, 1));
        swift.Add("SwiftLargestDecrease",
                  "Swift: largest decrease of the window, as a part of it (max_mdf).",
                  DoubleValue(0.5),
                  &SwiftParameters::largestDecrease,
                  MakeDoubleChecker<double>(0, 1));
        return id;
    }();
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
