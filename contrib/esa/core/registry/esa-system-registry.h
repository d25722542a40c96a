// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_REGISTRY_H
#define ESA_SYSTEM_REGISTRY_H

#include "ns3/esa-system.h"

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
 * @brief Adds a system of the program's own. To be called before anything asks for the list.
 *
 * What the record points at (texts, parameters) has to live as long as the program.
 *
 * @throws std::invalid_argument if the record is not valid (esa-system-check.h says what is), its
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

/// @brief The parameters of all systems.
/// @return each once, in the order of the systems
std::vector<const SystemParameter*> AllSystemParameters();

/// @return the default of every system's parameter, by field
std::map<std::string, double> DefaultSystemParameters();

/// @param record a system
/// @param values values of parameters, by field; all parameters of the system are there
/// @return the system with these values
System SystemWith(const SystemRecord& record, const std::map<std::string, double>& values);

} // namespace ns3::esa

#endif // ESA_SYSTEM_REGISTRY_H
