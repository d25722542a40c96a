// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-gradient-oracle.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-fixed-point.h"

#include <array>
#include <cstddef>
#include <utility>

namespace ns3::esa
{

GradientOracle::GradientOracle(uint16_t job,
                               uint32_t workers,
                               bool fullPayload,
                               GradientPrecision precision,
                               std::shared_ptr<const GradientValues> source)
    : m_job(job),
      m_fullPayload(fullPayload),
      m_precision(precision),
      m_source(std::move(source)),
      m_workerFactors(workers)
{
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        m_workerFactors[worker] = Hash64(~TaskKey(m_job, worker)) | 1;
        m_factorSum += m_workerFactors[worker];
    }
}

void
GradientOracle::AddValues(GradientSum& sum, uint32_t seq) const
{
    for (uint32_t worker = 0; worker < Workers(); ++worker)
    {
        sum.values.Add(PayloadRef(ValuesOf(seq, worker)));
    }
}

bool
GradientOracle::HasExactValues(const InaPacket& result) const
{
    if (!result.sum.values)
    {
        return false;
    }
    const FragmentValues& values = result.sum.values.Values();
    return IsPair(m_precision) ? AreExactPairSums(values, result.seq)
                               : AreExactSums(values, result.seq);
}

bool
GradientOracle::IsExactOf(const InaPacket& data, const std::vector<uint16_t>& workers) const
{
    GradientSum expected;
    for (const uint16_t worker : workers)
    {
        InaPacket fragment;
        fragment.seq = data.seq;
        Fill(fragment, worker);
        expected.Add(fragment.sum);
    }
    if (data.sum.digest != expected.digest)
    {
        return false;
    }
    return !m_fullPayload ||
           (data.sum.values && data.sum.values.Values() == expected.values.Values());
}

bool
GradientOracle::AreExactSums(const FragmentValues& values, uint32_t seq) const
{
    PayloadRef expected;
    for (uint32_t worker = 0; worker < Workers(); ++worker)
    {
        expected.Add(PayloadRef(ValuesOf(seq, worker)));
    }
    for ([[maybe_unused]] const int32_t sum : expected.Values())
    {
        ESA_ASSERT(sum != INT32_MAX && sum != INT32_MIN,
                   "sums of all workers' values fit in 32 bits");
    }
    return values == expected.Values();
}

bool
GradientOracle::AreExactPairSums(const FragmentValues& values, uint32_t seq) const
{
    // The lanes are summed apart from each other, unlike in the network.
    std::array<int32_t, kValuesPerFragment> high{};
    std::array<int32_t, kValuesPerFragment> low{};
    for (uint32_t worker = 0; worker < Workers(); ++worker)
    {
        const FragmentValues summand = ValuesOf(seq, worker);
        for (std::size_t i = 0; i < summand.size(); ++i)
        {
            const HalfPair pair = HalfPair::FromWord(summand[i]);
            high[i] += pair.high;
            low[i] += pair.low;
        }
    }
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        const HalfPair sum = HalfPair::FromWord(values[i]);
        if (sum.high != high[i] || sum.low != low[i])
        {
            return false;
        }
    }
    return true;
}

FragmentValues
GradientOracle::ValuesOf(uint32_t seq, uint32_t worker) const
{
    return m_source ? m_source->ValuesOf(seq, worker) : SyntheticValuesOf(seq, worker);
}

FragmentValues
GradientOracle::SyntheticValuesOf(uint32_t seq, uint32_t worker) const
{
    // Gradients as a worker has them: floats around zero, converted for the switch.
    constexpr float kLargest = 0.5F;
    static_assert(kLargest * 32 * FixedPoint::kDefaultScale < INT32_MAX, "room for 32 workers");
    const FixedPoint single;
    // Half precision has no room to spare: its scale is the job's, so that no lane overflows.
    const FixedPoint half(LargestHalf(Workers()) / kLargest);
    FragmentValues values;
    uint64_t state = TaskFactor(seq) * m_workerFactors[worker];
    const auto next = [this, &state] {
        state = Hash64(state);
        const float unit = static_cast<float>(state >> 40) / static_cast<float>(1 << 24);
        const float value = (2 * unit - 1) * kLargest;
        return m_precision == GradientPrecision::Brain ? FromBfloat16(ToBfloat16(value)) : value;
    };
    for (auto& value : values)
    {
        if (IsPair(m_precision))
        {
            const auto high = static_cast<int16_t>(half.ToFixed(next()));
            const auto low = static_cast<int16_t>(half.ToFixed(next()));
            value = HalfPair{high, low}.ToWord();
        }
        else
        {
            value = single.ToFixed(next());
        }
    }
    return values;
}

} // namespace ns3::esa
