// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_INA_PACKET_TEXT_H
#define ESA_INA_PACKET_TEXT_H

#include "esa-ina-packet.h"

#include <ostream>

/**
 * @file
 * @ingroup esa
 * Packets in words, for logs and for messages of failed tests. A line names the task first (job and
 * sequence number), then who it is from or for, and in brackets what a switch reads:
 *
 *     gradient of job 0, seq 17, worker 2 [aggregator 5, workers 0x4 of 3, priority 200]
 */

namespace ns3::esa
{

/// @param kind a kind of packet
/// @return its name
const char* KindName(PacketKind kind);

/// @param out where to write
/// @return out
std::ostream& operator<<(std::ostream& out, const InaPacket& fragment);

} // namespace ns3::esa

#endif // ESA_INA_PACKET_TEXT_H
