// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-fields.h"
#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-segment-bytes.h"
#include "ns3/esa-topology-routes.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

// A connection of ns-3's TCP, as captures show it: SYN, ACK, data, FIN with the last data, ACK; and
// from the receiver SYN with ACK, ACK of the data, FIN.
constexpr double kHeaderBytes = 66;   ///< of a packet: Ethernet, IP, TCP with time stamps
constexpr double kPacketsWithout = 5; ///< packets of a connection without data, at least

/// Bytes on a link per byte of a flow, at least: a server sends and receives as many flows.
double
WireBytesPerByte(const Scenario& scenario)
{
    const double flowBytes = scenario.background.flowBytes;
    const double segments = std::max(flowBytes / SegmentBytes(scenario.MtuBytes()), 1.0);
    return 1 + scenario.WireBytes(kHeaderBytes) * (segments + kPacketsWithout) / flowBytes;
}

/// Load of a rack's up-links per load of its servers' links, both as a fraction of their rate.
double
UplinkLoadPerLoad(const Scenario& scenario)
{
    return LargestUplinkLoad(*scenario.routes,
                             scenario.topology.hosts,
                             SlowestHostLinkGbps(scenario));
}

/// The fields for the rates of links between switches.
std::string
UplinksText(const ScenarioDraft& draft)
{
    const Scenario::Topology& topology = draft->topology;
    return topology.kind == TopologyKind::Graph ? draft.Quote(topology.kind)
           : topology.uplinksGbps.empty()       ? draft.Quote(topology.oversubscription)
                                                : draft.Quote(topology.uplinksGbps);
}

/// A number as people write it.
std::string
NumberText(double number, int digits = 6)
{
    std::ostringstream text;
    text << std::setprecision(digits) << number;
    return text.str();
}

/// Checks that background traffic has at least two hosts, and that the links can carry it. Flows
/// that begin at random times do not wait for others to end. If together they are more than a link
/// carries, they queue up without end, and the training waits behind them. The load counts the
/// bytes of flows only. Small flows consist mostly of headers and of packets that open and close
/// connections, so they may be too much for a link although their load is small.
void
CheckBackground(ScenarioDraft& draft)
{
    const Scenario::Background& background = draft->background;
    if (background.load == 0)
    {
        return;
    }
    if (draft->topology.hosts < 2)
    {
        draft.Refuse(background.load, Only(0) + " with one server, which has no other");
        return;
    }
    if (background.isOfFreeHosts && !draft->trace.jobs.empty())
    {
        draft.Refuse(background.isOfFreeHosts,
                     Only(false) + " with a /trace, whose jobs come and go");
        return;
    }
    if (background.isOfFreeHosts && FreeHosts(*draft).size() < 2)
    {
        draft.Refuse(background.isOfFreeHosts,
                     Only(false) + " unless two of the " + draft.Quote(draft->topology.hosts) +
                         " have neither workers nor a PS");
        return;
    }
    const double onHostLink = WireBytesPerByte(*draft);
    const double onUplinks = onHostLink * UplinkLoadPerLoad(*draft);
    const bool isUplink = onUplinks > onHostLink;
    const double most = 1 / std::max(onHostLink, onUplinks);
    draft.Require(background.load <= most,
                  background.load,
                  "at most " + NumberText(0.995 * most, 3) + " with " +
                      draft.Quote(background.flowBytes) +
                      (isUplink ? ", " + UplinksText(draft) : "") +
                      ": with headers and the packets that open and close connections, more "
                      "fills the " +
                      (isUplink ? "links between switches" : "servers' links") +
                      ", and flows queue up without end");
}

/// Checks that a length is given once, in bytes or as time.
void
CheckQueueTimes(ScenarioDraft& draft)
{
    using Pointer = nlohmann::json::json_pointer;
    for (const QueueTimeField& field : kQueueTimeFields)
    {
        const auto us = draft.Written().at(Pointer(field.time)).get<double>();
        const uint64_t bytes = QueueBytesOf(us, draft->link.rateGbps);
        if (us > 0 && draft.Written().at(Pointer(field.bytes)) != bytes)
        {
            draft.RefuseAt(field.bytes,
                           Only(bytes) + " (this time at link.rate_gbps) with " +
                               FieldWithValue(draft.Written(), field.time) +
                               "; one of the two fields is enough");
        }
    }
}

