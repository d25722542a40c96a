/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DNN_RULES_H
#define ESA_DNN_RULES_H

#include "ns3/esa-config-error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief List the DNNs in which nothing is known to be wrong.
 * @param config the configuration
 * @param known errors found so far
 * @return their letters
 */
std::vector<std::string> SoundDnns(const nlohmann::json& config, const ConfigErrors& known);

/**
 * @ingroup esa
 * @brief A DNN either names a model or says itself what its layers are.
 * @param config the configuration
 * @param known errors found so far; DNNs with any are left alone
 * @return what is wrong
 */
ConfigErrors CheckDnnForms(const nlohmann::json& config, const ConfigErrors& known);

/**
 * @ingroup esa
 * @brief The letters of the workload name DNNs that are there.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckWorkload(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Every layer of a DNN has one time for its forward part.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckLayerTimes(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Partitions name layers that are there, and no layer goes without.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckLayers(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief The fragments of an iteration fit into the sequence space.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckFragments(const nlohmann::json& config, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_DNN_RULES_H
