// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-fields.h"

#include "esa-field-row.h"

#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <type_traits>

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
    ScenarioField field{pointer, attributes, typeid(Member), {}, {}, {}, {}, KnownTo::Ns3};
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

/// The row of a field that rounds have, too.
ScenarioField
Rounds(ScenarioField row)
{
    row.knownTo = KnownTo::Rounds;
    return row;
}

/// The row of a field that rounds and the task runner have, too.
ScenarioField
Tasks(ScenarioField row)
{
    row.knownTo = KnownTo::Tasks;
    return row;
}

std::vector<ScenarioField>
GeneralFields()
{
    return {
        Tasks(Field("/name", {}, &S::name)),
        Tasks(Field("/description", {}, &S::description)),
        // one of the list per run
        Tasks(Field("/systems", {{Owner::Switch, "System", SetBy::Build}}, &S::systems)),
        Tasks(Field("/seeds", {}, &S::seeds)),
        Tasks(Field("/run", {}, &S::run)),
        Tasks(Field("/iterations", {}, &S::iterations)),
        Rounds(Field("/engine", {}, &S::engine)),
        Rounds(Field("/payload", {}, &S::payload)),
        Rounds(Field("/parts", {}, &S::parts)),
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
        Tasks(link("rate_gbps", &S::Link::rateGbps, {{Owner::Device, "DataRate"}})),
        Tasks(link("overhead_bytes",
                   &S::Link::overheadBytes,
                   {{Owner::Device, "OverheadBytes"}, {Owner::UplinkDevice, "OverheadBytes"}})),
        Tasks(link("delay_us", &S::Link::delayUs, {{Owner::Channel, "Delay"}})),
        Rounds(link("queue_bytes",
                    &S::Link::queueBytes,
                    {{Owner::Device, "QueueBytes"}, {Owner::UplinkDevice, "QueueBytes"}})),
        // ports of different rates: EsaHelper::SetQueueTimes()
        Rounds(link("queue_us", &S::Link::queueUs)),

        Tasks(topology("hosts", &S::Topology::hosts)),
        Rounds(topology("ps_hosts", &S::Topology::psHosts)),
        Tasks(topology("racks", &S::Topology::racks)),
        Tasks(topology("spines", &S::Topology::spines)),
        Tasks(topology("oversubscription", &S::Topology::oversubscription)),
        Tasks(topology("uplink_delay_us",
                       &S::Topology::uplinkDelayUs,
                       {{Owner::UplinkChannel, "Delay"}})),
        Rounds(topology("kind", &S::Topology::kind)),
        Rounds(topology("k", &S::Topology::k)),
        Tasks(topology("uplinks_gbps", &S::Topology::uplinksGbps)),
        Rounds(topology("file", &S::Topology::file)),
        Rounds(topology("servers", &S::Topology::servers)),
        Rounds(topology("accelerators", &S::Topology::accelerators)),
        Rounds(topology("cards", &S::Topology::cards)),
        Rounds(topology("rails", &S::Topology::rails)),
        Rounds(topology("server_gbps", &S::Topology::serverGbps)),
        Rounds(topology("server_delay_us", &S::Topology::serverDelayUs)),

        Tasks(
            switchNode("memory_bytes", &SwitchSpec::memoryBytes, {{Owner::Switch, "MemoryBytes"}})),
        // each switch gets its own
        Rounds(switchNode("level_memory_bytes",
                          &SwitchSpec::levelMemoryBytes,
                          {{Owner::Switch, "MemoryBytes", SetBy::Build}})),
        Tasks(switchNode("aggregator_index", &SwitchSpec::aggregatorIndex)),
        Tasks(switchNode("processing_ns",
                         &SwitchSpec::processingNs,
                         {{Owner::Device, "ProcessingDelay", SetBy::Build}})),
        Tasks(aggregation("levels", &AggregationSpec::levels)),
        Tasks(aggregation("trees", &AggregationSpec::trees)),
        Rounds(aggregation("switches", &AggregationSpec::switches)),
        Rounds(aggregation("file", &AggregationSpec::file)),
        Tasks(host("processing_ns",
                   &HostSpec::processingNs,
                   {{Owner::Device, "ProcessingDelay", SetBy::Build}})),
        Tasks(host("ps_processing_ns",
                   &HostSpec::psProcessingNs,
                   {{Owner::Device, "ProcessingDelay", SetBy::Build}})),
        // presets fill in fields that are not set
        Tasks(Field("/atp/preset", {}, &S::atpPreset)),
        Tasks(Field("/switchml/preset", {}, &S::switchMlPreset)),
        // few devices mark: the switch's ports to the PSes, or links to workers (panama)
        Tasks(ecn("threshold_bytes",
                  &S::Ecn::thresholdBytes,
                  {{Owner::Device, "EcnThresholdBytes", SetBy::Build},
                   {Owner::UplinkDevice, "EcnThresholdBytes"}})),
        Tasks(ecn("threshold_us", &S::Ecn::thresholdUs)), // EsaHelper::SetQueueTimes()
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
        Rounds(placement("rule", &S::Placement::rule)),
        Tasks(placement("racks_per_job", &S::Placement::racksPerJob)),
        Tasks(placement("policy", &S::Placement::policy)),
        Tasks(placement("seed", &S::Placement::seed)),
        Rounds(placement("file", &S::Placement::file)),
        Tasks(jobs("count", &JobsSpec::count)),
        Tasks(jobs("workers", &JobsSpec::workers)),
        Tasks(jobs("workload", &JobsSpec::workload)),
        Tasks(jobs("start_max_us", &JobsSpec::startMaxUs)),
        Rounds(jobs("collective", &JobsSpec::collective)),
        Rounds(jobs("root", &JobsSpec::root)),
        Rounds(jobs("rings", &JobsSpec::rings)),
        Rounds(execution("traces", &ExecutionSpec::traces)),
        Tasks(execution("peak_tflops", &ExecutionSpec::peakTflops)),
        Tasks(execution("memory_gbytes_per_s", &ExecutionSpec::memoryGbytesPerS)),
        Tasks(execution("missing_nodes", &ExecutionSpec::missingNodes)),
        Tasks(execution("dependencies", &ExecutionSpec::dependencies)),
        Rounds(trace("file", &S::Trace::file)),
        Rounds(trace("time_scale", &S::Trace::timeScale)),
        Rounds(trace("max_jobs", &S::Trace::maxJobs)),
        Tasks(jitter("mode", &S::JitterFields::mode)),
        Tasks(jitter("max_us", &S::JitterFields::maxUs)),
        Tasks(priority("p_max_per_s", &S::PriorityFields::pMaxPerS)),
    };
}

