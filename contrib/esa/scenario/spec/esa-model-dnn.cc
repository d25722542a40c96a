// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"
#include "esa-model-file.h"
#include "esa-scenario-choices.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-schema.h"

#include "ns3/esa-fixed-point.h"
#include "ns3/esa-gradient-buckets.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

constexpr double kMaxComputeUs = 1e9; ///< as in the schema
constexpr double kMaxRatio = 1e6;     ///< as in the schema
const char* const kLinkRate = "/link/rate_gbps";

constexpr uint64_t kDefaultPartitionBytes = 4096000; ///< BytePS's, and the largest of ATP
constexpr uint64_t kMaxPartitions = 10000;           ///< as in the schema

/// A field of a rule by which a model's gradients travel together.
struct FieldOfRule
{
    const char* name; ///< the field
    const char* rule; ///< value of buckets that reads it
};

constexpr FieldOfRule kFieldsOfRules[] = {{"partition_bytes", "partitions"},
                                          {"bucket_bytes", "ddp"},
                                          {"first_bucket_bytes", "ddp"}};

/// Refuses a field of a DNN that is there.
void
RequireAbsent(const json& config,
              const std::string& pointer,
              const std::string& field,
              const std::string& why,
              ConfigErrors& errors)
{
    const std::string place = ChildPointer(pointer, field);
    if (config.contains(json::json_pointer(place)))
    {
        Refuse(errors, config, place, "absent" + why);
    }
}

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

/// A size of a rule, of which a slice has its fraction, so that it has as many partitions or
/// buckets as the whole model.
/// @param dnn the DNN that may have the size
/// @param size the size if it does not
uint64_t
SlicedSize(const json& dnn, const char* field, uint64_t size)
{
    const auto whole = static_cast<double>(dnn.value(field, size));
    return std::max<uint64_t>(1, std::llround(whole * dnn.value("slice", 1.0)));
}

