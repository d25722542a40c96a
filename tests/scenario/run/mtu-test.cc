// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Frames of different MTUs: times by hand, and what longer frames cost in memory.

#include "scenario/run/simulate.h"

#include <limits>
#include <map>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint32_t kMtus[]{1500, 4096, 9000};

/// The headers in front of the values are 44 bytes of the MTU, and 14 more on the link.
struct FrameOf
{
    explicit FrameOf(uint32_t mtuBytes)
        : payload((mtuBytes - 44) / 4 * 4),
          us((payload + 58) * 8 / 100e3)
    {
    }

    double payload; ///< bytes of values
    double us;      ///< time of a frame at 100 Gb/s
};

/// @return the setting of an MTU
std::string
Setting(uint32_t mtuBytes)
{
    return "link.mtu_bytes=" + std::to_string(mtuBytes);
}

/// A job alone, which computes for 10 us and sums 16 MB.
std::string
JobOf(uint32_t workers)
{
    return R"({"iterations": 1, "jitter": {"mode": "none"}, "topology": {"hosts": 64},
               "jobs": {"count": 1, "start_max_us": 0, "workers": )" +
           std::to_string(workers) + R"(}, "dnns": )" + DnnOf(10, {16'000'000}).dump() + "}";
}

TEST(Mtu, ARingTakesTheTimeOfItsFrames)
{
    for (const uint32_t mtu : kMtus)
    {
        const FrameOf frame(mtu);
        for (const uint32_t workers : {8U, 16U, 32U, 64U})
        {
            SCOPED_TRACE(Setting(mtu) + " " + std::to_string(workers));
            const std::string text = JobOf(workers);
            // Each step sends an n-th; its last frame crosses two links of 5 us.
            const double block = std::ceil(std::ceil(16e6 / frame.payload) / workers);
            const double stepUs = block * frame.us + frame.us + 2 * 5;
            const double us = 10 + 2 * (workers - 1) * stepUs;
            const RunResult whole =
                Simulate(text, "ring", {Setting(mtu), "pipeline.chunk_bytes=1000000000"});
            EXPECT_NEAR(1e3 * whole.jctMs / us, 1, 0.02);
            ExpectClosedForm(text, "ring", {Setting(mtu), "flow.window_packets=1000"});
        }
    }
}

TEST(Mtu, ASwitchSumsAtTheRateOfItsFrames)
{
    for (const uint32_t mtu : kMtus)
    {
        const FrameOf frame(mtu);
        const double us = std::ceil(16e6 / frame.payload) * frame.us + 2 * 5 + frame.us + 10;
        for (const char* const system : {"sharp", "iswitch"})
        {
            const std::vector<std::string> settings{Setting(mtu), "switch.memory_bytes=20000000"};
            const double ms = Simulate(JobOf(8), system, settings).jctMs;
            EXPECT_NEAR(1e3 * ms / us, 1, 0.02) << system << " " << mtu;
        }
    }
}

TEST(Mtu, LongerFramesAreNotSlower)
{
    // What a longer frame may cost in each step of a partition: it is stored and forwarded at two
    // links, and the last one is not full. Windows follow from the bytes of the path.
    constexpr std::size_t kPartitions = 4;
    for (const uint32_t workers : {4U, 8U})
    {
        const uint32_t halvings = workers == 4 ? 2 : 3;
        const std::map<std::string, uint32_t> steps{{"byteps", 2},
                                                    {"byteps_nton", 2},
                                                    {"ring", 2 * (workers - 1)},
                                                    {"halving_doubling", 2 * halvings},
                                                    {"double_tree", 2 * halvings},
                                                    {"sharp", 1},
                                                    {"iswitch", 1}};
        for (const auto& [system, messages] : steps)
        {
            double before = std::numeric_limits<double>::infinity();
            for (const uint32_t mtu : kMtus)
            {
                json scenario = json::parse(JobOf(workers));
                scenario["dnns"] = DnnOf(10, std::vector<uint64_t>(kPartitions, 400'000));
                const double us =
                    1e3 * SimulateWithDefaults(scenario.dump(), system, {Setting(mtu)}).jctMs;
                EXPECT_LE(us, before + messages * kPartitions * 3 * FrameOf(mtu).us)
                    << system << " " << mtu;
                before = us;
            }
        }
    }
}

TEST(Mtu, LongerFramesTakeMoreMemory)
{
    const auto aggregators = [](const char* system, uint32_t mtu) {
        return Simulate(JobOf(2), system, {Setting(mtu), "switch.memory_bytes=1000000"})
            .aggregators;
    };
    EXPECT_EQ(aggregators("iswitch", 1500), 1'000'000U / (4 * 364 + 16));
    EXPECT_EQ(aggregators("iswitch", 9000), 1'000'000U / (4 * 2239 + 16));
    EXPECT_EQ(aggregators("sharp", 9000), 1'000'000U / (2 * 4 * 2239 + 16)) << "two versions";
    EXPECT_EQ(aggregators("esa", 9000), aggregators("esa", 1500)) << "the header fixes the frame";
}

} // namespace
} // namespace ns3::esa::test
