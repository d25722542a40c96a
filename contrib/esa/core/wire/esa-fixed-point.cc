// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-fixed-point.h"

#include "ns3/esa-assert.h"

#include <cmath>

namespace ns3::esa
{

FixedPoint::FixedPoint(double scale)
    : m_scale(scale)
{
    ESA_ASSERT(scale > 0, "a scale of fixed-point numbers is above 0");
}

int32_t
FixedPoint::ToFixed(float value) const
{
    if (std::isnan(value))
    {
        return 0;
    }
    const double scaled = static_cast<double>(value) * m_scale;
    if (scaled >= INT32_MAX)
    {
        return INT32_MAX;
    }
    if (scaled <= INT32_MIN)
    {
        return INT32_MIN;
    }
    return static_cast<int32_t>(std::nearbyint(scaled));
}

float
FixedPoint::ToFloat(int32_t fixed) const
{
    return static_cast<float>(fixed / m_scale);
}

} // namespace ns3::esa
