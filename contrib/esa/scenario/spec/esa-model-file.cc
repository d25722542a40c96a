// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-model-file.h"

#include "esa-scenario-schema.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

const char* const kJsonEnd = ".json"; ///< of a reference that is the path of a model file

/// Checks that the partitions of each layer add up to the layer.
void
CheckPartitions(const json& model, ConfigErrors& errors)
{
    if (!model.contains("partitions"))
    {
        return;
    }
    const json& layers = model.at("layers");
    std::vector<uint64_t> missing;
    for (const json& layer : layers)
    {
        missing.push_back(layer.at("parameters").get<uint64_t>());
    }
    for (std::size_t p = 0; p < model.at("partitions").size(); ++p)
    {
        const std::string pointer = "/partitions/" + std::to_string(p);
        const auto layer = model["partitions"][p].at("layer").get<std::size_t>();
        const auto parameters = model["partitions"][p].at("parameters").get<uint64_t>();
        if (layer > layers.size())
        {
            Refuse(errors,
                   model,
                   pointer + "/layer",
                   "a layer from 1 to " + std::to_string(layers.size()));
            return;
        }
        if (parameters > missing[layer - 1])
        {
            Refuse(errors,
                   model,
                   pointer + "/parameters",
                   "at most " + std::to_string(missing[layer - 1]) + ", what is left of layer " +
                       std::to_string(layer));
            return;
        }
        missing[layer - 1] -= parameters;
    }
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
    {
        if (missing[layer] > 0)
        {
            Refuse(errors,
                   model,
                   "/layers/" + std::to_string(layer) + "/parameters",
                   "as many as in its entries of /partitions, " + std::to_string(missing[layer]) +
                       " fewer");
        }
    }
}

/// Checks that the tensors of each layer add up to the layer.
void
CheckTensors(const json& model, ConfigErrors& errors)
{
    const json& layers = model.at("layers");
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
    {
        if (!layers[layer].contains("tensors"))
        {
            continue;
        }
        uint64_t parameters = 0;
        for (const json& tensor : layers[layer]["tensors"])
        {
            parameters += tensor.get<uint64_t>();
        }
        if (parameters != layers[layer].at("parameters").get<uint64_t>())
        {
            Refuse(errors,
                   model,
                   "/layers/" + std::to_string(layer) + "/parameters",
                   std::to_string(parameters) + ", the sum of its tensors");
        }
    }
}

/// Checks that the experts of each layer have no more parameters than the layer.
void
CheckExperts(const json& model, ConfigErrors& errors)
{
    const json& layers = model.at("layers");
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
    {
        const auto most = layers[layer].at("parameters").get<uint64_t>();
        if (layers[layer].contains("experts") &&
            layers[layer]["experts"].at("parameters").get<uint64_t>() > most)
        {
            Refuse(errors,
                   model,
                   "/layers/" + std::to_string(layer) + "/experts/parameters",
                   "at most " + std::to_string(most) + ", the parameters of the layer");
        }
    }
}

/// A fraction of some parameters or values.
uint64_t
PartOf(const json& whole, double slice)
{
    const double part = whole.get<double>() * slice;
    return std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(part)));
}

/// Takes a fraction of a member of a layer that may be absent or 0.
void
TakePart(json& of, const char* member, double slice)
{
    if (of.contains(member) && of[member] > 0)
    {
        of[member] = PartOf(of[member], slice);
    }
}

ConfigErrors
FindModelErrors(const json& model)
{
    const ScenarioSchema& schema = ScenarioSchema::OfModels();
    ConfigErrors errors = FindExplainedErrors(schema, model);
    if (errors.empty())
    {
        CheckTensors(model, errors);
        CheckPartitions(model, errors);
        CheckExperts(model, errors);
    }
    return errors;
}

/// Where an error is: its pointer, and the layer's name if it is in a layer that has one.
std::string
PlaceOf(const ConfigError& error, const json& model)
{
    if (error.pointer.empty())
    {
        return "the model";
    }
    const std::vector<std::string> names = SplitPointer(error.pointer);
    if (names.size() > 1 && names[0] == "layers")
    {
        const json::json_pointer name("/layers/" + names[1] + "/name");
        if (model.contains(name) && model[name].is_string())
        {
            return Shown(error.pointer) + " (" + ShortText(model[name]) + ")";
        }
    }
    return Shown(error.pointer);
}

std::string
ReadModelText(const std::string& reference, const std::filesystem::path& folder)
{
    if (IsModelPath(reference))
    {
        return ReadTextFile((folder / reference).string());
    }
    for (std::size_t i = 0; i < kModelFilesCount; ++i)
    {
        if (reference == kModelFiles[i].name)
        {
            return kModelFiles[i].text;
        }
    }
    if (HasEnding(reference, ".csv"))
    {
        const std::string stem = Shown(reference.substr(0, reference.size() - 4));
        throw ScenarioError({Shown(reference) +
                             ": is not allowed: must be a model file in JSON, "
                             "which ./ns3 trace import " +
                             Shown(reference) + " --out " + stem + " writes as " + stem + ".json"});
    }
    const std::string nearest = NearestWord(reference, ModelNames());
    throw ScenarioError({"there is no model \"" + Shown(reference) + "\"; " +
                         (nearest.empty() ? "" : "did you mean " + nearest + "? ") +
                         "Allowed are " + JoinWords(ModelNames()) +
                         ", and paths of files that end in " + kJsonEnd});
}

} // namespace

json
ParseModel(const std::string& text, const std::string& origin)
{
    json model = ParseJsonText(text, origin);
    std::vector<std::string> lines;
    for (const ConfigError& error : FindModelErrors(model))
    {
        lines.push_back(Shown(origin) + ": " + PlaceOf(error, model) + ": " + error.text);
    }
    ThrowLines(lines);
    return model;
}

json
ReadModel(const std::string& reference, const std::filesystem::path& folder)
{
    return ParseModel(ReadModelText(reference, folder), reference);
}

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
        TakePart(layer, "activations", slice);
        TakePart(layer, "tensor_values", slice);
        if (layer.contains("experts"))
        {
            TakePart(layer["experts"], "parameters", slice);
            TakePart(layer["experts"], "values", slice);
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

bool
IsModelPath(const std::string& reference)
{
    return HasEnding(reference, kJsonEnd);
}

std::vector<std::string>
ModelNames()
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kModelFilesCount; ++i)
    {
        names.emplace_back(kModelFiles[i].name);
    }
    return names;
}

} // namespace ns3::esa
