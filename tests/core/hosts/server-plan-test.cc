// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Which server sums a key: the hash of BytePS, and the shares of its mixed mode.

#include "ns3/esa-server-plan.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @return keys of tensors that have one part each
std::vector<uint64_t>
KeysOfTensors(uint64_t tensors)
{
    std::vector<uint64_t> keys;
    for (uint64_t tensor = 0; tensor < tensors; ++tensor)
    {
        keys.push_back(tensor << 16);
    }
    return keys;
}

/// @return by server: keys that it sums
std::map<uint16_t, uint32_t>
LoadsOf(const ServerPlan& plan, uint32_t keys)
{
    std::map<uint16_t, uint32_t> loads;
    for (uint32_t key = 0; key < keys; ++key)
    {
        ++loads[plan.Of(key)];
    }
    return loads;
}

TEST(ServerPlan, HashesTheDigitsOfAKey)
{
    EXPECT_EQ(ServerPlan::HashOf(0), 5381U * 33 + '0');
    EXPECT_EQ(ServerPlan::HashOf(65536),
              ((((5381ULL * 33 + '6') * 33 + '5') * 33 + '5') * 33 + '3') * 33 + '6');
}

TEST(ServerPlan, NamesEachServerOnce)
{
    using Endpoints = std::vector<uint16_t>;
    EXPECT_EQ(ServerPlan(3, 0, true, {}).Endpoints(),
              (Endpoints{ServerOf(0), ServerOf(1), ServerOf(2)}));
    EXPECT_EQ(ServerPlan(3, 2, false, {}).Endpoints(), (Endpoints{ExtraServer(0), ExtraServer(1)}));
    EXPECT_EQ(ServerPlan(2, 1, true, {}).Endpoints(),
              (Endpoints{ExtraServer(0), ServerOf(0), ServerOf(1)}));
}

TEST(ServerPlan, HasNoMoreExtraServersThanThereAreWorkersOrEndpoints)
{
    EXPECT_EQ(ServerPlan::MostExtraServers(8, true), 8U);
    EXPECT_EQ(ServerPlan::MostExtraServers(kMaxFlowWorkers, true), 1U);
    EXPECT_GT(ServerPlan::MostExtraServers(8, false), 8U);
    EXPECT_EQ(ExtraServer(ServerPlan::MostExtraServers(1, false) - 1), kFirstServer);
}

TEST(ServerPlan, OfOneKindTakesTheHashModuloServers)
{
    const auto keys = KeysOfTensors(100);
    const ServerPlan beside(5, 0, true, keys);
    const ServerPlan elsewhere(5, 3, false, keys);
    for (uint32_t key = 0; key < keys.size(); ++key)
    {
        EXPECT_EQ(beside.Of(key), ServerOf(ServerPlan::HashOf(keys[key]) % 5));
        EXPECT_EQ(elsewhere.Of(key), ExtraServer(ServerPlan::HashOf(keys[key]) % 3));
    }
}

TEST(ServerPlan, OfBothKindsGivesExtraServersTheirShare)
{
    constexpr uint32_t kKeys = 20000;
    const auto keys = KeysOfTensors(kKeys);
    for (const uint32_t n : {2U, 4U, 8U, 16U})
    {
        for (uint32_t k = 1; k <= n; ++k)
        {
            SCOPED_TRACE(std::to_string(n) + " workers, " + std::to_string(k) + " extra servers");
            uint32_t extra = 0;
            for (const auto& [server, load] : LoadsOf(ServerPlan(n, k, true, keys), kKeys))
            {
                extra += server > ExtraServer(k) ? load : 0;
            }
            const double share = 2.0 * k * (n - 1) / (n * (n + k) - 2.0 * k);
            EXPECT_NEAR(static_cast<double>(extra) / kKeys, share, 0.02) << "a bucket is 0.01";
            if (k == n)
            {
                EXPECT_EQ(extra, kKeys) << "servers beside workers get none";
            }
        }
    }
}

TEST(ServerPlan, HasABucketForEachServerOfALargeJob)
{
    constexpr uint32_t kKeys = 100000;
    const ServerPlan plan(200, 50, true, KeysOfTensors(kKeys));
    uint32_t extra = 0;
    for (const auto& [server, load] : LoadsOf(plan, kKeys))
    {
        extra += server > ExtraServer(50) ? load : 0;
    }
    EXPECT_NEAR(static_cast<double>(extra) / kKeys, 2.0 * 50 * 199 / (200 * 250 - 100), 0.02);
}

} // namespace
} // namespace ns3::esa