/// A length of queues, in both fields.
struct QueueLength
{
    const uint64_t& bytes; ///< at link.rate_gbps
    const double& us;      ///< 0: the bytes hold at each port
};

/// Checks that a length is smaller than another one, at ports of all rates.
/// @param reason why, for the message
void
RequireShorter(ScenarioDraft& draft,
               const QueueLength& length,
               const QueueLength& limit,
               bool mayBeEqual,
               const std::string& reason = "")
{
    const auto isWrong = [&](double gbps) {
        const uint64_t bytes = QueueBytesAt(length.bytes, length.us, gbps);
        const uint64_t most = QueueBytesAt(limit.bytes, limit.us, gbps);
        return mayBeEqual ? bytes > most : bytes >= most;
    };
    if (length.us == 0 && limit.us == 0)
    {
        draft.Require(!isWrong(draft->link.rateGbps),
                      length.bytes,
                      (mayBeEqual ? draft.AtMost(limit.bytes) : draft.Below(limit.bytes)) + reason);
        return;
    }
    for (const double gbps : {FastestGbps(*draft), SlowestGbps(*draft)})
    {
        if (isWrong(gbps))
        {
            const std::string words =
                (mayBeEqual ? "at most " : "below ") +
                std::to_string(QueueBytesAt(limit.bytes, limit.us, gbps)) + " bytes at ports of " +
                NumberText(gbps) + " Gb/s, which follow from " +
                (limit.us > 0 ? draft.Quote(limit.us) : draft.Quote(limit.bytes)) + reason;
            draft.RefuseAt(length.us > 0 ? draft.PointerOf(length.us)
                                         : draft.PointerOf(length.bytes),
                           words);
            return;
        }
    }
}

/// A queue has to be longer than the threshold of its marks.
void
CheckMarks(ScenarioDraft& draft, const QueueLength& threshold)
{
    const Scenario::Link& link = draft->link;
    if (link.queueBytes > 0)
    {
        RequireShorter(draft,
                       threshold,
                       {link.queueBytes, link.queueUs},
                       false,
                       std::string(": a queue that is full before it marks tells \"") +
                           NameOf(draft->flow.congestionControl) + "\" nothing");
    }
}

void
CheckTarget(ScenarioDraft& draft)
{
    if (draft->topology.kind == TopologyKind::Graph)
    {
        return; // each link has its own delay
    }
    // There the frame is data, and back an acknowledgement. Links of accelerators have their own
    // delays, as in the automatic target.
    const double dataBytes = draft->WireBytes(draft->LongestFrameBytes());
    const double ackBytes = draft->WireBytes(kAckFrameBytes);
    const double minUs = RoundTripsOf(*draft).ThroughOneSwitch((dataBytes + ackBytes) / 2).us;
    draft.Require(
        draft->flow.swift.targetUs > minUs,
        draft->flow.swift.targetUs,
        {"above " + std::to_string(minUs) + ", the round trip through one switch without any queue",
         {{"exclusiveMinimum", minUs}}});
}

/// Checks that jobs that sum in a ring beside the others are jobs of the scenario, and that nothing
/// that flows cannot do is demanded of them.
void
CheckRings(ScenarioDraft& draft)
{
    const uint32_t& rings = draft->jobs.rings;
    if (rings == 0)
    {
        return;
    }
    draft.Require(draft->trace.jobs.empty() && draft->execution.traces.empty(),
                  rings,
                  Only(0) + " with a trace, which says what each job does");
    draft.Require(draft->payload == PayloadMode::Digest,
                  draft->payload,
                  Only("digest") + " with " + draft.Quote(rings) +
                      " (packets of an MTU carry no values here)");
    draft.Require(draft->faults.psFailures.empty(),
                  draft->faults.psFailures,
                  NoElements() + " with " + draft.Quote(rings));
}

