// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SERVER_PLAN_H
#define ESA_SERVER_PLAN_H

#include "ns3/esa-flow-packet.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Which parameter server sums which key, where hosts push and pull (BytePS).
 *
 * A key names a part of a tensor: the number of the tensor, and in its last 16 bits the number of
 * the part. The worker chooses the server of a key by a hash, without knowledge of the length of
 * what it sends. So loads are even in the mean only.
 *
 * There are up to two kinds of servers: one beside each worker, and extra ones on other hosts. A
 * server beside a worker shares its link with this worker, and an extra one has a link alone. So
 * with both kinds (BytePS's mixed mode) an extra server gets a larger share. With n workers and k
 * extra servers, all links are equally busy if the extra ones have 2 k (n - 1) / (n (n + k) - 2 k)
 * of all keys. The hash puts a key into one of kBuckets buckets, of which this share belongs to the
 * extra servers; a second hash chooses the server. Facts from BytePS's public code
 * (byteps/common/global.cc).
 */
class ServerPlan
{
  public:
    /// Least number of buckets in mixed mode. BytePS needs one for each server at least, and a
    /// larger number has to be set there; here there are as many as servers then.
    static constexpr uint64_t kBuckets = 101;

    /// @param workers of the job
    /// @param extraServers servers on hosts of their own, at most MostExtraServers()
    /// @param isColocated whether there is a server beside each worker, too
    /// @param keys of the blocks of an iteration
    ServerPlan(uint32_t workers,
               uint32_t extraServers,
               bool isColocated,
               const std::vector<uint64_t>& keys);

    /// @param block number of a block @return endpoint of the server that sums it
    uint16_t Of(uint32_t block) const
    {
        return m_ofBlock[block];
    }

    /// @return endpoints of all servers, the extra ones first
    const std::vector<uint16_t>& Endpoints() const
    {
        return m_endpoints;
    }

    /// @return the most extra servers of a job: beside servers of the workers, no more than workers
    static constexpr uint32_t MostExtraServers(uint32_t workers, bool isColocated)
    {
        constexpr uint32_t kEndpoints = kDedicatedServer - kFirstServer + 1;
        return isColocated ? std::min(workers, kEndpoints - workers) : kEndpoints;
    }

    /// @return the hash of BytePS: djb2 of the decimal digits
    static uint64_t HashOf(uint64_t key);

  private:
    /// @return index of a server among the endpoints
    std::size_t Choose(uint64_t key) const;

    uint32_t m_workers;                ///< of the job
    uint32_t m_extraServers;           ///< on hosts of their own
    std::vector<uint16_t> m_endpoints; ///< of all servers
    std::vector<uint16_t> m_ofBlock;   ///< by block: the endpoint
};

} // namespace ns3::esa

#endif // ESA_SERVER_PLAN_H
