/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TOPOLOGY_CHOICES_H
#define ESA_TOPOLOGY_CHOICES_H

#include "esa-scenario.h"

/**
 * @file
 * @ingroup esa
 * The names that scenario files have for choices about topologies, placements, and which switches
 * of a topology sum.
 */

namespace ns3::esa
{

/**
 * @param policy a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(PlacementPolicy policy)
{
    switch (policy)
    {
    case PlacementPolicy::ByRack:
        return "by_rack";
    case PlacementPolicy::Packed:
        return "packed";
    case PlacementPolicy::Spread:
        return "spread";
    case PlacementPolicy::Random:
        return "random";
    }
    return nullptr;
}

/**
 * @param place a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(PsPlace place)
{
    switch (place)
    {
    case PsPlace::Auto:
        return "auto";
    case PsPlace::Own:
        return "own";
    case PsPlace::BesideWorkers:
        return "beside_workers";
    }
    return nullptr;
}

/**
 * @param kind a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(TopologyKind kind)
{
    switch (kind)
    {
    case TopologyKind::LeafSpine:
        return "leaf_spine";
    case TopologyKind::FatTree:
        return "fat_tree";
    case TopologyKind::Graph:
        return "graph";
    }
    return nullptr;
}

/**
 * @param role a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(NodeRole role)
{
    switch (role)
    {
    case NodeRole::Host:
        return "host";
    case NodeRole::Switch:
        return "switch";
    }
    return nullptr;
}

/**
 * @param levels a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(AggregationLevels levels)
{
    switch (levels)
    {
    case AggregationLevels::One:
        return "one";
    case AggregationLevels::Two:
        return "two";
    case AggregationLevels::All:
        return "all";
    }
    return nullptr;
}

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_CHOICES_H
