// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "assertions.h"
#include "workload/dnns.h"

#include "ns3/esa-iteration.h"
#include "ns3/esa-job-placer.h"

// Each test breaks an invariant of the workload. A broken invariant is a bug of this module, not a
// mistake of its user.

namespace ns3::esa
{
namespace
{

TEST(WorkloadAssertionDeathTest, AResultArrivesForTheFirstTimeOnce)
{
    const FragmentPlan plan = SmallPlan(TwoLayers(200, 10, 1));
    IterationState state(plan);
    state.Begin();
    for (uint64_t fragment = 0; fragment < plan.Fragments(); ++fragment)
    {
        state.OnResult(fragment);
    }
    EXPECT_ASSERTION(state.OnResult(3), "for the first time once");
    EXPECT_ASSERTION(state.OnResult(plan.Fragments()), "before its end");
    EXPECT_ASSERTION(state.OnLayerComputed(), "only a layer that was started ends");
}

TEST(WorkloadAssertionDeathTest, PartitionsHaveGradientsAndALayer)
{
    Dnn dnn = TwoLayers(200, 10, 1);
    dnn.partitions[1].bytes = 0;
    EXPECT_ASSERTION(SmallPlan(dnn), "a partition has gradients");
    dnn.partitions[1] = {3, 200};
    EXPECT_ASSERTION(SmallPlan(dnn), "layers are counted from 1");
    dnn.partitions.clear();
    EXPECT_ASSERTION(SmallPlan(dnn), "sends something");
}

TEST(WorkloadAssertionDeathTest, AJobIsFreedOnce)
{
    JobQueue queue(JobPlacer({{{0, 1}, {2, 3}}, {{4, 0}}, 0}, {}), 2);
    queue.Submit(0, 3);
    const auto placed = queue.PlaceNext();
    queue.Free(*placed);
    EXPECT_ASSERTION(queue.Free(*placed), "a job that is freed runs");
    EXPECT_ASSERTION(queue.Submit(1, 5), "room for a job");
}

} // namespace
} // namespace ns3::esa
