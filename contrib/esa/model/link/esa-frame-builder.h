// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAME_BUILDER_H
#define ESA_FRAME_BUILDER_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-wire-format.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The address under which captures show a worker.
 * @param worker number of the worker in the job
 * @return 10.(job).(1 + worker); from worker 254 on, which has no place there, 100.64.0.0 +
 *         (job modulo 64).(worker), so that captures of many large jobs are ambiguous
 */
Ipv4Address WorkerAddress(uint16_t job, uint16_t worker);

/// @ingroup esa
/// @brief The address under which captures show a job's parameter server.
/// @return 10.(job).255
Ipv4Address ParameterServerAddress(uint16_t job);

/// @ingroup esa
/// @brief The address under which captures show a server of a job that is on no worker's host.
/// @param number of the server; 0 is on the host of the PS
/// @return the PS's; of further servers 198.18.0.0 + (job modulo 8) * 16,384 + (number)
Ipv4Address ServerAddress(uint16_t job, uint32_t number);

/// @return the address under which captures show the switch
Ipv4Address SwitchAddress();

/// @ingroup esa
/// @brief The multicast group of a job's workers.
/// @return 239.192.(job)
Ipv4Address WorkersAddress(uint16_t job);

/**
 * @ingroup esa
 * @brief The frame of a fragment with all its headers, for captures and trace sinks.
 *
 * SwitchML's header has 8 bits of the job, so its addresses have these, too: the switch makes the
 * address of a worker from the header.
 *
 * A digest stands in the first 8 bytes of the payload, which is zero behind it.
 *
 * @param fragment the fragment; frameBytes is the length of the frame
 * @param format the headers
 * @param from MAC address of the sending device
 * @param to MAC address of the receiving device
 * @return the packet, Ethernet header first
 */
Ptr<Packet> BuildPacket(const InaPacket& fragment,
                        FrameFormat format,
                        Mac48Address from,
                        Mac48Address to);

} // namespace ns3::esa

#endif // ESA_FRAME_BUILDER_H
