/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-perceptron.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @return two samples of three features, of classes 0 and 2
DataSet
TwoSamples()
{
    return {3, 4, {0.1, 0.9, 0.4, 1.0, 0.0, 0.3}, {0, 2}};
}

TEST(Perceptron, ItsGradientIsThatOfTheLoss)
{
    const DataSet data = TwoSamples();
    Perceptron model({3, 5, 4}, 7);
    std::vector<double> gradient(model.Parameters().size());
    for (std::size_t sample = 0; sample < data.Size(); ++sample)
    {
        model.AddGradient(data.InputOf(sample), data.labels[sample], gradient);
    }
    constexpr double kStep = 1e-6;
    double largest = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i)
    {
        double& parameter = model.Parameters()[i];
        const double kept = parameter;
        parameter = kept + kStep;
        const double above = model.ScoreOn(data).loss;
        parameter = kept - kStep;
        const double below = model.ScoreOn(data).loss;
        parameter = kept;
        const double slope = (above - below) / (2 * kStep) * static_cast<double>(data.Size());
        EXPECT_NEAR(gradient[i], slope, 1e-7) << "parameter " << i;
        largest = std::max(largest, std::abs(slope));
    }
    EXPECT_GT(largest, 0.1) << "the loss is flat everywhere, so nothing was tested";
}

TEST(Perceptron, HasAWeightForEveryInputAndABiasForEveryUnit)
{
    const PerceptronShape shape{64, 32, 10};
    EXPECT_EQ(shape.LayerParameters()[0], 64U * 32 + 32);
    EXPECT_EQ(shape.LayerParameters()[1], 32U * 10 + 10);
    EXPECT_EQ(Perceptron(shape, 1).Parameters().size(), shape.Parameters());
}

TEST(Perceptron, SeedsDecideTheFirstWeights)
{
    const PerceptronShape shape{3, 5, 4};
    EXPECT_EQ(Perceptron(shape, 1).Parameters(), Perceptron(shape, 1).Parameters());
    EXPECT_GT(
        LargestDifference(Perceptron(shape, 1).Parameters(), Perceptron(shape, 2).Parameters()),
        0.1);
}

TEST(Perceptron, StepsAgainstTheGradientLearnTheSamples)
{
    const DataSet data = TwoSamples();
    Perceptron model({3, 5, 4}, 7);
    const double before = model.ScoreOn(data).loss;
    for (int step = 0; step < 200; ++step)
    {
        std::vector<double> gradient(model.Parameters().size());
        for (std::size_t sample = 0; sample < data.Size(); ++sample)
        {
            model.AddGradient(data.InputOf(sample), data.labels[sample], gradient);
        }
        model.Descend(gradient, 0.3);
    }
    EXPECT_EQ(model.ScoreOn(data).accuracy, 1);
    EXPECT_LT(model.ScoreOn(data).loss, before / 10);
}

} // namespace
} // namespace ns3::esa
