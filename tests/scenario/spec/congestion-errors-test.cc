/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Congestion control of flows: what is refused, and what is allowed.

#include "scenario/test-util.h"

namespace ns3::esa::test
{
namespace
{

/// @return errors of a scenario with settings, as one text
std::string
ErrorsWith(const std::vector<std::string>& settings)
{
    return Joined(ErrorsOf("{}", settings));
}

TEST(CongestionErrors, OtherNamesAreRefused)
{
    EXPECT_TRUE(HasText(ErrorsWith({"flow.congestion_control=timely"}),
                        "/flow/congestion_control: \"timely\" is not allowed: must be one of "
                        "\"window\", \"dctcp\", \"dcqcn\", \"swift\""));
}

TEST(CongestionErrors, AQueueHasToBeLongerThanTheThresholdOfItsMarks)
{
    const std::string room = "link.queue_bytes=50000";
    EXPECT_TRUE(HasText(ErrorsWith({"flow.congestion_control=dctcp", room}),
                        "/flow/dctcp/threshold_bytes: 97500 is not allowed: must be below "
                        "/link/queue_bytes = 50000: a queue that is full before it marks tells "
                        "\"dctcp\" nothing"));
    EXPECT_EQ(
        ErrorsWith({"flow.congestion_control=dctcp", room, "flow.dctcp.threshold_bytes=49999"}),
        "");
    EXPECT_EQ(ErrorsWith({"flow.congestion_control=dcqcn", room}), "") << "Kmin is 5 KB";
    EXPECT_TRUE(HasText(ErrorsWith({"flow.congestion_control=dcqcn", "link.queue_bytes=5000"}),
                        "/flow/dcqcn/min_threshold_bytes: 5000 is not allowed"));
    EXPECT_EQ(ErrorsWith({"flow.congestion_control=window", room}), "") << "needs no marks";
}

TEST(CongestionErrors, KmaxIsNotBelowKmin)
{
    const std::vector<std::string> settings{"flow.congestion_control=dcqcn",
                                            "flow.dcqcn.max_threshold_bytes=4999"};
    EXPECT_TRUE(HasText(ErrorsWith(settings),
                        "/flow/dcqcn/max_threshold_bytes: 4999 is not allowed: must be at least "
                        "/flow/dcqcn/min_threshold_bytes = 5000"));
}

TEST(CongestionErrors, TheFirstWindowIsNotAboveTheLargest)
{
    for (const std::string control : {"dctcp", "swift"})
    {
        EXPECT_TRUE(
            HasText(ErrorsWith({"flow.congestion_control=" + control, "flow.window_packets=9"}),
                    "/flow/initial_packets: 10 is not allowed: must be at most "
                    "/flow/window_packets = 9"));
    }
    EXPECT_EQ(ErrorsWith({"flow.congestion_control=dcqcn", "flow.window_packets=9"}), "")
        << "a rate has no first window";
}

TEST(CongestionErrors, ATargetOfDelayIsAboveTheDelayWithoutAQueue)
{
    const std::string swift = "flow.congestion_control=swift";
    EXPECT_TRUE(HasText(ErrorsWith({swift, "link.delay_us=10"}),
                        "/flow/swift/target_us: 25 is not allowed: must be above 40.25"));
    EXPECT_EQ(ErrorsWith({swift, "link.delay_us=10", "flow.swift.target_us=41"}), "");
    EXPECT_TRUE(HasText(ErrorsWith({swift, "switch.processing_ns=2400"}), "must be above 25.05"));
    EXPECT_EQ(ErrorsWith({"flow.congestion_control=dctcp", "link.delay_us=10"}), "");
}

TEST(CongestionErrors, RingsBesideOthersAreJobsOfTheScenario)
{
    EXPECT_EQ(ErrorsWith({"jobs.rings=8"}), "");
    EXPECT_TRUE(HasText(ErrorsWith({"jobs.rings=9"}),
                        "/jobs/rings: 9 is not allowed: must be at most /jobs/count = 8"));
    EXPECT_TRUE(HasText(ErrorsWith({"jobs.rings=1", "payload=full"}),
                        "/payload: \"full\" is not allowed: must be \"digest\" with "
                        "/jobs/rings = 1"));
    EXPECT_TRUE(HasText(ErrorsWith({"jobs.rings=1",
                                    "recovery.enabled=true",
                                    R"(faults.ps_restarts=[{"job": 1, "at_us": 5}])"}),
                        "must be [] with /jobs/rings = 1"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}",
                                        {R"(trace.jobs=[{"submit_time": 0, "duration": 1,)"
                                         R"( "gpu_num": 2, "model": "A"}])",
                                         "jobs.rings=1"})),
                        "/jobs/rings: 1 is not allowed: must be 0 with a trace"));
}

} // namespace
} // namespace ns3::esa::test
