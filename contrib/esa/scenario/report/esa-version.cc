/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-version.h"

#if !defined(ESA_VERSION) || !defined(ESA_NS3_VERSION)
#error "ESA_VERSION and ESA_NS3_VERSION must be set by the build system"
#endif

namespace ns3::esa
{

std::string
ModuleVersion()
{
    return ESA_VERSION;
}

std::string
Ns3Version()
{
    return ESA_NS3_VERSION;
}

} // namespace ns3::esa
