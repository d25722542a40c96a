// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-fields.h"

#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

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
ReadPartition(ObjectReader& reader, Dnn::Partition& partition)
{
    reader.Take("layer", partition.layer);
    reader.Take("layer_count", partition.layerCount);
    reader.Take("bytes", partition.bytes);
}

void
ReadDnns(const json& config, Scenario& scenario, const ReadingNotes& notes)
{
    for (const auto& [letter, fields] : config.at("dnns").items())
    {
        DnnSpec& dnn = scenario.dnns[letter];
        const std::string pointer = ChildPointer("/dnns", letter);
        notes.places[{&dnn, typeid(dnn)}] = pointer;
        ObjectReader reader(fields, pointer, notes);
        reader.TakeList("layers", dnn.layers, ReadLayer);
        reader.TakeList("partitions", dnn.partitions, ReadPartition);
        reader.Take("comm_comp_ratio", dnn.commCompRatio);
        reader.Take("precision", dnn.precision);
        reader.Take("iterations", dnn.iterations);
        reader.Take("slice", dnn.slice);
    }
}

/// What makes the fields of a group that hold lists of objects. members: the path to the group. A
/// function reads one object of a list.
template <typename... Members>
auto
Lists(const std::string& group, Members... members)
{
    return [=](const std::string& name, auto list, auto read) {
        return StructuredField{
            group + "/" + name,
            [=](const json& config, Scenario& scenario, const ReadingNotes& notes) {
                ObjectReader(config.at(json::json_pointer(group)), group, notes)
                    .TakeList(name, (scenario.*....*members).*list, read);
            },
            [=](const Scenario& scenario) { return ((scenario.*....*members).*list).size(); },
            KnownTo::Rounds};
    };
}

/// A field that the task runner has, too.
StructuredField
Tasks(StructuredField field)
{
    field.knownTo = KnownTo::Tasks;
    return field;
}

} // namespace

std::vector<StructuredField>
ListsWithReaders()
{
    using S = Scenario;
    const auto graph = Lists("/topology/graph", &S::topology, &S::Topology::graph);
    const auto placement = Lists("/placement", &S::placement);
    const auto aggregation = Lists("/aggregation", &S::aggregation);
    const auto trace = Lists("/trace", &S::trace);
    return {
        {"/dnns", ReadDnns, [](const S& s) { return s.dnns.size(); }, KnownTo::Tasks},
        graph("nodes",
              &GraphSpec::nodes,
              [](ObjectReader& reader, NodeSpec& node) {
                  reader.Take("name", node.name);
                  reader.Take("role", node.role);
                  reader.Take("memory_bytes", node.memoryBytes);
              }),
        graph("links",
              &GraphSpec::links,
              [](ObjectReader& reader, LinkSpec& link) {
                  reader.Take("between", link.between);
                  reader.Take("rate_gbps", link.rateGbps);
                  reader.Take("delay_us", link.delayUs);
                  reader.Take("queue_bytes", link.queueBytes);
              }),
        Tasks(placement("jobs",
                        &S::Placement::jobs,
                        [](ObjectReader& reader, JobPlacement& job) {
                            reader.Take("workers", job.workerHosts);
                            reader.Take("ps", job.psHost);
                        })),
        aggregation(
            "jobs",
            &AggregationSpec::jobs,
            [](ObjectReader& reader, JobTreesSpec& job) {
                reader.TakeList("trees", job.trees, [](ObjectReader& ofTree, TreeSpec& tree) {
                    ofTree.Take("ways", tree.ways);
                    ofTree.Take("sums", tree.sums);
                });
            }),
        trace("jobs",
              &S::Trace::jobs,
              [](ObjectReader& reader, TraceJobSpec& job) {
                  reader.Take("submit_time", job.submitS);
                  reader.Take("gpu_num", job.workers);
                  reader.Take("duration", job.durationS);
                  reader.Take("model", job.dnn);
              }),
    };
}

} // namespace ns3::esa
