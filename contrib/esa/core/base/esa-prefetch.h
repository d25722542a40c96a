/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PREFETCH_H
#define ESA_PREFETCH_H

#include <cstddef>

namespace ns3::esa
{

/// Bytes of a cache line on the processors that this is tuned for.
constexpr std::size_t kCacheLineBytes = 64;

/**
 * @ingroup esa
 * @brief Asks the processor to bring memory into its caches, and does not wait for it.
 *
 * A large network does not fit into the caches. Then the processor waits for memory at every packet
 * for longer than it computes. Where it is known early what the next packets will need, the memory
 * can be asked for early, for many packets at a time. A wrong address does no harm, and nothing of
 * this can change a result.
 *
 * @param memory first byte of what will be needed
 * @param bytes how much of it
 */
inline void
Prefetch(const void* memory, std::size_t bytes = 1)
{
    const auto* first = static_cast<const char*>(memory);
    for (std::size_t offset = 0; offset < bytes; offset += kCacheLineBytes)
    {
        __builtin_prefetch(first + offset);
    }
}

} // namespace ns3::esa

#endif // ESA_PREFETCH_H
