/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/run/recording-files.h"

#include <sstream>

namespace ns3::esa::test
{

std::vector<OccupancyRow>
ReadOccupancy(const std::string& path)
{
    std::istringstream text(ReadTextFile(path));
    std::string header;
    std::getline(text, header);
    EXPECT_EQ(header, "begin_us,end_us,free,aggregating,waiting");
    std::vector<OccupancyRow> rows;
    OccupancyRow row{};
    char comma = 0;
    while (text >> row.beginUs >> comma >> row.endUs >> comma >> row.free >> comma >>
           row.aggregating >> comma >> row.waiting)
    {
        rows.push_back(row);
    }
    EXPECT_TRUE(text.eof());
    return rows;
}

} // namespace ns3::esa::test
