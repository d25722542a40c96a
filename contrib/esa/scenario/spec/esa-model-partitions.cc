/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-model-partitions.h"

#include "esa-scenario-choices.h"

#include "ns3/esa-gradient-buckets.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

constexpr uint64_t kDefaultPartitionBytes = 4096000; ///< BytePS's, and the largest of ATP
constexpr uint64_t kMaxPartitions = 10000;           ///< as in the schema

/// The fields that say how layers become partitions.
const char* const kFieldsOfBuckets[] = {"partition_bytes",
                                        "buckets",
                                        "bucket_bytes",
                                        "first_bucket_bytes"};

/// Gradient bytes of each tensor. A layer without a list of tensors is one.
TensorBytes
TensorsOf(const json& model, uint64_t bytesPerGradient)
{
    TensorBytes layers;
    for (const json& layer : model.at("layers"))
    {
        std::vector<uint64_t> tensors;
        for (const json& parameters : layer.value("tensors", json::array({layer.at("parameters")})))
        {
            tensors.push_back(parameters.get<uint64_t>() * bytesPerGradient);
        }
        layers.push_back(tensors);
    }
    return layers;
}

/// The partitions as in a scenario.
json
ToJson(const std::vector<Dnn::Partition>& partitions)
{
    json list = json::array();
    for (const Dnn::Partition& partition : partitions)
    {
        json entry = {{"layer", partition.layer}, {"bytes", partition.bytes}};
        if (partition.layerCount > 1)
        {
            entry["layer_count"] = partition.layerCount;
        }
        list.push_back(entry);
    }
    return list;
}

/// The partitions that the model's file lists.
json
OwnPartitions(const json& model,
              const json& config,
              const std::string& pointer,
              uint64_t bytesPerGradient,
              ConfigErrors& errors)
{
    for (const std::string field : kFieldsOfBuckets)
    {
        if (config.contains(json::json_pointer(pointer + "/" + field)))
        {
            Refuse(errors,
                   config,
                   pointer + "/" + field,
                   "absent: the model's file says what its partitions are");
        }
    }
    json partitions = json::array();
    for (const json& partition : model.at("partitions"))
    {
        const uint64_t bytes = partition.at("parameters").get<uint64_t>() * bytesPerGradient;
        partitions.push_back({{"layer", partition.at("layer")}, {"bytes", bytes}});
    }
    return partitions;
}

/// Why there are too many partitions; empty if there are not.
std::string
WhyTooMany(uint64_t count, const std::string& cause)
{
    return count <= kMaxPartitions
               ? ""
               : "cut into at most " + std::to_string(kMaxPartitions) + " partitions: with " +
                     cause + " there are " + std::to_string(count);
}

} // namespace

json
PartitionsOfModel(const json& model,
                  const json& config,
                  const std::string& pointer,
                  uint64_t bytesPerGradient,
                  ConfigErrors& errors)
{
    if (model.contains("partitions"))
    {
        return OwnPartitions(model, config, pointer, bytesPerGradient, errors);
    }
    const json& dnn = config.at(json::json_pointer(pointer));
    const auto rule = FindChoice<BucketRule>(dnn.value("buckets", "partitions"));
    if (!rule)
    {
        Refuse(errors, config, pointer + "/buckets", "a rule that the program knows");
        return json::array();
    }
    const TensorBytes layers = TensorsOf(model, bytesPerGradient);
    const uint64_t partitionBytes = dnn.value("partition_bytes", kDefaultPartitionBytes);
    BucketLimits limits;
    std::vector<Dnn::Partition> partitions;
    std::string problem;
    switch (*rule)
    {
    case BucketRule::Partitions:
        problem = WhyTooMany(CountPartitions(layers, partitionBytes),
                             std::to_string(partitionBytes) + " partition_bytes");
        if (problem.empty())
        {
            partitions = CutLayers(layers, partitionBytes);
        }
        break;
    case BucketRule::Layers:
        partitions = WholeLayers(layers);
        break;
    case BucketRule::Ddp:
        limits.firstBytes = dnn.value("first_bucket_bytes", limits.firstBytes);
        limits.otherBytes = dnn.value("bucket_bytes", limits.otherBytes);
        partitions = FillBuckets(layers, limits);
        problem = WhyTooMany(partitions.size(), "buckets as small as these");
        break;
    }
    if (!problem.empty())
    {
        Refuse(errors, config, pointer, problem);
    }
    return ToJson(partitions);
}

} // namespace ns3::esa
