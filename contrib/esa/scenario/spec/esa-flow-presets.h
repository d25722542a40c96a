/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FLOW_PRESETS_H
#define ESA_FLOW_PRESETS_H

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Fills in fields of flows that follow from another field: DCQCN's from its preset, and the
 * packets per acknowledgement from the congestion control.
 * @param config a scenario with all of its fields, whose values are not checked yet
 * @param isGiven tells whether the user has set a field, by its pointer; such a field stays
 */
void FillFlowFields(nlohmann::json& config,
                    const std::function<bool(const std::string& pointer)>& isGiven);

} // namespace ns3::esa

#endif // ESA_FLOW_PRESETS_H
