/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FLOW_SPEC_H
#define ESA_FLOW_SPEC_H

#include "ns3/esa-congestion-control.h"
#include "ns3/esa-flow-parameters.h"

#include <cstdint>

/**
 * @file
 * @ingroup esa
 * What a scenario says of the connections between hosts, and of pauses of links; names and units
 * are those of the schema.
 */

namespace ns3::esa
{

/// DCTCP, with marks at one threshold.
struct DctcpSpec
{
    uint64_t thresholdBytes{97500}; ///< K
    double gain{0.0625};            ///< g
};

/// Named sets of DCQCN's parameters.
enum class DcqcnPreset : uint8_t
{
    Paper40G,   ///< SIGCOMM 2015, figure 14
    Ns3Rdma40G, ///< the simulator of DCQCN's authors
    Hpcc100G    ///< the simulators of HPCC and of SimAI
};

/// DCQCN, with marks at random between two thresholds.
struct DcqcnSpec
{
    uint64_t minThresholdBytes{5000};   ///< Kmin
    uint64_t maxThresholdBytes{200000}; ///< Kmax
    double maxProbability{0.01};        ///< Pmax
    double gain{0.00390625};            ///< g
    double timerUs{55};                 ///< T
    uint64_t counterBytes{10000000};    ///< B
    double increaseGbps{0.04};          ///< R_AI
    double hyperIncreaseGbps{0.4};      ///< R_HAI

    DcqcnPreset preset{DcqcnPreset::Paper40G}; ///< where the other values come from
    double minimumGbps{0.04};                  ///< lowest rate
    double notificationUs{50};                 ///< N
    double alphaTimerUs{55};                   ///< K
    uint32_t fastRecoveries{5};                ///< F
};

/// Swift.
struct SwiftSpec
{
    double targetUs{25};         ///< base target
    double hopUs{3};             ///< for each further switch
    double flowScalingUs{50};    ///< fs_range
    double increasePackets{1};   ///< ai
    double decrease{0.8};        ///< beta
    double largestDecrease{0.5}; ///< max_mdf
};

/// Priority flow control of links.
struct PauseSpec
{
    bool enabled{false};        ///< whether links pause
    uint64_t xoffBytes{100000}; ///< more bytes waiting pause the link that they came over
    uint64_t xonBytes{50000};   ///< with at most this many it goes on
    double stormUs{1000};       ///< a longer pause is a storm
};

/// Connections between hosts, where those sum.
struct FlowSpec
{
    uint32_t windowPackets{256};  ///< packets that may wait for their acknowledgement
    uint32_t ackEveryPackets{16}; ///< packets per acknowledgement
    uint32_t nicPackets{16};      ///< packets that wait at the link, at most
    double stepUs{0};             ///< time that a message takes before it leaves

    FlowRepair repair{FlowRepair::GoBackN}; ///< with recovery: what is sent again

    CongestionAlgorithm congestionControl{CongestionAlgorithm::Window}; ///< who decides the rate
    uint32_t initialPackets{10};                                        ///< first window
    DctcpSpec dctcp;                                                    ///< of "dctcp"
    DcqcnSpec dcqcn;                                                    ///< of "dcqcn"
    SwiftSpec swift;                                                    ///< of "swift"
};

} // namespace ns3::esa

#endif // ESA_FLOW_SPEC_H
