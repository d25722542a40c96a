// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_TREE_H
#define ESA_SWITCH_TREE_H

#include "esa-switch-id.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace ns3::esa
{

/// What a switch adds to the sums of a job.
enum class SwitchSums : uint8_t
{
    Nothing, ///< it passes everything on
    Workers, ///< fragments of the workers in its rack; the PS adds what several switches send
    All,     ///< also the sums of the switches below it
};

/// A row of a tree: a switch on the paths of a job's fragments to its PS.
struct TreeSwitch
{
    std::optional<SwitchId> parent{};     ///< the next switch on the path; none: the PS is next
    std::size_t link{0};                  ///< of the topology, to the parent
    SwitchSums sums{SwitchSums::Nothing}; ///< what it adds
};

/**
 * @ingroup esa
 * @brief A tree of a job, as a rule or a file gives it: who sums, and by which links the sums go
 * up.
 *
 * A list of paths would hold the same link once for each rack below it, and two paths could meet
 * and part again. A row for each switch, with the next one, cannot. The rows of racks without
 * workers of the job have no effect. AggregationTree makes the groups from these rows, and the
 * switches' ports follow from the same ones.
 */
using SwitchTree = std::map<SwitchId, TreeSwitch>;

/// @ingroup esa
/// @param at a switch of a tree without faults
/// @return the next switch on the path to the PS that adds the sums of others; none: the PS does
std::optional<SwitchId> NextSum(const SwitchTree& tree, SwitchId at);

/// @ingroup esa
/// @param tree a tree
/// @param racks racks that have workers
/// @return the rows on the paths from these racks, as far as there are rows
SwitchTree PathsFrom(const SwitchTree& tree, const std::set<SwitchId>& racks);

} // namespace ns3::esa

#endif // ESA_SWITCH_TREE_H
