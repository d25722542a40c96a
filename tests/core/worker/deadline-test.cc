// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// When a worker's timer has to run, and what its round-trip samples are.

#include "core/worker/worker-clock.h"

namespace ns3::esa
{
namespace
{

/// A worker that repairs losses, of a system with a repair of its own.
class WorkerDeadline : public testing::TestWithParam<const char*>
{
};

TEST_P(WorkerDeadline, IsTheNextOfRegularChecksWithoutRecovery)
{
    WorkerTransportParameters parameters = Recovering(20);
    parameters.repair.recovery = false;
    parameters.repair.checkInterval = 50 * kUs;
    parameters.start = 7 * kUs;
    WorkerTransport worker(MakeTransportParts(System(*FindSystem(GetParam())), parameters),
                           parameters);
    EXPECT_EQ(worker.Deadline(), 57 * kUs);
    worker.OnTimer(56 * kUs);
    EXPECT_EQ(worker.Deadline(), 57 * kUs) << "a timer that ran out too early";
    worker.OnTimer(57 * kUs);
    EXPECT_EQ(worker.Deadline(), 107 * kUs);
    worker.OnTimer(130 * kUs);
    EXPECT_EQ(worker.Deadline(), 180 * kUs) << "a timer that ran out late, after a pause";
}

TEST_P(WorkerDeadline, ARoundTripLongerThanTheFirstTimeoutIsLearnt)
{
    WorkerClock worker(GetParam());
    uint64_t before = 0;
    for (uint64_t round = 0; round < 100; ++round)
    {
        const auto sent = worker.Send(20);
        ASSERT_EQ(sent.size(), 20U);
        const Picoseconds end = worker.now + 5 * kMs;
        while (worker.transport.Deadline() < end)
        {
            worker.AtDeadline();
        }
        worker.now = end;
        for (const uint64_t position : sent)
        {
            EXPECT_TRUE(worker.Result(position, end).isNew);
        }
        worker.Drain(end);
        if (round == 10)
        {
            before = worker.transport.RepairsSent();
            EXPECT_GT(before, 0U) << "1 ms is too short";
        }
    }
    EXPECT_EQ(worker.transport.RepairsSent(), before) << "without need";
}

INSTANTIATE_TEST_SUITE_P(Repairs,
                         WorkerDeadline,
                         testing::Values("esa", "atp", "switchml"),
                         [](const auto& info) { return std::string(info.param); });

TEST(WorkerSample, WhatWasAskedForGivesNone)
{
    WorkerClock worker;
    worker.Measure(10 * kUs);
    worker.Send(1);
    worker.AtDeadline();
    worker.ResultAfter(5 * kMs, 200);
    worker.Send(1);
    ExpectAbout(worker.ToDeadline(), 30 * kUs);
}

TEST(WorkerSample, WhatWaitedForARepairGivesNone)
{
    WorkerClock worker;
    worker.Measure(10 * kUs);
    worker.Send(20);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{200});
    worker.now += 50 * kUs;                      // not so late that it may be a repair
    worker.Results(Range(201, 220), worker.now); // sent before the probe
    worker.now += 5 * kMs;                       // too late for a sample
    worker.Result(200, worker.now);
    worker.Drain(worker.now);
    worker.Send(1);
    ExpectAbout(worker.ToDeadline(), 30 * kUs);
}

TEST(WorkerSample, WhatWasSentAfterTheProbeGivesOne)
{
    WorkerClock worker;
    worker.Measure(10 * kUs);
    worker.Send(1);
    worker.AtDeadline();
    worker.Send(1);
    worker.ResultAfter(90 * kUs, 201); // smoothed (7 * 10 + 90) / 8 = 20 us, deviation 80 / 4 = 20
    worker.ResultAfter(kMs, 200);
    worker.Send(1);
    ExpectAbout(worker.ToDeadline(), 120 * kUs);
}

} // namespace
} // namespace ns3::esa