/// Checks that the thresholds of priority flow control are in order, and that nothing beside the
/// training sends: ordinary traffic is of another priority, which is not modelled.
void
CheckPauses(ScenarioDraft& draft)
{
    const auto& link = draft->link;
    if (!link.pfc.enabled)
    {
        return;
    }
    const QueueLength xoff{link.pfc.xoffBytes, link.pfc.xoffUs};
    RequireShorter(draft, {link.pfc.xonBytes, link.pfc.xonUs}, xoff, true);
    if (link.queueBytes > 0)
    {
        RequireShorter(draft,
                       xoff,
                       {link.queueBytes, link.queueUs},
                       false,
                       ": a port that is full before it asks for a pause loses packets");
    }
    draft.Require(draft->background.load == 0,
                  draft->background.load,
                  Only(0) + " with " + draft.Quote(link.pfc.enabled) +
                      " (traffic of another priority is not modelled)");
}

/// Checks that the congestion control of flows can see the congestion: switches mark before a queue
/// is full, and a delay without any queue is below its target.
void
CheckCongestionControl(ScenarioDraft& draft)
{
    const FlowSpec& flow = draft->flow;
    switch (flow.congestionControl)
    {
    case CongestionAlgorithm::Window:
        return;
    case CongestionAlgorithm::Dctcp:
        draft.RequireAtMost(flow.initialPackets, flow.windowPackets);
        CheckMarks(draft, {flow.dctcp.thresholdBytes, flow.dctcp.thresholdUs});
        return;
    case CongestionAlgorithm::Dcqcn:
        CheckMarks(draft, {flow.dcqcn.minThresholdBytes, flow.dcqcn.minThresholdUs});
        if (flow.dcqcn.minThresholdUs == 0 && flow.dcqcn.maxThresholdUs == 0)
        {
            draft.Require(flow.dcqcn.maxThresholdBytes >= flow.dcqcn.minThresholdBytes,
                          flow.dcqcn.maxThresholdBytes,
                          draft.AtLeast(flow.dcqcn.minThresholdBytes));
            return;
        }
        RequireShorter(draft,
                       {flow.dcqcn.minThresholdBytes, flow.dcqcn.minThresholdUs},
                       {flow.dcqcn.maxThresholdBytes, flow.dcqcn.maxThresholdUs},
                       true);
        return;
    case CongestionAlgorithm::Swift:
        draft.RequireAtMost(flow.initialPackets, flow.windowPackets);
        CheckTarget(draft);
        return;
    }
}

/// Checks that packets which overtake each other are kept.
void
CheckFlowPaths(ScenarioDraft& draft)
{
    const FlowSpec& flow = draft->flow;
    draft.Require(KeepsOrder(flow.paths) || flow.repair == FlowRepair::SelectiveRepeat,
                  flow.repair,
                  Only("selective_repeat") + " with " + draft.Quote(flow.paths) +
                      ", since packets overtake each other");
}

void
CheckWindow(ScenarioDraft& draft)
{
    const WindowParameters& window = draft->window;
    draft.RequireAtMost(window.minPackets, window.initialPackets);
    draft.Require(window.maxPackets == 0 || window.maxPackets >= window.initialPackets,
                  window.maxPackets,
                  {"0 (no cap) or at least " + draft.Quote(window.initialPackets),
                   {{"minimum", window.initialPackets}}});
}

/// Checks that a preset of one system does not change what others share with it, as the window.
void
CheckPresets(ScenarioDraft& draft)
{
    const auto check = [&](const ValuesOf& preset, const std::string& name) {
        const auto& systems = draft->systems;
        const bool isAlone = systems.size() == 1 && systems.front() == name;
        draft.Require(preset == ValuesOf::Paper || isAlone,
                      preset,
                      Only("paper") + " with systems other than " + name +
                          " (the preset sets fields of all systems, as the timer)");
    };
    check(draft->atpPreset, "atp");
    check(draft->switchMlPreset, "switchml");
}

