// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_FIELDS_H
#define ESA_SCENARIO_FIELDS_H

#include "esa-scenario-choices.h"
#include "esa-scenario-schema.h"
#include "esa-scenario.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Code that walks through all fields needs rows of one type: to print a scenario, to set
 * attributes, to refuse an --ns3:: argument for an attribute that a field sets, to find a runner
 * that has all fields. So there is a table of the fields that hold values, and one of the lists of
 * objects. Both follow from the rows of esa-field-row.h.
 *
 * To add a scalar field, add a member to Scenario and its row to the file of its group. Without a
 * word about runners, events of ns-3 run all scenarios in which the field has not its default.
 */

namespace ns3::esa
{

struct FieldRow;
struct ParsedScenario;

/// Whether a type is a list.
template <typename T>
struct IsList : std::false_type
{
};

/// @cond
template <typename T>
struct IsList<std::vector<T>> : std::true_type
{
};

/// @endcond

/// Whether a value of a type may be absent.
template <typename T>
struct IsOptional : std::false_type
{
};

/// @cond
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type
{
};

/// @endcond

/**
 * @brief Read a value that obeys the schema into a member.
 *
 * A range may be larger than the range of the member's type, though a test holds that none is. Then
 * the value is refused here. It is never truncated or replaced by another one.
 *
 * @param member the member to set; unchanged if the value is refused
 * @return empty, or what the program allows
 */
template <typename T>
std::string
ReadFieldValue(const nlohmann::json& value, T& member)
{
    if constexpr (std::is_enum_v<T>)
    {
        const auto choice = FindChoice<T>(value.get<std::string>());
        if (!choice)
        {
            return "one of " + JoinWords(ChoiceNames<T>()) + " (the program knows no other)";
        }
        member = *choice;
    }
    else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    {
        constexpr uint64_t kMax = std::numeric_limits<T>::max();
        if (!value.is_number_integer() || value < 0 || value > kMax)
        {
            return "an integer from 0 to " + std::to_string(kMax);
        }
        member = value.get<T>();
    }
    else if constexpr (IsOptional<T>::value)
    {
        member = value.get<typename T::value_type>();
    }
    else if constexpr (std::is_base_of_v<std::string, T>)
    {
        static_cast<std::string&>(member) = value.get<std::string>();
    }
    else
    {
        value.get_to(member);
    }
    return "";
}

/// Print a member as a scenario file has it.
/// @return its value; a choice by its name
template <typename T>
nlohmann::json
FieldValue(const T& member)
{
    if constexpr (std::is_enum_v<T>)
    {
        return ChoiceName(member);
    }
    else if constexpr (IsOptional<T>::value)
    {
        return member ? nlohmann::json(*member) : nlohmann::json();
    }
    else if constexpr (std::is_base_of_v<std::string, T>)
    {
        return static_cast<const std::string&>(member);
    }
    else
    {
        return member;
    }
}

/**
 * @brief JSON pointers of the parts of a scenario: members, and elements of lists that have their
 * final size.
 *
 * A rule works with members, for example scenario.window.minPackets, but its error message names
 * the place in the file, /window/min_packets. A member has its place by its address and its type.
 * The type is needed because a structure and its first member have the same address.
 */
using FieldPlaces = std::map<std::pair<const void*, std::type_index>, std::string>;

/// What the readers of one file share.
struct ReadingNotes
{
    FieldPlaces& places;  ///< where everything stood
    ConfigErrors& errors; ///< values that the program cannot read
};

/// The objects of a network whose attributes are set by fields.
enum class AttributeOwner : uint8_t
{
    Device,        ///< at both ends of every link
    UplinkDevice,  ///< of these, those between racks and spines
    Channel,       ///< every link
    UplinkChannel, ///< of these, those between racks and spines
    Switch,        ///< switches that aggregate
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

/// Where a field has an effect. If several hold for a field, it has one where all of them return
/// true. A field that only some systems read has none: a file may have the fields of all systems,
/// and --system names those that run.
struct FieldUse
{
    const char* decider;                   ///< the field on whose value it depends
    bool (*isUsed)(const ParsedScenario&); ///< whether the field has an effect
    bool isFilledIn{false}; ///< holds only where another field has replaced the value
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
    const FieldRow* row{}; ///< what else is known of it; null: a parameter of a user's system
};

/// The table of fields.
/// @return the fields, group by group
const std::vector<ScenarioField>& ScenarioFields();

/// @ingroup esa
/// @brief A field of the scenario file that holds a list of objects, or objects by name.
struct StructuredField
{
    std::string pointer;                                 ///< its place, for example /placement/jobs
    std::function<std::size_t(const Scenario&)> entries; ///< number of its entries
    KnownTo knownTo{KnownTo::Ns3};                       ///< runners exact with any entries
    const FieldRow* row{};                               ///< what else is known of it
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
std::optional<UnknownField> FindUnknownField(const Scenario& scenario, KnownTo runner);

} // namespace ns3::esa

#endif // ESA_SCENARIO_FIELDS_H
