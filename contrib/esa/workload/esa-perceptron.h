/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PERCEPTRON_H
#define ESA_PERCEPTRON_H

#include "esa-data-set.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// The size of a Perceptron.
struct PerceptronShape
{
    static constexpr uint32_t kLayers = 2; ///< the hidden units, and the outputs

    uint32_t inputs{1};  ///< features of a sample
    uint32_t hidden{1};  ///< hidden units
    uint32_t classes{2}; ///< outputs, one per class

    /// @return parameters of each layer: weights and, for each unit, a bias; front layer first
    std::array<uint64_t, kLayers> LayerParameters() const
    {
        return {(uint64_t{inputs} + 1) * hidden, (uint64_t{hidden} + 1) * classes};
    }

    /// @return parameters of all layers
    uint64_t Parameters() const
    {
        return LayerParameters()[0] + LayerParameters()[1];
    }
};

/**
 * @ingroup esa
 * @brief A multilayer perceptron that tells the class of a sample.
 *
 * It has a layer of rectified linear units, then one output per class. Its loss is the
 * cross-entropy of the outputs' softmax.
 */
class Perceptron
{
  public:
    /// How well a perceptron classifies samples.
    struct Score
    {
        double loss{0};     ///< mean of the samples
        double accuracy{0}; ///< fraction of samples whose class has the largest output
    };

    /**
     * @brief Begins with random weights, uniform as proposed by Glorot and Bengio (AISTATS'10).
     * @param shape the size
     * @param seed the same seed gives the same weights
     */
    Perceptron(const PerceptronShape& shape, uint64_t seed);

    /**
     * @brief Adds the gradient of one sample's loss.
     * @param input the features
     * @param label the class
     * @param gradient where to add it, by parameter
     */
    void AddGradient(const double* input, uint32_t label, std::vector<double>& gradient) const;

    /**
     * @brief Makes a step of gradient descent.
     * @param gradient by parameter
     * @param rate the learning rate
     */
    void Descend(const std::vector<double>& gradient, double rate);

    /**
     * @param data samples
     * @return how well it classifies them
     */
    Score ScoreOn(const DataSet& data) const;

    /// @return the size
    const PerceptronShape& Shape() const
    {
        return m_shape;
    }

    /// @return weights and biases: those of each hidden unit, then those of each output
    const std::vector<double>& Parameters() const
    {
        return m_parameters;
    }

    /// @return the same, to be changed
    std::vector<double>& Parameters()
    {
        return m_parameters;
    }

  private:
    /// The values of the units for one sample.
    struct Activation
    {
        std::vector<double> hidden;  ///< hidden units
        std::vector<double> outputs; ///< logarithms of the probabilities
    };

    /**
     * @param input the features
     * @return the units
     */
    Activation Forward(const double* input) const;

    PerceptronShape m_shape;          ///< the size
    std::vector<double> m_parameters; ///< by unit: its weights, then its bias
};

/**
 * @ingroup esa
 * @param a parameters
 * @param b others
 * @return the largest difference between two in the same place
 */
double LargestDifference(const std::vector<double>& a, const std::vector<double>& b);

} // namespace ns3::esa

#endif // ESA_PERCEPTRON_H
