// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_FIELDS_H
#define ESA_SCENARIO_FIELDS_H

#include "esa-object-reader.h"
#include "esa-scenario.h"

#include "ns3/esa-scenario-error.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <typeindex>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A field of a scenario file is read into a member, often sets attributes of ns-3 objects, and its
 * default stands in the schema, in the struct and in the attribute. With a list at each of these
 * places, the lists would drift apart. So there is one table: a row has the member into which a
 * field is read, which attributes it sets, and which ways of running know it. Three tasks use the
 * table: reading, setting attributes, and refusing an --ns3:: argument for an attribute that a
 * field sets. Lists (DNNs, jobs of a placement or a trace, faults of some links) are read by the
 * functions of esa-structured-fields.cc.
 *
 * To add a scalar field, extend the schema, add a member to Scenario and a row to
 * esa-scenario-fields.cc. Without a word about runners, events of ns-3 run all
 * scenarios in which the field has not its default.
 */

namespace ns3::esa
{

/// The objects of a network whose attributes are set by fields.
enum class AttributeOwner : uint8_t
{
    Device,        ///< at both ends of every link
    UplinkDevice,  ///< of these, those between racks and spines
    Channel,       ///< every link
    UplinkChannel, ///< of these, those between racks and spines
    Switch,        ///< switches that aggregate
    Worker,        ///< applications of workers
    Ps,            ///< applications of PSes
    Flow,          ///< ends of connections between hosts
};

/// Which code sets the attribute of a field.
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

/// Which runners are exact at any value of a field: this one, and all those before it. A runner
/// that lacks a field is taken only if the field has its default.
enum class KnownTo : uint8_t
{
    Ns3,    ///< events of ns-3; a field without another mark
    Rounds, ///< packets in rounds
    Tasks,  ///< the task runner; conditions on several fields are apart (ReasonAgainstTasks())
};

/// @ingroup esa
/// @brief A field of the scenario file that is read into one member.
struct ScenarioField
{
    std::string pointer;                    ///< its place in the file, for example /link/delay_us
    std::vector<FieldAttribute> attributes; ///< the attributes that it sets

    std::type_index type;                                ///< of the member
    std::function<const void*(const Scenario&)> address; ///< of the member
    /// Reads a value into the member; returns empty, or what the program allows.
    std::function<std::string(const nlohmann::json&, Scenario&)> read;
    std::function<nlohmann::json(const Scenario&)> value; ///< the member as a file has it
    std::vector<std::string> choices; ///< names that the program has; empty: no enum
    KnownTo knownTo{KnownTo::Ns3};    ///< which runners are exact at any value
};

/// The table of fields.
/// @return the fields, group by group
const std::vector<ScenarioField>& ScenarioFields();

/// Call a function for each number of a link's faults. Both faults.every_link and the entries of
/// faults.links have these numbers.
/// @param visit called with name and member
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

/// @ingroup esa
/// @brief A field of the scenario file that holds a list of objects, or objects by name. A function
/// of its own reads it. All other fields are rows of ScenarioFields().
struct StructuredField
{
    std::string pointer; ///< its place, for example /placement/jobs
    /// Reads it from a configuration that has no error at this place.
    std::function<void(const nlohmann::json& config, Scenario&, ReadingNotes&)> read;
    std::function<std::size_t(const Scenario&)> entries; ///< number of its entries
    KnownTo knownTo{KnownTo::Ns3};                       ///< runners exact with any entries
};

/// List the structured fields.
const std::vector<StructuredField>& StructuredFields();

/// A field that keeps a scenario from a runner.
struct UnknownField
{
    std::string pointer; ///< its place in the file, for example /link/queue_bytes
    std::string value;   ///< as a file has it; of a list the number of its entries
    Allowed allowed;     ///< the only value that the runner allows
};

/// Find the first field that has not its default, and that a runner lacks.
/// @return nothing: there is none
std::optional<UnknownField> FindUnknownField(const Scenario& scenario, KnownTo way);

} // namespace ns3::esa

#endif // ESA_SCENARIO_FIELDS_H
