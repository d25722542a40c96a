/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-sharded-options.h"

#include "ns3/esa-gradient-precision.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Options that describe layers, which a model has of its own, or other kinds of parallelism.
constexpr const char* kOfParallelJobs[] = {"tensor",
                                           "pipeline",
                                           "layers",
                                           "microbatches",
                                           "layer-bytes",
                                           "activation-bytes",
                                           "forward-us",
                                           "backward-us"};

/// A time of a model in whole microseconds, as a trace has it.
uint64_t
WholeUs(const nlohmann::json& us)
{
    return static_cast<uint64_t>(std::max(1L, std::lround(us.get<double>())));
}

} // namespace

ShardedSpec
ReadShardedSpec(const std::string& model,
                const std::string& precision,
                uint32_t ranks,
                const std::vector<std::string>& named)
{
    for (const char* const option : kOfParallelJobs)
    {
        if (std::find(named.begin(), named.end(), option) != named.end())
        {
            throw ScenarioError({std::string("--") + option +
                                 " is not allowed beside --fsdp: the model has the layers"});
        }
    }
    ShardedSpec spec;
    spec.ranks = ranks;
    if (precision != "bf16" && precision != "fp16" && precision != "fp32")
    {
        throw ScenarioError(
            {"--precision " + Shown(precision) + " is not allowed: must be bf16, fp16 or fp32"});
    }
    spec.bytesPerParameter =
        BytesPerGradient(precision == "fp32" ? GradientPrecision::Single : GradientPrecision::Half);
    const auto layers = ReadModel(model, std::filesystem::current_path()).at("layers");
    for (const auto& layer : layers)
    {
        spec.units.push_back({layer.at("parameters").get<uint64_t>(),
                              WholeUs(layer.at("forward_us")),
                              WholeUs(layer.at("backward_us"))});
    }
    return spec;
}

} // namespace ns3::esa
