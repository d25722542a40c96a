/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-dnn-forms.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"

#include <nlohmann/json.hpp>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// A field of a rule by which a model's gradients travel together.
struct FieldOfRule
{
    const char* name; ///< the field
    const char* rule; ///< value of buckets that reads it
};

constexpr FieldOfRule kFieldsOfRules[] = {{"partition_bytes", "partitions"},
                                          {"bucket_bytes", "ddp"},
                                          {"first_bucket_bytes", "ddp"}};

/// Refuses sizes of rules other than the one that the DNN has: they would be ignored.
void
CheckSizes(const json& config, const std::string& pointer, ConfigErrors& errors)
{
    const json& dnn = config.at(json::json_pointer(pointer));
    const std::string rule = dnn.value("buckets", "partitions");
    for (const FieldOfRule& field : kFieldsOfRules)
    {
        if (dnn.contains(field.name) && rule != field.rule)
        {
            Refuse(errors,
                   config,
                   ChildPointer(pointer, field.name),
                   "absent unless " + pointer + "/buckets is " + field.rule);
        }
    }
}

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
        for (const char* const ofModel :
             {"partition_bytes", "buckets", "bucket_bytes", "first_bucket_bytes", "compute_scale"})
        {
            if (!hasModel && dnn.contains(ofModel))
            {
                Refuse(errors,
                       config,
                       ChildPointer(pointer, ofModel),
                       "absent where there is no " + pointer + "/model");
            }
        }
        if (hasModel)
        {
            CheckSizes(config, pointer, errors);
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

} // namespace ns3::esa
