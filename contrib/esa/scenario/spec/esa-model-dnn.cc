/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-model-dnn.h"

#include "esa-dnn-forms.h"
#include "esa-model-file.h"
#include "esa-model-partitions.h"

#include "ns3/esa-gradient-precision.h"
#include "ns3/esa-scenario-error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
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

/// A fraction of some parameters.
uint64_t
PartOf(const json& parameters, double slice)
{
    const double part = parameters.get<double>() * slice;
    return std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(part)));
}

/// Takes a fraction of a model: of the parameters of each layer, tensor and partition, and of each
/// time.
json
SliceOfModel(const json& model, double slice)
{
    json sliced = model;
    if (slice == 1)
    {
        return sliced;
    }
    for (json& layer : sliced["layers"])
    {
        layer["parameters"] = PartOf(layer["parameters"], slice);
        for (const char* const time : {"forward_us", "backward_us"})
        {
            layer[time] = layer[time].get<double>() * slice;
        }
        if (layer.contains("tensors"))
        {
            for (json& tensor : layer["tensors"])
            {
                tensor = PartOf(tensor, slice);
            }
        }
    }
    if (sliced.contains("partitions"))
    {
        for (json& partition : sliced["partitions"])
        {
            partition["parameters"] = PartOf(partition["parameters"], slice);
        }
    }
    return sliced;
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
ExpandModels(json& config, const std::filesystem::path& folder, const ConfigErrors& known)
{
    ConfigErrors errors;
    if (HasErrorAt(known, kLinkRate))
    {
        return errors;
    }
    for (const std::string& letter : SoundDnns(config, known))
    {
        const json& dnn = config["dnns"][letter];
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
MakePathsAbsolute(json& config, const std::filesystem::path& folder)
{
    for (auto& [letter, dnn] : config["dnns"].items())
    {
        if (dnn.contains("model") && IsModelPath(dnn["model"].get<std::string>()))
        {
            dnn["model"] =
                std::filesystem::absolute(folder / dnn["model"].get<std::string>()).string();
        }
    }
    for (json& trace : config["execution"]["traces"])
    {
        trace = std::filesystem::absolute(folder / trace.get<std::string>()).string();
    }
    for (const char* const group : {"trace", "topology", "placement"})
    {
        json& file = config[group]["file"];
        if (file != "")
        {
            file = std::filesystem::absolute(folder / file.get<std::string>()).string();
        }
    }
}

} // namespace ns3::esa
