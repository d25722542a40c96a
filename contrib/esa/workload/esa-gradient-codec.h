/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_GRADIENT_CODEC_H
#define ESA_GRADIENT_CODEC_H

#include "ns3/esa-bfloat16.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-gradient-precision.h"
#include "ns3/esa-half-pair.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Turns the gradients of a job that learns into the integers that switches add, and back.
 *
 * An int32 has room for any gradient: 10^8 units in 1.0, as in ATP. An int16 has not. All workers
 * of a job share one scale, 2^15 units in 1.0, and each leaves room for the others: what is too
 * large becomes the largest value that it may send, so that no sum overflows. With bf16, hosts hold
 * gradients of 8 significant bits, so a value is rounded to these first.
 */
class GradientCodec
{
  public:
    /**
     * @param precision how gradients travel
     * @param workers of the job
     */
    GradientCodec(GradientPrecision precision, uint32_t workers)
        : m_precision(precision),
          m_fixed(IsPair(precision) ? kPairScale : FixedPoint::kDefaultScale),
          m_largest(IsPair(precision) ? LargestHalf(workers) : INT32_MAX)
    {
    }

    /**
     * @param gradient a worker's gradient
     * @return what it sends for it
     */
    int32_t ToFixed(float gradient) const
    {
        const float held =
            m_precision == GradientPrecision::Brain ? FromBfloat16(ToBfloat16(gradient)) : gradient;
        const int32_t fixed = m_fixed.ToFixed(held);
        return IsPair(m_precision) ? std::clamp(fixed, -m_largest, m_largest) : fixed;
    }

    /**
     * @param sum the sum of what workers have sent
     * @return the sum of their gradients
     */
    float ToFloat(int32_t sum) const
    {
        return m_fixed.ToFloat(sum);
    }

  private:
    static constexpr double kPairScale = 32768; ///< units of an int16 in 1.0

    GradientPrecision m_precision; ///< how gradients travel
    FixedPoint m_fixed;            ///< the scale
    int32_t m_largest;             ///< largest magnitude that a worker sends
};

} // namespace ns3::esa

#endif // ESA_GRADIENT_CODEC_H
