// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Packets with a delay of their own: jitter.mode packet and packet_in_order.

#include "scenario/run/simulate.h"

#include "ns3/esa-jitter.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa::test
{
namespace
{

constexpr uint32_t kFragments = 1000; ///< of the iteration
constexpr uint32_t kWorkers = 8;      ///< of the job
constexpr uint32_t kWindow = 20;      ///< fragments under way at a time

/// @return one job alone, on links that are nearly empty
std::string
OneJob(uint32_t valuesBytes, const std::string& mode)
{
    return R"({"jobs": {"count": 1, "workers": 8, "start_max_us": 0, "workload": "S"},
        "dnns": {"S": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1, "partitions": [
            {"layer": 1, "bytes": )" +
           std::to_string(valuesBytes * kFragments) + R"(}]}},
        "topology": {"hosts": 8}, "link": {"delay_us": 2.5}, "iterations": 1,
        "window": {"initial_packets": 20, "max_packets": 20, "switchml_max_packets": 20},
        "jitter": {"max_us": 300, "mode": ")" +
           mode + R"("}})";
}

/// @brief When the sum of each fragment is complete: when the slowest of its packets has come.
/// @param inOrder whether packets of a worker wait for those before
/// @param bySlots whether a fragment follows the one in its slot, or the first missing one
/// @return when the last result is here, in ms
double
DelayedMs(bool inOrder, bool bySlots)
{
    JitterSource::Parameters parameters;
    parameters.mode = JitterMode::Packet;
    const JitterSource source(parameters);
    const Picoseconds loop = FromMicroseconds(5) + 2 * Picoseconds(24480); // two links
    std::vector<Picoseconds> done;
    std::vector<Picoseconds> last(kWorkers);
    Picoseconds firstMissing(0); // when all before this one were here
    for (uint32_t position = 0; position < kFragments; ++position)
    {
        Picoseconds admitted(0);
        if (position >= kWindow)
        {
            firstMissing = std::max(firstMissing, done[position - kWindow]);
            admitted = bySlots ? done[position - kWindow] : firstMissing;
        }
        Picoseconds slowest(0);
        for (uint32_t worker = 0; worker < kWorkers; ++worker)
        {
            const Picoseconds drawn = admitted + source.PacketDelay(0, worker, 0, position);
            last[worker] = std::max(last[worker], drawn);
            slowest = std::max(slowest, inOrder ? last[worker] : drawn);
        }
        done.push_back(slowest + loop);
    }
    const Picoseconds end = *std::max_element(done.begin(), done.end());
    return static_cast<double>(end.count()) * 1e-9;
}

TEST(PacketJitter, ASumIsCompleteWithTheSlowestOfItsPackets)
{
    const double esaMs = Simulate(OneJob(248, "packet"), "esa", {"switch.memory_bytes=1e9"}).jctMs;
    EXPECT_NEAR(esaMs / DelayedMs(false, false), 1, 0.002);
    const double switchMlMs = Simulate(OneJob(128, "packet"), "switchml").jctMs;
    EXPECT_NEAR(switchMlMs / DelayedMs(false, true), 1, 0.002);
    // A slot is taken for the largest of eight draws, 8/9 of the largest delay in the mean.
    EXPECT_NEAR(switchMlMs / (kFragments / kWindow * (300e-3 * 8 / 9 + 5e-3)), 1, 0.1);
}

TEST(PacketJitter, InOrderASumWaitsForThoseBefore)
{
    const std::string text = OneJob(248, "packet_in_order");
    const double jctMs = Simulate(text, "esa", {"switch.memory_bytes=1e9"}).jctMs;
    EXPECT_NEAR(jctMs / DelayedMs(true, false), 1, 0.002);
}

} // namespace
} // namespace ns3::esa::test
