/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The wheel by itself: the order in which it wakes links, and what they prefetch.

#include "ns3/esa-arrival-wheel.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace
{

using namespace ns3;
using esa::ArrivalWheel;

/// A link that notes when it is woken.
class NotingLink : public ArrivalWheel::Client
{
  public:
    /// @param onWake what it does
    explicit NotingLink(std::function<void(int64_t)> onWake)
        : m_onWake(std::move(onWake))
    {
    }

    void DeliverDue(int64_t nowStep) override
    {
        m_onWake(nowStep);
        m_stages = 0;
    }

    void PrefetchArrival(uint32_t stage) const override
    {
        inOrder = inOrder && stage == m_stages;
        ++m_stages;
        ++prefetches;
    }

    mutable uint32_t prefetches{0}; ///< calls of PrefetchArrival()
    mutable bool inOrder{true};     ///< whether its stages came in order

  private:
    std::function<void(int64_t)> m_onWake; ///< what it does
    mutable uint32_t m_stages{0};          ///< stages since it was woken
};

/// A wheel with many links, which note the order in which they are woken.
class ManyLinks : public testing::Test
{
  protected:
    /// @param joined links that use the wheel @param waiting of these, links that will be woken
    void Make(std::size_t joined, std::size_t waiting)
    {
        for (std::size_t link = 0; link < joined; ++link)
        {
            wheel->Join();
        }
        for (std::size_t link = 0; link < waiting; ++link)
        {
            links.push_back(std::make_unique<NotingLink>(
                [this, link](int64_t /* nowStep */) { woken.push_back(link); }));
        }
    }

    ~ManyLinks() override
    {
        wheel = nullptr;
        Simulator::Destroy();
    }

    /// @brief Plans an arrival at a link. @param step when @param nowStep the current time step
    void Schedule(ArrivalWheel::Client& link, int64_t step, int64_t nowStep = 0)
    {
        wheel->Schedule({esa::Picoseconds(1000 * step), 0, &link}, step, nowStep);
    }

    Ptr<ArrivalWheel> wheel = Create<ArrivalWheel>(); ///< the wheel
    std::vector<std::unique_ptr<NotingLink>> links;   ///< the links
    std::vector<std::size_t> woken;                   ///< their numbers, in order
};

TEST_F(ManyLinks, AreWokenInTheOrderOfTheirSteps)
{
    Make(600, 100);
    std::vector<std::size_t> expected;
    for (const int64_t step : {30, 10, 20})
    {
        for (std::size_t link = static_cast<std::size_t>(step); link < 100; link += 31)
        {
            Schedule(*links[link], step);
        }
    }
    Simulator::Run();
    EXPECT_EQ(woken, (std::vector<std::size_t>{10, 41, 72, 20, 51, 82, 30, 61, 92}));
}

TEST_F(ManyLinks, PrefetchAllStagesOnceBeforeTheyAreWoken)
{
    Make(512, 100);
    NotingLink first([](int64_t /* nowStep */) {});
    Schedule(first, 4);
    for (const auto& link : links)
    {
        Schedule(*link, 5);
    }
    Simulator::Run();
    EXPECT_EQ(first.prefetches, 0U) << "nothing was woken before";
    EXPECT_EQ(woken.size(), links.size());
    for (const auto& link : links)
    {
        EXPECT_EQ(link->prefetches, ArrivalWheel::kPrefetchStages);
        EXPECT_TRUE(link->inOrder);
    }
}

TEST_F(ManyLinks, DoNotPrefetchWhereTheCachesHoldThem)
{
    Make(511, 100);
    for (const auto& link : links)
    {
        Schedule(*link, 5);
    }
    Simulator::Run();
    EXPECT_EQ(woken.size(), links.size());
    EXPECT_TRUE(std::all_of(links.begin(), links.end(), [](const auto& link) {
        return link->prefetches == 0;
    }));
}

TEST_F(ManyLinks, MayJoinTheSlotThatIsBeingWoken)
{
    Make(600, 1);
    NotingLink again([this](int64_t nowStep) {
        woken.push_back(7);
        if (woken.size() < 50)
        {
            Schedule(*links[0], nowStep, nowStep);
        }
    });
    links[0] = std::make_unique<NotingLink>([this, &again](int64_t nowStep) {
        woken.push_back(0);
        Schedule(again, nowStep, nowStep);
    });
    Schedule(again, 3);
    Simulator::Run();
    ASSERT_EQ(woken.size(), 51U);
    EXPECT_EQ(woken[0], 7U);
    EXPECT_EQ(woken[1], 0U);
    EXPECT_EQ(Simulator::Now(), TimeStep(3)) << "all in one step";
}

TEST_F(ManyLinks, AreNotWokenOnceTheyAreRemoved)
{
    Make(600, 20);
    for (const auto& link : links)
    {
        Schedule(*link, 5);
    }
    NotingLink remover([this](int64_t /* nowStep */) { wheel->Remove(*links[19], 5); });
    Schedule(remover, 4);
    wheel->Remove(*links[3], 5);
    Simulator::Run();
    EXPECT_EQ(woken.size(), 18U);
    EXPECT_EQ(std::count(woken.begin(), woken.end(), 3U), 0);
    EXPECT_EQ(std::count(woken.begin(), woken.end(), 19U), 0);
    EXPECT_EQ(links[19]->prefetches, 0U);
}

TEST_F(ManyLinks, AreWokenHoweverFarTheStepIs)
{
    Make(600, 3);
    Schedule(*links[0], 8192);
    Schedule(*links[1], 8191);
    Schedule(*links[2], 1000000000);
    NotingLink first([this](int64_t nowStep) { Schedule(*links[3], 8192, nowStep); });
    links.push_back(
        std::make_unique<NotingLink>([this](int64_t /* nowStep */) { woken.push_back(3); }));
    Schedule(first, 5);
    Simulator::Run();
    EXPECT_EQ(woken, (std::vector<std::size_t>{1, 3, 0, 2}));
    EXPECT_EQ(Simulator::Now(), TimeStep(1000000000));
}

} // namespace
