// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAME_H
#define ESA_FRAME_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-units.h"

#include <memory>
#include <new>
#include <utility>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What a frame carries instead of a fragment; which only the ends of the line interpret.
class FrameCargo
{
  public:
    virtual ~FrameCargo() = default;
};

/// A frame on its way: a fragment, or ordinary traffic.
struct alignas(64) Frame
{
    Picoseconds arrival{0};            ///< when the node has its last bit
    std::unique_ptr<FrameCargo> cargo; ///< ordinary traffic; null: it is a fragment
    InaPacket fragment;                ///< the fragment

    /// @brief Fills in the fragment of an empty frame. An assignment would first read what the
    /// frame has held, and that left the processor's cache long ago. @param content the fragment
    template <typename Content>
    void Fill(Content&& content)
    {
        new (&fragment) InaPacket(std::forward<Content>(content));
    }

    /// @brief Takes out what it carries.
    void Empty()
    {
        if (cargo)
        {
            cargo.reset();
        }
        if (fragment.sum.values)
        {
            fragment.sum.values = PayloadRef{};
        }
    }
};

static_assert(sizeof(Frame) == 64, "a frame fills a cache line");

} // namespace ns3::esa

#endif // ESA_FRAME_H
