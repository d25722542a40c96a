/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LEARNING_WORKERS_H
#define ESA_LEARNING_WORKERS_H

#include "esa-dnn.h"
#include "esa-gradient-codec.h"
#include "esa-shared-learning.h"

#include "ns3/esa-fragment.h"
#include "ns3/esa-gradient-values.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The workers of a job that learns.
 *
 * To show that a system does not change what is learnt, real gradients travel through the
 * simulated switch. Each worker has its own perceptron. It sends the gradients of its samples in
 * fixed point, and makes a step with the sums that come back.
 *
 * All arithmetic of an iteration is done at its end. The time that it takes is the Dnn's.
 */
class LearningWorkers : public GradientValues
{
  public:
    /**
     * @param learning what the workers agreed on; outlives this
     * @param dnn how the parameters travel
     * @param payloadBytes gradient bytes in a fragment
     */
    LearningWorkers(const SharedLearning& learning, const Dnn& dnn, uint32_t payloadBytes);

    FragmentValues ValuesOf(uint32_t seq, uint32_t worker) const override;

    /**
     * @brief A sum has come back to a worker.
     * @param worker the worker
     * @param result the sum, with its values; of the worker's iteration
     */
    void OnResult(uint32_t worker, const Fragment& result);

    /**
     * @brief All sums of an iteration have come back to a worker: it makes a step.
     * @param worker the worker
     */
    void OnIteration(uint32_t worker);

    /**
     * @param worker a worker
     * @return what it has learnt
     */
    const Perceptron& ModelOf(uint32_t worker) const
    {
        return m_workers[worker].model;
    }

  private:
    /// Parameters that travel in one fragment.
    struct Run
    {
        uint64_t first; ///< place of the first
        uint64_t count; ///< how many
    };

    /// A worker.
    struct Worker
    {
        Perceptron model;         ///< what it has learnt
        uint64_t iteration;       ///< number of its iteration
        std::vector<double> sums; ///< the sums that have come back, by parameter

        /// Its gradients in this iteration and in the last, whose result others may still miss.
        std::array<std::vector<float>, 2> gradients;
    };

    /**
     * @brief Computes the gradients of a worker's iteration.
     * @param number the worker
     */
    void Compute(uint32_t number);

    const SharedLearning& m_learning; ///< what the workers agreed on
    GradientCodec m_codec;            ///< what they send for gradients
    std::vector<Run> m_runs;          ///< by place of the fragment in an iteration
    std::vector<Worker> m_workers;    ///< the workers
};

/**
 * @ingroup esa
 * @param dnn a DNN
 * @param data what is to be learnt
 * @return the perceptron with as many hidden units as the DNN's front layer has bytes for
 */
PerceptronShape ShapeFor(const Dnn& dnn, const DataSet& data);

/**
 * @ingroup esa
 * @brief Tells whether the parameters of a perceptron can travel as a DNN.
 * @param shape the perceptron
 * @param dnn the DNN
 * @return true if each layer has the partitions that its parameters need
 */
bool Fits(const PerceptronShape& shape, const Dnn& dnn);

} // namespace ns3::esa

#endif // ESA_LEARNING_WORKERS_H
