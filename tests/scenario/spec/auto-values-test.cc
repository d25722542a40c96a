// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Fields that follow from the network.

#include "scenario/test-util.h"
#include "wire-time.h"

#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// One job of two workers and a PS at one switch.
constexpr const char* kRack = R"({"systems": ["esa", "atp", "switchml", "ring"],
    "topology": {"hosts": 2}, "jobs": {"count": 1, "workers": 2}})";

/// @return a field of a scenario, as it is used
double
ValueOf(const std::string& pointer, const std::vector<std::string>& settings = {})
{
    return ParseScenario(kRack, "FILE", Overrides(settings))
        .effective.at(json::json_pointer(pointer))
        .get<double>();
}

/// @return the fields that may be "auto"
std::vector<std::string>
AutoFields()
{
    std::vector<std::string> fields;
    for (const ScenarioField& field : ScenarioFields())
    {
        if (ScenarioSchema::Get().Find(field.pointer)->at("type").is_array())
        {
            fields.push_back(field.pointer);
        }
    }
    return fields;
}

TEST(AutoValues, FollowFromTheSwitchWithTheLeastMemory)
{
    const auto window = [](const std::string& memory) {
        return ValueOf("/window/max_packets",
                       {R"(systems=["esa"])",
                        "topology.racks=2",
                        "topology.hosts=2",
                        "placement.racks_per_job=2",
                        "aggregation.levels=all",
                        "switch.level_memory_bytes=" + memory});
    };
    EXPECT_EQ(window("[5000000,20000]"), window("[20000,20000]"));
    EXPECT_LT(window("[5000000,20000]"), window("[5000000,5000000]"));
}

TEST(AutoValues, AreNumbersInEveryScenarioThatIsRead)
{
    EXPECT_GE(AutoFields().size(), 19U);
    for (const char* const topology : {R"("topology": {"hosts": 64})",
                                       R"("topology": {"hosts": 64, "racks": 8})",
                                       R"("topology": {"kind": "fat_tree", "k": 8})"})
    {
        const auto parsed = ParseScenario(std::string("{") + topology + "}", "FILE");
        for (const std::string& pointer : AutoFields())
        {
            const json::json_pointer place(pointer);
            EXPECT_TRUE(parsed.effective.at(place).is_number()) << pointer;
            // What a preset may set follows from the preset, and is left out.
            EXPECT_TRUE(!parsed.toChange.contains(place) || parsed.toChange.at(place) == kAuto)
                << pointer;
        }
        EXPECT_EQ(ErrorsOf(parsed.effective.dump()), std::vector<std::string>())
            << "the numbers are in their ranges, and keep the rules between fields";
    }
}

TEST(AutoValues, AreMultiplesOfTheRoundTrip)
{
    // There and back over two links of 5 us.
    const double us = 4 * (5 + FrameUs(1514));
    EXPECT_NEAR(ValueOf("/rto/min_us"), 20 * us, 0.001);
    EXPECT_NEAR(ValueOf("/rto/check_us"), us, 0.002);
    EXPECT_NEAR(ValueOf("/reminder/ps_holdoff_us"), us / 2, 0.001);
    EXPECT_NEAR(ValueOf("/recovery/stale_us"), 200 * us, 0.02);
    EXPECT_NEAR(ValueOf("/a2tp/base_round_trip_us"), 1.5 * us, 0.001);
    EXPECT_NEAR(ValueOf("/flow/swift/target_us"), 1.25 * us, 0.001);
    EXPECT_EQ(ValueOf("/rto/check_us", {"rto.min_us=1000"}), 50) << "follows what is set";
    EXPECT_EQ(ValueOf("/recovery/stale_us", {"rto.min_us=1000"}), 10000);
    EXPECT_EQ(ValueOf("/flow/reordering_us"), 0) << "packets keep their order";
    EXPECT_NEAR(
        ValueOf("/flow/reordering_us", {"flow.paths=spray", "flow.repair=selective_repeat"}),
        us,
        0.001);
}