std::vector<ScenarioField>
TransportFields()
{
    const auto window = Group("/window", &S::window);
    const auto rto = Group("/rto", &S::rto);
    const auto reminder = Group("/reminder", &S::reminder);
    return {
        Tasks(window("initial_packets",
                     &S::Window::initialPackets,
                     {{Owner::Worker, "InitialWindow"}})),
        Tasks(window("min_packets", &S::Window::minPackets, {{Owner::Worker, "MinWindow"}})),
        Tasks(window("max_packets", &S::Window::maxPackets, {{Owner::Worker, "MaxWindow"}})),
        Tasks(window("ssthresh_packets",
                     &S::Window::ssthreshPackets,
                     {{Owner::Worker, "SlowStartThreshold"}})),
        Tasks(
            window("growth_packets", &S::Window::growthPackets, {{Owner::Worker, "WindowGrowth"}})),
        Tasks(
            window("counts", &S::Window::counts, {{Owner::Worker, "WindowCounts", SetBy::Build}})),
        Tasks(rto("min_us",
                  &S::Rto::minUs,
                  {{Owner::Worker, "RtoMin"}, {Owner::Ps, "RtoMin"}, {Owner::Flow, "RtoMin"}})),
        Tasks(rto("check_us",
                  &S::Rto::checkUs,
                  {{Owner::Worker, "CheckInterval"}, {Owner::Ps, "CheckInterval"}})),
        Tasks(reminder("bytes",
                       &S::Reminder::bytes,
                       {{Owner::Switch, "ReminderBytes"},
                        {Owner::Worker, "ReminderBytes"},
                        {Owner::Ps, "ReminderBytes"}})),
        Tasks(reminder("overtakes",
                       &S::Reminder::reorderingThreshold,
                       {{Owner::Worker, "Overtakes"}, {Owner::Ps, "Overtakes"}})),
        Tasks(
            reminder("ps_holdoff_us", &S::Reminder::psHoldoffUs, {{Owner::Ps, "ReminderHoldoff"}})),
    };
}

/// The row of a system's parameter, which stands in a map of the scenario. The task runner leaves
/// systems that it does not have to others.
ScenarioField
ParameterField(const SystemParameter& parameter)
{
    const std::string name = parameter.field;
    const bool isWhole = parameter.isWhole;
    std::vector<FieldAttribute> attributes; // beside the system's own
    if (&parameter == &kMtuBytes)
    {
        attributes = {{Owner::Device, "Mtu"}, {Owner::UplinkDevice, "Mtu"}};
    }
    ScenarioField
        field{PointerOfPath(name), attributes, typeid(double), {}, {}, {}, {}, KnownTo::Tasks};
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
    return {
        // the task engine: only without it, see ReasonAgainstTasks()
        Tasks(recovery("enabled",
                       &S::Recovery::enabled,
                       {{Owner::Worker, "Recovery", SetBy::Build},
                        {Owner::Ps, "Recovery", SetBy::Build},
                        {Owner::Flow, "Recovery", SetBy::Build}})),
        // with recovery only
        Tasks(recovery("stale_us",
                       &S::Recovery::staleUs,
                       {{Owner::Switch, "StaleAge", SetBy::Build}})),
        background("load", &S::Background::load),
        Rounds(background("flow_bytes", &S::Background::flowBytes)),
    };
}

