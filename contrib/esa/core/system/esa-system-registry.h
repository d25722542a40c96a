/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SYSTEM_REGISTRY_H
#define ESA_SYSTEM_REGISTRY_H

#include "esa-system.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief All systems: those of the module, in the order of result tables, then those that a program
 * has registered. Lists on the command line, attributes and the scenario schema are made from them.
 * @return the records, which keep their addresses
 */
const std::deque<SystemRecord>& Systems();

/**
 * @ingroup esa
 * @brief Adds a system of the program's own. To be called before anything asks for the list.
 *
 * What the record points at (texts, parameters) has to live as long as the program.
 *
 * @param record the system
 * @throws std::invalid_argument if the record is not valid: its name is no word of small letters,
 *         digits and underscores, or is taken; a parameter is not GROUP.NAME, has a default out of
 *         its range, or is declared differently by another system; an aggregator has no price; the
 *         switch sums without a collision rule, or hosts with one; its fallback is no system that
 *         sums in hosts
 */
void RegisterSystem(const SystemRecord& record);

/**
 * @param name a system's name
 * @return its record, or null if there is none
 */
const SystemRecord* FindSystem(const std::string& name);

/**
 * @param record a system
 * @return the system of jobs that get no memory of the switch; null if every job gets some
 */
const SystemRecord* FallbackOf(const SystemRecord& record);

/**
 * @brief The parameters of all systems.
 * @return each once, in the order of the systems
 */
std::vector<const SystemParameter*> AllSystemParameters();

/// @return the default of every system's parameter, by field
std::map<std::string, double> DefaultSystemParameters();

} // namespace ns3::esa

#endif // ESA_SYSTEM_REGISTRY_H
