// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_SWITCH_SYSTEMS_H
#define ESA_TEST_CORE_SWITCH_SYSTEMS_H

#include "ns3/esa-system-registry.h"

#include <string>
#include <vector>

namespace ns3::esa::test
{

/// @brief The systems of the registry that sum in the switch and differ in what a switch or a
/// worker does. HIRE is left out: it only admits jobs in its own way, and its jobs in the switch
/// run as SwitchML's.
/// @return their names; a new system of the registry is tested without a change of the tests
inline std::vector<std::string>
SwitchSystems()
{
    std::vector<std::string> names;
    for (const SystemRecord& system : Systems())
    {
        if (!system.SumsInHosts() && !system.admission.fallback)
        {
            names.emplace_back(system.name);
        }
    }
    return names;
}

/// @param system name of a system
/// @return whether it repairs losses; links of the others lose nothing
inline bool
Repairs(const std::string& system)
{
    const auto* const repair = FindSystem(system)->onHost.repair;
    return !repair || !repair->needsLossless;
}

/// @brief Those of SwitchSystems() that have a property.
/// @param hasIt tells by its record whether a system has the property
/// @return their names
template <typename F>
std::vector<std::string>
SwitchSystemsWhere(F&& hasIt)
{
    std::vector<std::string> names;
    for (const std::string& name : SwitchSystems())
    {
        if (hasIt(*FindSystem(name)))
        {
            names.push_back(name);
        }
    }
    return names;
}

/// @return those of SwitchSystems() that repair losses
inline std::vector<std::string>
RepairingSystems()
{
    return SwitchSystemsWhere([](const SystemRecord& system) { return Repairs(system.name); });
}

} // namespace ns3::esa::test

#endif // ESA_TEST_CORE_SWITCH_SYSTEMS_H
