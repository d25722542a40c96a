/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_POLICY_REGISTRY_H
#define ESA_POLICY_REGISTRY_H

#include "esa-policy.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::esa
{

/// The parameters that policies take from a scenario.
struct PolicyParameters
{
    double straw2PreemptProbability{0.5}; ///< chance that Straw2 preempts, 0 to 1
};

/// A system by name.
struct PolicyEntry
{
    std::string name;    ///< as in --system and the scenario's "systems"
    std::string summary; ///< one line for --list-systems
    std::unique_ptr<Policy> (*make)(const PolicyParameters&); ///< makes its policy

    /// The system of jobs to which the switch gives no memory; empty if every job gets its share.
    std::string fallback{};
};

/**
 * @ingroup esa
 * @brief Every system, in the order of tables.
 * @return the entries; command-line lists and the scenario schema are made of them
 */
const std::vector<PolicyEntry>& PolicyRegistry();

/**
 * @param name a system's name
 * @return its entry, or nullptr if there is none
 */
const PolicyEntry* FindPolicy(const std::string& name);

} // namespace ns3::esa

#endif // ESA_POLICY_REGISTRY_H