TEST(AutoValues, AreMultiplesOfRateTimesRoundTrip)
{
    const double bytes = 4 * (5 + FrameUs(306)) * 12500;
    EXPECT_EQ(ValueOf("/window/initial_packets"), std::ceil(bytes / OnWire(306)));
    EXPECT_EQ(ValueOf("/window/max_packets"), std::ceil(2 * bytes / OnWire(306)));
    const double short180 = 4 * (5 + FrameUs(180)) * 12500;
    EXPECT_EQ(ValueOf("/window/switchml_max_packets"), std::ceil(2 * short180 / OnWire(180)));
    const double mtu = 4 * (5 + FrameUs(1514)) * 12500;
    EXPECT_EQ(ValueOf("/flow/window_packets"),
              8 * (std::ceil(2 * mtu / OnWire(1514)) + 16 + 2 * 16));
    EXPECT_EQ(ValueOf("/ecn/threshold_bytes"), std::ceil(2 * mtu));
    EXPECT_EQ(ValueOf("/window/max_packets", {"link.delay_us=0.001"}), 64);
    EXPECT_EQ(ValueOf("/window/initial_packets", {"window.max_packets=100"}), 100);
}

TEST(AutoValues, KeepAJobFromCollidingWithItself)
{
    const double bdp = 4 * (5 + FrameUs(306)) * 12500 / OnWire(306);
    const auto window = [](const std::string& bytes) {
        return ValueOf("/window/max_packets", {"switch.memory_bytes=" + bytes});
    };
    EXPECT_EQ(window("264000"), 1000) << "no more than there are aggregators";
    EXPECT_EQ(window("211200"), std::ceil(1.125 * bdp)) << "800 of them, but what fills the path";
    EXPECT_EQ(window("26400"), 100 + std::ceil(bdp / 4)) << "100 cannot fill it";
    EXPECT_EQ(window("528"), 2 + std::ceil(bdp / 4));
}

TEST(AutoValues, KeepAnAtpJobWithinItsPartOfThePool)
{
    const double fill = std::ceil(1.125 * 4 * (5 + FrameUs(306)) * 12500 / OnWire(306));
    const auto window =
        [](const std::string& bytes, const std::string& jobs, const std::string& workers = "8") {
            return ValueOf("/window/atp_max_packets",
                           {"switch.memory_bytes=" + bytes,
                            "jobs.count=" + jobs,
                            "jobs.workers=" + workers,
                            "topology.hosts=16"});
        };
    EXPECT_EQ(window("264000", "1"), fill) << "1000 aggregators are more than fill the path";
    EXPECT_EQ(window("264000", "2"), 500);
    EXPECT_EQ(window("26400", "1"), std::ceil(fill / 4)) << "100 aggregators";
    EXPECT_EQ(window("26400", "1", "2"), fill) << "a PS that has two workers";
    for (const double chosen : {300., ValueOf("/window/max_packets")})
    {
        const std::string window = "window.max_packets=" + std::to_string(std::lround(chosen));
        EXPECT_EQ(ValueOf("/window/atp_max_packets", {window, "window.initial_packets=100"}), 0)
            << "the user has chosen " << window;
    }
}

TEST(AutoValues, ShareThePoolAmongJobsOfATraceThatFindHosts)
{
    const auto window = [](const std::string& mostJobs) {
        return ValidScenarioOf(R"({"systems": ["atp"], "topology": {"hosts": 16},
            "switch": {"memory_bytes": 264000}, "trace": {"max_jobs": )" +
                               mostJobs + R"(, "jobs": [
            {"submit_time": 0, "gpu_num": 8, "duration": 900, "model": "A"},
            {"submit_time": 0, "gpu_num": 8, "duration": 900, "model": "A"},
            {"submit_time": 0, "gpu_num": 8, "duration": 900, "model": "A"}]}})")
            ->systemParameters.at("window.atp_max_packets");
    };
    EXPECT_EQ(window("3"), 500) << "two jobs fill 16 hosts";
    EXPECT_EQ(window("1"), std::ceil(1.125 * 4 * (5 + FrameUs(306)) * 12500 / OnWire(306)));
}

