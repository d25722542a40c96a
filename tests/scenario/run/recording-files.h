/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H
#define ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H

#include "scenario/test-util.h"
#include "stats/timeline-file.h"

#include <string>
#include <vector>

namespace ns3::esa::test
{

/// A row of a file of --occupancy.
struct OccupancyRow
{
    double beginUs;
    double endUs;
    double free;
    double aggregating;
    double waiting;
};

/**
 * @param path a file of --occupancy
 * @return its rows
 */
std::vector<OccupancyRow> ReadOccupancy(const std::string& path);

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H
