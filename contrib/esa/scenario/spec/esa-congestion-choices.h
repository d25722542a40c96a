/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CONGESTION_CHOICES_H
#define ESA_CONGESTION_CHOICES_H

#include "ns3/esa-congestion-control.h"

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

} // namespace ns3::esa

#endif // ESA_CONGESTION_CHOICES_H
