// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAME_FORMAT_H
#define ESA_FRAME_FORMAT_H

#include <cstdint>

namespace ns3::esa
{

/// Which frame carries the system's fragments.
enum class FrameFormat : uint8_t
{
    Ina,      ///< usually 306 bytes with 62 values (esa-wire-format.h)
    SwitchMl, ///< usually 180 bytes with 32 values (esa-switchml-wire-format.h)
    Mtu,      ///< as long as the MTU allows, header as Ina (esa-wire-format.h)
};

} // namespace ns3::esa

#endif // ESA_FRAME_FORMAT_H
