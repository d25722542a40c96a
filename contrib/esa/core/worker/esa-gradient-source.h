/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_GRADIENT_SOURCE_H
#define ESA_GRADIENT_SOURCE_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-stream-position.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The gradients of one worker, handed in to its transport.
 *
 * A transport hands out finished packets, but knows neither the worker's gradients nor the priority
 * of a layer. It asks for both at the moment when a packet leaves. So nothing is stored twice, and
 * a fragment that is sent again carries the same values.
 */
class GradientSource
{
  public:
    virtual ~GradientSource() = default;

    /**
     * @param position position of a fragment
     * @return its priority, larger is more urgent
     */
    virtual uint8_t PriorityOf(StreamPosition position) const = 0;

    /**
     * @brief Fills a packet's sum with the worker's gradient; leaves it empty if it has none.
     * @param position position of the fragment
     * @param packet the packet, whose job and seq are set
     */
    virtual void FillSum(StreamPosition position, InaPacket& packet) const = 0;
};

} // namespace ns3::esa

#endif // ESA_GRADIENT_SOURCE_H
