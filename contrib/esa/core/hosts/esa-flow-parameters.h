// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_PARAMETERS_H
#define ESA_FLOW_PARAMETERS_H

#include "esa-congestion-control.h"

#include "ns3/esa-units.h"
#include "ns3/esa-wire-format.h"

#include <cstdint>

namespace ns3::esa
{

/// What a flow sends again when a packet is missing.
enum class FlowRepair : uint8_t
{
    GoBackN,         ///< the missing packet and all after it; the receiver drops what comes early
    SelectiveRepeat, ///< what is missing; the receiver keeps what comes early
};

/// @param repair a value
/// @return its name in scenario files; null if it is no enumerator
constexpr const char*
NameOf(FlowRepair repair)
{
    switch (repair)
    {
    case FlowRepair::GoBackN:
        return "go_back_n";
    case FlowRepair::SelectiveRepeat:
        return "selective_repeat";
    }
    return nullptr;
}

/// The parameters of a reliable flow.
struct FlowParameters
{
    uint32_t frameBytes{MtuFrameBytes()};       ///< length of the frame of a packet
    uint32_t windowPackets{256};                ///< unacknowledged packets, at most
    uint32_t ackEveryPackets{16};               ///< the receiver acknowledges once per this number
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout
    bool recovery{false};                       ///< retransmit what is lost
    FlowRepair repair{FlowRepair::GoBackN};     ///< what is sent again
    Picoseconds reorderingWindow{0};            ///< a packet is missing once a later one has been
                                                ///< there for this long; with selective repeat
    CongestionParameters congestion;            ///< how fast the flow may send
};

} // namespace ns3::esa

#endif // ESA_FLOW_PARAMETERS_H
