/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHANNEL_HELPER_H
#define ESA_CHANNEL_HELPER_H

#include "ns3/esa-reliable-channel.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Makes a host one of the Internet: without a stack it gets one (IPv4), and its device an
 * address of 172.16.0.0/12 if it has none.
 * @param host a host with an EsaHost
 * @return its address
 */
Ipv4Address InstallInternet(Ptr<Node> host);

/**
 * @ingroup esa
 * @brief Tells one host the MAC address of another, for ever. No ARP is needed, whose requests
 * could be lost and are repeated after a second only.
 * @param who the host, with an Internet stack
 * @param whom the other, the same
 */
void Introduce(Ptr<Node> who, Ptr<Node> whom);

/**
 * @ingroup esa
 * @brief Opens the reliable channel of a host, once. The host is made one of the Internet.
 *
 * @param host a host with an EsaHost
 * @param factory makes its channel
 * @return its channel
 */
Ptr<EsaReliableChannel> InstallReliableChannel(Ptr<Node> host, const ObjectFactory& factory);

/**
 * @ingroup esa
 * @brief Introduces two hosts to each other.
 * @param a a host
 * @param b another, or the same
 */
void Acquaint(Ptr<Node> a, Ptr<Node> b);

} // namespace ns3::esa

#endif // ESA_CHANNEL_HELPER_H
