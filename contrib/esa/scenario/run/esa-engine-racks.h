/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ENGINE_RACKS_H
#define ESA_ENGINE_RACKS_H

#include "esa-scenario-build.h"

#include "ns3/esa-system-registry.h"
#include "ns3/esa-task-engine.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// A rack whose jobs one TaskEngine computes.
struct EngineRack
{
    uint32_t rack;           ///< number of the rack, and of its switch
    TaskEngine::Setup setup; ///< its switch, links and jobs
};

/**
 * @ingroup esa
 * @brief Describe a network for task engines: one per rack with jobs, since no job leaves its rack.
 * @param scenario a scenario for which MayUseEngine() is true
 * @param system the system
 * @param network its network, which outlives what is returned
 * @return the racks with jobs, by number; empty: the jobs are of a kind that the engine does not
 * know
 */
std::vector<EngineRack> EngineRacks(const ValidScenario& scenario,
                                    const SystemRecord& system,
                                    const Network& network);

} // namespace ns3::esa

#endif // ESA_ENGINE_RACKS_H
