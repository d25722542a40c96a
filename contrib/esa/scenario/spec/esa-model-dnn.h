/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_MODEL_DNN_H
#define ESA_MODEL_DNN_H

#include "ns3/esa-scenario-error.h"

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A DNN either lists its layers or names a model. This choice is checked before models are replaced
 * by their layers. So these functions read the configuration and not typed members.
 */

namespace ns3::esa
{

/**
 * @brief Replace each model that a DNN names by its layers and partitions. After that, the
 * configuration alone determines the results.
 * @param folder to which paths of model files are relative
 * @param known errors found so far; DNNs with errors stay as they are
 * @return what is wrong with the models
 */
ConfigErrors ExpandModels(nlohmann::json& config,
                          const std::filesystem::path& folder,
                          const ConfigErrors& known);

/// Make paths of model, trace, topology, placement and tree files independent of the folder to
/// which they are relative.
/// @param config a configuration without errors, whose models are not expanded
/// @param folder to which they are relative
void MakePathsAbsolute(nlohmann::json& config, const std::filesystem::path& folder);

/// Check that each DNN either names a model or lists its own layers.
/// @param known errors found so far; DNNs with errors are skipped
/// @return what is wrong
ConfigErrors CheckDnnForms(const nlohmann::json& config, const ConfigErrors& known);

} // namespace ns3::esa

#endif // ESA_MODEL_DNN_H
