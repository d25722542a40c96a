/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-model-slice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// A fraction of some parameters.
uint64_t
PartOf(const json& parameters, double slice)
{
    const double part = parameters.get<double>() * slice;
    return std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(part)));
}

} // namespace

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

} // namespace ns3::esa
