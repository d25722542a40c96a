/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CONFIG_HASH_H
#define ESA_CONFIG_HASH_H

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Hash what decides about the results of a scenario, so that equal results can be found.
 *
 * FNV-1a (64 bit) of the effective configuration as JSON without blanks, keys sorted. What cannot
 * change a result is no part: the scenario's name and description, the scheduler (all order the
 * events in the same way), where the results go. ns-3's other arguments are.
 *
 * @param config the effective configuration
 * @param ns3Arguments the arguments for ns-3, as --NAME=VALUE
 * @return 16 hexadecimal digits
 */
std::string ConfigHash(const nlohmann::json& config, const std::vector<std::string>& ns3Arguments);

} // namespace ns3::esa

#endif // ESA_CONFIG_HASH_H
