// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-fabric-wiring.h"

#include "ns3/esa-hash.h"

namespace ns3::esa
{
namespace
{

/// @return a MAC address as a number
uint64_t
NumberOfAddress(Mac48Address address)
{
    uint8_t bytes[6];
    address.CopyTo(bytes);
    uint64_t number = 0;
    for (const uint8_t byte : bytes)
    {
        number = number << 8 | byte;
    }
    return number;
}

/// @return the turn of ordinary frames: a hash of sender and receiver
uint64_t
TurnOf(Mac48Address from, Mac48Address to, uint64_t salt)
{
    return Hash64(NumberOfAddress(from) ^ Hash64(NumberOfAddress(to) ^ salt));
}

} // namespace

Ptr<EsaNetDevice>
FabricWiring::PortFor(std::size_t at, Mac48Address from, Mac48Address to) const
{
    const auto found = hostAt.find(to);
    if (found == hostAt.end())
    {
        return nullptr;
    }
    const SwitchId rack = routes->RackOf(found->second);
    const bool isHere = routes->Racks()[ToNumber(rack)] == at;
    return PortAt(isHere ? routes->LinkOf(found->second)
                         : routes->LinkTowards(at, rack, TurnOf(from, to, salt)),
                  at);
}

} // namespace ns3::esa
