/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SYSTEMS_WITH_H
#define ESA_SYSTEMS_WITH_H

#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cstdint>
#include <limits>
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
 * @return their names; empty if there is none
 */
inline std::string
SystemsWith(const nlohmann::json& config, FrameFormat format)
{
    return SystemsWhere(config,
                        [=](const SystemRecord& system) { return system.onHost.frame == format; });
}

/// The most workers that a job may have with all systems of a scenario.
struct WorkerLimit
{
    uint32_t most{std::numeric_limits<uint32_t>::max()}; ///< workers of a job
    std::string text;                                    ///< the same, with the systems, and why
};

/**
 * @ingroup esa
 * @brief Systems that sum in switches have another limit than those that sum in hosts.
 * @param config a configuration whose systems are known
 * @return the smallest limit of its systems
 */
inline WorkerLimit
LimitOfWorkers(const nlohmann::json& config)
{
    WorkerLimit limit;
    for (const nlohmann::json& name : config.at("systems"))
    {
        limit.most = std::min(limit.most, FindSystem(name.get<std::string>())->MaxWorkers());
    }
    const std::string systems = SystemsWhere(config, [&limit](const SystemRecord& system) {
        return system.MaxWorkers() == limit.most;
    });
    limit.text = std::to_string(limit.most) + " with " + systems +
                 (limit.most == kMaxTreeWorkers ? " (groups of 32 in three levels)"
                                                : " (endpoints of flows have 15 bits)");
    return limit;
}

} // namespace ns3::esa

#endif // ESA_SYSTEMS_WITH_H
