// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STAR_TRAFFIC_H
#define STAR_TRAFFIC_H

#include "meter.h"

#include <cstdint>

/**
 * @file
 * The benchmark's load: 64 hosts on one switch, every host sends 306-byte frames at half its
 * link's rate to the other hosts in turn. The same load runs on stock ns-3 devices and on ours.
 */

namespace esabench
{

/// The load.
struct StarLoad
{
    uint32_t hosts{64};                  ///< hosts on the switch
    uint32_t frameBytes{306};            ///< length of a frame, link header included
    uint32_t framesPerHost{15000};       ///< frames that each host sends
    uint64_t linkBitsPerS{100000000000}; ///< rate of every link
    double delayUs{2.5};                 ///< delay of every link
};

/// @brief Stock ns-3: PointToPointNetDevices, and a switch that forwards by table at device level.
/// @return the measurement
Measurement MeasureStock(const StarLoad& load);

/// @brief The same frames as ordinary packets through EsaNetDevices and an EsaSwitch.
/// @return the measurement
Measurement MeasureOwnDevices(const StarLoad& load);

} // namespace esabench

#endif // STAR_TRAFFIC_H
