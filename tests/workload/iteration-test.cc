// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "workload/dnns.h"

#include "ns3/esa-iteration.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

/// An iteration of a worker.
struct IterationRig
{
    explicit IterationRig(const Dnn& dnn)
        : plan(SmallPlan(dnn)),
          state(plan)
    {
        state.Begin();
    }

    /// Results of fragments arrive, each for the first time. Layers may use a partition as soon as
    /// the last result of the partition is here.
    void Arrive(const std::vector<uint64_t>& fragments)
    {
        for (const uint64_t fragment : fragments)
        {
            if (state.OnResult(fragment))
            {
                state.OnPartitionHere(state.LastPartition());
            }
        }
    }

    /// @return whether no layer starts now
    bool Waits()
    {
        return !state.StartLayer();
    }

    /// Expects a layer to start, and lets it compute.
    void Compute(double us)
    {
        EXPECT_EQ(state.StartLayer(), FromMicroseconds(us));
        EXPECT_TRUE(Waits()) << "the layer still computes";
        state.OnLayerComputed();
    }

    FragmentPlan plan;    ///< the fragments
    IterationState state; ///< the state
};

/// @return a DNN whose layers compute for 1, 2 and 3 us
Dnn
ShortLayers(const std::vector<Dnn::Partition>& partitions)
{
    Dnn dnn;
    dnn.layerCompute = {FromMicroseconds(1), FromMicroseconds(2), FromMicroseconds(3)};
    dnn.partitions = partitions;
    return dnn;
}

/// Two fragments each of the layers 2, 1, 1 and 2, which compute for 10 and 20 us.
class Iteration : public testing::Test
{
  protected:
    static Dnn Small()
    {
        Dnn dnn = TwoLayers(200, 10, 1);
        dnn.layerCompute[1] = FromMicroseconds(20);
        return dnn;
    }

    IterationRig m_rig{Small()}; ///< the iteration
};

TEST_F(Iteration, Layer1WaitsForAllItsOwnResults)
{
    EXPECT_TRUE(m_rig.Waits());
    m_rig.Arrive({0, 1, 6, 7, 2, 3, 4});
    EXPECT_TRUE(m_rig.Waits()) << "fragment 5 is layer 1's";
    m_rig.Arrive({5});
    m_rig.Compute(10);
}

TEST_F(Iteration, Layer2WaitsForItsOwnResultsToo)
{
    m_rig.Arrive({2, 3, 4, 5});
    m_rig.Compute(10);
    EXPECT_TRUE(m_rig.Waits());
    m_rig.Arrive({0, 1, 6});
    EXPECT_TRUE(m_rig.Waits());
    m_rig.Arrive({7});
    m_rig.Compute(20);
}

TEST_F(Iteration, TheOrderOfResultsDoesNotMatter)
{
    for (const uint64_t fragment : {7, 2, 0, 5, 3, 6, 1})
    {
        m_rig.Arrive({fragment});
        EXPECT_TRUE(m_rig.Waits()) << "4 is missing";
        EXPECT_FALSE(m_rig.state.AllResults());
    }
    m_rig.Arrive({4});
    EXPECT_TRUE(m_rig.state.AllResults());
    m_rig.Compute(10);
    m_rig.Compute(20);
    EXPECT_TRUE(m_rig.state.Finished());
    EXPECT_TRUE(m_rig.Waits());
}

TEST(IterationShapes, ALayerWithoutGradientsComputesInItsTurn)
{
    IterationRig rig(ShortLayers({{3, 100}}));
    rig.Compute(1);
    rig.Compute(2);
    EXPECT_TRUE(rig.Waits());
    rig.Arrive({0});
    rig.Compute(3);
    EXPECT_TRUE(rig.state.Finished());
}

TEST(IterationShapes, EachLayerOfABucketWaitsForAllOfIt)
{
    // The bucket has layers 1 and 2; it overlaps with the part of layer 2 that left before it.
    IterationRig rig(ShortLayers({{2, 200, 2}, {1, 300, 2}}));
    for (int iteration = 0; iteration < 2; ++iteration)
    {
        rig.state.Begin();
        rig.Arrive({2, 3, 0});
        EXPECT_TRUE(rig.Waits()) << "layer 1 misses fragment 4";
        rig.Arrive({4});
        rig.Compute(1);
        EXPECT_TRUE(rig.Waits()) << "layer 2 misses fragment 1";
        rig.Arrive({1});
        rig.Compute(2);
        rig.Compute(3);
        EXPECT_TRUE(rig.state.Finished());
    }
}

TEST(IterationShapes, TheLastLayerOfABucketWaitsToo)
{
    IterationRig rig(ShortLayers({{3, 100}, {1, 100}, {1, 100, 3}}));
    rig.Arrive({0, 1});
    EXPECT_TRUE(rig.Waits());
    rig.Arrive({2});
    for (const double us : {1, 2, 3})
    {
        rig.Compute(us);
    }
    EXPECT_TRUE(rig.state.Finished());
}

TEST(IterationShapes, WithoutComputationTheLayersTakeNoTimeButTheirTurn)
{
    IterationRig rig(TwoLayers(100, 0, 1));
    rig.Arrive({0, 1, 2, 3});
    for (int layer = 0; layer < 2; ++layer)
    {
        EXPECT_FALSE(rig.state.Finished());
        rig.Compute(0);
    }
    EXPECT_TRUE(rig.state.Finished());
}

} // namespace
} // namespace ns3::esa
