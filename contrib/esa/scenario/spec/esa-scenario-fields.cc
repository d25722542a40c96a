/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-fields.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-system-registry.h"

#include <type_traits>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

using S = Scenario;
using Owner = AttributeOwner;

/// The row of a field. members: the path to its member, the group first. Members have different
/// types, but code that walks through the table needs rows of one type. So a row holds functions.
template <typename... Members>
ScenarioField
Field(const std::string& pointer, const std::vector<FieldAttribute>& attributes, Members... members)
{
    using Member = std::decay_t<decltype((std::declval<S&>().*....*members))>;
    ScenarioField field{pointer, attributes, typeid(Member), {}, {}, {}, {}};
    field.address = [members...](const S& scenario) { return &(scenario.*....*members); };
    field.read = [members...](const nlohmann::json& value, S& scenario) {
        return ReadFieldValue(value, (scenario.*....*members));
    };
    field.value = [members...](const S& scenario) { return FieldValue((scenario.*....*members)); };
    if constexpr (std::is_enum_v<Member>)
    {
        field.choices = ChoiceNames<Member>();
    }
    return field;
}

/// What makes the rows of a group of fields. outer: the path to the group's member
template <typename... Outer>
auto
Group(const std::string& pointer, Outer... outer)
{
    return [=](const std::string& name,
               auto member,
               const std::vector<FieldAttribute>& attributes = {}) {
        return Field(pointer + "/" + name, attributes, outer..., member);
    };
}

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
    const auto link = Group("/link", &S::link);
    const auto topology = Group("/topology", &S::topology);
    const auto switchNode = Group("/switch", &S::switchNode);
    const auto aggregation = Group("/aggregation", &S::aggregation);
    const auto host = Group("/host", &S::host);
    const auto ecn = Group("/ecn", &S::ecn);
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
        aggregation("switches", &AggregationSpec::switches),
        aggregation("file", &AggregationSpec::file),
        host("processing_ns",
             &S::Host::processingNs,
             {{Owner::Device, "ProcessingDelay", SetBy::Build}}),
        host("ps_processing_ns",
             &S::Host::psProcessingNs,
             {{Owner::Device, "ProcessingDelay", SetBy::Build}}),
        Field("/atp/preset", {}, &S::atp, &SystemSpec::preset), // fills in fields that are not set
        Field("/switchml/preset", {}, &S::switchMl, &SystemSpec::preset),
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
    const auto placement = Group("/placement", &S::placement);
    const auto jobs = Group("/jobs", &S::jobs);
    const auto trace = Group("/trace", &S::trace);
    const auto execution = Group("/execution", &S::execution);
    const auto jitter = Group("/jitter", &S::jitter);
    const auto priority = Group("/priority", &S::priority);
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
    const auto window = Group("/window", &S::window);
    const auto rto = Group("/rto", &S::rto);
    const auto reminder = Group("/reminder", &S::reminder);
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
    const auto recovery = Group("/recovery", &S::recovery);
    const auto background = Group("/background", &S::background);
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
    const auto everyLink = Group("/faults/every_link", &S::faults, &S::Faults::everyLink);
    ForEachLinkFault(
        [&](const char* name, auto member) { fields.push_back(everyLink(name, member)); });
    return fields;
}

/// The rows of connections between hosts, and of pauses of links.
std::vector<ScenarioField>
FlowFields()
{
    const auto flow = Group("/flow", &S::flow);
    const auto dctcp = Group("/flow/dctcp", &S::flow, &FlowSpec::dctcp);
    const auto dcqcn = Group("/flow/dcqcn", &S::flow, &FlowSpec::dcqcn);
    const auto swift = Group("/flow/swift", &S::flow, &FlowSpec::swift);
    const auto pfc = Group("/link/pfc", &S::link, &S::Link::pfc);
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
        dctcp("threshold_bytes", &DctcpSpec::thresholdBytes),
        dctcp("gain", &DctcpSpec::gain, {{Owner::Flow, "DctcpGain"}}),
        dcqcn("preset", &DcqcnSpec::preset), // fills in what follows
        dcqcn("min_threshold_bytes", &DcqcnSpec::minThresholdBytes),
        dcqcn("max_threshold_bytes", &DcqcnSpec::maxThresholdBytes),
        dcqcn("max_probability", &DcqcnSpec::maxProbability),
        dcqcn("gain", &DcqcnSpec::gain, {{Owner::Flow, "DcqcnGain"}}),
        dcqcn("timer_us", &DcqcnSpec::timerUs, {{Owner::Flow, "DcqcnTimer"}}),
        dcqcn("counter_bytes", &DcqcnSpec::counterBytes, {{Owner::Flow, "DcqcnBytes"}}),
        dcqcn("increase_gbps", &DcqcnSpec::increaseGbps, {{Owner::Flow, "DcqcnIncrease"}}),
        dcqcn("hyper_increase_gbps",
              &DcqcnSpec::hyperIncreaseGbps,
              {{Owner::Flow, "DcqcnHyperIncrease"}}),
        dcqcn("minimum_gbps", &DcqcnSpec::minimumGbps, {{Owner::Flow, "DcqcnMinimum"}}),
        dcqcn("notification_us", &DcqcnSpec::notificationUs, {{Owner::Flow, "DcqcnNotification"}}),
        dcqcn("alpha_timer_us", &DcqcnSpec::alphaTimerUs, {{Owner::Flow, "DcqcnAlphaTimer"}}),
        dcqcn("fast_recoveries",
              &DcqcnSpec::fastRecoveries,
              {{Owner::Flow, "DcqcnFastRecoveries"}}),
        swift("target_us", &SwiftSpec::targetUs, {{Owner::Flow, "SwiftTarget"}}),
        swift("hop_us", &SwiftSpec::hopUs, {{Owner::Flow, "SwiftHop"}}),
        swift("flow_scaling_us", &SwiftSpec::flowScalingUs, {{Owner::Flow, "SwiftFlowScaling"}}),
        swift("increase_packets", &SwiftSpec::increasePackets, {{Owner::Flow, "SwiftIncrease"}}),
        swift("decrease", &SwiftSpec::decrease, {{Owner::Flow, "SwiftDecrease"}}),
        swift("largest_decrease",
              &SwiftSpec::largestDecrease,
              {{Owner::Flow, "SwiftLargestDecrease"}}),
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
