// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What a worker's window counts, and how far the worker may run ahead.

#include "core/worker/worker-clock.h"

namespace ns3::esa
{
namespace
{

/// @return a window that counts missing results
WorkerTransportParameters
Outstanding(uint32_t packets, uint32_t maxAhead)
{
    WorkerTransportParameters parameters = Recovering(packets);
    parameters.window.count = WindowCount::Outstanding;
    parameters.window.maxAhead = maxAhead;
    return parameters;
}

TEST(WindowCount, OutstandingOnesDoNotWaitForTheFirstMissing)
{
    WorkerClock worker("esa", Outstanding(4, 0));
    EXPECT_EQ(worker.Send(10'000), Range(0, 4));
    worker.Result(1, kUs);
    EXPECT_EQ(worker.Fragments(kUs), Range(4, 5));
    for (uint64_t position = 2; position < 2000; ++position)
    {
        worker.Result(position, kUs);
        ASSERT_EQ(worker.Fragments(kUs), Range(position + 3, position + 4)) << "there is no limit";
    }
}

TEST(WindowCount, IsLimitedByTheDistanceFromTheFirstMissing)
{
    WorkerClock worker("esa", Outstanding(4, 6));
    EXPECT_EQ(worker.Send(100), Range(0, 4));
    worker.Results({1, 2, 3}, kUs);
    EXPECT_EQ(worker.Fragments(kUs), Range(4, 6)) << "0 to 5 are six";
    worker.Result(4, kUs);
    worker.Result(5, kUs);
    EXPECT_TRUE(worker.Fragments(kUs).empty());
    worker.Result(0, kUs);
    EXPECT_EQ(worker.Fragments(kUs), Range(6, 10)) << "the window holds again";
}

TEST(WindowCount, TheLimitHoldsForTheOtherCountToo)
{
    WorkerTransportParameters parameters = FixedWindow(8);
    parameters.window.maxAhead = 5;
    WorkerRig worker("esa", parameters);
    worker.transport.Offer(100);
    EXPECT_EQ(worker.Fragments(), Range(0, 5));
}

TEST(WindowCount, IsTheRuleOfTheSystemUnlessAnotherIsChosen)
{
    struct Case
    {
        const char* system;  ///< its name
        WindowCount count;   ///< what is chosen
        bool recovery;       ///< whether losses are repaired
        Positions fragments; ///< that leave past the missing result
    };

    for (const Case& expected :
         std::vector<Case>{{"atp", WindowCount::Auto, true, {}},
                           {"esa", WindowCount::Auto, true, Range(4, 7)},
                           {"straw1", WindowCount::Auto, true, Range(4, 7)},
                           {"straw2", WindowCount::Auto, true, Range(4, 7)},
                           {"atp", WindowCount::Outstanding, true, Range(4, 7)},
                           {"esa", WindowCount::Sequence, true, {}},
                           {"esa", WindowCount::Outstanding, false, {}}})
    {
        WorkerTransportParameters parameters = Outstanding(4, 0);
        parameters.window.count = expected.count;
        parameters.repair.recovery = expected.recovery;
        WorkerClock worker(expected.system, parameters);
        worker.Send(100);
        worker.Results({1, 2, 3}, kUs);
        EXPECT_EQ(worker.Fragments(kUs), expected.fragments) << expected.system;
    }
}

} // namespace
} // namespace ns3::esa
