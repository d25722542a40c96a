// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-server-plan.h"

#include "ns3/esa-assert.h"

#include <string>

namespace ns3::esa
{

ServerPlan::ServerPlan(uint32_t workers,
                       uint32_t extraServers,
                       bool isColocated,
                       const std::vector<uint64_t>& keys)
    : m_workers(workers),
      m_extraServers(extraServers)
{
    ESA_ASSERT(isColocated || extraServers > 0, "there is a server");
    ESA_ASSERT(extraServers <= MostExtraServers(workers, isColocated),
               "the share of extra servers is at most 1, and each has an endpoint");
    for (uint32_t server = 0; server < extraServers; ++server)
    {
        m_endpoints.push_back(ExtraServer(server));
    }
    for (uint32_t worker = 0; isColocated && worker < workers; ++worker)
    {
        m_endpoints.push_back(ServerOf(worker));
    }
    for (const uint64_t key : keys)
    {
        m_ofBlock.push_back(m_endpoints[Choose(key)]);
    }
}

uint64_t
ServerPlan::HashOf(uint64_t key)
{
    uint64_t hash = 5381;
    for (const char digit : std::to_string(key))
    {
        hash = 33 * hash + static_cast<uint64_t>(digit);
    }
    return hash;
}

std::size_t
ServerPlan::Choose(uint64_t key) const
{
    const bool isMixed = m_extraServers > 0 && m_endpoints.size() > m_extraServers;
    if (!isMixed)
    {
        return HashOf(key) % m_endpoints.size();
    }
    const double n = m_workers;
    const double k = m_extraServers;
    const double share = m_workers > 1 ? 2 * k * (n - 1) / (n * (n + k) - 2 * k) : 1;
    const uint64_t buckets = std::max<uint64_t>(kBuckets, m_endpoints.size());
    const uint64_t bucket = HashOf(key) % buckets;
    return static_cast<double>(bucket) < share * static_cast<double>(buckets)
               ? HashOf(bucket) % m_extraServers
               : m_extraServers + HashOf(bucket) % m_workers;
}

} // namespace ns3::esa
