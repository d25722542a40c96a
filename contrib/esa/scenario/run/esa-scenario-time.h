/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_TIME_H
#define ESA_SCENARIO_TIME_H

#include "ns3/nstime.h"

#include <cmath>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @param us microseconds, as scenarios give times
 * @return the time in ns-3's type, rounded to the nearest time step
 */
inline Time
Us(double us)
{
    return TimeStep(
        std::llround(us * static_cast<double>(MicroSeconds(1000).GetTimeStep()) / 1000));
}

} // namespace ns3::esa

#endif // ESA_SCENARIO_TIME_H
