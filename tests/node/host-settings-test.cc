// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-host-settings.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

// A value that is not allowed is named, with what is.

namespace ns3::esa
{
namespace
{

TEST(HostSettings, DefaultsAreAllowed)
{
    EXPECT_EQ(HostSettings().FindFault(), "");
}

TEST(HostSettings, ValuesAtTheirLimitsAreAllowed)
{
    HostSettings settings;
    settings.worker.window = {1, 1, 1, 0, 0};
    settings.worker.overtakes = 1;
    settings.worker.reminderBytes = 58;
    settings.ps.overtakes = 255;
    settings.ps.reminderBytes = 9230;
    settings.ps.reminderHoldoff = Picoseconds(0);
    settings.flow.congestion.dctcp.gain = 1;
    settings.flow.congestion.dcqcn.gain = 0;
    EXPECT_EQ(settings.FindFault(), "");
    settings.worker.window.maxPackets = 0; // no cap
    EXPECT_EQ(settings.FindFault(), "");
}

TEST(HostSettings, NameTheValueThatIsNotAllowed)
{
    struct Fault
    {
        void (*make)(HostSettings& settings);
        std::string text;
    };

    const std::string aTimer = " must be above 0, at most 53 days";
    for (const Fault& fault : std::vector<Fault>{
             {[](HostSettings& s) { s.worker.window.minPackets = 0; },
              "worker.window.minPackets must be 1 or more"},
             {[](HostSettings& s) { s.worker.window.minPackets = 201; },
              "worker.window.initialPackets must be at least window.minPackets"},
             {[](HostSettings& s) { s.worker.window.maxPackets = 199; },
              "worker.window.maxPackets must be 0 (no cap) or at least window.initialPackets"},
             {[](HostSettings& s) { s.worker.window.growthPackets = -1; },
              "worker.window.growthPackets must be 0 or more"},
             {[](HostSettings& s) { s.worker.rtoMin = Picoseconds(0); }, "worker.rtoMin" + aTimer},
             {[](HostSettings& s) { s.worker.rtoMin = Picoseconds::max(); },
              "worker.rtoMin" + aTimer},
             {[](HostSettings& s) { s.worker.overtakes = 0; }, "worker.overtakes must be 1 to 255"},
             {[](HostSettings& s) { s.worker.reminderBytes = 57; },
              "worker.reminderBytes must be 58 to 9230"},
             {[](HostSettings& s) { s.ps.checkInterval = Picoseconds(0); },
              "ps.checkInterval" + aTimer},
             {[](HostSettings& s) { s.ps.overtakes = 256; }, "ps.overtakes must be 1 to 255"},
             {[](HostSettings& s) { s.ps.reminderBytes = 9231; },
              "ps.reminderBytes must be 58 to 9230"},
             {[](HostSettings& s) { s.ps.reminderHoldoff = Picoseconds(-1); },
              "ps.reminderHoldoff must be 0 to 53 days"},
             {[](HostSettings& s) { s.flow.windowPackets = 0; },
              "flow.windowPackets must be 1 or more"},
             {[](HostSettings& s) { s.flow.congestion.dctcp.gain = 1.01; },
              "flow.congestion.dctcp.gain must be from 0 to 1"}})
    {
        HostSettings settings;
        fault.make(settings);
        EXPECT_EQ(settings.FindFault(), fault.text);
    }
}

TEST(HostSettings, OfARunningWorkerAllowSixteenWindowsAhead)
{
    WorkerSettings settings;
    settings.window.maxPackets = 100;
    EXPECT_EQ(settings.MaxAhead(), 1600U);
    settings.window.maxPackets = 0;
    EXPECT_EQ(settings.MaxAhead(), ParameterServerParameters::kMaxAhead);
}

} // namespace
} // namespace ns3::esa
