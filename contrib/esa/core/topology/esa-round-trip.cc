// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-round-trip.h"

#include <algorithm>
#include <map>
#include <optional>

namespace ns3::esa
{
namespace
{

constexpr double kThereAndBack = 2;
constexpr double kBitsPerUs = 1e3; ///< at 1 Gb/s

/// The paths to one rack. Most of them lead through a few switches that have a link to every rack.
/// So the choice of each switch is computed once, not for each rack from which packets come.
class PathsTo
{
  public:
    PathsTo(const TopologyRoutes& routes, SwitchId rack, uint64_t turn)
        : m_routes(routes),
          m_rack(rack),
          m_turn(turn),
          m_links(routes.Switches().size())
    {
    }

    /// Calls a function for each link between switches on the path from another rack.
    template <typename F>
    void ForEachLink(SwitchId from, F visit)
    {
        const std::size_t end = m_routes.Racks()[ToNumber(m_rack)];
        std::size_t at = m_routes.Racks()[ToNumber(from)];
        while (at != end)
        {
            std::optional<std::size_t>& link = m_links[ToNumber(m_routes.NumberOf(at))];
            if (!link)
            {
                link = m_routes.LinkTowards(at, m_rack, m_turn);
            }
            visit(*link);
            at = m_routes.OtherEnd(*link, at);
        }
    }

  private:
    const TopologyRoutes& m_routes;                  ///< all paths
    SwitchId m_rack;                                 ///< where packets go
    uint64_t m_turn;                                 ///< chooses among equal paths
    std::vector<std::optional<std::size_t>> m_links; ///< by switch: the next one; none: unknown yet
};

} // namespace

RoundTrips::Path
RoundTrips::Path::With(double linkUs, double linkGbps) const
{
    return {us + kThereAndBack * linkUs,
            usPerByte + kThereAndBack * 8 / (linkGbps * kBitsPerUs),
            gbps > 0 ? std::min(gbps, linkGbps) : linkGbps};
}

RoundTrips::Path
RoundTrips::Path::Then(const Path& other) const
{
    const bool isEither = gbps > 0 && other.gbps > 0;
    return {us + other.us,
            usPerByte + other.usPerByte,
            isEither ? std::min(gbps, other.gbps) : std::max(gbps, other.gbps)};
}

RoundTrip
RoundTrips::Path::Of(double wireBytes) const
{
    const double all = us + usPerByte * wireBytes;
    return {all, all * gbps * kBitsPerUs / 8};
}

RoundTrips::Path
RoundTrips::OfHost(const TopologyRoutes& routes, std::size_t host) const
{
    const LinkTraits& traits = routes.Graph().links[routes.LinkOf(host)].traits;
    return Path().With(traits.delayUs.value_or(m_times.hostDelayUs) + m_times.extraHostUs,
                       traits.rateGbps.value_or(m_times.rateGbps));
}

RoundTrips::RoundTrips(const TopologyRoutes& routes,
                       const RoundTripTimes& times,
                       const std::vector<std::vector<uint32_t>>& groups)
    : m_times(times)
{
    const double here = kThereAndBack * times.switchUs + times.hostsUs;
    for (std::size_t group = 0; group < groups.size(); ++group)
    {
        std::map<SwitchId, Path> racks; // the worst link of the group's hosts there
        for (const uint32_t host : groups[group])
        {
            const Path path = OfHost(routes, host);
            Path& worst = racks.emplace(routes.RackOf(host), path).first->second;
            worst = {std::max(worst.us, path.us),
                     std::max(worst.usPerByte, path.usPerByte),
                     std::max(worst.gbps, path.gbps)};
        }
        for (const auto& [from, first] : racks)
        {
            Path inRack = first.Then(first);
            inRack.us += here;
            Add(inRack);
            m_oneSwitch = {std::max(m_oneSwitch.us, inRack.us),
                           std::max(m_oneSwitch.usPerByte, inRack.usPerByte),
                           std::max(m_oneSwitch.gbps, inRack.gbps)};
        }
        for (const auto& [to, last] : racks)
        {
            PathsTo paths(routes, to, group);
            for (auto from = racks.begin(); from->first != to; ++from)
            {
                Path path;
                paths.ForEachLink(from->first, [&](std::size_t link) {
                    const LinkTraits& traits = routes.Graph().links[link].traits;
                    path = path.With(traits.delayUs.value_or(times.switchDelayUs) + times.switchUs,
                                     traits.rateGbps.value_or(times.rateGbps));
                });
                path = from->second.Then(path).Then(last);
                path.us += here;
                Add(path);
            }
        }
    }
    for (const TopologyLink& link : routes.Graph().links)
    {
        const auto isSwitch = [&routes](std::size_t node) {
            return routes.Graph().nodes[node].role == NodeRole::Switch;
        };
        const bool isBetween = isSwitch(link.a) && isSwitch(link.b);
        const double gbps = link.traits.rateGbps.value_or(times.rateGbps);
        const double us =
            link.traits.delayUs.value_or(isBetween ? times.switchDelayUs : times.hostDelayUs);
        double& linkBytes = m_linkBytes[gbps];
        linkBytes = std::max(linkBytes, kThereAndBack * us * gbps * kBitsPerUs / 8);
        if (isBetween)
        {
            const Path path = Path().With(us + times.switchUs, gbps);
            m_further = {std::max(m_further.us, path.us),
                         std::max(m_further.usPerByte, path.usPerByte),
                         path.gbps};
        }
    }
}

void
RoundTrips::Add(const Path& path)
{
    const auto covers = [](const Path& a, const Path& b) {
        return a.us >= b.us && a.usPerByte >= b.usPerByte && a.gbps >= b.gbps;
    };
    if (std::none_of(m_paths.begin(), m_paths.end(), [&](const Path& known) {
            return covers(known, path);
        }))
    {
        m_paths.erase(std::remove_if(m_paths.begin(),
                                     m_paths.end(),
                                     [&](const Path& known) { return covers(path, known); }),
                      m_paths.end());
        m_paths.push_back(path);
    }
}

RoundTrip
RoundTrips::Longest(double wireBytes) const
{
    RoundTrip longest;
    for (const Path& path : m_paths)
    {
        const RoundTrip trip = path.Of(wireBytes);
        longest = {std::max(longest.us, trip.us), std::max(longest.bytes, trip.bytes)};
    }
    return longest;
}

RoundTrip
RoundTrips::ThroughOneSwitch(double wireBytes) const
{
    return m_oneSwitch.Of(wireBytes);
}

double
RoundTrips::FurtherSwitchUs(double wireBytes) const
{
    return m_further.Of(wireBytes).us;
}

} // namespace ns3::esa
