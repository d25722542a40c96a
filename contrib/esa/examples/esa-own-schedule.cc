// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * @ingroup esa
 * How to write an all-reduce of your own, in which hosts sum, without changing the module.
 *
 * The system "star" is the simplest: all workers send their gradients to worker 0, which adds them
 * and returns the sum. It moves as few bytes as an all-reduce can, but nearly all of them through
 * one link.
 *
 *     ./ns3 run esa-own-schedule -- --system ring,star
 */

#include "ns3/esa-host-sum.h"
#include "ns3/esa-scenario-program.h"
#include "ns3/esa-system-registry.h"

using namespace ns3::esa;

namespace
{

/// What one worker does with one block.
Schedule
Star(const ScheduleRole& role)
{
    const PositionRange& range = role.block.range;
    Strand strand; // each step waits until the one before is done
    if (role.worker != 0)
    {
        AddStep(strand, StepKind::Send, 0, range);
        AddStep(strand, StepKind::TakeSum, 0, range);
        return {range, {strand}};
    }
    for (uint32_t peer = 1; peer < role.workers; ++peer)
    {
        AddStep(strand, StepKind::Add, peer, range);
    }
    for (uint32_t peer = 1; peer < role.workers; ++peer)
    {
        AddStep(strand, StepKind::Send, peer, range);
    }
    return {range, {strand}};
}

constexpr HostSum kStar = AllReduceBy<&Star>();

} // namespace

int
main(int argc, char* argv[])
{
    SystemRecord star = *FindSystem("halving_doubling");
    star.name = "star";
    star.summary = "no aggregation in the network: worker 0 sums";
    star.onHost.sum = &kStar;
    return ScenarioMain(argc, argv, {star});
}