/// Adds the fields below some rows.
/// @param object the object around them, from a scenario
void
AddFields(const FieldRows& rows,
          const std::string& pointer,
          const std::function<const void*(const S&)>& object,
          std::vector<ScenarioField>& fields)
{
    for (const FieldRow& row : rows)
    {
        const std::string place = pointer + "/" + row.name;
        const auto member = [object, &row](const S& scenario) {
            return row.member(object(scenario));
        };
        if (row.type == nullptr)
        {
            AddFields(row.fields, place, member, fields);
        }
        else if (row.fields.empty())
        {
            ScenarioField field{place, row.attributes, row.type->index, member, {}, {}, {}, {}};
            field.read = [member, &row](const nlohmann::json& value, S& scenario) {
                return row.type->read(value, const_cast<void*>(member(scenario)));
            };
            field.value = [member, &row](const S& scenario) {
                return row.type->value(member(scenario));
            };
            field.choices = row.type->choices;
            field.knownTo = row.knownTo;
            field.row = &row;
            fields.push_back(std::move(field));
        }
    }
}

/// Adds the lists of objects below some rows.
void
AddLists(const FieldRows& rows,
         const std::string& pointer,
         const std::function<const void*(const S&)>& object,
         std::vector<StructuredField>& lists)
{
    for (const FieldRow& row : rows)
    {
        const std::string place = pointer + "/" + row.name;
        const auto member = [object, &row](const S& scenario) {
            return row.member(object(scenario));
        };
        if (row.type == nullptr)
        {
            AddLists(row.fields, place, member, lists);
        }
        else if (!row.fields.empty())
        {
            const auto read = [member, place, &row](const nlohmann::json& config,
                                                    S& scenario,
                                                    const ReadingNotes& notes) {
                void* const list = const_cast<void*>(member(scenario));
                notes.places[{list, row.type->index}] = place;
                ReadList(row, config.at(nlohmann::json::json_pointer(place)), place, list, notes);
            };
            const auto entries = [member, &row](const S& scenario) {
                return row.type->size(member(scenario));
            };
            lists.push_back({place, read, entries, row.knownTo, &row});
        }
    }
}

