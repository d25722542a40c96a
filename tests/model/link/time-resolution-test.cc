// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-helper.h"
#include "ns3/esa-training-job.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

namespace
{

using namespace ns3;

/// @param resolution the time step that the program requests
/// @return JCT of DNN A for one job of eight workers on links of 2.5 us, in picoseconds
int64_t
JctPs(Time::Unit resolution)
{
    Time::SetResolution(resolution);
    esa::EsaHelper helper("esa");
    helper.SetChannelAttribute("Delay", TimeValue(NanoSeconds(2500)));
    NodeContainer switchNode(1);
    NodeContainer hosts(9);
    helper.InstallRack(switchNode.Get(0), hosts);
    esa::JobSetup job;
    const auto compute = esa::FromMicroseconds(320);
    const uint64_t bytes = 4000000;
    job.dnn = {{compute, compute}, {{2, bytes}, {1, bytes}, {1, bytes}, {2, bytes}}, 1.0};
    for (uint32_t worker = 0; worker < 8; ++worker)
    {
        job.workers.Add(hosts.Get(worker));
    }
    job.parameterServer = hosts.Get(8);
    esa::TrainingOptions options;
    esa::WindowParameters& window = options.worker.window;
    window.initialPackets = window.minPackets = window.maxPackets = 1000;
    options.jitter.mode = esa::JitterMode::None;
    options.jitter.startMax = esa::Picoseconds(0);
    const ApplicationContainer apps = helper.InstallJobs({job}, options);
    esa::Picoseconds end{0};
    for (uint32_t i = 0; i < apps.GetN(); ++i)
    {
        apps.Get(i)->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const esa::IterationRecord&>(
                [&end](const esa::IterationRecord& record) { end = record.end; }));
    }
    Simulator::Run();
    Simulator::Destroy();
    return end.count();
}

/// @brief Ends the program; the exit code is 0 if the JCT is that of the closed form, within the
/// tolerance.
[[noreturn]] void
ExitWithComparison(Time::Unit resolution, int64_t tolerancePs)
{
    // 4 x 16130 frames, then two hops of the last one, then the rear layer's computation
    constexpr int64_t kFramePs = 26400; // 306 bytes, and 24 of overhead
    constexpr int64_t kClosedFormPs =
        4 * 16130 * kFramePs + (2 * 2500000 + kFramePs) + int64_t{320000000};
    const int64_t jctPs = JctPs(resolution);
    std::cerr << "JCT " << jctPs << " ps, closed form " << kClosedFormPs << " ps" << std::endl;
    std::exit(std::abs(jctPs - kClosedFormPs) <= tolerancePs ? 0 : 1);
}

// ns-3's time resolution can be set once in a process, before the first simulation; so each test
// runs in a process of its own, which gtest's death tests of style "threadsafe" start afresh.

TEST(TimeResolutionDeathTest, NanosecondsRoundArrivalsUp)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    // The two arrivals of the last packet are rounded up to whole nanoseconds.
    EXPECT_EXIT(ExitWithComparison(Time::NS, 3000), testing::ExitedWithCode(0), "JCT");
}

TEST(TimeResolutionDeathTest, PicosecondsAreExact)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(ExitWithComparison(Time::PS, 0), testing::ExitedWithCode(0), "JCT");
}

} // namespace
