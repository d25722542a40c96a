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
 * @brief Hash everything that determines the results of a scenario, so that equal runs can be
 * found.
 *
 * FNV-1a (64 bit) of the effective configuration as JSON without blanks, keys sorted. It leaves out
 * what cannot change a result: the scenario's name and description, the scheduler (all of them
 * order events in the same way), and where the results go. All other arguments for ns-3 are part of
 * it.
 *
 * @param config the effective configuration
 * @param ns3Arguments the arguments for ns-3, as --NAME=VALUE
 * @return 16 hexadecimal digits
 */
std::string ConfigHash(const nlohmann::json& config, const std::vector<std::string>& ns3Arguments);

} // namespace ns3::esa

#endif // ESA_CONFIG_HASH_H
