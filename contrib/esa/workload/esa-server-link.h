// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SERVER_LINK_H
#define ESA_SERVER_LINK_H

#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The GPUs of a server, and the link between them (for example NVLink).
 *
 * The network sees a server as one worker. Inside it, g GPUs stand in a chain, as in NCCL's reduce
 * and broadcast: each takes a fragment from the one before it, adds its own, and passes it on.
 * Fragments of a bucket follow each other without a gap, and links of the chain work at the same
 * time. So F fragments take (F + g - 2) t + (g - 1) d, where t is the time of the gradients of a
 * fragment at the link's rate, and d the delay of a link. The bucket is sent when all of it is
 * summed. Its result goes back through the chain in the same time, on the other direction of the
 * links, when all of it has arrived. Buckets wait for each other: each link is busy for F t.
 */
struct ServerLink
{
    uint32_t gpus{1};        ///< GPUs of a server
    Picoseconds fragment{0}; ///< t: time of the gradients of a fragment
    Picoseconds delay{0};    ///< d: delay of a link of the chain

    /// @return true if there is a link
    bool IsUsed() const
    {
        return gpus > 1;
    }

    /// @param fragments fragments of a bucket
    /// @return time for which each link is busy with them
    Picoseconds Busy(uint64_t fragments) const
    {
        return static_cast<int64_t>(fragments) * fragment;
    }

    /// @param fragments fragments of a bucket, at least one
    /// @return time through the chain
    Picoseconds Through(uint64_t fragments) const
    {
        return IsUsed() ? Busy(fragments + gpus - 2) + int64_t{gpus - 1} * delay : Picoseconds(0);
    }
};

/// @ingroup esa
/// @brief One direction of a server's link, which takes one bucket after the other.
class ServerLinkQueue
{
  public:
    /// @brief A bucket goes through.
    /// @param fragments fragments of the bucket
    /// @param now when it is there
    /// @return when all of it is through
    Picoseconds Pass(const ServerLink& link, uint64_t fragments, Picoseconds now)
    {
        const Picoseconds begin = std::max(now, m_free);
        m_free = begin + link.Busy(fragments);
        return begin + link.Through(fragments);
    }

  private:
    Picoseconds m_free{0}; ///< when the first link of the chain is free
};

} // namespace ns3::esa

#endif // ESA_SERVER_LINK_H
