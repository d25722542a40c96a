// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_HOSTS_HOST_SUMS_H
#define ESA_TEST_CORE_HOSTS_HOST_SUMS_H

#include "ns3/esa-host-sum.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <vector>

namespace ns3::esa
{

/// @return every way in which the hosts of a system sum
inline std::vector<const HostSum*>
HostSums()
{
    std::vector<const HostSum*> sums;
    for (const SystemRecord& system : Systems())
    {
        const HostSum* sum = system.onHost.sum;
        if (sum && std::find(sums.begin(), sums.end(), sum) == sums.end())
        {
            sums.push_back(sum);
        }
    }
    return sums;
}

} // namespace ns3::esa

#endif // ESA_TEST_CORE_HOSTS_HOST_SUMS_H
