/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-rules.h"

#include "ns3/esa-switchml-wire-format.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

namespace
{

constexpr uint64_t kMaxFragments =
    0x7fffffff; ///< numbers within half of the sequence space can be compared

/// The layers, for messages: /dnns/A/layers has 2
std::string
LayersText(const ScenarioDraft& draft, const DnnSpec& dnn)
{
    return draft.PointerOf(dnn.layers) + " has " + std::to_string(dnn.layers.size());
}

void
CheckLayersOf(const ScenarioDraft& draft, const DnnSpec& dnn, ConfigErrors& errors)
{
    const std::size_t layers = dnn.layers.size();
    std::vector<bool> hasPartition(layers + 1);
    for (const PartitionSpec& partition : dnn.partitions)
    {
        if (partition.layer > layers)
        {
            draft.Refuse(errors,
                         partition.layer,
                         "a layer from 1 to " + std::to_string(layers) + " (" +
                             LayersText(draft, dnn) + ")");
            continue;
        }
        const std::size_t most = layers - partition.layer + 1;
        if (partition.layerCount > most)
        {
            draft.Refuse(errors,
                         partition.layerCount,
                         "at most " + std::to_string(most) + " from layer " +
                             std::to_string(partition.layer) + " on (" + LayersText(draft, dnn) +
                             ")");
        }
        const auto first = hasPartition.begin() + partition.layer;
        std::fill_n(first, std::min<std::size_t>(partition.layerCount, most), true);
    }
    for (std::size_t layer = 1; layer <= layers; ++layer)
    {
        if (!hasPartition[layer])
        {
            draft.Refuse(errors,
                         dnn.layers[layer - 1],
                         "a layer with gradients: no entry of " + draft.PointerOf(dnn.partitions) +
                             " has layer " + std::to_string(layer));
        }
    }
}

} // namespace

void
CheckWorkload(const ScenarioDraft& draft, ConfigErrors& errors)
{
    std::string known;
    for (const auto& [letter, dnn] : draft->dnns)
    {
        known += (known.empty() ? "" : ", ") + letter;
    }
    for (const char letter : draft->jobs.workload)
    {
        if (draft->dnns.count(std::string(1, letter)) == 0)
        {
            draft.Refuse(errors, draft->jobs.workload, "letters of /dnns: " + known);
            return;
        }
    }
}

void
CheckLayers(const ScenarioDraft& draft, ConfigErrors& errors)
{
    for (const auto& [letter, dnn] : draft->dnns)
    {
        CheckLayersOf(draft, dnn, errors);
    }
}

void
CheckFragments(const ScenarioDraft& draft, ConfigErrors& errors)
{
    for (const auto& [letter, dnn] : draft->dnns)
    {
        uint64_t fragments = 0;
        for (const PartitionSpec& partition : dnn.partitions)
        {
            fragments += partition.bytes / kSwitchMlPayloadBytes + 1;
        }
        if (fragments > kMaxFragments)
        {
            draft.Refuse(errors,
                         dnn.partitions,
                         "at most " + std::to_string(kMaxFragments * kSwitchMlPayloadBytes) +
                             " bytes in all (sequence numbers have 32 bits)");
        }
    }
}

} // namespace ns3::esa
