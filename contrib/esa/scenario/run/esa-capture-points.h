/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CAPTURE_POINTS_H
#define ESA_CAPTURE_POINTS_H

#include "esa-capture-options.h"
#include "esa-link-ends.h"

#include "ns3/esa-valid-scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief List the ends of links that are captured.
 *
 * @param options which links
 * @param scenario the scenario
 * @return the ends, hosts first
 * @throws ScenarioError if the options name a link that is not there
 */
std::vector<LinkEnd> CapturePoints(const CaptureOptions& options, const ValidScenario& scenario);

/**
 * @ingroup esa
 * @param options how the names of files begin
 * @param system system of the run
 * @param seed its seed
 * @param point where frames are captured
 * @return path of the file
 */
std::string CapturePath(const CaptureOptions& options,
                        const std::string& system,
                        uint32_t seed,
                        const LinkEnd& point);

} // namespace ns3::esa

#endif // ESA_CAPTURE_POINTS_H
