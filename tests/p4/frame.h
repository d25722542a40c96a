// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_P4_FRAME_H
#define ESA_TEST_P4_FRAME_H

#include "p4/trace.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-outcome.h"
#include "ns3/esa-wire-format.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * Frames as bytes. In the simulator a packet is a struct, and its frame is always right. The P4
 * program gets whatever is on the wire: frames that are cut, lie about their length, or carry
 * something else. These functions say in C++ what a frame is, and what of it leaves the switch.
 */

namespace ns3::esa
{

/// @return true if it has the headers of a fragment, all of them; otherwise it is forwarded by its
///         Ethernet address
bool CarriesFragment(const Frame& frame, FrameFormat format);

/// @param frame a frame that carries a fragment
/// @return the fragment; nothing if it is malformed: a header that cannot be, or a sum that is
///         not there. SwitchML's bitmap and fan-in are not set, as the header has none.
std::optional<InaPacket> DecodeFrame(const Frame& frame, FrameFormat format);

/**
 * @brief A packet that leaves, in the frame in which it came: what the switch does not write stays
 * as it was.
 * @param came the frame that came in
 * @param fragment the packet that leaves; worker is the receiver if it goes to one
 * @param decision what the pipeline decided
 * @param port the port at which it leaves
 * @return its frame
 */
Frame EncodeFrame(const Frame& came,
                  const InaPacket& fragment,
                  const Decision& decision,
                  FrameFormat format,
                  uint32_t port);

} // namespace ns3::esa

#endif // ESA_TEST_P4_FRAME_H
