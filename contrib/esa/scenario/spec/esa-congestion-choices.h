/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CONGESTION_CHOICES_H
#define ESA_CONGESTION_CHOICES_H

#include "esa-flow-spec.h"

namespace ns3::esa
{

/**
 * @param algorithm a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(CongestionAlgorithm algorithm)
{
    return NameOf(algorithm);
}

/**
 * @param repair a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(FlowRepair repair)
{
    return NameOf(repair);
}

/**
 * @param preset a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(DcqcnPreset preset)
{
    switch (preset)
    {
    case DcqcnPreset::Paper40G:
        return "paper_40g";
    case DcqcnPreset::Ns3Rdma40G:
        return "ns3_rdma_40g";
    case DcqcnPreset::Hpcc100G:
        return "hpcc_100g";
    }
    return nullptr;
}

} // namespace ns3::esa

#endif // ESA_CONGESTION_CHOICES_H