TEST(AutoValues, UseAllPrioritiesOfEightBits)
{
    const auto largest = [](const std::string& computeUs) {
        return ValidScenarioOf(R"({"systems": ["esa"], "topology": {"hosts": 4},
            "jobs": {"count": 1, "workers": 2}, "dnns": {"A": {"comm_comp_ratio": 0.5,
            "layers": [{"compute_us": )" +
                               computeUs + R"(}, {"compute_us": )" + computeUs + R"(}],
            "partitions": [{"layer": 2, "bytes": 1000000}, {"layer": 1, "bytes": 1000000}]}}})")
            ->priority.pMaxPerS;
    };
    // The last fragment of layer 1 takes 19.84 ns, and 200 us of computation are left.
    EXPECT_NEAR(largest("100"), 1e6 / 200.01984 * 2 * 0.5, 0.01);
    // Without computation the first fragment has 160 us before it, and the last one nothing.
    EXPECT_NEAR(largest("0"), 255 * 1e6 / 160 * 0.5, 0.01);
}

TEST(AutoValues, FollowThePathOfTheJobs)
{
    const std::string two = R"({"topology": {"hosts": 4, "racks": 2},
        "jobs": {"count": 1, "workers": 2}, "systems": ["esa"]})";
    const auto timer = [&two](const std::vector<std::string>& settings) {
        return ParseScenario(two, "FILE", Overrides(settings)).scenario->rto.minUs;
    };
    EXPECT_NEAR(timer({}), 80 * (5 + FrameUs(1514)), 0.001) << "in one rack";
    // each rack has two links of 100 Gb/s to the spine, as one of 200
    EXPECT_NEAR(timer({"placement.racks_per_job=2"}),
                80 * (5 + FrameUs(1514) + 1 + FrameUs(1514) / 2),
                0.001);
    EXPECT_NEAR(timer({"switch.processing_ns=500", "host.processing_ns=2000"}),
                80 * (5 + FrameUs(1514)) + 20 * (2 * 0.5 + 2 * 2),
                0.001);
}

TEST(AutoValues, ShortestTimeoutsFollowThePathOfTheJobs)
{
    const auto us = [](const std::string& topology) {
        const auto parsed =
            ParseScenario(R"({"systems": ["esa"], "jobs": {"count": 1, "workers": 2},
            "link": {"delay_us": 1}, "topology": )" +
                              topology + "}",
                          "FILE");
        return RoundTripUs(*parsed.scenario, RoundTripsOf(*parsed.scenario));
    };
    const double alone = us(R"({"hosts": 4})");
    EXPECT_NEAR(alone, 4 * (1 + FrameUs(1514)), 0.01) << "frames of 1,514 bytes";
    EXPECT_EQ(us(R"({"hosts": 8, "racks": 2, "uplink_delay_us": 100})"), alone) << "jobs of a rack";
}

TEST(AutoValues, ScaleWithTheNetwork)
{
    const auto scaled = [](const std::string& pointer) {
        return ValueOf(pointer, {"link.rate_gbps=400", "link.delay_us=1.25"}) / ValueOf(pointer);
    };
    EXPECT_NEAR(scaled("/rto/min_us"), 0.25, 1e-4);
    EXPECT_NEAR(scaled("/window/max_packets"), 1, 1e-3);
    EXPECT_NEAR(scaled("/ecn/threshold_bytes"), 1, 1e-4);
}

TEST(AutoValues, GiveAPauseRoomForWhatIsUnderWay)
{
    const double headroom = 2 * 5 * 12500 + 2 * OnWire(1514);
    EXPECT_EQ(ValueOf("/link/pfc/xoff_bytes"), 2 * headroom);
    EXPECT_EQ(ValueOf("/link/pfc/xon_bytes"), headroom);
    EXPECT_EQ(ValueOf("/link/pfc/xoff_bytes", {"link.queue_bytes=200000"}), 200000 - headroom);
    EXPECT_EQ(ValueOf("/link/pfc/xon_bytes", {"link.pfc.xoff_bytes=100000"}), 50000);
}

} // namespace
} // namespace ns3::esa::test
