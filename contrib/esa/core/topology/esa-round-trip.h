// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ROUND_TRIP_H
#define ESA_ROUND_TRIP_H

#include "esa-topology-routes.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup esa
 * How large a window and how long a timer must be depends on the network: a window below rate times
 * round trip leaves links idle, and a timer that is a multiple of nothing in the network is either
 * too short, so that packets are sent twice, or so long that a loss costs more than the rest of the
 * job. So what follows from the network is computed here, once for all of these: the round trips
 * between the hosts that belong together, and the bandwidth-delay product (the bytes that are under
 * way on a path whose slowest link is busy all the time).
 */

namespace ns3::esa
{

/// What hosts and switches add to a round trip, and what links have that name no traits.
struct RoundTripTimes
{
    double rateGbps{100};    ///< of links without a rate of their own
    double hostDelayUs{5};   ///< propagation delay of hosts' links without a delay, one way
    double switchDelayUs{1}; ///< the same of other links
    double switchUs{0};      ///< processing in each switch
    double hostsUs{0};       ///< processing in both hosts together
    double extraHostUs{0};   ///< further delay of each host's link, one way
};

/// A round trip.
struct RoundTrip
{
    double us{0};    ///< its time if a packet waits nowhere
    double bytes{0}; ///< bandwidth-delay product: this time at the rate of the slowest link
};

/// @ingroup esa
/// @brief The round trips between hosts that belong together, as the hosts of a job do.
class RoundTrips
{
  public:
    /// @param routes the paths
    /// @param times what else takes time
    /// @param groups host numbers of each group; packets go from each host of a group to each other
    RoundTrips(const TopologyRoutes& routes,
               const RoundTripTimes& times,
               const std::vector<std::vector<uint32_t>>& groups);

    /// @param wireBytes that links send for a frame, in both directions
    /// @return the longest round trip, and the largest bandwidth-delay product
    RoundTrip Longest(double wireBytes) const;

    /// @param wireBytes see Longest() @return the longest round trip through a single switch
    RoundTrip ThroughOneSwitch(double wireBytes) const;

    /// @param wireBytes see Longest() @return what a further switch adds to a round trip, in us
    double FurtherSwitchUs(double wireBytes) const;

    /// @return bytes that a link can have under way in both directions together, at most; for each
    /// rate of links in Gb/s
    const std::map<double, double>& LinkBytes() const
    {
        return m_linkBytes;
    }

  private:
    /// A path there and back, or a part of it.
    struct Path
    {
        double us{0};        ///< what does not depend on the frame
        double usPerByte{0}; ///< that a link sends, added over the links
        double gbps{0};      ///< rate of the slowest link

        /// @return it has a link more
        Path With(double linkUs, double linkGbps) const;

        /// @return this one, and then another one
        Path Then(const Path& other) const;

        /// @return its round trip
        RoundTrip Of(double wireBytes) const;
    };

    /// @return the link of a host
    Path OfHost(const TopologyRoutes& routes, std::size_t host) const;

    /// @brief Adds a path unless another one is longer for every frame.
    void Add(const Path& path);

    RoundTripTimes m_times;    ///< what else takes time
    std::vector<Path> m_paths; ///< between two hosts
    Path m_oneSwitch;          ///< the longest through one switch
    Path m_further;            ///< the longest link between switches, with its switch

    std::map<double, double> m_linkBytes; ///< under way on a link, by rate in Gb/s
};

} // namespace ns3::esa

#endif // ESA_ROUND_TRIP_H
