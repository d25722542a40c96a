/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SYSTEMS_WITH_H
#define ESA_SYSTEMS_WITH_H

#include "ns3/esa-policy-registry.h"

#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The systems of a scenario whose traits are such, or those of the system that some of
 * their jobs fall back on, for messages.
 * @param config the scenario's fields
 * @param isSuch tells whether a system's traits are
 * @return their names; empty if there is none
 */
template <typename F>
std::string
SystemsWhere(const nlohmann::json& config, F&& isSuch)
{
    std::string names;
    for (const nlohmann::json& system : config.at("systems"))
    {
        const auto name = system.get<std::string>();
        const PolicyEntry* entry = FindPolicy(name);
        const PolicyEntry* fallback = FindPolicy(entry->fallback);
        if (isSuch(entry->make({})->Traits()) || (fallback && isSuch(fallback->make({})->Traits())))
        {
            names += (names.empty() ? "" : ", ") + name;
        }
    }
    return names;
}

/**
 * @ingroup esa
 * @brief The systems of a scenario that have a trait, for messages.
 * @param config the scenario's fields
 * @param trait the trait
 * @param value its value
 * @return their names; empty if there is none
 */
template <typename T>
std::string
SystemsWith(const nlohmann::json& config, T PolicyTraits::*trait, T value)
{
    return SystemsWhere(config, [=](const PolicyTraits& traits) { return traits.*trait == value; });
}

} // namespace ns3::esa

#endif // ESA_SYSTEMS_WITH_H
