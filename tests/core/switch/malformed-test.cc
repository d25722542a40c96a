// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"
#include "core/switch/pipeline-rig.h"

// A switch receives packets that no worker or PS of this library sends. It counts and drops them,
// and its aggregators stay as they are.

namespace ns3::esa
{
namespace
{

/// A fan-in and a bitmap of a gradient that contradict each other.
struct BadWorkers
{
    uint8_t fanIn;   ///< fan-in
    uint32_t bitmap; ///< bitmap
};

constexpr BadWorkers kBadWorkers[] = {
    {0, 0},
    {0, 1},
    {2, 0},
    {2, 0b100},
    {2, 0b111},
    {2, UINT32_MAX},
    {31, 0x80000000},
    {33, 1},
    {255, UINT32_MAX},
};

TEST(MalformedPipeline, GradientsOfImpossibleWorkersAreDropped)
{
    for (const auto& system : test::SwitchSystems())
    {
        PipelineRig rig(system);
        uint64_t dropped = 0;
        for (const auto& [fanIn, bitmap] : kBadWorkers)
        {
            InaPacket packet = GradientOf(1, 5, 0, 255);
            packet.fanIn = fanIn;
            packet.bitmap = bitmap;
            EXPECT_EQ(rig.Process(packet), kMalformed) << +fanIn << ' ' << bitmap;
            EXPECT_EQ(rig.pipeline.Count(Outcome::Malformed), ++dropped);
            EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
        }
    }
}

TEST(MalformedPipeline, SystemsWhoseHostsSumTakeNoGradient)
{
    for (const auto& system : Systems())
    {
        if (system.SumsInHosts())
        {
            PipelineRig rig(system.name);
            EXPECT_EQ(rig.Process(GradientOf(1, 5, 0)), kMalformed) << system.name;
            EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U) << system.name;
        }
    }
}

} // namespace
} // namespace ns3::esa
