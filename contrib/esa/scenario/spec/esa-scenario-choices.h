// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_CHOICES_H
#define ESA_SCENARIO_CHOICES_H

#include "esa-scenario.h"

#include "ns3/esa-collective-operation.h"
#include "ns3/esa-gradient-buckets.h"

#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Some fields, for example jitter.mode, take one name of a few. If the program does not have
 * a name, it must report an error. It must not use a default instead. So the program stores each
 * name as a value of an enum, and a list per enum has all values with their names. The schema has
 * them in this order.
 */

namespace ns3::esa
{

/// A value and its name in scenario files.
template <typename E>
struct Choice
{
    E value;          ///< the value
    const char* name; ///< its name
};

/// All values of an enum.
template <typename E>
using Choices = std::vector<Choice<E>>;

/// The values of an enum that NameOf() has, in their order.
template <typename E>
Choices<E>
NamedChoices()
{
    Choices<E> choices;
    for (uint8_t number = 0; const char* const name = NameOf(static_cast<E>(number)); ++number)
    {
        choices.push_back({static_cast<E>(number), name});
    }
    return choices;
}

/// The values of an enum, for each enum that fields have. Enums of core have their names there.
template <typename E>
inline const Choices<E> kChoices = NamedChoices<E>();

/// @cond the lists
template <>
inline const Choices<EngineChoice> kChoices<EngineChoice>{{EngineChoice::Auto, "auto"},
                                                          {EngineChoice::Rounds, "rounds"},
                                                          {EngineChoice::Ns3, "ns3"}};

template <>
inline const Choices<PayloadMode> kChoices<PayloadMode>{{PayloadMode::Digest, "digest"},
                                                        {PayloadMode::Full, "full"}};

template <>
inline const Choices<PlacementRule> kChoices<PlacementRule>{{PlacementRule::FirstFit, "first_fit"},
                                                            {PlacementRule::Spread, "spread"}};

template <>
inline const Choices<IndexRule> kChoices<IndexRule>{{IndexRule::Mix64, "mix64"},
                                                    {IndexRule::Crc32, "crc32"},
                                                    {IndexRule::Linear, "linear"},
                                                    {IndexRule::WindowSlot, "window_slot"},
                                                    {IndexRule::Auto, "auto"}};

template <>
inline const Choices<LinkDirection> kChoices<LinkDirection>{{LinkDirection::Both, "both"},
                                                            {LinkDirection::ToSwitch, "to_switch"},
                                                            {LinkDirection::ToHost, "to_host"}};

template <>
inline const Choices<ValuesOf> kChoices<ValuesOf>{{ValuesOf::Paper, "paper"},
                                                  {ValuesOf::PublicCode, "public"}};

template <>
inline const Choices<DcqcnPreset> kChoices<DcqcnPreset>{{DcqcnPreset::Paper40G, "paper_40g"},
                                                        {DcqcnPreset::Ns3Rdma40G, "ns3_rdma_40g"},
                                                        {DcqcnPreset::Hpcc100G, "hpcc_100g"},
                                                        {DcqcnPreset::SimAi200G, "simai_200g"},
                                                        {DcqcnPreset::SimAi400G, "simai_400g"},
                                                        {DcqcnPreset::Auto, "auto"}};

template <>
inline const Choices<JitterMode> kChoices<JitterMode>{
    {JitterMode::Partition, "partition"},
    {JitterMode::Iteration, "iteration"},
    {JitterMode::Packet, "packet"},
    {JitterMode::PacketInOrder, "packet_in_order"},
    {JitterMode::None, "none"}};

template <>
inline const Choices<GradientPrecision> kChoices<GradientPrecision>{
    {GradientPrecision::Single, "fp32"},
    {GradientPrecision::Half, "fp16"},
    {GradientPrecision::Brain, "bf16"}};

template <>
inline const Choices<BucketRule> kChoices<BucketRule>{{BucketRule::Partitions, "partitions"},
                                                      {BucketRule::Layers, "layers"},
                                                      {BucketRule::Ddp, "ddp"}};

template <>
inline const Choices<MissingNodes> kChoices<MissingNodes>{{MissingNodes::Error, "error"},
                                                          {MissingNodes::Ignore, "ignore"}};

template <>
inline const Choices<TraceDependencies> kChoices<TraceDependencies>{
    {TraceDependencies::All, "all"},
    {TraceDependencies::Data, "data"}};

template <>
inline const Choices<PlacementPolicy> kChoices<PlacementPolicy>{
    {PlacementPolicy::ByRack, "by_rack"},
    {PlacementPolicy::Packed, "packed"},
    {PlacementPolicy::Spread, "spread"},
    {PlacementPolicy::Random, "random"}};

template <>
inline const Choices<TopologyKind> kChoices<TopologyKind>{{TopologyKind::LeafSpine, "leaf_spine"},
                                                          {TopologyKind::FatTree, "fat_tree"},
                                                          {TopologyKind::Graph, "graph"},
                                                          {TopologyKind::Servers, "servers"}};

template <>
inline const Choices<NodeRole> kChoices<NodeRole>{{NodeRole::Host, "host"},
                                                  {NodeRole::Switch, "switch"}};

template <>
inline const Choices<OnLostWorker> kChoices<OnLostWorker>{{OnLostWorker::Stop, "stop"},
                                                          {OnLostWorker::Continue, "continue"}};

template <>
inline const Choices<AggregationLevels> kChoices<AggregationLevels>{
    {AggregationLevels::One, "one"},
    {AggregationLevels::Two, "two"},
    {AggregationLevels::All, "all"}};

/// @endcond

/// @return the name of a value in scenario files
template <typename E>
const char*
ChoiceName(E value)
{
    for (const Choice<E>& choice : kChoices<E>)
    {
        if (choice.value == value)
        {
            return choice.name;
        }
    }
    return nullptr;
}

/// @return the names of an enum's values
template <typename E>
std::vector<std::string>
ChoiceNames()
{
    std::vector<std::string> names;
    for (const Choice<E>& choice : kChoices<E>)
    {
        names.emplace_back(choice.name);
    }
    return names;
}

/// Find the value of a name.
/// @return the value; nothing if no value has this name
template <typename E>
std::optional<E>
FindChoice(const std::string& name)
{
    for (const Choice<E>& choice : kChoices<E>)
    {
        if (name == choice.name)
        {
            return choice.value;
        }
    }
    return std::nullopt;
}

} // namespace ns3::esa

#endif // ESA_SCENARIO_CHOICES_H
