/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_CHOICES_H
#define ESA_SCENARIO_CHOICES_H

#include "esa-collective-choices.h"
#include "esa-congestion-choices.h"
#include "esa-scenario.h"
#include "esa-topology-choices.h"
#include "esa-workload-choices.h"

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A field like jitter.mode holds one of a few names. A name that the program does not know must not
 * fall back to a default in silence. So the program works with enums, and one function per enum
 * names its values. The names are those of the scenario schema (a test compares them). Each
 * function is a switch without default, so the compiler refuses an enumerator without a name.
 * Reading goes through the same names, so a name without an enumerator is an error.
 *
 * Enumerators count from 0 without gaps.
 */

namespace ns3::esa
{

// An enumerator without a name stops the build, whatever warnings are enabled.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

/**
 * @param choice a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(EngineChoice choice)
{
    switch (choice)
    {
    case EngineChoice::Auto:
        return "auto";
    case EngineChoice::Packet:
        return "packet";
    }
    return nullptr;
}

/**
 * @param mode a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(PayloadMode mode)
{
    switch (mode)
    {
    case PayloadMode::Digest:
        return "digest";
    case PayloadMode::Full:
        return "full";
    }
    return nullptr;
}

/**
 * @param rule a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(PlacementRule rule)
{
    switch (rule)
    {
    case PlacementRule::FirstFit:
        return "first_fit";
    case PlacementRule::Spread:
        return "spread";
    }
    return nullptr;
}

/**
 * @param rule a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(IndexRule rule)
{
    switch (rule)
    {
    case IndexRule::Mix64:
        return "mix64";
    case IndexRule::Crc32:
        return "crc32";
    case IndexRule::Linear:
        return "linear";
    }
    return nullptr;
}

/**
 * @param encoding a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(PriorityEncoding encoding)
{
    switch (encoding)
    {
    case PriorityEncoding::Linear:
        return "linear";
    case PriorityEncoding::Log2:
        return "log2";
    }
    return nullptr;
}

/**
 * @param count a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(WindowCount count)
{
    return NameOf(count);
}

/**
 * @param direction a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(LinkDirection direction)
{
    switch (direction)
    {
    case LinkDirection::Both:
        return "both";
    case LinkDirection::ToSwitch:
        return "to_switch";
    case LinkDirection::ToHost:
        return "to_host";
    }
    return nullptr;
}

#pragma GCC diagnostic pop

/**
 * @ingroup esa
 * @brief List the names of an enum's values.
 * @return the names, in the order of the enumerators
 */
template <typename E>
std::vector<std::string>
ChoiceNames()
{
    std::vector<std::string> names;
    for (std::underlying_type_t<E> value = 0; ChoiceName(static_cast<E>(value)); ++value)
    {
        names.emplace_back(ChoiceName(static_cast<E>(value)));
    }
    return names;
}

/**
 * @ingroup esa
 * @brief Find the value of a name.
 * @param name its name in a scenario file
 * @return the value; nothing if no value has this name
 */
template <typename E>
std::optional<E>
FindChoice(const std::string& name)
{
    for (std::underlying_type_t<E> value = 0; ChoiceName(static_cast<E>(value)); ++value)
    {
        if (name == ChoiceName(static_cast<E>(value)))
        {
            return static_cast<E>(value);
        }
    }
    return std::nullopt;
}

} // namespace ns3::esa

#endif // ESA_SCENARIO_CHOICES_H
