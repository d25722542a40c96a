// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TESTS_WIRE_TIME_H
#define ESA_TESTS_WIRE_TIME_H

// Closed forms count what links send with each frame. They do not read it from the program.

namespace ns3::esa::test
{

constexpr double kOverheadBytes = 24; ///< Ethernet's preamble 8, checksum 4 and gap 12

/// @param frameBytes length of a frame @return bytes that a link sends for it
constexpr double
OnWire(double frameBytes)
{
    return frameBytes + kOverheadBytes;
}

/// @param frameBytes length of a frame @return how long it takes at 100 Gb/s, in us
constexpr double
FrameUs(double frameBytes)
{
    return OnWire(frameBytes) * 8 / 100e3;
}

} // namespace ns3::esa::test

#endif // ESA_TESTS_WIRE_TIME_H
