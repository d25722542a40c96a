// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_REGISTRY_H
#define ESA_SYSTEM_REGISTRY_H

#include "ns3/esa-system-record.h"
#include "ns3/esa-system.h"

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief All systems: the module's, in the order of result tables, then those that a program
/// has registered. Lists on the command line, attributes and the scenario schema are made from
/// them.
/// @return the records, which keep their addresses
const std::deque<SystemRecord>& Systems();

/**
 * @ingroup esa
 * @brief Adds a system of the program's own. To be called before anything reads the list.
 *
 * What the record points at (texts, parameters) has to live as long as the program. The system's
 * source is "own".
 *
 * @throws std::invalid_argument if the record is not valid (esa-system-check.cc has the rules), its
 *         name or the field of a parameter is taken, its fallback does not sum in hosts, or it
 * comes after SealSystems()
 */
void RegisterSystem(const SystemRecord& record);

/// @brief No system can be added from now on: something was made that lists all of them.
void SealSystems();

/// @param name a system's name
/// @return its record, or null if there is none
const SystemRecord* FindSystem(const std::string& name);

/// @return the system of jobs that get no memory of the switch; null if every job gets some
const SystemRecord* FallbackOf(const SystemRecord& record);

/// @param record a system
/// @return true if its switches help with more than all-reduces (HelpsInSwitches()), and hosts do
/// so
///         where a job gets no memory
bool HelpsWithOperations(const SystemRecord& record);

/// @brief The parameters of all systems.
/// @return each once, in the order of the systems
std::vector<const SystemParameter*> AllSystemParameters();

/// @return the default of every system's parameter, by field
std::map<std::string, double> DefaultSystemParameters();

/// @param record a system
/// @param values values of parameters, by field; all parameters of the system are there
/// @return the system with these values
System SystemWith(const SystemRecord& record, const std::map<std::string, double>& values);

/// The systems of the module, in the order of result tables.
extern const SystemRecord kSystems[];

/// Number of these systems.
extern const std::size_t kSystemsCount;

/**
 * @ingroup esa
 * @brief Whether a record can be a system. A record with parts that do not fit would be found out
 * in the middle of a run, as a job that never ends or a division by zero.
 *
 * What depends on other systems (a name that is taken, the fallback) is not looked at here.
 *
 * @return what is wrong, as the end of a sentence that begins with the system's name; empty:
 * nothing
 */
std::string WhyNoSystem(const SystemRecord& record);

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

#endif // ESA_SYSTEM_REGISTRY_H
