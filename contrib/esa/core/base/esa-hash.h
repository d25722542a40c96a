// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HASH_H
#define ESA_HASH_H

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A 64-bit hash: every bit of the input changes every bit of the output with probability
 * one half (the finaliser of SplitMix64, Steele et al., OOPSLA'14, public domain).
 *
 * @param x any number
 * @return its hash; a bijection
 */
constexpr uint64_t
Hash64(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// @ingroup esa
/// @brief The number of a task in one integer.
/// @param seq sequence number
/// @return both side by side
constexpr uint64_t
TaskKey(uint16_t job, uint32_t seq)
{
    return uint64_t{job} << 32 | seq;
}

} // namespace ns3::esa

#endif // ESA_HASH_H
