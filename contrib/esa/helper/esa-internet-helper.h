// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_INTERNET_HELPER_H
#define ESA_INTERNET_HELPER_H

#include "ns3/ipv4-address.h"
#include "ns3/node.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Installs an Internet stack (IPv4) on a host that has none, and gives its device an address
 * of 172.16.0.0/12 if it has none.
 * @param host a host with an EsaHostDemux
 * @return its address
 */
Ipv4Address InstallInternet(Ptr<Node> host);

/// @ingroup esa
/// @brief Static ARP: gives two hosts, each with an Internet stack, the MAC addresses of each
/// other. Without it, an ARP request could be lost, and is repeated only after a second.
/// @param a a host
/// @param b another, or the same
void AddStaticArpBetween(Ptr<Node> a, Ptr<Node> b);

/**
 * @ingroup esa
 * @brief Lets ns-3's Ipv4GlobalRoutingHelper find the hosts behind a switch.
 *
 * Global routing searches for the neighbours of a device on its channel, and behind bridges. A link
 * of a host ends at a port of the switch, so a bridge (ns3::BridgeNetDevice) has all of these
 * ports. It only shows them: the switch takes all frames before a bridge gets them.
 *
 * @param switchNode a switch with all of its ports
 */
void ShowPortsAsBridge(Ptr<Node> switchNode);

} // namespace ns3::esa

#endif // ESA_INTERNET_HELPER_H
