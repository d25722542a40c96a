/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FIELD_VALUE_H
#define ESA_FIELD_VALUE_H

#include "esa-scenario-choices.h"

#include "ns3/esa-schema-words.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Read a value that obeys the schema into a member.
 *
 * The schema and the member's type should agree, and a test holds that they do. If they do not, the
 * value is refused here. It is never truncated or replaced by another one.
 *
 * @param value the value
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
        constexpr uint64_t kMost = std::numeric_limits<T>::max();
        if (!value.is_number_integer() || value < 0 || value > kMost)
        {
            return "an integer from 0 to " + std::to_string(kMost);
        }
        member = value.get<T>();
    }
    else
    {
        value.get_to(member);
    }
    return "";
}

/**
 * @ingroup esa
 * @brief Print a member as a scenario file has it.
 * @param member the member
 * @return its value; a choice by its name
 */
template <typename T>
nlohmann::json
FieldValue(const T& member)
{
    if constexpr (std::is_enum_v<T>)
    {
        return ChoiceName(member);
    }
    else
    {
        return member;
    }
}

} // namespace ns3::esa

#endif // ESA_FIELD_VALUE_H
