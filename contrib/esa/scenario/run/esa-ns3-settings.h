/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_NS3_SETTINGS_H
#define ESA_NS3_SETTINGS_H

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Whether ns-3 is as it is if nobody sets anything: attributes have their own defaults, time
 * has a resolution of 1 ns, and the usual simulator runs events. A scenario's fields and the
 * scheduler of events do not count.
 * @return true if so
 */
bool IsNs3AsUsual();

} // namespace ns3::esa

#endif // ESA_NS3_SETTINGS_H
