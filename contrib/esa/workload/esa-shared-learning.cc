/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-shared-learning.h"

#include "esa-gradient-codec.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-hash.h"

namespace ns3::esa
{

std::vector<float>
SharedLearning::GradientOf(const Perceptron& model, uint32_t worker, uint64_t iteration) const
{
    ESA_ASSERT(worker < workers, "a worker's number is below the number of workers");
    ESA_ASSERT(data && data->Size() > 0 && batch > 0, "there are samples to learn from");
    std::vector<double> sum(shape.Parameters());
    const uint64_t firstDraw = (iteration * workers + worker) * batch;
    for (uint64_t draw = firstDraw; draw < firstDraw + batch; ++draw)
    {
        const uint64_t sample = Hash64(~Hash64(seed) + draw) % data->Size();
        model.AddGradient(data->InputOf(sample), data->labels[sample], sum);
    }
    const double samples = static_cast<double>(batch) * workers;
    std::vector<float> gradient;
    gradient.reserve(sum.size());
    for (const double value : sum)
    {
        gradient.push_back(static_cast<float>(value / samples));
    }
    return gradient;
}

LocalLearning::LocalLearning(const SharedLearning& learning, GradientSumming summing)
    : m_learning(learning),
      m_summing(summing),
      m_model(learning.shape, learning.seed)
{
}

void
LocalLearning::Step()
{
    const GradientCodec codec(m_learning.precision, m_learning.workers);
    std::vector<double> exact(m_learning.shape.Parameters());
    std::vector<int32_t> integers(exact.size());
    for (uint32_t worker = 0; worker < m_learning.workers; ++worker)
    {
        const auto gradient = m_learning.GradientOf(m_model, worker, m_iteration);
        for (std::size_t i = 0; i < gradient.size(); ++i)
        {
            exact[i] += gradient[i];
            integers[i] = SaturatingAdd(integers[i], codec.ToFixed(gradient[i]));
        }
    }
    if (m_summing == GradientSumming::FixedPoint)
    {
        for (std::size_t i = 0; i < exact.size(); ++i)
        {
            exact[i] = codec.ToFloat(integers[i]);
        }
    }
    m_model.Descend(exact, m_learning.rate);
    ++m_iteration;
}

} // namespace ns3::esa
