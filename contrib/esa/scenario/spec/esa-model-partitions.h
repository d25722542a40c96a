/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_MODEL_PARTITIONS_H
#define ESA_MODEL_PARTITIONS_H

#include "ns3/esa-scenario-error.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Decide what is sent of a model: its own partitions, or what the rule `buckets` of the DNN
 * makes of its layers.
 * @param model a model without errors
 * @param config the configuration
 * @param pointer place of the DNN that names the model
 * @param bytesPerGradient on the link
 * @param errors where to append what is wrong
 * @return the DNN's partitions in the order of sending, as in a scenario; of no use after an error
 */
nlohmann::json PartitionsOfModel(const nlohmann::json& model,
                                 const nlohmann::json& config,
                                 const std::string& pointer,
                                 uint64_t bytesPerGradient,
                                 ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_MODEL_PARTITIONS_H
