// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-gradient-oracle.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-half-pair.h"

#include <array>
#include <cstddef>
#include <utility>

namespace ns3::esa
{

GradientOracle::GradientOracle(uint16_t job,
                               uint32_t workers,
                               bool fullPayload,
                               GradientPrecision precision,
                               std::shared_ptr<const GradientValues> source,
                               uint32_t gpus)
    : m_job(job),
      m_fullPayload(fullPayload),
      m_precision(precision),
      m_source(std::move(source)),
      m_gpus(gpus),
      m_workerFactors(workers)
{
    ESA_ASSERT(gpus >= 1, "a worker has a GPU at least");
    for (uint32_t gpu = 0; gpu < workers * gpus; ++gpu)
    {
        m_workerFactors[gpu / gpus] += GpuFactor(gpu);
        m_factorSum += GpuFactor(gpu);
    }
}

uint64_t
GradientOracle::GpuFactor(uint32_t gpu) const
{
    return Hash64(~TaskKey(m_job, gpu)) | 1;
}

void
GradientOracle::FillValues(InaPacket& fragment, uint32_t worker) const
{
    PayloadRef values(ValuesOf(fragment.seq, worker * m_gpus));
    for (uint32_t other = 1; other < m_gpus; ++other)
    {
        values.Add(PayloadRef(ValuesOf(fragment.seq, worker * m_gpus + other)));
    }
    fragment.sum.values = std::move(values);
}

void
GradientOracle::AddValues(GradientSum& sum, uint32_t seq) const
{
    InaPacket fragment;
    fragment.seq = seq;
    for (uint32_t worker = 0; worker < m_workerFactors.size(); ++worker)
    {
        FillValues(fragment, worker);
        sum.values.Add(fragment.sum.values);
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
    for (uint32_t gpu = 0; gpu < Gpus(); ++gpu)
    {
        expected.Add(PayloadRef(ValuesOf(seq, gpu)));
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
    // The lanes are summed apart from each other, unlike on the way here.
    std::array<int32_t, kValuesPerFragment> high{};
    std::array<int32_t, kValuesPerFragment> low{};
    for (uint32_t gpu = 0; gpu < Gpus(); ++gpu)
    {
        const FragmentValues summand = ValuesOf(seq, gpu);
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
GradientOracle::ValuesOf(uint32_t seq, uint32_t gpu) const
{
    return m_source ? m_source->ValuesOf(seq, gpu) : SyntheticValuesOf(seq, gpu);
}

FragmentValues
GradientOracle::SyntheticValuesOf(uint32_t seq, uint32_t gpu) const
{
    // Gradients as a worker has them: floats around zero, converted for the switch.
    constexpr float kLargest = 0.5F;
    static_assert(kLargest * 32 * FixedPoint::kDefaultScale < INT32_MAX, "room for 32 workers");
    const FixedPoint single;
    // Half precision has no room to spare: its scale is the job's, so that no lane overflows.
    const FixedPoint half(LargestHalf(Gpus()) / kLargest);
    FragmentValues values;
    uint64_t state = TaskFactor(seq) * GpuFactor(gpu);
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
