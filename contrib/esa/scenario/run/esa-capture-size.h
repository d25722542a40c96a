/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CAPTURE_SIZE_H
#define ESA_CAPTURE_SIZE_H

#include "esa-capture-options.h"

#include "ns3/esa-valid-scenario.h"

#include <cstddef>
#include <string>

namespace ns3::esa
{

/// How large captures become, about.
struct CaptureSize
{
    double bytes{0};      ///< of all files together
    std::size_t files{0}; ///< number of files, at most
};

/**
 * @ingroup esa
 * @brief Estimate how large the captures of all runs become.
 *
 * Captures of a long simulation can fill a disk, and the user should know before. The link of a
 * worker is taken to carry each of its gradient packets and each result once, and the link of a PS
 * what the PS receives and sends in any case. What collisions, reminders, losses and background
 * traffic add is not known before the run.
 *
 * @param options what is captured
 * @param scenario the scenario
 * @return their size
 */
CaptureSize EstimateCaptures(const CaptureOptions& options, const ValidScenario& scenario);

/**
 * @ingroup esa
 * @brief Say how large captures become.
 * @param size their size
 * @return for example "about 1.6 GB in up to 72 files"
 */
std::string CaptureSizeText(const CaptureSize& size);

} // namespace ns3::esa

#endif // ESA_CAPTURE_SIZE_H
