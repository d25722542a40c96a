/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-policy-registry.h"

#include "esa-atp-policy.h"
#include "esa-host-sum-policies.h"
#include "esa-preemptive-policy.h"
#include "esa-static-share-policies.h"
#include "esa-straw-policies.h"
#include "esa-switchml-policy.h"

#include <algorithm>

namespace ns3::esa
{

const std::vector<PolicyEntry>&
PolicyRegistry()
{
    static const std::vector<PolicyEntry> entries{
        {"esa", "preempts by priority, downgrades residents that stay", &MakeEsaPolicy},
        {"atp", "shared pool, first come first served, results by way of the PS", &MakeAtpPolicy},
        {"switchml", "static share of slots, self-clocked, no PS", &MakeSwitchMlPolicy},
        {"straw1", "as esa, but a newcomer always preempts", &MakeStraw1Policy},
        {"straw2", "as esa, but a newcomer preempts at random", &MakeStraw2Policy},
        {"panama", "static share of aggregators, window as DCTCP's, no PS", &MakePanamaPolicy},
        {"iswitch", "static share of MTU aggregators, fixed window, no PS", &MakeISwitchPolicy},
        {"byteps", "no aggregation in the network: a parameter server a job", &MakeBytePsPolicy},
        {"byteps_nton",
         "the same, with a parameter server on every worker's host",
         &MakeColocatedBytePsPolicy},
        {"ring", "no aggregation in the network: ring all-reduce", &MakeRingPolicy},
        {"hire",
         "admits jobs while there is memory (as switchml), the others run as byteps",
         &MakeSwitchMlPolicy,
         "byteps"},
    };
    return entries;
}

const PolicyEntry*
FindPolicy(const std::string& name)
{
    const auto& entries = PolicyRegistry();
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const PolicyEntry& entry) {
        return entry.name == name;
    });
    return found == entries.end() ? nullptr : &*found;
}

} // namespace ns3::esa
