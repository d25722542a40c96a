/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-fields.h"

#include "esa-field-rows.h"

namespace ns3::esa
{

namespace
{

using S = Scenario;
using Owner = AttributeOwner;

/// Makes the rows of a group inside flow.
template <typename G>
class FlowGroup
{
  public:
    FlowGroup(std::string pointer, G FlowSpec::*group)
        : m_pointer(std::move(pointer)),
          m_group(group)
    {
    }

    /// @return the row of a field, which sets an attribute of the ends of flows; or none: null
    template <typename M>
    ScenarioField operator()(const std::string& name, M G::*member, const char* attribute) const
    {
        std::vector<FieldAttribute> attributes;
        if (attribute)
        {
            attributes.push_back({Owner::Flow, attribute});
        }
        return Field(m_pointer + "/" + name, attributes, &S::flow, m_group, member);
    }

  private:
    std::string m_pointer; ///< the group in the file
    G FlowSpec::*m_group;  ///< its member
};

} // namespace

std::vector<ScenarioField>
FlowFields()
{
    const Group flow("/flow", &S::flow);
    const FlowGroup dctcp("/flow/dctcp", &FlowSpec::dctcp);
    const FlowGroup dcqcn("/flow/dcqcn", &FlowSpec::dcqcn);
    const FlowGroup swift("/flow/swift", &FlowSpec::swift);
    const auto pfc = [](const std::string& name, auto member) {
        return Field("/link/pfc/" + name, {}, &S::link, &S::Link::pfc, member);
    };
    return {
        // all ports pause: EsaHelper::SetPauses()
        pfc("enabled", &PauseSpec::enabled),
        pfc("xoff_bytes", &PauseSpec::xoffBytes),
        pfc("xon_bytes", &PauseSpec::xonBytes),
        pfc("storm_us", &PauseSpec::stormUs),
        flow("window_packets", &FlowSpec::windowPackets, {{Owner::Flow, "Window"}}),
        flow("ack_every_packets", &FlowSpec::ackEveryPackets, {{Owner::Flow, "AckEvery"}}),
        flow("nic_packets", &FlowSpec::nicPackets, {{Owner::Flow, "NicPackets"}}),
        flow("step_us", &FlowSpec::stepUs, {{Owner::Flow, "StepTime"}}),
        flow("repair", &FlowSpec::repair, {{Owner::Flow, "SelectiveRepeat", SetBy::Build}}),
        flow("congestion_control",
             &FlowSpec::congestionControl,
             {{Owner::Flow, "CongestionControl", SetBy::Build}}),
        flow("initial_packets", &FlowSpec::initialPackets, {{Owner::Flow, "InitialWindow"}}),
        // switches mark: EsaHelper::SetFlowMarking()
        dctcp("threshold_bytes", &DctcpSpec::thresholdBytes, nullptr),
        dctcp("gain", &DctcpSpec::gain, "DctcpGain"),
        dcqcn("preset", &DcqcnSpec::preset, nullptr), // fills in what follows
        dcqcn("min_threshold_bytes", &DcqcnSpec::minThresholdBytes, nullptr),
        dcqcn("max_threshold_bytes", &DcqcnSpec::maxThresholdBytes, nullptr),
        dcqcn("max_probability", &DcqcnSpec::maxProbability, nullptr),
        dcqcn("gain", &DcqcnSpec::gain, "DcqcnGain"),
        dcqcn("timer_us", &DcqcnSpec::timerUs, "DcqcnTimer"),
        dcqcn("counter_bytes", &DcqcnSpec::counterBytes, "DcqcnBytes"),
        dcqcn("increase_gbps", &DcqcnSpec::increaseGbps, "DcqcnIncrease"),
        dcqcn("hyper_increase_gbps", &DcqcnSpec::hyperIncreaseGbps, "DcqcnHyperIncrease"),
        dcqcn("minimum_gbps", &DcqcnSpec::minimumGbps, "DcqcnMinimum"),
        dcqcn("notification_us", &DcqcnSpec::notificationUs, "DcqcnNotification"),
        dcqcn("alpha_timer_us", &DcqcnSpec::alphaTimerUs, "DcqcnAlphaTimer"),
        dcqcn("fast_recoveries", &DcqcnSpec::fastRecoveries, "DcqcnFastRecoveries"),
        swift("target_us", &SwiftSpec::targetUs, "SwiftTarget"),
        swift("hop_us", &SwiftSpec::hopUs, "SwiftHop"),
        swift("flow_scaling_us", &SwiftSpec::flowScalingUs, "SwiftFlowScaling"),
        swift("increase_packets", &SwiftSpec::increasePackets, "SwiftIncrease"),
        swift("decrease", &SwiftSpec::decrease, "SwiftDecrease"),
        swift("largest_decrease", &SwiftSpec::largestDecrease, "SwiftLargestDecrease"),
    };
}

} // namespace ns3::esa
