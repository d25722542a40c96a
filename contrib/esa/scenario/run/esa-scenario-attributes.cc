// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-attributes.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::esa
{

namespace
{

/// Sets an attribute in the part of the helper that makes the objects.
using Setter = void (EsaHelper::*)(const std::string& name, const AttributeValue& value);

/// The objects of an owner.
struct OwnerObjects
{
    const char* className; ///< their class, for TypeId
    Setter set;            ///< sets their attributes
};

/// By AttributeOwner.
constexpr std::array<OwnerObjects, 5> kOwners{
    {{"ns3::esa::EsaNetDevice", &EsaHelper::SetDeviceAttribute},
     {"ns3::esa::EsaNetDevice", &EsaHelper::SetUplinkDeviceAttribute},
     {"ns3::esa::EsaChannel", &EsaHelper::SetChannelAttribute},
     {"ns3::esa::EsaChannel", &EsaHelper::SetUplinkChannelAttribute},
     {"ns3::esa::EsaSwitch", &EsaHelper::SetSwitchAttribute}}};

const OwnerObjects&
ObjectsOf(AttributeOwner owner)
{
    return kOwners.at(static_cast<std::size_t>(owner));
}

/// Whether the owner's objects are all of their class.
bool
IsWholeClass(AttributeOwner owner)
{
    return owner != AttributeOwner::UplinkDevice && owner != AttributeOwner::UplinkChannel;
}

/// Whether a field sets an attribute.
bool
IsListed(const std::vector<ScenarioAttribute>& attributes, const ScenarioAttribute& wanted)
{
    return std::any_of(attributes.begin(), attributes.end(), [&wanted](const auto& attribute) {
        return attribute.field == wanted.field && attribute.className == wanted.className &&
               attribute.attribute == wanted.attribute;
    });
}

/// The attributes of the table's rows. One that a field sets in two kinds of objects is listed
/// once.
std::vector<ScenarioAttribute>
CollectAttributes()
{
    std::vector<ScenarioAttribute> attributes;
    for (const ScenarioField& field : ScenarioFields())
    {
        for (const FieldAttribute& set : field.attributes)
        {
            const ScenarioAttribute attribute{PathOfPointer(field.pointer),
                                              ObjectsOf(set.owner).className,
                                              set.name,
                                              set.setBy == SetBy::Table && IsWholeClass(set.owner)};
            if (!IsListed(attributes, attribute))
            {
                attributes.push_back(attribute);
            }
        }
    }
    for (const SystemRecord& system : Systems())
    {
        for (const SystemParameter* parameter : ParametersOf(system))
        {
            attributes.push_back({parameter->field,
                                  EsaSystem::TypeIdOf(system).GetName(),
                                  parameter->attribute,
                                  true});
        }
    }
    return attributes;
}

/// Which data of flows the switches mark.
FlowMarking
FlowMarkingOf(const FlowSpec& flow)
{
    switch (flow.congestionControl)
    {
    case CongestionAlgorithm::Dctcp:
        return {flow.dctcp.thresholdBytes, 0, 1};
    case CongestionAlgorithm::Dcqcn:
        return {flow.dcqcn.minThresholdBytes,
                flow.dcqcn.maxThresholdBytes,
                flow.dcqcn.maxProbability};
    case CongestionAlgorithm::Window:
    case CongestionAlgorithm::Swift:
        return {};
    }
    throw std::logic_error("no code sets the marking of this congestion control");
}

/// Lengths of queues that are times.
QueueTimes
QueueTimesOf(const Scenario& scenario)
{
    QueueTimes times;
    times.queue = FromMicroseconds(scenario.link.queueUs);
    times.ecn = FromMicroseconds(scenario.ecn.thresholdUs);
    times.xoff = FromMicroseconds(scenario.link.pfc.xoffUs);
    times.xon = FromMicroseconds(scenario.link.pfc.xonUs);
    switch (scenario.flow.congestionControl)
    {
    case CongestionAlgorithm::Dctcp:
        times.minMark = FromMicroseconds(scenario.flow.dctcp.thresholdUs);
        break;
    case CongestionAlgorithm::Dcqcn:
        times.minMark = FromMicroseconds(scenario.flow.dcqcn.minThresholdUs);
        times.maxMark = FromMicroseconds(scenario.flow.dcqcn.maxThresholdUs);
        break;
    case CongestionAlgorithm::Window:
    case CongestionAlgorithm::Swift:
        break;
    }
    return times;
}

/// @param us microseconds @return the time as the network has it, in whole steps of ns-3
Picoseconds
Steps(double us)
{
    return SimClock().FromTime(Us(us));
}

/// @return the rate as the network has it, in whole bit/s
double
BitsPerS(double gbps)
{
    return static_cast<double>(Gbps(gbps).GetBitRate());
}

/// @return what is set at ends of flows, but for the timeout
FlowParameters
FlowParametersOf(const FlowSpec& flow)
{
    FlowParameters settings;
    settings.windowPackets = flow.windowPackets;
    settings.ackEveryPackets = flow.ackEveryPackets;
    settings.repair = flow.repair;
    settings.reorderingWindow = Steps(flow.reorderingUs);
    CongestionParameters& congestion = settings.congestion;
    congestion.algorithm = flow.congestionControl;
    congestion.initialPackets = flow.initialPackets;
    congestion.dctcp.gain = flow.dctcp.gain;
    congestion.dcqcn.gain = flow.dcqcn.gain;
    congestion.dcqcn.increaseTimer = Steps(flow.dcqcn.timerUs);
    congestion.dcqcn.byteCounter = flow.dcqcn.counterBytes;
    congestion.dcqcn.increaseBitsPerS = BitsPerS(flow.dcqcn.increaseGbps);
    congestion.dcqcn.hyperIncreaseBitsPerS = BitsPerS(flow.dcqcn.hyperIncreaseGbps);
    congestion.dcqcn.minBitsPerS = BitsPerS(flow.dcqcn.minimumGbps);
    congestion.dcqcn.notificationInterval = Steps(flow.dcqcn.notificationUs);
    congestion.dcqcn.notificationDelay = Steps(flow.dcqcn.notificationDelayUs);
    congestion.dcqcn.alphaTimer = Steps(flow.dcqcn.alphaTimerUs);
    congestion.dcqcn.fastRecoveries = flow.dcqcn.fastRecoveries;
    congestion.swift.baseTarget = Steps(flow.swift.targetUs);
    congestion.swift.hopTarget = Steps(flow.swift.hopUs);
    congestion.swift.flowScaling = Steps(flow.swift.flowScalingUs);
    congestion.swift.increasePackets = flow.swift.increasePackets;
    congestion.swift.decrease = flow.swift.decrease;
    congestion.swift.largestDecrease = flow.swift.largestDecrease;
    return settings;
}

/// Converts a field to a value for its attributes. The unit is part of the field's name.
Ptr<AttributeValue>
AttributeValueOf(const ScenarioField& field, const Scenario& scenario)
{
    const nlohmann::json value = field.value(scenario);
    if (HasEnding(field.pointer, "_us"))
    {
        return Create<TimeValue>(Us(value.get<double>()));
    }
    if (HasEnding(field.pointer, "_ns"))
    {
        return Create<TimeValue>(Us(value.get<double>() / 1000));
    }
    if (HasEnding(field.pointer, "_gbps"))
    {
        return Create<DataRateValue>(Gbps(value.get<double>()));
    }
    if (value.is_boolean())
    {
        return Create<BooleanValue>(value.get<bool>());
    }
    if (value.is_number_float())
    {
        return Create<DoubleValue>(value.get<double>());
    }
    if (value.is_number_unsigned())
    {
        return Create<UintegerValue>(value.get<uint64_t>());
    }
    throw std::logic_error(field.pointer + " has no value for an attribute");
}

} // namespace

const std::vector<ScenarioAttribute>&
ScenarioAttributes()
{
    static const std::vector<ScenarioAttribute> attributes = CollectAttributes();
    return attributes;
}

DataRate
Gbps(double gbps)
{
    return DataRate(static_cast<uint64_t>(std::llround(gbps * 1e9)));
}

LineRate
LinkRateOf(const ValidScenario& scenario)
{
    return {Gbps(scenario->link.rateGbps).GetBitRate(), scenario->link.overheadBytes};
}

double
MinTimeoutUs(const Scenario& scenario)
{
    return std::max(scenario.rto.minUs, RoundTripUs(scenario, RoundTripsOf(scenario)));
}

void
SetAttributes(const ValidScenario& scenario, EsaHelper& helper)
{
    for (const ScenarioField& field : ScenarioFields())
    {
        for (const FieldAttribute& set : field.attributes)
        {
            if (set.setBy == SetBy::Table)
            {
                const Setter setter = ObjectsOf(set.owner).set;
                (helper.*setter)(set.name, *AttributeValueOf(field, *scenario));
            }
        }
    }
    helper.SetEcnThreshold(scenario->ecn.thresholdBytes);
    helper.SetFlowMarking(FlowMarkingOf(scenario->flow));
    helper.SetQueueTimes(QueueTimesOf(*scenario));
    if (const PauseSpec& pfc = scenario->link.pfc; pfc.enabled)
    {
        helper.SetPauses({pfc.xoffBytes, pfc.xonBytes, scenario->link.queueBytes});
    }
    if (scenario->recovery.enabled)
    {
        helper.SetSwitchAttribute("StaleAge", TimeValue(Us(scenario->recovery.staleUs)));
    }
}

HostSettings
SettingsOf(const ValidScenario& scenario)
{
    HostSettings settings;
    settings.recovery = scenario->recovery.enabled;
    settings.worker.window = scenario->window;
    ReminderSettings reminders;
    reminders.rtoMin = Steps(MinTimeoutUs(*scenario));
    reminders.checkInterval = Steps(scenario->rto.checkUs);
    reminders.overtakes = scenario->reminder.reorderingThreshold;
    reminders.reminderBytes = static_cast<uint16_t>(scenario->reminder.bytes);
    static_cast<ReminderSettings&>(settings.worker) = reminders;
    static_cast<ReminderSettings&>(settings.ps) = reminders;
    settings.ps.reminderHoldoff = Steps(scenario->reminder.psHoldoffUs);
    settings.flow = FlowParametersOf(scenario->flow);
    settings.flow.rtoMin = reminders.rtoMin;
    return settings;
}

void
SetSystemParameters(const ValidScenario& scenario, EsaHelper& helper, const SystemRecord& system)
{
    for (const SystemParameter* parameter : ParametersOf(system))
    {
        helper.SetSystemParameter(*parameter, scenario->systemParameters.at(parameter->field));
    }
}

} // namespace ns3::esa
