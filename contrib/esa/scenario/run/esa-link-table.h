/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LINK_TABLE_H
#define ESA_LINK_TABLE_H

#include "esa-scenario-build.h"

#include "ns3/esa-valid-scenario.h"
#include "ns3/nstime.h"

#include <ostream>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Write what each direction of each link has carried as CSV. A mean over all links hides
 * the one that is full, and where frames were marked or dropped.
 * @param out the file
 * @param scenario the scenario
 * @param network its network, after the run
 * @param span the time of which the utilisation is a share
 */
void WriteLinkTable(std::ostream& out,
                    const ValidScenario& scenario,
                    const Network& network,
                    const Time& span);

} // namespace ns3::esa

#endif // ESA_LINK_TABLE_H
