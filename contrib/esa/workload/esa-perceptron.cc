/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-perceptron.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-hash.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa
{
namespace
{

/**
 * @param weights a unit's weights, then its bias
 * @param inputs what it weighs
 * @param count how many
 * @return the weighted sum
 */
double
WeightedSum(const double* weights, const double* inputs, uint32_t count)
{
    double sum = weights[count];
    for (uint32_t i = 0; i < count; ++i)
    {
        sum += weights[i] * inputs[i];
    }
    return sum;
}

/**
 * @brief Adds what a unit's weights and bias have to do with the loss.
 * @param gradient where to add it
 * @param inputs what the unit weighs
 * @param count how many
 * @param error derivative of the loss with respect to the weighted sum
 */
void
AddUnit(double* gradient, const double* inputs, uint32_t count, double error)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        gradient[i] += error * inputs[i];
    }
    gradient[count] += error;
}

} // namespace

Perceptron::Perceptron(const PerceptronShape& shape, uint64_t seed)
    : m_shape(shape)
{
    m_parameters.reserve(shape.Parameters());
    const auto addLayer = [&](uint32_t inputs, uint32_t units) {
        const double largest = std::sqrt(6.0 / (inputs + units));
        for (uint32_t unit = 0; unit < units; ++unit)
        {
            for (uint32_t input = 0; input < inputs; ++input)
            {
                const uint64_t draw = Hash64(Hash64(seed) + m_parameters.size());
                const double unit01 = static_cast<double>(draw >> 11) * 0x1p-53;
                m_parameters.push_back((2 * unit01 - 1) * largest);
            }
            m_parameters.push_back(0);
        }
    };
    addLayer(shape.inputs, shape.hidden);
    addLayer(shape.hidden, shape.classes);
    ESA_ASSERT(m_parameters.size() == shape.Parameters(), "every parameter has a first value");
}

Perceptron::Activation
Perceptron::Forward(const double* input) const
{
    Activation activation{std::vector<double>(m_shape.hidden),
                          std::vector<double>(m_shape.classes)};
    const double* weights = m_parameters.data();
    for (double& unit : activation.hidden)
    {
        unit = std::max(0.0, WeightedSum(weights, input, m_shape.inputs));
        weights += m_shape.inputs + 1;
    }
    for (double& output : activation.outputs)
    {
        output = WeightedSum(weights, activation.hidden.data(), m_shape.hidden);
        weights += m_shape.hidden + 1;
    }
    // The largest is taken out first, so that no exponential overflows.
    const double largest = *std::max_element(activation.outputs.begin(), activation.outputs.end());
    double sum = 0;
    for (const double output : activation.outputs)
    {
        sum += std::exp(output - largest);
    }
    const double logSum = largest + std::log(sum);
    for (double& output : activation.outputs)
    {
        output -= logSum;
    }
    return activation;
}

void
Perceptron::AddGradient(const double* input, uint32_t label, std::vector<double>& gradient) const
{
    ESA_ASSERT(label < m_shape.classes, "a label is one of the classes");
    ESA_ASSERT(gradient.size() == m_parameters.size(), "a gradient is one number per parameter");
    const Activation activation = Forward(input);
    const uint64_t outputsBegin = m_shape.LayerParameters()[0];
    std::vector<double> hiddenErrors(m_shape.hidden);
    for (uint32_t output = 0; output < m_shape.classes; ++output)
    {
        const double error = std::exp(activation.outputs[output]) - (output == label ? 1 : 0);
        const uint64_t begin = outputsBegin + output * (m_shape.hidden + 1);
        AddUnit(&gradient[begin], activation.hidden.data(), m_shape.hidden, error);
        for (uint32_t unit = 0; unit < m_shape.hidden; ++unit)
        {
            hiddenErrors[unit] += error * m_parameters[begin + unit];
        }
    }
    for (uint32_t unit = 0; unit < m_shape.hidden; ++unit)
    {
        if (activation.hidden[unit] > 0)
        {
            const std::size_t begin = std::size_t{unit} * (m_shape.inputs + 1);
            AddUnit(&gradient[begin], input, m_shape.inputs, hiddenErrors[unit]);
        }
    }
}

void
Perceptron::Descend(const std::vector<double>& gradient, double rate)
{
    ESA_ASSERT(gradient.size() == m_parameters.size(), "a gradient is one number per parameter");
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
    {
        m_parameters[i] -= rate * gradient[i];
    }
}

Perceptron::Score
Perceptron::ScoreOn(const DataSet& data) const
{
    Score score;
    for (std::size_t sample = 0; sample < data.Size(); ++sample)
    {
        const auto outputs = Forward(data.InputOf(sample)).outputs;
        const auto best = std::max_element(outputs.begin(), outputs.end()) - outputs.begin();
        score.loss -= outputs[data.labels[sample]];
        score.accuracy += best == data.labels[sample] ? 1 : 0;
    }
    score.loss /= static_cast<double>(data.Size());
    score.accuracy /= static_cast<double>(data.Size());
    return score;
}

double
LargestDifference(const std::vector<double>& a, const std::vector<double>& b)
{
    ESA_ASSERT(a.size() == b.size(), "parameters of one shape are compared");
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        largest = std::max(largest, std::abs(a[i] - b[i]));
    }
    return largest;
}

} // namespace ns3::esa
