// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_UNITS_H
#define ESA_UNITS_H

#include <chrono>
#include <cstdint>

/**
 * @file
 * @ingroup esa
 * Units of time. The protocol core counts picoseconds, so that the 24.48 ns of a frame on a
 * 100 Gb/s link are exact; it has no clock of its own, every function gets the time.
 */

namespace ns3::esa
{

/// A point in simulated time, or a span of it.
using Picoseconds = std::chrono::duration<int64_t, std::pico>;

/// No such time (before every other).
constexpr Picoseconds kNever = Picoseconds::min();

/// In place of the time until which something has to happen: there is none.
constexpr Picoseconds kNoDeadline = Picoseconds::max();

/// @brief A span given in microseconds, as scenario files do.
/// @param us microseconds
/// @return the span, rounded to the nearest picosecond
constexpr Picoseconds
FromMicroseconds(double us)
{
    return Picoseconds(static_cast<int64_t>(us * 1e6 + (us < 0 ? -0.5 : 0.5)));
}

/// @brief A span times a factor.
/// @param factor 0 or more
/// @return the product, rounded to the nearest picosecond
constexpr Picoseconds
Scaled(Picoseconds span, double factor)
{
    return factor == 1 ? span
                       : Picoseconds(static_cast<int64_t>(
                             static_cast<double>(span.count()) * factor + 0.5));
}

/// @brief A span in microseconds.
/// @return microseconds
constexpr double
ToMicroseconds(Picoseconds span)
{
    return static_cast<double>(span.count()) / 1e6;
}

/// @brief A span in milliseconds, as results are reported.
/// @return milliseconds
constexpr double
ToMilliseconds(Picoseconds span)
{
    return static_cast<double>(span.count()) / 1e9;
}

/// @brief A span in seconds.
/// @return seconds
constexpr double
ToSeconds(Picoseconds span)
{
    return static_cast<double>(span.count()) / 1e12;
}

/// @param bitsPerS rate of a link
/// @return bytes that it sends in a time, rounded; 1 at least
constexpr uint64_t
BytesWithin(Picoseconds time, double bitsPerS)
{
    const double bytes = ToSeconds(time) * bitsPerS / 8 + 0.5;
    return bytes < 1 ? 1 : static_cast<uint64_t>(bytes);
}

} // namespace ns3::esa

#endif // ESA_UNITS_H
