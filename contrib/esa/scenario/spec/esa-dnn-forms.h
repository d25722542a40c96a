/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DNN_FORMS_H
#define ESA_DNN_FORMS_H

#include "ns3/esa-scenario-error.h"

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
 * @ingroup esa
 * @brief List the DNNs without known errors.
 * @param config the configuration
 * @param known errors found so far
 * @return their letters
 */
std::vector<std::string> SoundDnns(const nlohmann::json& config, const ConfigErrors& known);

/**
 * @ingroup esa
 * @brief Check that each DNN either names a model or lists its own layers.
 * @param config the configuration
 * @param known errors found so far; DNNs with errors are skipped
 * @return what is wrong
 */
ConfigErrors CheckDnnForms(const nlohmann::json& config, const ConfigErrors& known);

} // namespace ns3::esa

#endif // ESA_DNN_FORMS_H
