/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-network-bounds.h"
#include "esa-scenario-rules.h"

#include "ns3/esa-topology-load.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string>

namespace ns3::esa
{
namespace
{

// A connection of ns-3's TCP, as captures show it: SYN, ACK, data, FIN with the last data, ACK; and
// from the receiver SYN with ACK, ACK of the data, FIN.
constexpr double kHeaderBytes = 66;    ///< of a packet: Ethernet, IP, TCP with time stamps
constexpr double kSegmentBytes = 1448; ///< data in a full packet
constexpr double kPacketsWithout = 5;  ///< packets of a connection without data, at least

/// Bytes on a link per byte of a flow, at least: a server sends and receives as many flows.
double
WireBytesPerByte(double flowBytes)
{
    const double segments = std::max(flowBytes / kSegmentBytes, 1.0);
    return 1 + kHeaderBytes * (segments + kPacketsWithout) / flowBytes;
}

/// Load of a rack's up-links per load of its servers' links, both as a fraction of their rate.
double
UplinkLoadPerLoad(const Scenario& scenario)
{
    return LargestUplinkLoad(*scenario.routes,
                             scenario.topology.hosts,
                             SlowestHostLinkGbps(scenario));
}

/// What says how fast links between switches are.
std::string
UplinksText(const ScenarioDraft& draft)
{
    const Scenario::Topology& topology = draft->topology;
    return topology.kind == TopologyKind::Graph ? draft.Quote(topology.kind)
           : topology.uplinksGbps.empty()       ? draft.Quote(topology.oversubscription)
                                                : draft.Quote(topology.uplinksGbps);
}

/// A number with three digits, not larger than it is.
std::string
RoundedDown(double number)
{
    std::ostringstream text;
    text << std::setprecision(3) << number * 0.995;
    return text.str();
}

} // namespace

void
CheckBackground(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const Scenario::Background& background = draft->background;
    if (background.load == 0)
    {
        return;
    }
    if (!draft.KnowsNetwork())
    {
        return; // nobody knows what the links carry
    }
    if (draft->topology.hosts < 2)
    {
        draft.Refuse(errors, background.load, "0 with one server, which has no other");
        return;
    }
    if (background.arrivals != FlowArrivals::Poisson)
    {
        return; // each flow waits until the one before it has ended
    }
    const double onHostLink = WireBytesPerByte(background.flowBytes);
    const double onUplinks = onHostLink * UplinkLoadPerLoad(*draft);
    const bool isUplink = onUplinks > onHostLink;
    const double most = 1 / std::max(onHostLink, onUplinks);
    if (background.load > most)
    {
        draft.Refuse(errors,
                     background.load,
                     "at most " + RoundedDown(most) + " with " + draft.Quote(background.flowBytes) +
                         (isUplink ? ", " + UplinksText(draft) : "") +
                         ": with headers and the packets that open and close connections, more "
                         "fills the " +
                         (isUplink ? "links between switches" : "servers' links") +
                         ", and flows queue up without end");
    }
}

} // namespace ns3::esa