/// The size of partitions. A slice has no more of them than are allowed, though the whole model
/// has.
uint64_t
PartitionSize(const json& dnn, const TensorBytes& layers)
{
    uint64_t size = SlicedSize(dnn, "partition_bytes", kDefaultPartitionBytes);
    if (dnn.value("slice", 1.0) < 1)
    {
        for (uint64_t many = CountPartitions(layers, size); many > kMaxPartitions;
             many = CountPartitions(layers, size))
        {
            size = size * many / kMaxPartitions + 1;
        }
    }
    return size;
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
    const std::string why = ": the model's file says what its partitions are";
    RequireAbsent(config, pointer, "buckets", why, errors);
    for (const FieldOfRule& field : kFieldsOfRules)
    {
        RequireAbsent(config, pointer, field.name, why, errors);
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

/// Refuses sizes of rules other than the one that the DNN has: they would be ignored.
void
CheckSizes(const json& config, const std::string& pointer, ConfigErrors& errors)
{
    const json& dnn = config.at(json::json_pointer(pointer));
    const std::string rule = dnn.value("buckets", "partitions");
    for (const FieldOfRule& field : kFieldsOfRules)
    {
        if (rule != field.rule)
        {
            const std::string why = " unless " + pointer + "/buckets is " + field.rule;
            RequireAbsent(config, pointer, field.name, why, errors);
        }
    }
}

/// Decide what is sent of a model: its own partitions, or what the rule `buckets` of the DNN
/// makes of its layers.
/// @param model a model without errors
/// @param pointer place of the DNN that names the model
/// @param bytesPerGradient on the link
/// @return the DNN's partitions in the order of sending, as in a scenario; of no use after an error
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
    BucketLimits limits;
    const uint64_t partitionBytes = PartitionSize(dnn, layers);
    std::vector<Dnn::Partition> partitions;
    std::string problem;
    switch (*rule)
    {
    case BucketRule::Partitions:
        problem = WhyTooMany(CountPartitions(layers, partitionBytes),
                             std::to_string(partitionBytes) + " partition_bytes");
        problem += problem.empty() ? ""
                                   : "; \"buckets\": \"ddp\" makes larger ones, \"slice\": 0.001 "
                                     "trains a part of the model";
        if (problem.empty())
        {
            partitions = CutLayers(layers, partitionBytes);
        }
        break;
    case BucketRule::Layers:
        partitions = CutLayers(layers, kWholeLayers);
        break;
    case BucketRule::Ddp:
        limits.firstBytes = SlicedSize(dnn, "first_bucket_bytes", limits.firstBytes);
        limits.otherBytes = SlicedSize(dnn, "bucket_bytes", limits.otherBytes);
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

/// Replaces one model by its layers and partitions.
class Expansion
{
  public:
    Expansion(json& config, const std::string& letter, ConfigErrors& errors)
        : m_config(config),
          m_pointer("/dnns/" + letter),
          m_reference(config["dnns"][letter]),
          m_errors(errors)
    {
        if (m_reference.value("precision", "fp32") != "fp32")
        {
            m_bytesPerGradient = BytesPerGradient(GradientPrecision::Half); // bf16 has as many
        }
    }

    void Run(const json& whole)
    {
        const std::size_t before = m_errors.size();
        const json model = SliceOfModel(whole, m_reference.value("slice", 1.0));
        json dnn = json::object();
        dnn["layers"] = Layers(model);
        CheckComputation(dnn["layers"]);
        dnn["partitions"] =
            PartitionsOfModel(model, m_config, m_pointer, m_bytesPerGradient, m_errors);
        dnn["comm_comp_ratio"] = Ratio(model, dnn);
        for (const char* const kept : {"precision", "iterations", "slice"})
        {
            if (m_reference.contains(kept))
            {
                dnn[kept] = m_reference[kept];
            }
        }
        if (m_errors.size() == before)
        {
            m_config[json::json_pointer(m_pointer)] = dnn;
        }
    }

  private:
    json Layers(const json& model) const
    {
        json layers = json::array();
        const double scale = m_reference.value("compute_scale", 1.0);
        for (const json& layer : model.at("layers"))
        {
            layers.push_back({{"name", layer.at("name")},
                              {"forward_us", layer.at("forward_us").get<double>() * scale},
                              {"backward_us", layer.at("backward_us").get<double>() * scale}});
        }
        return layers;
    }

    /// Checks that the scale keeps the times within the range that a layer of the scenario has.
    void CheckComputation(const json& layers)
    {
        double longestUs = 0;
        for (const json& layer : layers)
        {
            longestUs = std::max(
                {longestUs, layer["forward_us"].get<double>(), layer["backward_us"].get<double>()});
        }
        if (longestUs > kMaxComputeUs)
        {
            Refuse(m_errors,
                   m_config,
                   m_pointer + "/compute_scale",
                   "so small that no part of a layer computes for more than 1e9 us");
        }
    }

    /// Comm/Comp: that of the scenario, of the model, or what follows from the link's rate.
    json Ratio(const json& model, const json& dnn)
    {
        for (const json* source : {static_cast<const json*>(&m_reference), &model})
        {
            if (source->contains("comm_comp_ratio"))
            {
                return source->at("comm_comp_ratio");
            }
        }
        double bytes = 0;
        for (const json& partition : dnn["partitions"])
        {
            bytes += partition["bytes"].get<double>();
        }
        double computeUs = 0;
        for (const json& layer : dnn["layers"])
        {
            computeUs += layer["forward_us"].get<double>() + layer["backward_us"].get<double>();
        }
        const double linkBitsPerUs = m_config.at(json::json_pointer(kLinkRate)).get<double>() * 1e3;
        const double ratio = bytes * 8 / linkBitsPerUs / computeUs;
        if (!(computeUs > 0 && ratio <= kMaxRatio))
        {
            Refuse(m_errors,
                   m_config,
                   m_pointer,
                   computeUs > 0
                       ? "given a comm_comp_ratio: what follows from the link's rate is above 1e6"
                       : "given a comm_comp_ratio: without computation there is no other");
            return nullptr;
        }
        return ratio;
    }

    json& m_config;         ///< the configuration
    std::string m_pointer;  ///< the DNN's place in it
    const json m_reference; ///< the DNN as it was
    ConfigErrors& m_errors; ///< where to append what is wrong
    uint64_t m_bytesPerGradient{BytesPerGradient(GradientPrecision::Single)}; ///< on the link
};

} // namespace

ConfigErrors
ExpandModels(json& config, const std::filesystem::path& folder)
{
    ConfigErrors errors;
    const json dnns = config.at("dnns");
    for (const auto& [letter, dnn] : dnns.items())
    {
        if (!dnn.contains("model"))
        {
            continue;
        }
        try
        {
            const json model = ReadModel(dnn["model"].get<std::string>(), folder);
            Expansion(config, letter, errors).Run(model);
        }
        catch (const ScenarioError& error)
        {
            for (const std::string& line : error.Lines())
            {
                errors.push_back({"/dnns/" + letter + "/model", line});
            }
        }
    }
    return errors;
}

void
ReplacePaths(json& config, const std::function<std::string(const std::string& path)>& replace)
{
    const auto replaceIn = [&replace](json& path, bool isPath) {
        if (isPath)
        {
            path = replace(path.get<std::string>());
        }
    };
    const auto isNamed = [](const json& path) { return path.is_string() && path != ""; };
    const auto member = [](json& object, const char* name) {
        const auto found = object.is_object() ? object.find(name) : object.end();
        return found == object.end() ? nullptr : &*found;
    };
    if (json* const dnns = member(config, "dnns"); dnns && dnns->is_object())
    {
        for (json& dnn : *dnns)
        {
            if (json* const model = member(dnn, "model"))
            {
                replaceIn(*model, isNamed(*model) && IsModelPath(model->get<std::string>()));
            }
        }
    }
    json* const execution = member(config, "execution");
    if (json* const traces = execution ? member(*execution, "traces") : nullptr;
        traces && traces->is_array())
    {
        for (json& trace : *traces)
        {
            replaceIn(trace, isNamed(trace));
        }
    }
    for (const std::string& pointer : FilePointers())
    {
        const json::json_pointer place(pointer);
        json& group = config; // which may be no object
        if (group.contains(place.parent_pointer()) && group[place.parent_pointer()].is_object() &&
            group.contains(place))
        {
            replaceIn(group[place], isNamed(group[place]));
        }
    }
}

ConfigErrors
CheckDnnForms(const json& config)
{
    ConfigErrors errors;
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        const std::string pointer = ChildPointer("/dnns", letter);
        const bool hasModel = dnn.contains("model");
        if (hasModel)
        {
            const std::string why = " where " + pointer + "/model says it";
            RequireAbsent(config, pointer, "layers", why, errors);
            RequireAbsent(config, pointer, "partitions", why, errors);
            CheckSizes(config, pointer, errors);
            continue;
        }
        for (const char* const ofModel :
             {"partition_bytes", "buckets", "bucket_bytes", "first_bucket_bytes", "compute_scale"})
        {
            const std::string why = " where there is no " + pointer + "/model";
            RequireAbsent(config, pointer, ofModel, why, errors);
        }
        for (const std::string needed : {"layers", "partitions", "comm_comp_ratio"})
        {
            if (!dnn.contains(needed))
            {
                const std::string place = ChildPointer(pointer, needed);
                errors.push_back({place,
                                  "missing: must be " +
                                      DescribeAllowed(*ScenarioSchema::Get().Find(place)) +
                                      "; or name a model"});
            }
        }
    }
    return errors;
}

} // namespace ns3::esa
