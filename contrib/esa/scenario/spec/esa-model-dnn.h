/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_MODEL_DNN_H
#define ESA_MODEL_DNN_H

#include "ns3/esa-scenario-error.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Replace each model that a DNN names by its layers and partitions. After that, the
 * configuration alone determines the results.
 * @param config the configuration
 * @param folder to which paths of model files are relative
 * @param known errors found so far; DNNs with errors stay as they are
 * @return what is wrong with the models
 */
ConfigErrors ExpandModels(nlohmann::json& config,
                          const std::filesystem::path& folder,
                          const ConfigErrors& known);

/**
 * @ingroup esa
 * @brief Make paths of model, trace, topology and placement files independent of the folder to
 * which they are relative.
 * @param config a configuration without errors, whose models are not expanded
 * @param folder to which they are relative
 */
void MakePathsAbsolute(nlohmann::json& config, const std::filesystem::path& folder);

} // namespace ns3::esa

#endif // ESA_MODEL_DNN_H
