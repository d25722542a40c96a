/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SYSTEMS_WITH_H
#define ESA_SYSTEMS_WITH_H

#include "ns3/esa-system-registry.h"

#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief List for messages the systems of a scenario that have a property, or whose fallback has
 * it.
 * @param config the scenario's fields
 * @param hasIt tells whether a system has the property
 * @return their names; empty if there is none
 */
template <typename F>
std::string
SystemsWhere(const nlohmann::json& config, F&& hasIt)
{
    std::string names;
    for (const nlohmann::json& system : config.at("systems"))
    {
        const SystemRecord* record = FindSystem(system.get<std::string>());
        const SystemRecord* fallback = FallbackOf(*record);
        if (hasIt(*record) || (fallback && hasIt(*fallback)))
        {
            names += (names.empty() ? "" : ", ") + std::string(record->name);
        }
    }
    return names;
}

/**
 * @ingroup esa
 * @brief List for messages the systems of a scenario with a frame format.
 * @param config the scenario's fields
 * @param format the frame format
 * @return their names; empty if there is none
 */
inline std::string
SystemsWith(const nlohmann::json& config, FrameFormat format)
{
    return SystemsWhere(config,
                        [=](const SystemRecord& system) { return system.onHost.frame == format; });
}

} // namespace ns3::esa

#endif // ESA_SYSTEMS_WITH_H
