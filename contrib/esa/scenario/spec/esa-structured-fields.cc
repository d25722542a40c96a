/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-fields.h"

#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// A reader of a group of a configuration.
ObjectReader
GroupReader(const json& config, const std::string& name, ReadingNotes& notes)
{
    return {config.at(name), ChildPointer("", name), notes};
}

void
ReadLayer(ObjectReader& reader, LayerSpec& layer)
{
    // compute_us is another name for forward_us, without a backward part
    const bool hasCompute = reader.Take("compute_us", layer.forwardUs);
    const bool hasForward = reader.Take("forward_us", layer.forwardUs);
    if (hasCompute == hasForward)
    {
        reader.Refuse("a layer with either compute_us or forward_us, in us");
    }
    reader.Take("backward_us", layer.backwardUs);
}

void
ReadPartition(ObjectReader& reader, PartitionSpec& partition)
{
    reader.Take("layer", partition.layer);
    reader.Take("layer_count", partition.layerCount);
    reader.Take("bytes", partition.bytes);
}

void
ReadDnns(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    for (const auto& [letter, fields] : config.at("dnns").items())
    {
        DnnSpec& dnn = scenario.dnns[letter];
        const std::string pointer = ChildPointer("/dnns", letter);
        notes.places.Note(&dnn, typeid(dnn), pointer);
        ObjectReader reader(fields, pointer, notes);
        reader.TakeList("layers", dnn.layers, ReadLayer);
        reader.TakeList("partitions", dnn.partitions, ReadPartition);
        reader.Take("comm_comp_ratio", dnn.commCompRatio);
        reader.Take("precision", dnn.precision);
        reader.Take("iterations", dnn.iterations);
        reader.Take("slice", dnn.slice);
    }
}

/// A reader of the graph of a topology.
ObjectReader
GraphReader(const json& config, ReadingNotes& notes)
{
    return {config.at("topology").at("graph"), "/topology/graph", notes};
}

void
ReadGraphNodes(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    GraphReader(config, notes)
        .TakeList("nodes", scenario.topology.graph.nodes, [](ObjectReader& reader, NodeSpec& node) {
            reader.Take("name", node.name);
            reader.Take("role", node.role);
            reader.Take("memory_bytes", node.memoryBytes);
        });
}

void
ReadGraphLinks(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    GraphReader(config, notes)
        .TakeList("links", scenario.topology.graph.links, [](ObjectReader& reader, LinkSpec& link) {
            reader.Take("between", link.between);
            reader.Take("rate_gbps", link.rateGbps);
            reader.Take("delay_us", link.delayUs);
            reader.Take("queue_bytes", link.queueBytes);
        });
}

void
ReadPlacementJobs(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    GroupReader(config, "placement", notes)
        .TakeList("jobs", scenario.placement.jobs, [](ObjectReader& reader, JobPlacement& job) {
            reader.Take("workers", job.workerHosts);
            reader.Take("ps", job.psHost);
        });
}

void
ReadTraceJobs(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    GroupReader(config, "trace", notes)
        .TakeList("jobs", scenario.trace.jobs, [](ObjectReader& reader, TraceJobSpec& job) {
            reader.Take("submit_time", job.submitS);
            reader.Take("gpu_num", job.workers);
            reader.Take("duration", job.durationS);
            reader.Take("model", job.dnn);
        });
}

void
ReadLinkEntry(ObjectReader& reader, LinkFaultEntry& entry)
{
    reader.Take("hosts", entry.hosts);
    reader.Take("direction", entry.direction);
    ForEachLinkFault([&reader, &entry](const char* name, auto member) {
        reader.Take(name, entry.spec.*member);
    });
    reader.Take("lost_packets", entry.spec.lostPackets);
    reader.TakeList("down", entry.spec.down, [](ObjectReader& time, LinkFaultSpec::Outage& outage) {
        time.Take("from_us", outage.fromUs);
        time.Take("until_us", outage.untilUs);
    });
}

void
ReadLinkEntries(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    GroupReader(config, "faults", notes)
        .TakeList("links", scenario.faults.linkEntries, ReadLinkEntry);
}

void
ReadWorkerPauses(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    GroupReader(config, "faults", notes)
        .TakeList("worker_pauses",
                  scenario.faults.workerPauses,
                  [](ObjectReader& reader, WorkerPauseSpec& pause) {
                      reader.Take("job", pause.job);
                      reader.Take("worker", pause.worker);
                      reader.Take("at_us", pause.atUs);
                      reader.Take("duration_us", pause.durationUs);
                  });
}

void
ReadPsRestarts(const json& config, Scenario& scenario, ReadingNotes& notes)
{
    GroupReader(config, "faults", notes)
        .TakeList("ps_restarts",
                  scenario.faults.psRestarts,
                  [](ObjectReader& reader, PsRestartSpec& restart) {
                      reader.Take("job", restart.job);
                      reader.Take("at_us", restart.atUs);
                  });
}

} // namespace

const std::vector<StructuredField>&
StructuredFields()
{
    using S = Scenario;
    static const std::vector<StructuredField> fields{
        {"/dnns", ReadDnns, [](const S& s) { return s.dnns.size(); }},
        {"/topology/graph/nodes",
         ReadGraphNodes,
         [](const S& s) { return s.topology.graph.nodes.size(); }},
        {"/topology/graph/links",
         ReadGraphLinks,
         [](const S& s) { return s.topology.graph.links.size(); }},
        {"/placement/jobs", ReadPlacementJobs, [](const S& s) { return s.placement.jobs.size(); }},
        {"/trace/jobs", ReadTraceJobs, [](const S& s) { return s.trace.jobs.size(); }},
        {"/faults/links", ReadLinkEntries, [](const S& s) { return s.faults.linkEntries.size(); }},
        {"/faults/worker_pauses",
         ReadWorkerPauses,
         [](const S& s) { return s.faults.workerPauses.size(); }},
        {"/faults/ps_restarts",
         ReadPsRestarts,
         [](const S& s) { return s.faults.psRestarts.size(); }},
    };
    return fields;
}

} // namespace ns3::esa
