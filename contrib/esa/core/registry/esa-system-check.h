// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_CHECK_H
#define ESA_SYSTEM_CHECK_H

#include "ns3/esa-system-record.h"

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Whether a record can be a system. A record with parts that do not fit would be found out
 * in the middle of a run, as a job that never ends or a division by zero.
 *
 * What depends on other systems (a name that is taken, the fallback) is not looked at here.
 *
 * @return what is wrong, as the end of a sentence that begins with the system's name; empty:
 * nothing
 */
std::string WhyNoSystem(const SystemRecord& record);

} // namespace ns3::esa

#endif // ESA_SYSTEM_CHECK_H
