/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SHARED_LEARNING_H
#define ESA_SHARED_LEARNING_H

#include "esa-perceptron.h"

#include "ns3/esa-gradient-precision.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// What the workers of a job agree on before they learn together (data parallelism).
struct SharedLearning
{
    const DataSet* data{nullptr}; ///< samples of all workers; not owned
    PerceptronShape shape;        ///< of the perceptron
    uint32_t workers{1};          ///< workers of the job
    uint32_t batch{16};           ///< samples of a worker in an iteration
    double rate{0.1};             ///< learning rate
    uint64_t seed{1};             ///< of the first weights, and of the order of the samples
    GradientPrecision precision{GradientPrecision::Single}; ///< how gradients travel

    /**
     * @brief One worker's part of an iteration's gradient.
     *
     * It is the sum over the worker's samples, which are drawn with replacement, divided by the
     * number of samples of all workers. The sum over the workers is then the gradient of the mean
     * loss.
     * @param model the worker's perceptron
     * @param worker its number
     * @param iteration number of the iteration
     * @return one float per parameter, as a worker computes with them
     */
    std::vector<float> GradientOf(const Perceptron& model,
                                  uint32_t worker,
                                  uint64_t iteration) const;
};

/// How the workers' gradients are summed.
enum class GradientSumming : uint8_t
{
    Exact,      ///< as floats, in double precision
    FixedPoint, ///< as a switch does, see GradientCodec
};

/**
 * @ingroup esa
 * @brief The same learning without a network. What the switch's sums lead to is compared with it.
 */
class LocalLearning
{
  public:
    /**
     * @param learning what the workers agreed on; outlives this
     * @param summing how gradients are summed
     */
    LocalLearning(const SharedLearning& learning, GradientSumming summing);

    /// @brief Runs an iteration.
    void Step();

    /// @return what was learnt
    const Perceptron& Model() const
    {
        return m_model;
    }

  private:
    const SharedLearning& m_learning; ///< what the workers agreed on
    GradientSumming m_summing;        ///< how gradients are summed
    Perceptron m_model;               ///< what was learnt
    uint64_t m_iteration{0};          ///< number of the next iteration
};

} // namespace ns3::esa

#endif // ESA_SHARED_LEARNING_H
