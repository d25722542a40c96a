// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What happens to a sum, and 32 workers.

#include "core/switch/pipeline-rig.h"

namespace ns3::esa
{
namespace
{

/// How systems differ when nothing goes wrong. The values are literals, since the records of the
/// systems are tested, too.
struct SystemCase
{
    const char* name;       ///< in the registry
    bool resultFromPs;      ///< a complete sum goes to the PS
    uint32_t inUseWhenDone; ///< aggregators in use after completion
};

/// How GoogleTest names the cases.
void
PrintTo(const SystemCase& system, std::ostream* out)
{
    *out << system.name;
}

class EverySystem : public testing::TestWithParam<SystemCase>
{
  protected:
    PipelineRig m_rig{GetParam().name}; ///< the switch
};

TEST_P(EverySystem, FragmentsOfOneTaskAddUpToTheResult)
{
    uint64_t expected = 0;
    for (uint16_t worker = 0; worker < 4; ++worker)
    {
        InaPacket packet = GradientOf(1, 5, worker);
        packet.fanIn = 4;
        packet.sum.values = PayloadRef(FragmentValues{100 + worker});
        expected += packet.sum.digest;
        const Decision decision = m_rig.Process(packet);
        if (worker < 3)
        {
            EXPECT_EQ(decision, worker == 0 ? kAllocated : kAggregated);
            continue;
        }
        EXPECT_EQ(decision, GetParam().resultFromPs ? kCompletedForPs : kCompletedHere);
        EXPECT_EQ(packet.kind, GetParam().resultFromPs ? PacketKind::Partial : PacketKind::Result);
        EXPECT_EQ(packet.job, 1);
        EXPECT_EQ(packet.seq, 5U);
        EXPECT_EQ(packet.bitmap, 0xfU);
        EXPECT_EQ(packet.fanIn, 4);
        EXPECT_EQ(packet.sum.digest, expected);
        ASSERT_TRUE(packet.sum.values);
        EXPECT_EQ(packet.sum.values.Values()[0], 406);
        EXPECT_FALSE(packet.ecn);
    }
    EXPECT_EQ(m_rig.pipeline.Table().Occupied(), GetParam().inUseWhenDone);
}

TEST_P(EverySystem, AllThirtyTwoBitsOfTheBitmapCount)
{
    for (uint16_t worker = 0; worker < 32; ++worker)
    {
        InaPacket packet = GradientOf(1, 5, 31 - worker);
        packet.fanIn = 32;
        EXPECT_EQ(m_rig.Process(packet).outcome,
                  worker == 0    ? Outcome::Allocated
                  : worker == 31 ? Outcome::Completed
                                 : Outcome::Aggregated);
    }
}

TEST_P(EverySystem, TheMarkOfAnyFragmentIsInTheSum)
{
    for (uint16_t marked = 0; marked < 3; ++marked)
    {
        PipelineRig rig(GetParam().name);
        InaPacket packet;
        for (uint16_t worker = 0; worker < 3; ++worker)
        {
            packet = GradientOf(1, 5, worker);
            packet.fanIn = 3;
            packet.ecn = worker == marked;
            rig.Process(packet);
        }
        EXPECT_EQ(packet.bitmap, 7U);
        EXPECT_TRUE(packet.ecn) << marked;
    }
}

TEST_P(EverySystem, AFragmentWithAnotherFanInIsNotAdded)
{
    InaPacket first = GradientOf(1, 5, 0);
    first.fanIn = 3;
    EXPECT_EQ(m_rig.Process(first), kAllocated);
    InaPacket other = GradientOf(1, 5, 1);
    EXPECT_EQ(m_rig.Process(other), kMalformed) << "of 2 workers, and not of 3";
    InaPacket second = GradientOf(1, 5, 1);
    second.fanIn = 3;
    EXPECT_EQ(m_rig.Process(second), kAggregated);
}

TEST(KeptResult, GoesAgainToTheWorkerThatAsksForIt)
{
    PipelineRig rig("switchml");
    for (const uint16_t worker : {0, 1})
    {
        InaPacket packet = GradientOf(1, 5, worker);
        EXPECT_EQ(rig.Process(packet), worker == 0 ? kAllocated : kCompletedHere);
    }
    InaPacket again = GradientOf(1, 5, 0);
    EXPECT_EQ(rig.Process(again), kRepeated) << "to this worker, and not to all";
    EXPECT_EQ(again.kind, PacketKind::Result);
    EXPECT_EQ(again.bitmap, 3U);
    EXPECT_EQ(again.sum.digest, DigestOfAll(1, 5, 2));
}

TEST(KeptResult, ALateCopyTakesNoSlotFromALaterTask)
{
    for (const uint32_t before : {5U, UINT32_MAX}) // numbers wrap
    {
        PipelineRig rig("switchml");
        for (const uint32_t seq : {before, before + 2})
        {
            for (const uint16_t worker : {0, 1})
            {
                InaPacket packet = GradientOf(1, seq, worker);
                EXPECT_EQ(rig.Process(packet), worker == 0 ? kAllocated : kCompletedHere);
            }
        }
        InaPacket late = GradientOf(1, before, 0);
        EXPECT_EQ(rig.Process(late), kStale);
        InaPacket again = GradientOf(1, before + 2, 0);
        EXPECT_EQ(rig.Process(again), kRepeated) << "the slot has its result still";
    }
}

INSTANTIATE_TEST_SUITE_P(Pipeline,
                         EverySystem,
                         testing::Values(SystemCase{"esa", false, 0},
                                         SystemCase{"atp", true, 1},
                                         SystemCase{"a2tp", true, 1},
                                         SystemCase{"switchml", false, 0},
                                         SystemCase{"straw1", false, 0},
                                         SystemCase{"straw2", false, 0}),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace ns3::esa
