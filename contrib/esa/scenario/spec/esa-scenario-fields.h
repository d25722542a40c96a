/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_FIELDS_H
#define ESA_SCENARIO_FIELDS_H

#include "esa-field-value.h"
#include "esa-scenario.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A field of a scenario file is read into a member, often sets attributes of ns-3 objects, and its
 * default stands in the schema, in the struct and in the attribute. Written down at each of these
 * places, the lists drift apart. So there is one table: a row says which member a field is read
 * into and which attributes it sets. Reading, setting attributes and refusing an --ns3:: argument
 * that a field decides all go through it. What stands in lists (DNNs, jobs of a placement or a
 * trace, faults of some links) is read by the functions of esa-structured-fields.h.
 *
 * A new scalar field: the schema, the member in Scenario, a row in esa-scenario-fields.cc.
 */

namespace ns3::esa
{

/// The objects of a network that have attributes which fields set.
enum class AttributeOwner : uint8_t
{
    Device,          ///< at both ends of every link
    UplinkDevice,    ///< of these, those between racks and spines
    Channel,         ///< every link
    UplinkChannel,   ///< of these, those between racks and spines
    Switch,          ///< switches that aggregate
    Worker,          ///< applications of workers
    Ps,              ///< applications of PSes
    Collective,      ///< applications of hosts that sum
    Flow,            ///< ends of connections between hosts
    ReliableChannel, ///< TCP between PS and workers
};

/// Who hands a field to an attribute.
enum class SetBy : uint8_t
{
    Table, ///< SetAttributes(), for every object of the owner
    Build, ///< the code that builds the network, for some objects or in some cases
};

/// An attribute that a field sets.
struct FieldAttribute
{
    AttributeOwner owner;      ///< the objects
    const char* name;          ///< the attribute
    SetBy setBy{SetBy::Table}; ///< who sets it
};

/**
 * @ingroup esa
 * @brief A field of the scenario file that is read into one member.
 */
struct ScenarioField
{
    std::string pointer;                    ///< its place, for example /link/delay_us
    std::vector<FieldAttribute> attributes; ///< what it sets

    std::type_index type;                                ///< of the member
    std::function<const void*(const Scenario&)> address; ///< of the member
    /// Reads a value into the member; returns empty, or what the program allows.
    std::function<std::string(const nlohmann::json&, Scenario&)> read;
    std::function<nlohmann::json(const Scenario&)> value; ///< the member as a file has it
    std::vector<std::string> choices; ///< names that the program knows; empty: no enum
};

/**
 * @ingroup esa
 * @brief The table of fields.
 * @return the fields, group by group
 */
const std::vector<ScenarioField>& ScenarioFields();

/**
 * @ingroup esa
 * @brief Call a function for each number of a link's faults, which stand in faults.every_link and
 * in the entries of faults.links alike.
 * @param visit called with name and member
 */
template <typename F>
void
ForEachLinkFault(F&& visit)
{
    visit("loss_probability", &LinkFaultSpec::lossProbability);
    visit("burst_probability", &LinkFaultSpec::burstProbability);
    visit("burst_max_packets", &LinkFaultSpec::burstMaxPackets);
    visit("duplicate_probability", &LinkFaultSpec::duplicateProbability);
    visit("reorder_probability", &LinkFaultSpec::reorderProbability);
    visit("reorder_depth", &LinkFaultSpec::reorderDepth);
    visit("extra_delay_us", &LinkFaultSpec::extraDelayUs);
}

} // namespace ns3::esa

#endif // ESA_SCENARIO_FIELDS_H
