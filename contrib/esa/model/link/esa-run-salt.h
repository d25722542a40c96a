// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RUN_SALT_H
#define ESA_RUN_SALT_H

#include "ns3/esa-hash.h"
#include "ns3/rng-seed-manager.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What makes a hash stand for chance: it differs with seed and run of ns-3's random numbers.
 *
 * A random number of a stream would depend on what else is drawn from it, and so on the order in
 * which nodes work. A hash of place and number does not.
 *
 * @param place number of the place where chance decides
 * @return a number that goes into each hash there
 */
inline uint64_t
SaltOfRun(uint64_t place)
{
    const uint64_t seed = RngSeedManager::GetSeed();
    return Hash64(Hash64(Hash64(seed) ^ RngSeedManager::GetRun()) ^ place);
}

} // namespace ns3::esa

#endif // ESA_RUN_SALT_H
