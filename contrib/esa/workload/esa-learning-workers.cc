/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-learning-workers.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-half-pair.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Values of a fragment that each carry one gradient, or two.
constexpr uint32_t kValueBytes = sizeof(FragmentValues::value_type);

/**
 * @param dnn a DNN
 * @return bytes of the partitions of each layer, front layer first
 */
std::vector<uint64_t>
LayerBytes(const Dnn& dnn)
{
    std::vector<uint64_t> bytes(dnn.layerCompute.size());
    for (const auto& partition : dnn.partitions)
    {
        bytes[partition.layer - 1] += partition.bytes;
    }
    return bytes;
}

} // namespace

LearningWorkers::LearningWorkers(const SharedLearning& learning,
                                 const Dnn& dnn,
                                 uint32_t payloadBytes)
    : m_learning(learning),
      m_codec(dnn.precision, learning.workers)
{
    ESA_ASSERT(learning.precision == dnn.precision, "gradients travel as the DNN says");
    ESA_ASSERT(Fits(learning.shape, dnn), "a DNN has as many parameters as its perceptron");
    ESA_ASSERT(payloadBytes <= kValuesPerFragment * kValueBytes, "a fragment has 62 values");
    const uint32_t parameterBytes = BytesPerGradient(dnn.precision);
    // Partitions of a layer take its parameters in order.
    std::array<uint64_t, PerceptronShape::kLayers> next{0, learning.shape.LayerParameters()[0]};
    const uint64_t most = payloadBytes / parameterBytes;
    for (const auto& partition : dnn.partitions)
    {
        uint64_t& first = next[partition.layer - 1];
        uint64_t left = partition.bytes / parameterBytes;
        while (left > 0)
        {
            const uint64_t count = std::min(left, most);
            m_runs.push_back({first, count});
            first += count;
            left -= count;
        }
    }
    const Perceptron model(learning.shape, learning.seed);
    const std::vector<double> sums(learning.shape.Parameters());
    m_workers.assign(learning.workers, Worker{model, 0, sums, {}});
    for (uint32_t worker = 0; worker < learning.workers; ++worker)
    {
        Compute(worker);
    }
}

void
LearningWorkers::Compute(uint32_t number)
{
    Worker& worker = m_workers[number];
    worker.gradients[worker.iteration % 2] =
        m_learning.GradientOf(worker.model, number, worker.iteration);
}

FragmentValues
LearningWorkers::ValuesOf(uint32_t seq, uint32_t number) const
{
    FragmentValues values{};
    const Worker& worker = m_workers[number];
    const uint64_t iteration = seq / m_runs.size();
    if (iteration > worker.iteration || iteration + 1 < worker.iteration)
    {
        // No worker misses a sum of that iteration any more. A sum that counted these zeros would
        // be found wrong.
        return values;
    }
    const auto& gradient = worker.gradients[iteration % 2];
    const Run& run = m_runs[seq % m_runs.size()];
    const auto fixed = [&](uint64_t i) { return m_codec.ToFixed(gradient[run.first + i]); };
    if (!IsPair(m_learning.precision))
    {
        for (uint64_t i = 0; i < run.count; ++i)
        {
            values[i] = fixed(i);
        }
        return values;
    }
    for (uint64_t i = 0; i < run.count; i += 2)
    {
        const auto high = static_cast<int16_t>(fixed(i));
        const auto low = static_cast<int16_t>(i + 1 < run.count ? fixed(i + 1) : 0);
        values[i / 2] = HalfPair{high, low}.ToWord();
    }
    return values;
}

void
LearningWorkers::OnResult(uint32_t worker, const Fragment& result)
{
    ESA_ASSERT(result.seq / m_runs.size() == m_workers[worker].iteration,
               "a result is of its worker's iteration");
    const Run& run = m_runs[result.seq % m_runs.size()];
    const FragmentValues& values = result.sum.values.Values();
    for (uint64_t i = 0; i < run.count; ++i)
    {
        int32_t sum = 0;
        if (IsPair(m_learning.precision))
        {
            const HalfPair pair = HalfPair::FromWord(values[i / 2]);
            sum = i % 2 == 0 ? pair.high : pair.low;
        }
        else
        {
            sum = values[i];
        }
        m_workers[worker].sums[run.first + i] = m_codec.ToFloat(sum);
    }
}

void
LearningWorkers::OnIteration(uint32_t number)
{
    Worker& worker = m_workers[number];
    worker.model.Descend(worker.sums, m_learning.rate);
    ++worker.iteration;
    Compute(number);
}

bool
Fits(const PerceptronShape& shape, const Dnn& dnn)
{
    const auto bytes = LayerBytes(dnn);
    const auto parameters = shape.LayerParameters();
    const uint32_t each = BytesPerGradient(dnn.precision);
    const bool hasWholeParameters =
        std::all_of(dnn.partitions.begin(), dnn.partitions.end(), [each](const auto& partition) {
            return partition.bytes % each == 0 && partition.layerCount == 1;
        });
    return hasWholeParameters && shape.hidden > 0 &&
           std::equal(bytes.begin(),
                      bytes.end(),
                      parameters.begin(),
                      parameters.end(),
                      [each](uint64_t have, uint64_t count) { return have == count * each; });
}

PerceptronShape
ShapeFor(const Dnn& dnn, const DataSet& data)
{
    const PerceptronShape unit{data.features, 1, data.classes};
    const uint64_t unitBytes = unit.LayerParameters()[0] * BytesPerGradient(dnn.precision);
    const uint64_t hidden = LayerBytes(dnn)[0] / unitBytes;
    return {data.features, static_cast<uint32_t>(hidden), data.classes};
}

} // namespace ns3::esa
