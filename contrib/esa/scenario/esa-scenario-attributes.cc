/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-attributes.h"

namespace ns3::esa
{

const std::vector<ScenarioAttribute>&
ScenarioAttributes()
{
    static const std::vector<ScenarioAttribute> attributes{
        {"link.rate_gbps", "ns3::esa::EsaNetDevice", "DataRate"},
        {"link.queue_bytes", "ns3::esa::EsaNetDevice", "QueueBytes"},
        {"link.delay_us", "ns3::esa::EsaChannel", "Delay"},
    };
    return attributes;
}

} // namespace ns3::esa
