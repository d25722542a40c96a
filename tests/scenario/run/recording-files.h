// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H
#define ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H

#include "scenario/test-util.h"
#include "stats/timeline-file.h"

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

/// @return the rows of a file of --occupancy
inline std::vector<OccupancyRow>
ReadOccupancy(const std::string& path)
{
    std::vector<OccupancyRow> rows;
    for (const auto& row : ReadTable(path))
    {
        const auto number = [&row](const char* column) { return std::stod(row.at(column)); };
        rows.push_back({number("begin_us"),
                        number("end_us"),
                        number("free"),
                        number("aggregating"),
                        number("waiting")});
    }
    return rows;
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H
