// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "workload/dnns.h"

#include "ns3/esa-iteration.h"

#include <gtest/gtest.h>
#include <optional>

namespace ns3::esa
{
namespace
{

/// A result arrives, and if it is the last one of its partition, layers may use the partition.
void
Take(IterationState& state, uint64_t fragment)
{
    if (state.OnResults(fragment))
    {
        state.OnPartitionHere(state.LastPartition());
    }
}

/// An iteration of 2 + 2 + 2 + 2 fragments: layer 2, 1, 1, 2; layers compute 10 and 20 us.
class Iteration : public testing::Test
{
  protected:
    Iteration()
        : m_plan(SmallPlan(Small())),
          m_state(m_plan)
    {
        m_state.Begin();
    }

    static Dnn Small()
    {
        Dnn dnn = TwoLayers(200, 10, 1);
        dnn.layerCompute[1] = FromMicroseconds(20);
        return dnn;
    }

    /// Results of some fragments arrive, each for the first time.
    void Arrive(uint64_t first, uint64_t end)
    {
        for (uint64_t fragment = first; fragment < end; ++fragment)
        {
            Take(m_state, fragment);
        }
    }

    /// Expects a layer to start, and lets it compute.
    void Compute(Picoseconds expected)
    {
        EXPECT_EQ(m_state.StartLayer(), expected);
        m_state.OnLayerComputed();
    }

    static constexpr Picoseconds kLayer1 = FromMicroseconds(10); ///< computation of layer 1
    static constexpr Picoseconds kLayer2 = FromMicroseconds(20); ///< computation of layer 2

    FragmentPlan m_plan;    ///< the fragments
    IterationState m_state; ///< the state
};

TEST_F(Iteration, Layer1WaitsForAllItsOwnResults)
{
    EXPECT_EQ(m_state.StartLayer(), std::nullopt);
    Arrive(0, 2);
    Arrive(6, 8);
    Arrive(2, 5);
    EXPECT_EQ(m_state.StartLayer(), std::nullopt) << "fragment 5 is layer 1's";
    Arrive(5, 6);
    EXPECT_EQ(m_state.StartLayer(), kLayer1);
}

TEST_F(Iteration, Layer2WaitsForLayer1)
{
    Arrive(0, 8);
    EXPECT_TRUE(m_state.AllResults());
    EXPECT_EQ(m_state.StartLayer(), kLayer1);
    EXPECT_EQ(m_state.StartLayer(), std::nullopt) << "layer 1 still computes";
    m_state.OnLayerComputed();
    EXPECT_EQ(m_state.StartLayer(), kLayer2);
}

TEST_F(Iteration, Layer2WaitsForItsOwnResultsToo)
{
    Arrive(2, 6);
    Compute(kLayer1);
    EXPECT_EQ(m_state.StartLayer(), std::nullopt);
    Arrive(0, 2);
    Arrive(6, 7);
    EXPECT_EQ(m_state.StartLayer(), std::nullopt);
    Arrive(7, 8);
    EXPECT_EQ(m_state.StartLayer(), kLayer2);
}

TEST_F(Iteration, TheOrderOfResultsDoesNotMatter)
{
    for (const uint64_t fragment : {7, 2, 0, 5, 3, 6, 1})
    {
        Take(m_state, fragment);
        EXPECT_EQ(m_state.StartLayer(), std::nullopt) << "4 is missing";
        EXPECT_FALSE(m_state.AllResults());
    }
    Take(m_state, 4);
    EXPECT_TRUE(m_state.AllResults());
    Compute(kLayer1);
    Compute(kLayer2);
    EXPECT_TRUE(m_state.Finished());
    EXPECT_EQ(m_state.StartLayer(), std::nullopt);
}

TEST(IterationShapes, ALayerWithoutGradientsComputesInItsTurn)
{
    Dnn dnn;
    dnn.layerCompute = {FromMicroseconds(1), FromMicroseconds(2), FromMicroseconds(3)};
    dnn.partitions = {{3, 100}};
    const FragmentPlan plan = SmallPlan(dnn);
    IterationState state(plan);
    state.Begin();
    EXPECT_EQ(state.StartLayer(), FromMicroseconds(1));
    state.OnLayerComputed();
    EXPECT_EQ(state.StartLayer(), FromMicroseconds(2));
    state.OnLayerComputed();
    EXPECT_EQ(state.StartLayer(), std::nullopt);
    Take(state, 0);
    EXPECT_EQ(state.StartLayer(), FromMicroseconds(3));
    state.OnLayerComputed();
    EXPECT_TRUE(state.Finished());
}

TEST(IterationShapes, EachLayerOfABucketWaitsForAllOfIt)
{
    // The bucket has layers 1 and 2; it overlaps with the part of layer 2 that left before it.
    Dnn dnn;
    dnn.layerCompute = {FromMicroseconds(1), FromMicroseconds(2), FromMicroseconds(3)};
    dnn.partitions = {{2, 200, 2}, {1, 300, 2}};
    const FragmentPlan plan = SmallPlan(dnn);
    IterationState state(plan);
    for (int iteration = 0; iteration < 2; ++iteration)
    {
        state.Begin();
        for (const uint64_t fragment : {2, 3, 0})
        {
            Take(state, fragment);
        }
        EXPECT_EQ(state.StartLayer(), std::nullopt) << "layer 1 misses fragment 4";
        Take(state, 4);
        EXPECT_EQ(state.StartLayer(), FromMicroseconds(1));
        state.OnLayerComputed();
        EXPECT_EQ(state.StartLayer(), std::nullopt) << "layer 2 misses fragment 1";
        Take(state, 1);
        EXPECT_EQ(state.StartLayer(), FromMicroseconds(2));
        state.OnLayerComputed();
        EXPECT_EQ(state.StartLayer(), FromMicroseconds(3));
        state.OnLayerComputed();
        EXPECT_TRUE(state.Finished());
    }
}

TEST(IterationShapes, TheLastLayerOfABucketWaitsToo)
{
    Dnn dnn;
    dnn.layerCompute.assign(3, FromMicroseconds(1));
    dnn.partitions = {{3, 100}, {1, 100}, {1, 100, 3}};
    const FragmentPlan plan = SmallPlan(dnn);
    IterationState state(plan);
    state.Begin();
    Take(state, 0);
    Take(state, 1);
    EXPECT_EQ(state.StartLayer(), std::nullopt);
    Take(state, 2);
    for (int layer = 0; layer < 3; ++layer)
    {
        EXPECT_EQ(state.StartLayer(), FromMicroseconds(1));
        state.OnLayerComputed();
    }
    EXPECT_TRUE(state.Finished());
}

TEST(IterationShapes, WithoutComputationTheLayersTakeNoTimeButTheirTurn)
{
    const FragmentPlan plan = SmallPlan(TwoLayers(100, 0, 1));
    IterationState state(plan);
    state.Begin();
    for (uint64_t fragment = 0; fragment < 4; ++fragment)
    {
        Take(state, fragment);
    }
    for (int layer = 0; layer < 2; ++layer)
    {
        EXPECT_EQ(state.StartLayer(), Picoseconds(0));
        EXPECT_FALSE(state.Finished());
        state.OnLayerComputed();
    }
    EXPECT_TRUE(state.Finished());
}

} // namespace
} // namespace ns3::esa
