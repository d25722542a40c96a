// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/adversary.h"
#include "core/switch-systems.h"
#include "property/property.h"

#include <ostream>

namespace ns3::esa
{

/// How RapidCheck shows a schedule.
void
showValue(const Schedule& schedule, std::ostream& out)
{
    out << schedule.Describe();
}

namespace
{

/// @return a probability of some per cent; smaller ones are simpler
rc::Gen<double>
Chances(uint32_t highestPercent)
{
    return rc::gen::map(rc::gen::inRange(0U, highestPercent + 1),
                        [](uint32_t percent) { return percent / 100.0; });
}

/// @return schedules of a system; smaller numbers make a schedule simpler
rc::Gen<Schedule>
Schedules(const std::string& system)
{
    using rc::gen::inRange;
    using rc::gen::set;
    return rc::gen::build<Schedule>(set(&Schedule::system, rc::gen::just(system)),
                                    set(&Schedule::seed, inRange<uint64_t>(1, 1'000'000)),
                                    set(&Schedule::jobs, inRange(1U, 4U)),
                                    set(&Schedule::workers, inRange(1U, 9U)),
                                    set(&Schedule::fragments, inRange(1U, 61U)),
                                    set(&Schedule::aggregators, inRange(1U, 9U)),
                                    set(&Schedule::window, inRange(1U, 25U)),
                                    set(&Schedule::loss, Chances(30)),
                                    set(&Schedule::duplication, Chances(50)),
                                    set(&Schedule::reordering, inRange(0U, 65U)),
                                    set(&Schedule::pause, Chances(5)),
                                    set(&Schedule::junk, Chances(10)),
                                    set(&Schedule::wraps),
                                    set(&Schedule::fullPayload));
}

/// Schedules of one system.
using ShrunkSchedule = testing::TestWithParam<std::string>;

TEST_P(ShrunkSchedule, EveryFragmentCountsExactlyOnce)
{
    const auto schedules = Schedules(GetParam());
    CheckProperty([&schedules] {
        const Schedule schedule = *schedules;
        const ScheduleReport report = Adversary(schedule).Run();
        if (!report.violation.empty())
        {
            RC_FAIL(report.violation + "\n" + schedule.Describe());
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         ShrunkSchedule,
                         testing::ValuesIn(test::SwitchSystems()),
                         [](const auto& info) { return info.param; });

/// How a schedule is written in one line.
TEST(AdversaryReplay, TheLineMakesTheScheduleAgain)
{
    CheckProperty([] {
        const Schedule schedule = *Schedules(*rc::gen::element<std::string>("esa", "switchml"));
        std::string error;
        const Schedule again = Schedule::Parse(schedule.Replay(), error);
        RC_ASSERT(error == "");
        RC_ASSERT(again.Describe() == schedule.Describe());
        RC_ASSERT(again.loss == schedule.loss);
        RC_ASSERT(again.duplication == schedule.duplication);
        RC_ASSERT(again.pause == schedule.pause);
        RC_ASSERT(again.junk == schedule.junk);
    });
}

TEST(AdversaryReplay, ARandomScheduleIsItsSystemAndSeed)
{
    EXPECT_EQ(Schedule::Random("atp", 17).Replay(), "atp:17");
}

TEST(AdversaryReplay, ALineThatCannotBeIsRefused)
{
    for (const std::string line : {"",
                                   "esa",
                                   "esa:",
                                   "nobody:1",
                                   "esa:-1",
                                   "esa:1:jobs",
                                   "esa:1:jobs=4",
                                   "esa:1:jobs=1.5",
                                   "esa:1:loss=x",
                                   "esa:1:loss=0.1x",
                                   "esa:1:loss=nan",
                                   "esa:1:lost=0.1",
                                   "esa:1:jobs=1,,"})
    {
        std::string error;
        Schedule::Parse(line, error);
        EXPECT_NE(error, "") << line;
    }
}

} // namespace
} // namespace ns3::esa
