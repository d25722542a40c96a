/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-model-file.h"

#include "esa-model-csv.h"

#include "ns3/esa-config-error.h"
#include "ns3/esa-embedded-files.h"
#include "ns3/esa-json-path.h"
#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"
#include "ns3/esa-schema-words.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

const char* const kJsonEnd = ".json"; ///< of a reference that is the path of a model file
const char* const kCsvEnd = ".csv";   ///< of one that is the path of a benchmark's profile

/// Whether a reference is a path that ends so.
bool
EndsIn(const std::string& reference, const std::string& end)
{
    return reference.size() > end.size() &&
           reference.compare(reference.size() - end.size(), end.size(), end) == 0;
}

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

ConfigErrors
FindModelErrors(const json& model)
{
    const ScenarioSchema& schema = ScenarioSchema::OfModels();
    ConfigErrors errors = FindExplainedErrors(schema, model);
    if (errors.empty())
    {
        CheckTensors(model, errors);
        CheckPartitions(model, errors);
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
    const std::string nearest = NearestWord(reference, ModelNames());
    throw ScenarioError({"there is no model \"" + Shown(reference) + "\"; " +
                         (nearest.empty() ? "" : "did you mean " + nearest + "? ") +
                         "Allowed are " + JoinWords(ModelNames()) +
                         ", and paths of files that end in " + kJsonEnd + " or " + kCsvEnd});
}

} // namespace

json
ParseModel(const std::string& text, const std::string& origin)
{
    json model = ParseJsonText(text, origin);
    const ConfigErrors errors = FindModelErrors(model);
    if (!errors.empty())
    {
        std::vector<std::string> lines;
        for (const ConfigError& error : errors.Kept())
        {
            lines.push_back(Shown(origin) + ": " + PlaceOf(error, model) + ": " + error.text);
        }
        throw ScenarioError(lines, errors.size() - lines.size());
    }
    return model;
}

json
ReadModel(const std::string& reference, const std::filesystem::path& folder)
{
    const std::string text = ReadModelText(reference, folder);
    return EndsIn(reference, kCsvEnd) ? ParseModelCsv(text, reference)
                                      : ParseModel(text, reference);
}

bool
IsModelPath(const std::string& reference)
{
    return EndsIn(reference, kJsonEnd) || EndsIn(reference, kCsvEnd);
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
