// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LINK_ENDS_H
#define ESA_LINK_ENDS_H

#include "ns3/esa-fabric.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-scenario.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{

/// What the name of the end of a link at the upper switch ends with.
inline const char* const kUpperEnd = "-port";

/// An end of a link of a scenario, which sends frames to the other end.
struct LinkEnd
{
    std::string name;               ///< for example job1-worker3; no other end has it
    std::vector<std::string> words; ///< what selects it: its roles, jobs and kinds
    bool isUpper{false};            ///< whether it is the end at the upper switch
    std::size_t link{0};            ///< index of the link in the topology
};

/// List the hosts of PSes: hosts without workers, or in a fat tree or graph the hosts that jobs
/// and process groups of execution traces got.
/// @return their numbers
std::set<uint32_t> HostsOfServers(const ValidScenario& scenario);

/**
 * @brief Name both ends of every link.
 *
 * A reader of captures and tables needs a worker or a PS, and not a node's number. So a
 * host is called by its role: job1-worker3, job1-ps or, of byteps, job1-server2. A host with two
 * roles has both names (job0-ps+job1-ps); one with more has the first, and their number
 * (job0-ps+7-more). Idle hosts, and all hosts of a trace, whose roles change, are called host7, or
 * by their name in the graph. With execution traces the roles are job1-rank3 and, of hosts for
 * PSes, ps0, ps1 and so on. The lower end of a link from a rack's switch to a spine is
 * rack0-spine1; in a fat tree or graph it is edge0_1--aggregation0_0. At the upper end of a link
 * the name ends with -port.
 *
 * @return the ends, hosts first; the upper end follows the lower end of the same link
 */
std::vector<LinkEnd> LinkEnds(const ValidScenario& scenario);

/// @return their devices, in the same order
std::vector<Ptr<EsaNetDevice>> DevicesAt(const EsaFabric& fabric, const std::vector<LinkEnd>& ends);

} // namespace ns3::esa

#endif // ESA_LINK_ENDS_H