/// @return a scenario as the object of its rows
const void*
Whole(const S& scenario)
{
    return &scenario;
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
        Rounds(pfc("enabled", &PauseSpec::enabled)),
        Tasks(pfc("xoff_bytes", &PauseSpec::xoffBytes)),
        Tasks(pfc("xon_bytes", &PauseSpec::xonBytes)),
        Tasks(pfc("xoff_us", &PauseSpec::xoffUs)),
        Tasks(pfc("xon_us", &PauseSpec::xonUs)),
        Tasks(flow("window_packets", &FlowSpec::windowPackets, {{Owner::Flow, "Window"}})),
        Tasks(flow("ack_every_packets", &FlowSpec::ackEveryPackets, {{Owner::Flow, "AckEvery"}})),
        Tasks(flow("step_us", &FlowSpec::stepUs, {{Owner::Flow, "StepTime"}})),
        Rounds(flow("channels", &FlowSpec::channels)),
        Tasks(flow("repair", &FlowSpec::repair, {{Owner::Flow, "SelectiveRepeat", SetBy::Build}})),
        Tasks(flow("reordering_us", &FlowSpec::reorderingUs, {{Owner::Flow, "ReorderingWindow"}})),
        Rounds(flow("paths", &FlowSpec::paths)), // of switches: EsaFabric::SetFlowPaths()
        Tasks(flow("congestion_control",
                   &FlowSpec::congestionControl,
                   {{Owner::Flow, "CongestionControl", SetBy::Build}})),
        Tasks(flow("initial_packets", &FlowSpec::initialPackets, {{Owner::Flow, "InitialWindow"}})),
        // switches mark: EsaHelper::SetFlowMarking()
        Tasks(dctcp("threshold_bytes", &DctcpSpec::thresholdBytes)),
        Tasks(dctcp("threshold_us", &DctcpSpec::thresholdUs)),
        Tasks(dctcp("gain", &DctcpSpec::gain, {{Owner::Flow, "DctcpGain"}})),
        Tasks(dcqcn("preset", &DcqcnSpec::preset)), // fills in what follows
        Tasks(dcqcn("min_threshold_bytes", &DcqcnSpec::minThresholdBytes)),
        Tasks(dcqcn("max_threshold_bytes", &DcqcnSpec::maxThresholdBytes)),
        Tasks(dcqcn("min_threshold_us", &DcqcnSpec::minThresholdUs)),
        Tasks(dcqcn("max_threshold_us", &DcqcnSpec::maxThresholdUs)),
        Tasks(dcqcn("max_probability", &DcqcnSpec::maxProbability)),
        Tasks(dcqcn("gain", &DcqcnSpec::gain, {{Owner::Flow, "DcqcnGain"}})),
        Tasks(dcqcn("timer_us", &DcqcnSpec::timerUs, {{Owner::Flow, "DcqcnTimer"}})),
        Tasks(dcqcn("counter_bytes", &DcqcnSpec::counterBytes, {{Owner::Flow, "DcqcnBytes"}})),
        Tasks(dcqcn("increase_gbps", &DcqcnSpec::increaseGbps, {{Owner::Flow, "DcqcnIncrease"}})),
        Tasks(dcqcn("hyper_increase_gbps",
                    &DcqcnSpec::hyperIncreaseGbps,
                    {{Owner::Flow, "DcqcnHyperIncrease"}})),
        Tasks(dcqcn("minimum_gbps", &DcqcnSpec::minimumGbps, {{Owner::Flow, "DcqcnMinimum"}})),
        Tasks(dcqcn("notification_us",
                    &DcqcnSpec::notificationUs,
                    {{Owner::Flow, "DcqcnNotification"}})),
        Tasks(dcqcn("notification_delay_us",
                    &DcqcnSpec::notificationDelayUs,
                    {{Owner::Flow, "DcqcnNotificationDelay"}})),
        Tasks(
            dcqcn("alpha_timer_us", &DcqcnSpec::alphaTimerUs, {{Owner::Flow, "DcqcnAlphaTimer"}})),
        Tasks(dcqcn("fast_recoveries",
                    &DcqcnSpec::fastRecoveries,
                    {{Owner::Flow, "DcqcnFastRecoveries"}})),
        Tasks(swift("target_us", &SwiftSpec::targetUs, {{Owner::Flow, "SwiftTarget"}})),
        Tasks(swift("hop_us", &SwiftSpec::hopUs, {{Owner::Flow, "SwiftHop"}})),
        Tasks(swift("flow_scaling_us",
                    &SwiftSpec::flowScalingUs,
                    {{Owner::Flow, "SwiftFlowScaling"}})),
        Tasks(swift("increase_packets",
                    &SwiftSpec::increasePackets,
                    {{Owner::Flow, "SwiftIncrease"}})),
        Tasks(swift("decrease", &SwiftSpec::decrease, {{Owner::Flow, "SwiftDecrease"}})),
        Tasks(swift("largest_decrease",
                    &SwiftSpec::largestDecrease,
                    {{Owner::Flow, "SwiftLargestDecrease"}})),
    };
}

} // namespace

const std::vector<ScenarioField>&
ScenarioFields()
{
    static const std::vector<ScenarioField> fields = [] {
        std::vector<ScenarioField> all;
        for (const auto& rows : {GeneralFields(),
                                 NetworkFields(),
                                 JobFields(),
                                 TransportFields(),
                                 FlowFields(),
                                 SystemFields(),
                                 DisturbanceFields()})
        {
            all.insert(all.end(), rows.begin(), rows.end());
        }
        AddFields(ScenarioRows(), "", Whole, all);
        return all;
    }();
    return fields;
}

const std::vector<StructuredField>&
StructuredFields()
{
    static const std::vector<StructuredField> lists = [] {
        std::vector<StructuredField> all = ListsWithReaders();
        AddLists(ScenarioRows(), "", Whole, all);
        return all;
    }();
    return lists;
}

std::optional<UnknownField>
FindUnknownField(const Scenario& scenario, KnownTo way)
{
    static const Scenario defaults;
    for (const ScenarioField& field : ScenarioFields())
    {
        if (field.knownTo < way && field.value(scenario) != field.value(defaults))
        {
            return UnknownField{field.pointer,
                                field.value(scenario).dump(),
                                Only(field.value(defaults))};
        }
    }
    for (const StructuredField& field : StructuredFields())
    {
        if (field.knownTo < way && field.entries(scenario) > 0)
        {
            return UnknownField{field.pointer,
                                std::to_string(field.entries(scenario)) + " entries",
                                NoElements()};
        }
    }
    return std::nullopt;
}

} // namespace ns3::esa
