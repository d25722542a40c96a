// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// SwitchProperty has all that may happen to a sum; here are examples, and 32 workers.

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
