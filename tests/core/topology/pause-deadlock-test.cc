// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Paused links that wait for each other for ever.

#include "ns3/esa-pause-deadlock.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

using Numbers = std::vector<std::size_t>;

TEST(PauseDeadlock, IsACircleOfPausedLinks)
{
    std::vector<PausedLink> links{{{{1, 60}}, 50, true},
                                  {{{2, 60}}, 50, true},
                                  {{{0, 60}}, 50, true},
                                  {{{0, 60}}, 50, true},
                                  {{{4, 60}}, 50, false}};
    EXPECT_EQ(FindPauseDeadlock(links), (Numbers{0, 1, 2, 3})) << "3 waits for the circle";
    links[1].isPaused = false;
    EXPECT_EQ(FindPauseDeadlock(links), Numbers{}) << "one that sends frees all";
}

TEST(PauseDeadlock, NeedsMoreBytesThanALinkResumesWith)
{
    std::vector<PausedLink> links{{{{1, 51}, {2, 1000}}, 50, true}, {{{0, 51}}, 50, true}, {}};
    EXPECT_EQ(FindPauseDeadlock(links), (Numbers{0, 1}));
    links[0].waiting[0].second = 50;
    EXPECT_EQ(FindPauseDeadlock(links), Numbers{}) << "1,000 bytes leave, and 0 goes on";
}

TEST(PauseDeadlock, ALineOfPausesIsNone)
{
    EXPECT_EQ(FindPauseDeadlock({{{{1, 60}}, 50, true}, {{{2, 60}}, 50, true}, {}}), Numbers{});
    EXPECT_EQ(FindPauseDeadlock({}), Numbers{});
}

} // namespace
} // namespace ns3::esa
