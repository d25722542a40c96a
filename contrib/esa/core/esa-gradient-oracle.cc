/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-gradient-oracle.h"

#include "esa-fixed-point.h"
#include "esa-mix.h"

namespace ns3::esa
{

GradientOracle::GradientOracle(uint16_t job, uint32_t workers, bool fullPayload)
    : m_job(job),
      m_fullPayload(fullPayload),
      m_workerFactors(workers)
{
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        m_workerFactors[worker] = Mix64(~TaskKey(job, worker)) | 1;
        m_factorSum += m_workerFactors[worker];
    }
}

uint64_t
GradientOracle::TaskFactor(uint32_t seq) const
{
    return Mix64(TaskKey(m_job, seq)) | 1;
}

void
GradientOracle::Fill(Fragment& fragment, uint32_t worker) const
{
    fragment.sum.digest = TaskFactor(fragment.seq) * m_workerFactors[worker];
    if (m_fullPayload)
    {
        fragment.sum.values = PayloadRef(ValuesOf(fragment.seq, worker));
    }
}

bool
GradientOracle::IsExact(const Fragment& result) const
{
    if (result.sum.digest != TaskFactor(result.seq) * m_factorSum)
    {
        return false;
    }
    if (!m_fullPayload)
    {
        return true;
    }
    PayloadRef expected;
    for (uint32_t worker = 0; worker < m_workerFactors.size(); ++worker)
    {
        expected.Add(PayloadRef(ValuesOf(result.seq, worker)));
    }
    return result.sum.values && result.sum.values.Values() == expected.Values();
}

FragmentValues
GradientOracle::ValuesOf(uint32_t seq, uint32_t worker) const
{
    // Gradients as a worker meets them: floats around zero, converted for the switch. Their
    // magnitude leaves room for 32 workers, so that no sum depends on its order by saturating.
    constexpr float kLargest = 0.5F;
    const FixedPoint fixed;
    FragmentValues values;
    uint64_t state = TaskFactor(seq) * m_workerFactors[worker];
    for (auto& value : values)
    {
        state = Mix64(state);
        const float unit = static_cast<float>(state >> 40) / static_cast<float>(1 << 24);
        value = fixed.ToFixed((2 * unit - 1) * kLargest);
    }
    return values;
}

} // namespace ns3::esa
