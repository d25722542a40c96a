/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-capture-points.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

using Words = std::vector<std::string>;

bool
Holds(const Words& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Throws if a word selects no link.
void
CheckWords(const Words& words, const std::vector<LinkEnd>& points)
{
    for (const std::string& word : words)
    {
        if (std::none_of(points.begin(), points.end(), [&word](const LinkEnd& point) {
                return Holds(point.words, word);
            }))
        {
            throw ScenarioError(
                {"--pcap-hosts: \"" + PrintableAscii(word) +
                 "\" is not allowed: must be a link of this scenario: workers, ps, uplinks, ports, "
                 "a job (job1), a role (job1-worker3, job1-ps; of execution traces job1-rank3, "
                 "ps1), host7 or rack0-spine1; the last "
                 "four also with " +
                 std::string(kUpperEnd) + " for the end at the switch"});
        }
    }
}

} // namespace

std::vector<LinkEnd>
CapturePoints(const CaptureOptions& options, const ValidScenario& scenario)
{
    std::vector<LinkEnd> points = LinkEnds(scenario);
    CheckWords(options.links, points);
    const auto isLeftOut = [&options](const LinkEnd& point) {
        return options.links.empty()
                   ? point.isUpper
                   : std::none_of(options.links.begin(),
                                  options.links.end(),
                                  [&point](const auto& word) { return Holds(point.words, word); });
    };
    points.erase(std::remove_if(points.begin(), points.end(), isLeftOut), points.end());
    return points;
}

std::string
CapturePath(const CaptureOptions& options,
            const std::string& system,
            uint32_t seed,
            const LinkEnd& point)
{
    return options.prefix + "-" + system + "-" + std::to_string(seed) + "-" + point.name + ".pcap";
}

} // namespace ns3::esa
