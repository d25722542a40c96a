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
        flow.Add<UintegerValue>("Window",
                                "Packets of a flow that may wait for their acknowledgement.",
                                &FlowParameters::windowPackets,
                                MakeUintegerChecker<uint32_t>(1));
        flow.Add<UintegerValue>("AckEvery",
                                "Packets of a flow per acknowledgement.",
                                &FlowParameters::ackEveryPackets,
                                MakeUintegerChecker<uint32_t>(1));
        settings.Add<TimeValue>("StepTime",
                                "Time that a message takes before its first packet leaves.",
                                &FlowSettings::stepTime,
                                MakeTimeChecker(Time(0)));
        flow.Add<TimeValue>("RtoMin",
                            "Least timeout of the first packet without acknowledgement.",
                            &FlowParameters::rtoMin,
                            MakeTimeChecker(NanoSeconds(1)));
        flow.Add<BooleanValue>("Recovery",
                               "Retransmit what is lost.",
                               &FlowParameters::recovery,
                               MakeBooleanChecker());
        flow.Add<TimeValue>(
            "ReorderingWindow",
            "With SelectiveRepeat: a packet counts as missing once a later one has been there "
            "for this time.",
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
        congestion.Add<UintegerValue>("InitialWindow",
                                      "First window of DCTCP and Swift, in packets.",
                                      &CongestionParameters::initialPackets,
                                      MakeUintegerChecker<uint32_t>(1));
        dctcp.Add<DoubleValue>(
            "DctcpGain",
            "DCTCP: weight of the last window in the estimate of congestion (g).",
            &DctcpParameters::gain,
            MakeDoubleChecker<double>(0, 1));
        dcqcn.Add<DoubleValue>("DcqcnGain",
                               "DCQCN: weight of a notification in the estimate of congestion (g).",
                               &DcqcnParameters::gain,
                               MakeDoubleChecker<double>(0, 1));
        dcqcn.Add<TimeValue>("DcqcnTimer",
                             "DCQCN: time between two increases of the rate.",
                             &DcqcnParameters::increaseTimer,
                             MakeTimeChecker(NanoSeconds(1)));
        dcqcn.Add<UintegerValue>(
            "DcqcnBytes",
            "DCQCN: bytes sent between two increases of the rate; 0: only the timer counts.",
            &DcqcnParameters::byteCounter,
            MakeUintegerChecker<uint64_t>());
        dcqcn.Add<DataRateValue>("DcqcnIncrease",
                                 "DCQCN: an additive increase of the target rate (R_AI).",
                                 &DcqcnParameters::increaseBitsPerS,
                                 MakeDataRateChecker());
        dcqcn.Add<DataRateValue>("DcqcnHyperIncrease",
                                 "DCQCN: the step of hyper increases of the target rate (R_HAI).",
                                 &DcqcnParameters::hyperIncreaseBitsPerS,
                                 MakeDataRateChecker());
        dcqcn.Add<DataRateValue>("DcqcnMinimum",
                                 "DCQCN: the lowest rate.",
                                 &DcqcnParameters::minBitsPerS,
                                 MakeDataRateChecker());
        dcqcn.Add<TimeValue>("DcqcnNotification",
                             "DCQCN: least time between two notifications of congestion (N).",
                             &DcqcnParameters::notificationInterval,
                             MakeTimeChecker(NanoSeconds(1)));
        dcqcn.Add<TimeValue>("DcqcnNotificationDelay",
                             "DCQCN: time from a notification until the rate follows.",
                             &DcqcnParameters::notificationDelay,
                             MakeTimeChecker(Time(0)));
        dcqcn.Add<TimeValue>(
            "DcqcnAlphaTimer",
            "DCQCN: without a notification the estimate shrinks after this time (K).",
            &DcqcnParameters::alphaTimer,
            MakeTimeChecker(NanoSeconds(1)));
        dcqcn.Add<UintegerValue>(
            "DcqcnFastRecoveries",
            "DCQCN: increases of each kind that halve the way to the target (F).",
            &DcqcnParameters::fastRecoveries,
            MakeUintegerChecker<uint32_t>());
        swift.Add<TimeValue>("SwiftTarget",
                             "Swift: target of the round-trip time through one switch.",
                             &SwiftParameters::baseTarget,
                             MakeTimeChecker(NanoSeconds(1)));
        swift.Add<TimeValue>("SwiftHop",
                             "Swift: what each further switch adds to the target.",
                             &SwiftParameters::hopTarget,
                             MakeTimeChecker(Time(0)));
        swift.Add<TimeValue>("SwiftFlowScaling",
                             "Swift: what small windows add to the target, at most (fs_range).",
                             &SwiftParameters::flowScaling,
                             MakeTimeChecker(Time(0)));
        swift.Add<DoubleValue>("SwiftIncrease",
                               "Swift: growth of the window per round trip, in packets (ai).",
                               &SwiftParameters::increasePackets,
                               MakeDoubleChecker<double>(0));
        swift.Add<DoubleValue>("SwiftDecrease",
                               "Swift: weight of the excess delay in a decrease (beta).",
                               &SwiftParameters::decrease,
                               MakeDoubleChecker<double>(0, 1));
        swift.Add<DoubleValue>("SwiftLargestDecrease",
                               "Swift: largest decrease of the window, as a part of it (max_mdf).",
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
