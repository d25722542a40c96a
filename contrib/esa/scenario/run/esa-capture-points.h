/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CAPTURE_POINTS_H
#define ESA_CAPTURE_POINTS_H

#include "esa-capture-options.h"

#include "ns3/esa-valid-scenario.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// An end of a link, where frames are captured.
struct CapturePoint
{
    std::string name;               ///< for example job1-worker3; part of the file's name
    std::vector<std::string> words; ///< what selects it in --pcap-hosts
    bool isHostLink{true};          ///< whether it is the link of a host
    bool isUpper{false};            ///< whether it is the end at the upper switch
    std::size_t link{0};            ///< number of the host, or of the link among the up-links
};

/**
 * @ingroup esa
 * @brief List the ends of links that are captured.
 *
 * A reader of captures looks for a worker or a PS, and not for a node's number. So a host is called
 * by its role: job1-worker3 or job1-ps. A host with two roles has both names (job0-ps+job1-ps); one
 * with more has the first, and their number (job0-ps+7-more). Idle hosts, and all hosts of a trace,
 * whose roles change, are called host7. The lower end of a link from a rack's switch to a spine is
 * rack0-spine1. At the upper end of a link the name ends with -port.
 *
 * @param options which links
 * @param scenario the scenario
 * @return the ends, hosts first
 * @throws ScenarioError if the options name a link that is not there
 */
std::vector<CapturePoint> CapturePoints(const CaptureOptions& options,
                                        const ValidScenario& scenario);

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
                        const CapturePoint& point);

} // namespace ns3::esa

#endif // ESA_CAPTURE_POINTS_H
