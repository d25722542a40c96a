/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-fields.h"

#include "esa-field-rows.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-system-registry.h"

#include <vector>

namespace ns3::esa
{
namespace
{

using S = Scenario;
using Owner = AttributeOwner;

/// Appends rows to the table.
void
Append(std::vector<ScenarioField>& fields, std::vector<ScenarioField> rows)
{
    fields.insert(fields.end(), rows.begin(), rows.end());
}

std::vector<ScenarioField>
GeneralFields()
{
    return {
        Field("/name", {}, &S::name),
        Field("/description", {}, &S::description),
        // one of the list per run
        Field("/systems", {{Owner::Switch, "System", SetBy::Build}}, &S::systems),
        Field("/seeds", {}, &S::seeds),
        Field("/run", {}, &S::run),
        Field("/iterations", {}, &S::iterations),
        Field("/engine", {}, &S::engine),
        Field("/payload", {}, &S::payload),
    };
}

std::vector<ScenarioField>
NetworkFields()
{
    const Group link("/link", &S::link);
    const Group topology("/topology", &S::topology);
    const Group switchNode("/switch", &S::switchNode);
    const Group aggregation("/aggregation", &S::aggregation);
    const Group host("/host", &S::host);
    const Group ecn("/ecn", &S::ecn);
    return {
        link("rate_gbps", &S::Link::rateGbps, {{Owner::Device, "DataRate"}}),
        link("delay_us", &S::Link::delayUs, {{Owner::Channel, "Delay"}}),
        link("queue_bytes",
             &S::Link::queueBytes,
             {{Owner::Device, "QueueBytes"}, {Owner::UplinkDevice, "QueueBytes"}}),

        topology("hosts", &S::Topology::hosts),
        topology("ps_hosts", &S::Topology::psHosts),
        topology("racks", &S::Topology::racks),
        topology("spines", &S::Topology::spines),
        topology("oversubscription", &S::Topology::oversubscription),
        topology("uplink_delay_us", &S::Topology::uplinkDelayUs, {{Owner::UplinkChannel, "Delay"}}),
        topology("kind", &S::Topology::kind),
        topology("k", &S::Topology::k),
        topology("uplinks_gbps", &S::Topology::uplinksGbps),
        topology("file", &S::Topology::file),
        Field("/topology/graph/tree", {}, &S::topology, &S::Topology::graph, &GraphSpec::isTree),

        switchNode("memory_bytes", &S::SwitchNode::memoryBytes, {{Owner::Switch, "MemoryBytes"}}),
        // each switch gets its own
        switchNode("level_memory_bytes",
                   &S::SwitchNode::levelMemoryBytes,
                   {{Owner::Switch, "MemoryBytes", SetBy::Build}}),
        switchNode("aggregator_index", &S::SwitchNode::aggregatorIndex),
        switchNode("processing_ns",
                   &S::SwitchNode::processingNs,
                   {{Owner::Device, "ProcessingDelay", SetBy::Build}}),
        aggregation("levels", &AggregationSpec::levels),
        aggregation("trees", &AggregationSpec::trees),
        host("processing_ns",
             &S::Host::processingNs,
             {{Owner::Device, "ProcessingDelay", SetBy::Build}}),
        host("gpus", &S::Host::gpus),
        host("gpu_link_gbps", &S::Host::gpuLinkGbps),
        host("gpu_link_delay_us", &S::Host::gpuLinkDelayUs),
        // few devices mark: the switch's ports to the PSes, or links to workers (panama)
        ecn("threshold_bytes",
            &S::Ecn::thresholdBytes,
            {{Owner::Device, "EcnThresholdBytes", SetBy::Build},
             {Owner::UplinkDevice, "EcnThresholdBytes"}}),
    };
}

std::vector<ScenarioField>
JobFields()
{
    const Group placement("/placement", &S::placement);
    const Group jobs("/jobs", &S::jobs);
    const Group trace("/trace", &S::trace);
    const Group execution("/execution", &S::execution);
    const Group jitter("/jitter", &S::jitter);
    const Group priority("/priority", &S::priority);
    return {
        placement("rule", &S::Placement::rule),
        placement("racks_per_job", &S::Placement::racksPerJob),
        placement("policy", &S::Placement::policy),
        placement("seed", &S::Placement::seed),
        placement("file", &S::Placement::file),
        placement("ps", &S::Placement::ps),
        jobs("count", &S::Jobs::count),
        jobs("workers", &S::Jobs::workers),
        jobs("workload", &S::Jobs::workload),
        jobs("start_max_us", &S::Jobs::startMaxUs),
        jobs("collective", &S::Jobs::collective),
        jobs("root", &S::Jobs::root),
        jobs("rings", &S::Jobs::rings),
        execution("traces", &ExecutionSpec::traces),
        execution("peak_tflops", &ExecutionSpec::peakTflops),
        execution("memory_gbytes_per_s", &ExecutionSpec::memoryGbytesPerS),
        execution("missing_nodes", &ExecutionSpec::missingNodes),
        execution("dependencies", &ExecutionSpec::dependencies),
        execution("send_ends", &ExecutionSpec::sendEnds),
        trace("file", &S::Trace::file),
        trace("time_scale", &S::Trace::timeScale),
        trace("max_jobs", &S::Trace::maxJobs),
        jitter("mode", &S::JitterFields::mode),
        jitter("max_us", &S::JitterFields::maxUs),
        priority("p_max_per_s", &S::PriorityFields::pMaxPerS),
        priority("encoding", &S::PriorityFields::encoding),
    };
}

std::vector<ScenarioField>
TransportFields()
{
    const Group window("/window", &S::window);
    const Group rto("/rto", &S::rto);
    const Group reminder("/reminder", &S::reminder);
    return {
        window("initial_packets", &S::Window::initialPackets, {{Owner::Worker, "InitialWindow"}}),
        window("min_packets", &S::Window::minPackets, {{Owner::Worker, "MinWindow"}}),
        window("max_packets", &S::Window::maxPackets, {{Owner::Worker, "MaxWindow"}}),
        window("ssthresh_packets",
               &S::Window::ssthreshPackets,
               {{Owner::Worker, "SlowStartThreshold"}}),
        window("growth_packets", &S::Window::growthPackets, {{Owner::Worker, "WindowGrowth"}}),
        window("counts", &S::Window::counts, {{Owner::Worker, "WindowCounts", SetBy::Build}}),
        window("halves_when_overtaken",
               &S::Window::halvesWhenOvertaken,
               {{Owner::Worker, "HalvesWhenOvertaken"}}),
        window("ahead_windows", &S::Window::aheadWindows, {{Owner::Worker, "AheadWindows"}}),
        rto("min_us",
            &S::Rto::minUs,
            {{Owner::Worker, "RtoMin"}, {Owner::Ps, "RtoMin"}, {Owner::Flow, "RtoMin"}}),
        rto("check_us",
            &S::Rto::checkUs,
            {{Owner::Worker, "CheckInterval"}, {Owner::Ps, "CheckInterval"}}),
        reminder("bytes",
                 &S::Reminder::bytes,
                 {{Owner::Switch, "ReminderBytes"},
                  {Owner::Worker, "ReminderBytes"},
                  {Owner::Ps, "ReminderBytes"}}),
        reminder("overtakes",
                 &S::Reminder::reorderingThreshold,
                 {{Owner::Worker, "Overtakes"}, {Owner::Ps, "Overtakes"}}),
        reminder("ps_holdoff_us", &S::Reminder::psHoldoffUs, {{Owner::Ps, "ReminderHoldoff"}}),
    };
}

/// The row of a system's parameter, which stands in a map of the scenario.
ScenarioField
ParameterField(const SystemParameter& parameter)
{
    const std::string name = parameter.field;
    const bool isWhole = parameter.isWhole;
    ScenarioField field{PointerOfPath(name), {}, typeid(double), {}, {}, {}, {}};
    field.address = [name](const S& scenario) { return &scenario.systemParameters.at(name); };
    field.read = [name, &parameter](const nlohmann::json& value, S& scenario) {
        const std::string allowed = AllowedInstead(parameter, value.get<double>());
        return allowed.empty() ? ReadFieldValue(value, scenario.systemParameters.at(name))
                               : allowed;
    };
    field.value = [name, isWhole](const S& scenario) {
        const double value = scenario.systemParameters.at(name);
        return isWhole ? FieldValue(static_cast<uint64_t>(value)) : FieldValue(value);
    };
    return field;
}

std::vector<ScenarioField>
SystemFields()
{
    std::vector<ScenarioField> fields;
    for (const SystemParameter* parameter : AllSystemParameters())
    {
        fields.push_back(ParameterField(*parameter));
    }
    return fields;
}

std::vector<ScenarioField>
DisturbanceFields()
{
    const Group recovery("/recovery", &S::recovery);
    const Group background("/background", &S::background);
    std::vector<ScenarioField> fields{
        recovery("enabled",
                 &S::Recovery::enabled,
                 {{Owner::Worker, "Recovery", SetBy::Build},
                  {Owner::Ps, "Recovery", SetBy::Build},
                  {Owner::Flow, "Recovery", SetBy::Build}}),
        recovery("query_delay_us", &S::Recovery::queryDelayUs, {{Owner::Ps, "QueryDelay"}}),
        // with recovery only
        recovery("stale_us", &S::Recovery::staleUs, {{Owner::Switch, "StaleAge", SetBy::Build}}),
        background("load", &S::Background::load),
        background("arrivals", &S::Background::arrivals),
        background("sizes", &S::Background::sizes),
        background("flow_bytes", &S::Background::flowBytes),
    };
    ForEachLinkFault([&fields](const std::string& name, auto member) {
        fields.push_back(
            Field("/faults/every_link/" + name, {}, &S::faults, &S::Faults::everyLink, member));
    });
    return fields;
}

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

/// The rows of connections between hosts, and of pauses of links.
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

} // namespace

const std::vector<ScenarioField>&
ScenarioFields()
{
    static const std::vector<ScenarioField> fields = [] {
        std::vector<ScenarioField> all = GeneralFields();
        Append(all, NetworkFields());
        Append(all, JobFields());
        Append(all, TransportFields());
        Append(all, FlowFields());
        Append(all, SystemFields());
        Append(all, DisturbanceFields());
        return all;
    }();
    return fields;
}

} // namespace ns3::esa
