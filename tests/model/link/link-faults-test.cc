// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/double.h"
#include "ns3/esa-link-faults.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <list>
#include <set>
#include <utility>
#include <vector>

namespace
{

using namespace ns3;

class LinkFaults : public testing::Test
{
  protected:
    LinkFaults()
    {
        faults->AssignStreams(1);
    }

    void TearDown() override
    {
        Simulator::Destroy();
    }

    /// Decides about a frame. @return the decision
    esa::EsaLinkFaults::Fate ApplyFaults()
    {
        return faults->ApplyFaults(Create<Packet>(306));
    }

    /// A time at which a frame comes. @return whether it is lost
    bool IsLostAt(const Time& time)
    {
        bool isLost = false;
        Simulator::Schedule(time - Simulator::Now(), [&] { isLost = ApplyFaults().copies == 0; });
        Simulator::Run();
        return isLost;
    }

    Ptr<esa::EsaLinkFaults> faults{CreateObject<esa::EsaLinkFaults>()}; ///< the faults
};

TEST_F(LinkFaults, AreNoneUnlessAskedFor)
{
    for (int i = 0; i < 100; ++i)
    {
        const auto fate = ApplyFaults();
        EXPECT_EQ(fate.copies, 1U);
        EXPECT_EQ(fate.lag, 0U);
    }
    EXPECT_EQ(faults->GetCounts().lost, 0U);
}

TEST_F(LinkFaults, LoseTheFramesOfAList)
{
    const auto model = CreateObject<ReceiveListErrorModel>();
    model->SetList({1, 3});
    faults->AddErrorModel(model);
    std::vector<uint32_t> copies;
    for (int i = 0; i < 5; ++i)
    {
        copies.push_back(ApplyFaults().copies);
    }
    EXPECT_EQ(copies, (std::vector<uint32_t>{1, 0, 1, 0, 1}));
    EXPECT_EQ(faults->GetCounts().lost, 2U);
}

TEST_F(LinkFaults, LetEveryModelSeeEveryFrame)
{
    for (const uint32_t place : {1, 2})
    {
        const auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({place});
        faults->AddErrorModel(model);
    }
    EXPECT_EQ(ApplyFaults().copies, 1U);
    EXPECT_EQ(ApplyFaults().copies, 0U);
    EXPECT_EQ(ApplyFaults().copies, 0U)
        << "the second model counts the frame that the first one took";
}

TEST_F(LinkFaults, LoseWhatComesWhileTheLinkIsDown)
{
    faults->AddOutage(MicroSeconds(10), MicroSeconds(20));
    EXPECT_FALSE(IsLostAt(MicroSeconds(9)));
    EXPECT_TRUE(IsLostAt(MicroSeconds(10)));
    EXPECT_TRUE(IsLostAt(MicroSeconds(19)));
    EXPECT_FALSE(IsLostAt(MicroSeconds(20)));
    EXPECT_EQ(faults->GetCounts().lostDown, 2U);
}

TEST_F(LinkFaults, HoldBackByOneToTheDepth)
{
    faults->SetAttribute("ReorderProbability", DoubleValue(1));
    faults->SetAttribute("ReorderDepth", UintegerValue(4));
    std::set<uint32_t> lags;
    for (int i = 0; i < 200; ++i)
    {
        lags.insert(ApplyFaults().lag);
    }
    EXPECT_EQ(lags, (std::set<uint32_t>{1, 2, 3, 4}));
    EXPECT_EQ(faults->GetCounts().reordered, 200U);
}

TEST_F(LinkFaults, DuplicateAsOftenAsAskedFor)
{
    faults->SetAttribute("DuplicateProbability", DoubleValue(0.25));
    uint32_t copies = 0;
    for (int i = 0; i < 4000; ++i)
    {
        copies += ApplyFaults().copies;
    }
    EXPECT_EQ(copies, 4000 + faults->GetCounts().duplicated);
    EXPECT_NEAR(copies, 5000, 150) << "five standard deviations are 137";
}

TEST_F(LinkFaults, HoldBackACopyByALagOfItsOwn)
{
    faults->SetAttribute("DuplicateProbability", DoubleValue(1));
    faults->SetAttribute("ReorderProbability", DoubleValue(1));
    faults->SetAttribute("ReorderDepth", UintegerValue(4));
    std::set<std::pair<uint32_t, uint32_t>> lags;
    for (int i = 0; i < 400; ++i)
    {
        const auto fate = ApplyFaults();
        lags.emplace(fate.lag, fate.copyLag);
    }
    EXPECT_EQ(lags.size(), 4U * 4);
}

/// @return the places of the frames that are lost @param faults with losses by chance @param frames
/// how many come @param countsDown whether frames that surely pass are only counted
std::vector<int>
LostFrames(const Ptr<esa::EsaLinkFaults>& faults, int frames, bool countsDown)
{
    std::vector<int> lost;
    for (int frame = 0; frame < frames; ++frame)
    {
        if (countsDown && faults->Unaffected() > 0)
        {
            --faults->Unaffected();
        }
        else if (faults->ApplyFaults(306).copies == 0)
        {
            lost.push_back(frame);
        }
    }
    return lost;
}

TEST_F(LinkFaults, AreTheSameIfFramesThatPassAreOnlyCounted)
{
    const auto others = CreateObject<esa::EsaLinkFaults>();
    others->AssignStreams(1);
    const std::vector<std::function<void(const Ptr<esa::EsaLinkFaults>&)>> changes{
        [](const auto& changed) {
            changed->SetAttribute("ExtraDelay", TimeValue(NanoSeconds(5)));
            changed->SetAttribute("ExtraDelay", TimeValue(Time(0)));
        },
        [](const auto& changed) {
            changed->SetAttribute("DuplicateProbability", DoubleValue(1));
            changed->SetAttribute("DuplicateProbability", DoubleValue(0));
        },
        [](const auto& changed) {
            changed->SetAttribute("ReorderDepth", UintegerValue(3));
            changed->SetAttribute("ReorderDepth", UintegerValue(0));
        },
        [](const auto& changed) { changed->AddErrorModel(CreateObject<ReceiveListErrorModel>()); },
        [](const auto& changed) { changed->AddOutage(Seconds(1), Seconds(2)); }};
    faults->SetAttribute("LossProbability", DoubleValue(0.001));
    others->SetAttribute("LossProbability", DoubleValue(0.001));
    for (std::size_t change = 0; change < changes.size(); ++change)
    {
        EXPECT_EQ(LostFrames(faults, 3000, true), LostFrames(others, 3000, false)) << change;
        EXPECT_EQ(faults->Unaffected() > 0, change < 4) << "only with losses by chance";
        changes[change](faults);
        changes[change](others);
        EXPECT_EQ(faults->Unaffected(), 0U) << change;
    }
    EXPECT_EQ(LostFrames(faults, 3000, true), LostFrames(others, 3000, false));
    EXPECT_EQ(faults->GetCounts().lost, others->GetCounts().lost);
    EXPECT_GT(faults->GetCounts().lost, 0U);
}

} // namespace
