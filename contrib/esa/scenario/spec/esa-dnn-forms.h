/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DNN_FORMS_H
#define ESA_DNN_FORMS_H

#include "ns3/esa-config-error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A DNN may name a model in place of its layers. Which form it has is asked before models are
 * expanded, so of the configuration rather than of typed members.
 */

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

} // namespace ns3::esa

#endif // ESA_DNN_FORMS_H
