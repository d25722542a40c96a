/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-rules.h"

#include "ns3/esa-frame-sizes.h"

#include <algorithm>
#include <string>

namespace ns3::esa
{

namespace
{

/// A queue has to be longer than the threshold of its marks.
void
CheckMarks(const ScenarioDraft& draft, const uint64_t& threshold, ConfigErrors& errors)
{
    const uint64_t room = draft->link.queueBytes;
    if (room != 0 && threshold >= room)
    {
        draft.Refuse(errors,
                     threshold,
                     "below " + draft.Quote(draft->link.queueBytes) +
                         ": a queue that is full before it marks tells \"" +
                         NameOf(draft->flow.congestionControl) + "\" nothing");
    }
}

void
CheckFirstWindow(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const FlowSpec& flow = draft->flow;
    if (flow.initialPackets > flow.windowPackets)
    {
        draft.Refuse(errors, flow.initialPackets, "at most " + draft.Quote(flow.windowPackets));
    }
}

void
CheckTarget(const ScenarioDraft& draft, ConfigErrors& errors)
{
    if (draft->topology.kind == TopologyKind::Graph)
    {
        return; // each link has its own delay
    }
    // Data and acknowledgement cross two links each, and the switch between them.
    const double bitsPerUs = draft->link.rateGbps * 1000;
    const double minUs =
        4 * draft->link.delayUs +
        (2 * draft->switchNode.processingNs + 2 * draft->host.processingNs) / 1000 +
        2 * 8 * (kMtuFrameBytes + kAckFrameBytes) / bitsPerUs;
    if (draft->flow.swift.targetUs <= minUs)
    {
        draft.Refuse(errors,
                     draft->flow.swift.targetUs,
                     "above " + std::to_string(minUs) +
                         ", the round trip through one switch without any queue");
    }
}

} // namespace

void
CheckRings(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const uint32_t& rings = draft->jobs.rings;
    if (rings == 0)
    {
        return;
    }
    if (!draft->trace.file.empty() || !draft->trace.jobs.empty() ||
        !draft->execution.traces.empty())
    {
        draft.Refuse(errors, rings, "0 with a trace, which says what each job does");
    }
    else if (rings > draft->jobs.count)
    {
        draft.Refuse(errors, rings, "at most " + draft.Quote(draft->jobs.count));
    }
    if (draft->payload != PayloadMode::Digest)
    {
        draft.Refuse(errors,
                     draft->payload,
                     "\"digest\" with " + draft.Quote(rings) +
                         " (packets of an MTU carry no values here)");
    }
    if (!draft->faults.psRestarts.empty())
    {
        draft.Refuse(errors, draft->faults.psRestarts, "[] with " + draft.Quote(rings));
    }
}

void
CheckPauses(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const auto& link = draft->link;
    if (!link.pfc.enabled)
    {
        return;
    }
    if (link.pfc.xonBytes > link.pfc.xoffBytes)
    {
        draft.Refuse(errors, link.pfc.xonBytes, "at most " + draft.Quote(link.pfc.xoffBytes));
    }
    if (link.queueBytes != 0 && link.pfc.xoffBytes >= link.queueBytes)
    {
        draft.Refuse(errors,
                     link.pfc.xoffBytes,
                     "below " + draft.Quote(link.queueBytes) +
                         ": a port that is full before it asks for a pause loses packets");
    }
    if (draft->background.load > 0)
    {
        draft.Refuse(errors,
                     draft->background.load,
                     "0 with " + draft.Quote(link.pfc.enabled) +
                         " (traffic of another priority is not modelled)");
    }
}

void
CheckCongestionControl(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const FlowSpec& flow = draft->flow;
    switch (flow.congestionControl)
    {
    case CongestionAlgorithm::Window:
        return;
    case CongestionAlgorithm::Dctcp:
        CheckFirstWindow(draft, errors);
        CheckMarks(draft, flow.dctcp.thresholdBytes, errors);
        return;
    case CongestionAlgorithm::Dcqcn:
        CheckMarks(draft, flow.dcqcn.minThresholdBytes, errors);
        if (flow.dcqcn.maxThresholdBytes < flow.dcqcn.minThresholdBytes)
        {
            draft.Refuse(errors,
                         flow.dcqcn.maxThresholdBytes,
                         "at least " + draft.Quote(flow.dcqcn.minThresholdBytes));
        }
        return;
    case CongestionAlgorithm::Swift:
        CheckFirstWindow(draft, errors);
        CheckTarget(draft, errors);
        return;
    }
}

} // namespace ns3::esa
