/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-capture-size.h"

#include "esa-capture-points.h"
#include "esa-link-frames.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ns3::esa
{
namespace
{

constexpr double kCaptureFrameHeader = 16; ///< bytes before each frame

} // namespace

CaptureSize
EstimateCaptures(const CaptureOptions& options, const ValidScenario& scenario)
{
    CaptureSize size;
    const auto seeds = static_cast<double>(scenario->seeds.size());
    const std::vector<LinkEnd> points = CapturePoints(options, scenario);
    for (const std::string& name : scenario->systems)
    {
        const SystemRecord& system = *FindSystem(name);
        const LinkFrames frames(scenario, system);
        const double bytes = kCaptureFrameHeader +
                             std::min<uint32_t>(options.bytes, DataFrameBytes(system.onHost.frame));
        for (const LinkEnd& point : points)
        {
            size.bytes += frames.At(point) * bytes * seeds;
        }
        size.files += points.size() * scenario->seeds.size();
    }
    return size;
}

std::string
CaptureSizeText(const CaptureSize& size)
{
    std::ostringstream text;
    if (size.bytes >= 1e9)
    {
        text << "about " << std::setprecision(size.bytes >= 99.5e9 ? 0 : 1) << std::fixed
             << size.bytes / 1e9 << " GB";
    }
    else
    {
        text << "about " << std::setprecision(1) << std::fixed << size.bytes / 1e6 << " MB";
    }
    text << " in up to " << size.files << (size.files == 1 ? " file" : " files");
    return text.str();
}

} // namespace ns3::esa