/// Checks that all workers of a job can compute when a place in the window gets another aggregator.
void
CheckWindowSlots(ScenarioDraft& draft)
{
    if (draft->switchNode.aggregatorIndex != IndexRule::WindowSlot)
    {
        return;
    }
    draft.Require(draft->window.maxPackets > 0,
                  draft->window.maxPackets,
                  AtLeast(draft->window.initialPackets) + " with " +
                      draft.Quote(draft->switchNode.aggregatorIndex) +
                      " (each place in the largest window has an aggregator)");
    const std::string reporting = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return system.onSwitch.reportsContention;
    });
    draft.Require(reporting.empty(),
                  draft->switchNode.aggregatorIndex,
                  OneOf({"mix64", "crc32", "linear"}) + " with " + reporting +
                      " (results tell of contention in the place of collisions)");
    const std::string running = SystemsWhere(draft.Written(), [&draft](const SystemRecord& system) {
        const WindowCount chosen = draft->window.count;
        const WindowCount count = chosen == WindowCount::Auto ? system.onHost.count : chosen;
        return system.SumsInSwitches() && system.onSwitch.memory == MemoryLayout::SharedPool &&
               count == WindowCount::Outstanding;
    });
    draft.Require(!draft->recovery.enabled || running.empty(),
                  draft->window.count,
                  Only("sequence") + " with " + draft.Quote(draft->switchNode.aggregatorIndex) +
                      " and " + draft.Quote(draft->recovery.enabled) + " (" + running + ")");
}

void
CheckQueue(ScenarioDraft& draft)
{
    uint64_t frame = std::max<uint64_t>(kInaFrameBytes, draft->reminder.bytes);
    for (const SystemRecord* record : SystemsOf(draft.Written()))
    {
        for (const SystemRecord* system : {record, FallbackOf(*record)})
        {
            const auto& values = draft->systemParameters;
            frame = system ? std::max<uint64_t>(frame, SystemWith(*system, values).DataFrameBytes())
                           : frame;
        }
    }
    frame += draft->link.overheadBytes;
    const std::string largest = "the largest packet with " + draft.Quote(draft->link.overheadBytes);
    const auto check = [&](const uint64_t& room) {
        draft.Require(room == 0 || room >= frame,
                      room,
                      {"0 (unlimited) or at least " + std::to_string(frame) + ", " + largest,
                       {{"minimum", frame}}});
    };
    const double us = draft->link.queueUs;
    if (us == 0)
    {
        check(draft->link.queueBytes);
    }
    else if (QueueBytesOf(us, SlowestGbps(*draft)) < frame)
    {
        const double least = static_cast<double>(8 * frame) / (SlowestGbps(*draft) * 1e3);
        draft.Refuse(draft->link.queueUs,
                     "0 or at least " + NumberText(least) + " us, the time of " + largest);
    }
    for (const LinkSpec& link : draft->topology.graph.links)
    {
        check(link.queueBytes);
    }
}

/// Checks that no frame is longer than an MTU allows.
void
CheckFrames(ScenarioDraft& draft)
{
    const std::string mtu = " with " + draft.Quote(draft->systemParameters.at(kMtuBytes.field));
    const uint32_t most = kEthernetBytes + draft->MtuBytes();
    draft.Require(draft->reminder.bytes <= most,
                  draft->reminder.bytes,
                  {"at most " + std::to_string(most) + mtu, {{"maximum", most}}});
    for (const SystemRecord* record : SystemsOf(draft.Written()))
    {
        const SystemParameter* const values = record->onHost.values;
        if (values && SystemWith(*record, draft->systemParameters).DataFrameBytes() > most)
        {
            const uint32_t fitting = (most - HeaderBytes(record->onHost.frame)) / 4;
            draft.Refuse(draft->systemParameters.at(values->field),
                         {"at most " + std::to_string(fitting) + mtu, {{"maximum", fitting}}});
        }
    }
}

void
CheckEngine(ScenarioDraft& draft)
{
    if (draft->engine != EngineChoice::Rounds)
    {
        return;
    }
    if (const auto unknown = FindUnknownField(*draft, KnownTo::Rounds))
    {
        draft.RefuseAt(unknown->pointer,
                       unknown->allowed +
                           " with engine = rounds, since other values need the events of ns-3");
    }
}

} // namespace

void
ApplyTrafficRules(ScenarioDraft& draft)
{
    CheckEngine(draft);
    CheckQueueTimes(draft);
    CheckBackground(draft);
    CheckWindow(draft);
    CheckFrames(draft);
    CheckQueue(draft);
    CheckPresets(draft);
    CheckWindowSlots(draft);
    CheckCongestionControl(draft);
    CheckFlowPaths(draft);
    CheckPauses(draft);
    CheckRings(draft);
}

} // namespace ns3::esa
