/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_VERSION_H
#define ESA_VERSION_H

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Get the version of this module.
 * @return for example 0.1.0
 */
std::string ModuleVersion();

/**
 * @ingroup esa
 * @brief Get the version of the ns-3 that the module was built against.
 * @return for example 3.37, or 3-dev
 */
std::string Ns3Version();

} // namespace ns3::esa

#endif // ESA_VERSION_H
