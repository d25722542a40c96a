/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_STRUCTURED_FIELDS_H
#define ESA_STRUCTURED_FIELDS_H

#include "esa-object-reader.h"
#include "esa-scenario-draft.h"
#include "esa-scenario.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Compute the faults of each direction of each link.
 *
 * Every link has the faults of faults.every_link. An entry of faults.links replaces the values that
 * it names and keeps the others. Later entries override earlier ones.
 * @param draft a scenario whose faults have no errors
 * @return the directions with faults, ordered by host; the direction to the switch comes first
 */
std::vector<DirectionFaults> FaultsByDirection(const ScenarioDraft& draft);

/**
 * @ingroup esa
 * @brief A field of the scenario file that holds a list of objects, or objects by name. A function
 * of its own reads it. All other fields are rows of ScenarioFields().
 */
struct StructuredField
{
    std::string pointer; ///< its place, for example /placement/jobs
    /// Reads it from a configuration that has no error at this place.
    void (*read)(const nlohmann::json& config, Scenario& scenario, ReadingNotes& notes);
    std::size_t (*entries)(const Scenario& scenario); ///< number of its entries in a scenario
};

/**
 * @ingroup esa
 * @brief List the structured fields.
 * @return the fields
 */
const std::vector<StructuredField>& StructuredFields();

} // namespace ns3::esa

#endif // ESA_STRUCTURED_FIELDS_H
