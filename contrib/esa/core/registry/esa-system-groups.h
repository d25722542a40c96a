// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_GROUPS_H
#define ESA_SYSTEM_GROUPS_H

#include "ns3/esa-system-record.h"

#include <array>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @param record a system
/// @return true if it needs switches that sum, for all jobs, some jobs or a part of a job's ring;
/// false if hosts do all
bool NeedsSwitches(const SystemRecord& record);

/// @ingroup esa
/// @brief Systems that a scenario can name together. A system of a program's own is in the groups
/// that its record puts it in.
struct SystemGroup
{
    const char* name;                        ///< in place of the names of systems
    bool (*has)(const SystemRecord& record); ///< whether a system belongs to it
    const char* summary;                     ///< one line for --list-systems
};

/// @return all groups
const std::array<SystemGroup, 3>& SystemGroups();

/// @brief Replaces the names of groups by the names of their systems.
/// @param names names of systems and groups; others stay as they are
/// @return the names, in order; what a group names again is left out
std::vector<std::string> WithoutGroups(const std::vector<std::string>& names);

} // namespace ns3::esa

#endif // ESA_SYSTEM_GROUPS_H
