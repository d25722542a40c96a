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

constexpr std::size_t kMaxLayers = 1000;           ///< as in a model file
constexpr uint64_t kMaxParameters = 1000000000000; ///< as in a model file
constexpr double kMaxNs = 1e12;                    ///< 1e9 us, as in a model file
constexpr double kNsPerUs = 1000;

/// Columns of the form, in its order.
enum Column : std::size_t
{
    kIndex,
    kParameters,
    kForward,
    kBackward,
};

/// Reads the layers, and collects what is wrong.
class LayerReader
{
  public:
    LayerReader(const CsvForm& form, std::string file)
        : m_form(form),
          m_file(std::move(file))
    {
    }

    /// Reads a line.
    void Read(const CsvLine& row)
    {
        const json index = CsvValue(row.cells[kIndex]);
        const bool isFirst = m_layers.empty() && m_errors.empty();
        const bool isNumber = index.is_number_unsigned();
        if (isFirst && isNumber && index.get<uint64_t>() <= 1)
        {
            m_next = index.get<uint64_t>();
        }
        if (!isNumber || index.get<uint64_t>() != m_next)
        {
            Refuse(row,
                   kIndex,
                   isFirst ? "0 or 1, the number of the front layer"
                           : std::to_string(m_next) + ", since layers count up by one");
        }
        m_next = (isNumber ? index.get<uint64_t>() : m_next) + 1;
        const json parameters = CsvValue(row.cells[kParameters]);
        if (!parameters.is_number_unsigned() || parameters.get<uint64_t>() < 1 ||
            parameters.get<uint64_t>() > kMaxParameters)
        {
            Refuse(row,
                   kParameters,
                   "an integer from 1 to 1000000000000; a layer without parameters belongs to the "
                   "layer before it");
        }
        m_layers.push_back({{"name", "layer " + row.cells[kIndex]},
                            {"parameters", parameters},
                            {"forward_us", MicrosecondsOf(row, kForward)},
                            {"backward_us", MicrosecondsOf(row, kBackward)}});
    }

    /// @return the layers
    /// @throws ScenarioError with what is wrong
    json Layers() const
    {
        ThrowLines(m_errors);
        return m_layers;
    }

  private:
    double MicrosecondsOf(const CsvLine& row, Column column)
    {
        const json time = CsvValue(row.cells[column]);
        if (!time.is_number() || !(time.get<double>() >= 0 && time.get<double>() <= kMaxNs))
        {
            Refuse(row, column, "a number from 0 to 1000000000000, in ns");
            return 0;
        }
        return time.get<double>() / kNsPerUs;
    }

    void Refuse(const CsvLine& row, Column column, const std::string& allowed)
    {
        m_errors.push_back(m_file + ":" + std::to_string(row.line) + ": " + m_form.columns[column] +
                           ": " + NotAllowed(CsvValue(row.cells[column]), allowed));
    }

    const CsvForm& m_form;             ///< the columns
    std::string m_file;                ///< name for messages
    uint64_t m_next{0};                ///< number of the next layer
    json m_layers = json::array();     ///< as in a model file
    std::vector<std::string> m_errors; ///< what is wrong
};

const char* const kJsonEnd = ".json"; ///< of a reference that is the path of a model file
const char* const kCsvEnd = ".csv";   ///< of one that is the path of a benchmark's profile

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
    const std::string nearest = NearestWord(reference, ModelNames());
    throw ScenarioError({"there is no model \"" + Shown(reference) + "\"; " +
                         (nearest.empty() ? "" : "did you mean " + nearest + "? ") +
                         "Allowed are " + JoinWords(ModelNames()) +
                         ", and paths of files that end in " + kJsonEnd + " or " + kCsvEnd});
}

} // namespace

json
ParseModelCsv(const std::string& text, const std::string& origin)
{
    const CsvForm form{{"layer_index", "numel", "forward_pass_ns", "backward_pass_ns"},
                       "layer",
                       kMaxLayers,
                       std::to_string(kMaxLayers) + " layers"};
    LayerReader reader(form, Shown(origin));
    for (const CsvLine& row : ParseCsvRows(text, origin, form))
    {
        reader.Read(row);
    }
    return {{"name", "csv"}, {"layers", reader.Layers()}};
}

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
    const std::string text = ReadModelText(reference, folder);
    return HasEnding(reference, kCsvEnd) ? ParseModelCsv(text, reference)
                                         : ParseModel(text, reference);
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
    return HasEnding(reference, kJsonEnd) || HasEnding(reference, kCsvEnd);
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
