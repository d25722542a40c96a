/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H
#define ESA_TEST_SCENARIO_RUN_RECORDING_FILES_H

#include "scenario/test-util.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// A span of a timeline.
struct TimelineSpan
{
    std::string category;    ///< its kind
    int64_t beginNs;         ///< its start
    int64_t endNs;           ///< its end
    uint64_t missingResults; ///< communication: results that had not come
};

/// The contents of a file of --timeline.
struct TimelineFile
{
    bool isComplete{false};                          ///< whether all jobs have ended
    std::map<int, std::vector<TimelineSpan>> tracks; ///< spans by track, in the order of starts
    std::map<std::string, std::vector<nlohmann::json>> counters; ///< values by name

    /**
     * @param category a kind of spans
     * @return the spans of that kind
     */
    std::vector<TimelineSpan> Spans(const std::string& category) const;
};

/**
 * @param path a file of --timeline
 * @return its contents; malformed JSON throws
 */
TimelineFile ReadTimeline(const std::string& path);

/**
 * @param spans spans of a track, in the order of starts, the longer ones first
 * @return whether each lies within or after every other
 */
testing::AssertionResult AreNested(const std::vector<TimelineSpan>& spans);

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
