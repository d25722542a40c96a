// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-congestion-control.h"

#include "esa-dcqcn.h"
#include "esa-dctcp.h"
#include "esa-swift.h"

namespace ns3::esa
{

std::unique_ptr<CongestionControl>
MakeCongestionControl(const CongestionParameters& parameters, uint32_t maxPackets)
{
    switch (parameters.algorithm)
    {
    case CongestionAlgorithm::Window:
        return nullptr;
    case CongestionAlgorithm::Dctcp:
        return std::make_unique<Dctcp>(parameters.dctcp, parameters.initialPackets, maxPackets);
    case CongestionAlgorithm::Dcqcn:
        return std::make_unique<Dcqcn>(parameters.dcqcn, parameters.lineBitsPerS, maxPackets);
    case CongestionAlgorithm::Swift:
        return std::make_unique<Swift>(parameters.swift, parameters.initialPackets, maxPackets);
    }
    return nullptr;
}

} // namespace ns3::esa
