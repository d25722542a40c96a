/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-dnn-rules.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-words.h"
#include "ns3/esa-switchml-wire-format.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

constexpr uint64_t kMaxFragments = 0x7fffffff; ///< half the sequence space stays comparable
const char* const kWorkload = "/jobs/workload";

} // namespace

std::vector<std::string>
SoundDnns(const json& config, const ConfigErrors& known)
{
    std::vector<std::string> letters;
    if (config.contains("dnns") && config["dnns"].is_object())
    {
        for (const auto& [letter, dnn] : config["dnns"].items())
        {
            if (!HasErrorAt(known, ChildPointer("/dnns", letter)))
            {
                letters.push_back(letter);
            }
        }
    }
    return letters;
}

ConfigErrors
CheckDnnForms(const json& config, const ConfigErrors& known)
{
    ConfigErrors errors;
    for (const std::string& letter : SoundDnns(config, known))
    {
        const json& dnn = config["dnns"][letter];
        const std::string pointer = ChildPointer("/dnns", letter);
        const bool hasModel = dnn.contains("model");
        for (const char* const own : {"layers", "partitions"})
        {
            if (hasModel && dnn.contains(own))
            {
                Refuse(errors,
                       config,
                       ChildPointer(pointer, own),
                       "absent where " + pointer + "/model says it");
            }
        }
        for (const char* const ofModel : {"partition_bytes", "compute_scale"})
        {
            if (!hasModel && dnn.contains(ofModel))
            {
                Refuse(errors,
                       config,
                       ChildPointer(pointer, ofModel),
                       "absent where there is no " + pointer + "/model");
            }
        }
        for (const std::string needed : {"layers", "partitions", "comm_comp_ratio"})
        {
            if (!hasModel && !dnn.contains(needed))
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

void
CheckWorkload(const json& config, ConfigErrors& errors)
{
    std::string known;
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        known += (known.empty() ? "" : ", ") + letter;
    }
    for (const char letter : config.at(json::json_pointer(kWorkload)).get<std::string>())
    {
        if (!config.at("dnns").contains(std::string(1, letter)))
        {
            Refuse(errors, config, kWorkload, "letters of /dnns: " + known);
            return;
        }
    }
}

void
CheckLayerTimes(const json& config, ConfigErrors& errors)
{
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        for (std::size_t l = 0; l < dnn.at("layers").size(); ++l)
        {
            const json& layer = dnn["layers"][l];
            if (layer.contains("compute_us") == layer.contains("forward_us"))
            {
                Refuse(errors,
                       config,
                       "/dnns/" + letter + "/layers/" + std::to_string(l),
                       "a layer with either compute_us or forward_us, in us");
            }
        }
    }
}

void
CheckLayers(const json& config, ConfigErrors& errors)
{
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        const std::string pointer = "/dnns/" + letter;
        const std::size_t layers = dnn.at("layers").size();
        std::set<uint64_t> withPartition;
        for (std::size_t p = 0; p < dnn.at("partitions").size(); ++p)
        {
            const uint64_t layer = dnn["partitions"][p].at("layer").get<uint64_t>();
            withPartition.insert(layer);
            if (layer > layers)
            {
                Refuse(errors,
                       config,
                       pointer + "/partitions/" + std::to_string(p) + "/layer",
                       "a layer from 1 to " + std::to_string(layers) + " (" + pointer +
                           "/layers has " + std::to_string(layers) + ")");
            }
        }
        for (std::size_t layer = 1; layer <= layers; ++layer)
        {
            if (withPartition.count(layer) == 0)
            {
                Refuse(errors,
                       config,
                       pointer + "/layers/" + std::to_string(layer - 1),
                       "a layer with gradients: no entry of " + pointer + "/partitions has layer " +
                           std::to_string(layer));
            }
        }
    }
}

void
CheckFragments(const json& config, ConfigErrors& errors)
{
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        uint64_t fragments = 0;
        for (const json& partition : dnn.at("partitions"))
        {
            fragments += partition.at("bytes").get<uint64_t>() / kSwitchMlPayloadBytes + 1;
        }
        if (fragments > kMaxFragments)
        {
            Refuse(errors,
                   config,
                   "/dnns/" + letter + "/partitions",
                   "at most " + std::to_string(kMaxFragments * kSwitchMlPayloadBytes) +
                       " bytes in all (sequence numbers have 32 bits)");
        }
    }
}

} // namespace ns3::esa
